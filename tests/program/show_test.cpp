/// `polhode show`: what a folder holds, and whether it is as it was written.
#include "program/run_program.hpp"

#include <sys/stat.h>

namespace polhode::test {
namespace {

using nlohmann::json;

class Show : public ProgramTest {
protected:
    void make_result() const {
        ASSERT_EQ(run({"run", "--problem", "slow-top", "--end", "1", "--out", "top"}).exit_code, 0);
    }
    void expect_trouble(const std::string& says) const {
        const Outcome outcome = run({"show", "top"}), as_json = run({"show", "top", "--json"});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(as_json.exit_code, 1);
        EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
        EXPECT_NE(outcome.err.find(says), std::string::npos) << outcome.err;
        EXPECT_NE(as_json.json()["trouble"].get<std::string>().find(says), std::string::npos);
        EXPECT_NE(outcome.out.find("NO"), std::string::npos) << outcome.out;
        EXPECT_EQ(as_json.json()["numbers"]["method"], "se");  // what is whole is told all the same
    }
};

TEST_F(Show, TellsWhatARunHasWritten) {
    make_result();
    write("top/notes.txt", "mine");
    const Outcome outcome = run({"show", "top"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json summary = json::parse(contents(folder / "top/summary.json"));
    for (const std::string& part : {std::string("the result of 'polhode run'"), std::string("slow-top"),
                                    summary["hash"].get<std::string>(), std::string("trajectory.csv"),
                                    std::string("not of this result: notes.txt")})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
    EXPECT_EQ(outcome.out.find("incomplete"), std::string::npos);

    const json shown = run({"show", "top", "--json"}).json();
    EXPECT_EQ(shown["command"], "run");
    EXPECT_EQ(shown["complete"], true);
    EXPECT_EQ(shown["numbers"]["method"], "se");
    EXPECT_EQ(shown["numbers"]["steps"], 100);
    EXPECT_EQ(shown["numbers"]["error"], summary["certificate"]["error"]["estimate"]);
    EXPECT_EQ(shown["numbers"]["hash"], summary["hash"]);
    ASSERT_EQ(shown["files"].size(), 3U);
    EXPECT_EQ(shown["files"][2]["name"], "trajectory.csv");
    EXPECT_EQ(shown["files"][2]["bytes"], contents(folder / "top/trajectory.csv").size());
    EXPECT_TRUE(shown["files"][2]["trouble"].is_null());
    EXPECT_EQ(shown["others"], json::array({"notes.txt"}));
    EXPECT_TRUE(shown["trouble"].is_null());
}

TEST_F(Show, KnowsTheResultOfEveryCommand) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
        {"ensemble", {"ensemble", "--problem", "slow-top", "--count", "5", "--steps", "3"}},
        {"compare", {"compare", "--problem", "free-body", "--methods", "se", "--steps", "10"}},
        {"advise", {"advise", "--problem", "free-body", "--end", "1"}},
        {"poinsot", {"poinsot", "--problem", "free-body"}},
        {"reproduce", {"reproduce", "krysl2005/section2", "--quick"}},
    };
    for (const auto& [name, command] : commands) {
        std::vector<std::string> arguments = command;
        arguments.insert(arguments.end(), {"--out", name});
        ASSERT_LE(run(arguments).exit_code, 1) << name;
        const Outcome outcome = run({"show", name, "--json"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.json()["command"], name);
        EXPECT_FALSE(outcome.json()["numbers"].empty()) << name;
        EXPECT_NE(run({"show", name}).out.find("'polhode " + name + "'"), std::string::npos);
    }
}

TEST_F(Show, NamesTheFileThatIsNotAsItWas) {
    make_result();
    const std::string table = contents(folder / "top/trajectory.csv");
    std::string changed = table;
    changed[200] ^= 1;
    write("top/trajectory.csv", changed);
    expect_trouble("top/trajectory.csv\" is not the file that manifest.json describes: its hash is another");
    write("top/trajectory.csv", table.substr(0, 100));
    expect_trouble("it has 100 bytes, expected " + std::to_string(table.size()));
    fs::remove(folder / "top/trajectory.csv");
    expect_trouble("top/trajectory.csv\" is missing");
    ASSERT_EQ(mkfifo((folder / "top/trajectory.csv").c_str(), 0600), 0);
    expect_trouble("is no file of its own");  // and nobody waits for it
}

TEST_F(Show, SaysThatAResultIsIncomplete) {
    (void)run({"run", "--problem", "slow-top", "--end", "1e7", "--every", "1000", "--out", "top", "--quiet"},
              {.meanwhile = [polls = 0](pid_t child) mutable {
                  if (++polls == 40) kill(child, SIGINT);
              }});
    const Outcome outcome = run({"show", "top"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("incomplete"), std::string::npos) << outcome.out;
    EXPECT_EQ(run({"show", "top", "--json"}).json()["complete"], false);
}

TEST_F(Show, RefusesWhatIsNoResult) {
    const auto refused = [&](const std::string& says) {
        const Outcome outcome = run({"show", "top"});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
        EXPECT_NE(outcome.err.find(says), std::string::npos) << outcome.err;
    };
    refused("\"top\" is no folder; expected one that --out has named");
    fs::create_directory(folder / "top");
    refused("its manifest.json is missing");
    write("top/manifest.json", "{\"format\": 3}");
    refused("its manifest.json cannot be read as one");
    fs::remove(folder / "top/manifest.json");
    fs::create_directory(folder / "top/manifest.json");
    refused("its manifest.json cannot be read as one");
    EXPECT_EQ(run({"show"}).exit_code, 2);
}

}  // namespace
}  // namespace polhode::test
