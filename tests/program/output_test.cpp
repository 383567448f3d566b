/// What a run leaves behind when it is stopped, when the disk is full, and when it is long.
#include "program/run_program.hpp"

#include <cmath>

namespace polhode::test {
namespace {

using nlohmann::json;
using Output = ProgramTest;

const std::vector<std::string> all_files{"manifest.json", "report.html", "summary.json", "trajectory.csv"};

/// Sends a signal as soon as the program has started to write its trajectory.
std::function<void(pid_t)> once_writing(const fs::path& where, int signal) {
    return [where, signal, sent = false](pid_t child) mutable {
        if (sent) return;
        for (const fs::path& staging : staging_folders(where))
            if (std::error_code none; fs::file_size(staging / "trajectory.csv", none) > 100000 && !none)
                sent = true;
        if (sent) kill(child, signal);
    };
}

void expect_partial_files(const fs::path& where, const Outcome& outcome) {
    const json summary = json::parse(contents(where / "summary.json"));
    EXPECT_EQ(summary["complete"], false);
    const auto rows = table(where / "trajectory.csv");
    EXPECT_EQ(rows.size(), 2U + summary["steps"].get<std::size_t>());
    EXPECT_EQ(numbers(rows.back())[0], summary["time"].get<double>());
    EXPECT_LT(summary["time"].get<double>(), 1e5);
    EXPECT_NE(contents(where / "report.html").find("</html>"), std::string::npos);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find("incomplete"), std::string::npos) << outcome.err;
}

const std::vector<std::string> very_long{"run",     "--problem", "slow-top", "--end", "6e3",
                                         "--every", "1",         "--out",    "result"};

TEST_F(Output, InterruptLeavesWhatWasComputed) {
    const Outcome outcome = run(very_long, {.meanwhile = once_writing(folder / "result", SIGINT)});
    EXPECT_EQ(files("result"), all_files);
    expect_partial_files(folder / "result", outcome);
    EXPECT_NE(outcome.err.find("SIGINT"), std::string::npos);
}

TEST_F(Output, TerminationLeavesWhatWasComputed) {
    std::vector<std::string> arguments = very_long;
    arguments.push_back("--json");
    const Outcome outcome = run(arguments, {.meanwhile = once_writing(folder / "result", SIGTERM)});
    EXPECT_EQ(files("result"), all_files);
    expect_partial_files(folder / "result", outcome);
    EXPECT_EQ(outcome.json()["complete"], false);
}

TEST_F(Output, WritesTheMotionAsGltf) {
    // every sample is several turns from the next one
    ASSERT_EQ(
        run({"run", "--problem", "fast-top", "--end", "4", "--every", "200", "--gltf", "--out", "result"})
            .exit_code,
        0);
    std::vector<std::string> with_motion = all_files;
    with_motion.insert(with_motion.begin() + 1, "motion.gltf");
    EXPECT_EQ(files("result"), with_motion);
    const json file = json::parse(contents(folder / "result/motion.gltf"));
    EXPECT_EQ(file["asset"]["version"], "2.0");
    const json& sampler = file["animations"][0]["samplers"][0];
    const json& times = file["accessors"][sampler["input"].get<std::size_t>()];
    EXPECT_EQ(times["max"][0], 4);
    // 50 radians per unit of time
    EXPECT_GT(times["count"].get<double>(), 4 * 50 / (2 * M_PI) * 31);
}

TEST_F(Output, ShowsTheMeshOfTheUser) {
    write("body.obj", "v 1 1 1\nv -1 -1 1\nv -1 1 -1\nv 1 -1 -1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
    ASSERT_EQ(run({"run", "--problem", "free-body", "--end", "4", "--gltf", "--mesh", "body.obj", "--out",
                   "result"})
                  .exit_code,
              0);
    EXPECT_EQ(json::parse(contents(folder / "result/motion.gltf"))["meshes"][0]["name"], "body.obj");
    EXPECT_NE(contents(folder / "result/report.html").find("\"triangles\":\""), std::string::npos);
    // what we write can be read as a mesh
    ASSERT_EQ(
        run({"run", "--problem", "free-body", "--end", "4", "--mesh", "result/motion.gltf", "--out", "again"})
            .exit_code,
        0);
    EXPECT_NE(contents(folder / "again/report.html").find("<code>motion.gltf</code>"), std::string::npos);
    // nothing is written if it is not a mesh
    write("broken.obj", "f 1 2 3\n");
    const Outcome broken = run({"run", "--problem", "free-body", "--mesh", "broken.obj", "--out", "other"});
    EXPECT_NE(broken.exit_code, 0);
    EXPECT_NE(broken.err.find("broken.obj, line 1"), std::string::npos) << broken.err;
    EXPECT_FALSE(fs::exists(folder / "other"));
}

TEST_F(Output, NoHalfWrittenFilesWhileRunning) {
    std::vector<std::string> seen;
    auto stop = once_writing(folder / "result", SIGINT);
    run(very_long, {.meanwhile = [&](pid_t child) {
            for (const std::string& name : all_files)
                if (fs::exists(folder / "result" / name)) seen.push_back(name);
            stop(child);
        }});
    // the names may show up only after the signal, when all of them are whole
    EXPECT_EQ(files("result"), all_files);
    for (const std::string& name : seen) EXPECT_FALSE(contents(folder / "result" / name).empty());
}

TEST_F(Output, FullDiskIsAFailureThatLeavesNothing) {
    // a limit on the file size is a disk that fills up during the run
    const auto limit = [](rlim_t bytes) {
        return [bytes] {
            signal(SIGXFSZ, SIG_IGN);
            const rlimit size{bytes, bytes};
            setrlimit(RLIMIT_FSIZE, &size);
        };
    };
    // in the trajectory; in the trajectory's last block; in the report
    for (const rlim_t bytes : {100000UL, 500UL, 20000UL}) {
        const char* every = bytes == 100000 ? "1" : bytes == 500 ? "1000" : "100";
        const Outcome outcome = run({"run", "--problem", "slow-top", "--every", every, "--out", "new/result"},
                                    {.before_start = limit(bytes)});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find("cannot write \"new/result/"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
        EXPECT_TRUE(files().empty());
    }
}

TEST_F(Output, FailureLeavesAnEarlierResultAlone) {
    ASSERT_EQ(run({"run", "--problem", "slow-top", "--out", "result"}).exit_code, 0);
    const std::string before = contents(folder / "result/trajectory.csv");
    const Outcome outcome = run({"run", "--problem", "fast-top", "--out", "result"}, {.before_start = [] {
                                    signal(SIGXFSZ, SIG_IGN);
                                    const rlimit size{1000, 1000};
                                    setrlimit(RLIMIT_FSIZE, &size);
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(files("result"), all_files);
    EXPECT_EQ(contents(folder / "result/trajectory.csv"), before);
}

TEST_F(Output, SecondRunReplacesTheFirst) {
    ASSERT_EQ(run({"run", "--problem", "slow-top", "--out", "result"}).exit_code, 0);
    ASSERT_EQ(run({"run", "--problem", "free-body", "--out", "result"}).exit_code, 0);
    EXPECT_EQ(files("result"), all_files);
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["problem"], "free-body");
}

TEST_F(Output, FullStandardOutputIsAFailure) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"run", "--problem", "slow-top", "--json"},
                                               {"run", "--problem", "slow-top"},
                                               {"methods"},
                                               {"problems", "--json"}}) {
        const Outcome outcome = run(arguments, {.standard_output = "/dev/full"});
        EXPECT_EQ(outcome.exit_code, 1) << arguments[0];
        EXPECT_NE(outcome.err.find("standard output"), std::string::npos) << outcome.err;
    }
}

TEST_F(Output, MemoryDoesNotGrowWithTheNumberOfSteps) {
    // a sanitizer would otherwise hold on to what was freed
    const auto forget_quickly = [] { setenv("ASAN_OPTIONS", "quarantine_size_mb=1", 1); };
    const auto peak = [&](const char* steps) {
        const Outcome outcome =
            run({"run", "--problem", "slow-top", "--steps", steps, "--out", "result", "--quiet"},
                {.before_start = forget_quickly});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.peak_kilobytes;
    };
    // 200 000 samples kept in memory would be 40 MB; a report of about 4000 is what both runs hold
    EXPECT_LT(peak("200000"), peak("20000") + 8000);
}

TEST_F(Output, ProgressIsNotForFiles) {
    // standard error is a pipe here: a run of more than a second shows no bar there
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "1e6", "--json"},
                                {.meanwhile = [polls = 0](pid_t child) mutable {
                                    if (++polls == 150) kill(child, SIGINT);
                                }});
    // a long one says once how long it will take
    const std::vector<std::string> said = lines(outcome.err);
    ASSERT_FALSE(said.empty());
    EXPECT_NE(said.back().find("stopped by SIGINT"), std::string::npos) << outcome.err;
    for (std::size_t i = 0; i + 1 < said.size(); ++i)
        EXPECT_TRUE(said[i].starts_with("polhode: the run will take about ")) << outcome.err;
    EXPECT_LE(said.size(), 2U) << outcome.err;
    EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
}

TEST_F(Output, ProgressOnATerminal) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal, 0);
    ASSERT_EQ(grantpt(terminal), 0);
    ASSERT_EQ(unlockpt(terminal), 0);
    const std::string name = ptsname(terminal);
    const int other_end = open(name.c_str(), O_RDWR | O_NOCTTY);  // keeps what was written readable
    const auto stderr_to_terminal = [&] { dup2(open(name.c_str(), O_RDWR | O_NOCTTY), STDERR_FILENO); };
    std::string shown;
    const auto collect = [&] {
        pollfd waiting{terminal, POLLIN, 0};
        std::array<char, 4096> buffer{};
        while (poll(&waiting, 1, 0) > 0) {
            const ssize_t got = read(terminal, buffer.data(), buffer.size());
            if (got <= 0) break;
            shown.append(buffer.data(), static_cast<std::size_t>(got));
        }
    };
    const auto stop_later = [&, sent = false](pid_t child) mutable {
        collect();
        if (sent || shown.find("left") == std::string::npos) return;
        sent = true;
        kill(child, SIGINT);
    };
    run({"run", "--problem", "slow-top", "--end", "1e6", "--json"},
        {.before_start = stderr_to_terminal, .meanwhile = stop_later});
    collect();
    close(other_end);
    close(terminal);
    EXPECT_NE(shown.find(" of 100000000 steps"), std::string::npos) << shown;
    EXPECT_NE(shown.find(" left"), std::string::npos) << shown;
    // the bar is wiped before the last message
    EXPECT_NE(shown.find("\r\033[K\033[1mpolhode:\033[0m stopped"), std::string::npos) << shown;
}

}  // namespace
}  // namespace polhode::test
