/// Where the commands take their scenario from: a file, standard input, a built-in problem by its name alone.
#include "program/run_program.hpp"

namespace polhode::test {
namespace {

class ScenarioSource : public ProgramTest {
protected:
    /// The program with the file as its standard input; "": a closed one.
    Outcome run_with_input(const fs::path& input, const std::vector<std::string>& arguments) const {
        return run(arguments, {.before_start = [&] {
                       close(STDIN_FILENO);
                       if (!input.empty() && open(input.c_str(), O_RDONLY) != STDIN_FILENO) _exit(125);
                   }});
    }
    fs::path scenario(const std::string& problem) const {
        return write(problem + ".toml", run({"problems", problem, "--toml"}).out);
    }
};

const std::vector<std::vector<std::string>> commands{
    {"run", "--end", "1", "--hash"},
    {"ensemble", "--count", "3", "--end", "1", "--json"},
    {"compare", "--methods", "se, vexp", "--steps", "20, 40", "--end", "1", "--json"},
    {"advise", "--end", "1", "--json"},
    {"poinsot", "--json"},
};

/// What times have no part in.
nlohmann::json result_of(const std::string& command, const Outcome& outcome) {
    if (command == "advise") return {};  // which measures times
    if (outcome.out.empty() || outcome.out.front() != '{') return outcome.out;
    const nlohmann::json all = outcome.json();
    nlohmann::json result;
    for (const char* key : {"problem", "end", "final", "statistics", "methods", "reference"})
        if (all.contains(key)) result[key] = all[key];
    if (result.contains("methods"))
        for (nlohmann::json& row : result["methods"])
            if (row.contains("runs"))
                for (nlohmann::json& cell : row["runs"]) cell.erase("seconds");
    return result;
}

TEST_F(ScenarioSource, EveryCommandReadsStandardInput) {
    const fs::path file = scenario("free-body");
    for (std::vector<std::string> command : commands) {
        SCOPED_TRACE(command.front());
        command.push_back(file);
        const Outcome from_file = run(command);
        command.back() = "-";
        const Outcome from_input = run_with_input(file, command);
        EXPECT_EQ(from_input.exit_code, 0) << from_input.err;
        EXPECT_EQ(from_input.err, from_file.err);
        EXPECT_EQ(result_of(command.front(), from_input), result_of(command.front(), from_file));
    }
}

TEST_F(ScenarioSource, EveryCommandSaysWhatIsProbablyNotMeant) {
    for (std::vector<std::string> command : commands) {
        SCOPED_TRACE(command.front());
        command.insert(command.end(),
                       {"--problem", "free-body", "--set", "initial.rotation_vector=[0, 0, 45]"});
        const std::string err = run(command).err, warning = "[0, 0, 45] is beyond a full turn";
        EXPECT_NE(err.find(warning), std::string::npos) << err;
        EXPECT_EQ(err.find(warning), err.rfind(warning)) << "said twice";
        command.emplace_back("--quiet");
        EXPECT_EQ(run(command).err, "");
    }
}

TEST_F(ScenarioSource, MistakesInStandardInputHaveTheirLine) {
    const fs::path file = write("bad", run({"problems", "slow-top", "--toml"}).out + "[boddy]\nmass = 1\n");
    expect_rejected(run_with_input(file, {"run", "-"}), {"standard input:", "boddy"});
    expect_rejected(run_with_input("/dev/null", {"run", "-"}), {"standard input: the scenario is empty"});
    expect_rejected(run_with_input("", {"run", "-"}), {"cannot read the scenario from standard input"});
    expect_rejected(run_with_input(file, {"run", "-", "--problem", "slow-top"}), {"--problem contradicts"});
}

TEST_F(ScenarioSource, AProblemNeedsNoOption) {
    for (std::vector<std::string> command : commands) {
        SCOPED_TRACE(command.front());
        std::vector<std::string> named = command;
        named.insert(named.end(), {"--problem", "free-body"});
        const Outcome expected = run(named);
        command.emplace_back("free-body");
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_NE(outcome.err.find("there is no file \"free-body\": takes the built-in problem"),
                  std::string::npos)
            << outcome.err;
        EXPECT_NE(outcome.err.find("--problem free-body"), std::string::npos);
        EXPECT_EQ(result_of(command.front(), outcome), result_of(command.front(), expected));
        command.emplace_back("--quiet");
        EXPECT_EQ(run(command).err, "");
    }
}

TEST_F(ScenarioSource, AFileGoesBeforeAProblem) {
    fs::rename(scenario("free-body"), folder / "slow-top");
    const Outcome outcome = run({"run", "slow-top", "--json"});
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.json()["final"], run({"run", "--problem", "free-body", "--json"}).json()["final"]);
}

/// As after `polhode run slow-top --out slow-top`.
TEST_F(ScenarioSource, AFolderIsNoFile) {
    fs::create_directory(folder / "slow-top");
    const Outcome outcome = run({"run", "slow-top", "--hash"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, run({"run", "--problem", "slow-top", "--hash"}).out);
    fs::create_directory(folder / "results");
    expect_rejected(run({"run", "results"}), {"results"});
}

TEST_F(ScenarioSource, AMistypedProblemIsSuggested) {
    expect_rejected(run({"run", "slow-topp"}),
                    {"there is no scenario file \"slow-topp\"", "the built-in problem \"slow-top\"?"});
    expect_rejected(run({"run", "missing.toml"}), {"missing.toml", "No such file"});
    expect_rejected(run({"run", "slow-top", "--problem", "slow-top"}),
                    {"--problem contradicts the scenario"});
}

/// The scenario is kept, whatever it came from.
TEST_F(ScenarioSource, ARunFromStandardInputIsResumed) {
    const fs::path file = scenario("slow-top");
    const std::vector<std::string> whole{"run", "-", "--end", "200000", "--every", "1000000", "--out"};
    std::vector<std::string> arguments = whole;
    arguments.insert(arguments.end(), {"cut", "--checkpoint", "1ms"});
    const Outcome cut = run(arguments, {.before_start =
                                            [&] {
                                                close(STDIN_FILENO);
                                                if (open(file.c_str(), O_RDONLY) != STDIN_FILENO) _exit(125);
                                            },
                                        .meanwhile =
                                            [&, sent = false](pid_t child) mutable {
                                                if (sent || staging_folders(folder / "cut").empty()) return;
                                                sent = true;  // a second signal would end it at once
                                                kill(child, SIGTERM);
                                            }});
    if (cut.exit_code == 0) GTEST_SKIP() << "the run was over before the signal came";
    ASSERT_EQ(cut.exit_code, 1) << cut.err;
    if (cut.err.find("--resume") == std::string::npos) GTEST_SKIP() << "no checkpoint was due: " << cut.err;
    fs::remove(file);
    const Outcome resumed = run({"run", "--resume", "cut", "--quiet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_TRUE(fs::exists(folder / "cut" / "summary.json"));
}

}  // namespace
}  // namespace polhode::test
