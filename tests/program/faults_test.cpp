/// What the program does when things around it break: other writers, signals, full pipes, odd names.
#include "io/manifest.hpp"
#include "program/run_program.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "ensemble/tops_scenario.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using Faults = ProgramTest;

/// Whether the file exists that tells that a run has begun, and the folder of the result then.
bool has_begun(const fs::path& result) { return !staging_folders(result).empty(); }

const std::vector<std::string> long_run{"run",     "--problem", "slow-top", "--end", "1e6",
                                        "--every", "100",       "--out",    "result"};

TEST_F(Faults, ASecondWriterIsRefusedBeforeItBegins) {
    Outcome second;
    const Outcome first = run(long_run, {.meanwhile = [&](pid_t child) {
                                  if (!has_begun(folder / "result") || second.exit_code == 2) return;
                                  second = run({"run", "--problem", "free-body", "--out", "result"});
                                  kill(child, SIGINT);
                              }});
    expect_rejected(second, {"--out", "another run is writing into the folder \"result\""});
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["problem"], "slow-top");
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
}

TEST_F(Faults, AStoppedRunGoesBesideACompleteResult) {
    ASSERT_EQ(run({"run", "--problem", "free-body", "--out", "result"}).exit_code, 0);
    const Outcome outcome = run(long_run, {.meanwhile = [&, sent = false](pid_t child) mutable {
                                    if (sent || !has_begun(folder / "result")) return;
                                    kill(child, SIGTERM);
                                    sent = true;
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("result.incomplete"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("the complete earlier result stays in result"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["problem"], "free-body");
    EXPECT_EQ(json::parse(contents(folder / "result.incomplete/summary.json"))["complete"], false);
    for (const char* where : {"result", "result.incomplete"})
        EXPECT_EQ(trouble_with_result(folder / where), std::nullopt);
    EXPECT_EQ(files(), (std::vector<std::string>{"result", "result.checkpoint", "result.incomplete"}));
}

TEST_F(Faults, EverySignalThatAsksForTheEndKeepsWhatIsDone) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
        fs::remove_all(folder / "result");
        fs::remove_all(folder / "result.checkpoint");
        const Outcome outcome = run(long_run, {.meanwhile = [&, sent = false](pid_t child) mutable {
                                        if (sent || !has_begun(folder / "result")) return;
                                        kill(child, signal);
                                        sent = true;
                                    }});
        EXPECT_EQ(outcome.exit_code, 1) << signal;
        EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["complete"], false) << signal;
        EXPECT_EQ(files(), (std::vector<std::string>{"result", "result.checkpoint"}));
    }
}

/// A terminal that is closed sends SIGHUP by the shell and by the system.
TEST_F(Faults, SignalsInQuickSuccessionAreOneRequest) {
    const Outcome outcome = run(long_run, {.meanwhile = [&, sent = false](pid_t child) mutable {
                                    if (sent || !has_begun(folder / "result")) return;
                                    kill(child, SIGHUP);
                                    kill(child, SIGTERM);
                                    sent = true;
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["complete"], false);
    EXPECT_EQ(files(), (std::vector<std::string>{"result", "result.checkpoint"}));
}

/// The program is held up while it writes a large checkpoint, and is sent another signal then.
class AnotherSignal : public Faults {
protected:
    Outcome ended_while_it_writes(int first, int second) const {
        write("many.toml",
              tops_scenario({.step = 0.001, .end = 1000, .count = 60000, .snapshots = "[0, 0.02]"}));
        const auto write_to_file = [] { dup2(open("told", O_CREAT | O_WRONLY, 0600), STDERR_FILENO); };
        const auto has_snapshot = [&] {
            return std::ranges::any_of(staging_folders(folder / "out"), [](const fs::path& staging) {
                return fs::exists(staging / "snapshot-1.npz");
            });
        };
        return run({"ensemble", "many.toml", "--method", "multistep-24", "--out", "out", "--quiet",
                    "--threads", "1", "--checkpoint", "1h"},
                   {.before_start = write_to_file, .meanwhile = [&, sent = 0](pid_t child) mutable {
                        if (sent == 0 && has_snapshot()) {
                            kill(child, first);
                            sent = 1;
                        } else if (sent == 1 && !contents(folder / "told").empty()) {
                            kill(child, SIGSTOP);
                            std::this_thread::sleep_for(std::chrono::milliseconds(400));
                            kill(child, second);
                            kill(child, SIGCONT);
                            sent = 2;
                        }
                    }});
    }
};

TEST_F(AnotherSignal, EndsTheProgramAtOnce) {
    int exit_code = 1;
    // a checkpoint that is done before anybody looks is written again
    for (int attempt = 0; exit_code == 1 && attempt < 5; ++attempt) {
        fs::remove_all(folder / "out.checkpoint");
        fs::remove(folder / "told");
        exit_code = ended_while_it_writes(SIGTERM, SIGINT).exit_code;
    }
    EXPECT_EQ(exit_code, 128 + SIGINT);
    EXPECT_FALSE(fs::exists(folder / "out.checkpoint/checkpoint"));
}
/// The system sends it again for every second of work beyond the limit.
TEST_F(AnotherSignal, OfALimitOnTimeLetsTheCheckpointBeWritten) {
    EXPECT_EQ(ended_while_it_writes(SIGXCPU, SIGXCPU).exit_code, 1);
    EXPECT_TRUE(fs::exists(folder / "out.checkpoint/checkpoint"));
}

TEST_F(Faults, AnEndAmongTheSamplesOfOneStepKeepsThem) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "5", "--steps", "1", "--set",
                                 "output.every_time=2e-6", "--out", "result", "--quiet"},
                                {.meanwhile = [&, sent = false](pid_t child) mutable {
                                    if (sent || !has_begun(folder / "result")) return;
                                    kill(child, SIGTERM);
                                    sent = true;
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("hold the part done"), std::string::npos) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{"result"});
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["complete"], false);
    EXPECT_GT(table(folder / "result/trajectory.csv").size(), 100U);
}

TEST_F(Faults, ARunThatIsKilledLeavesNothingThatStays) {
    ASSERT_EQ(run({"run", "--problem", "free-body", "--out", "result"}).exit_code, 0);
    const Outcome outcome = run(long_run, {.meanwhile = [&](pid_t child) {
                                    if (has_begun(folder / "result")) kill(child, SIGKILL);
                                }});
    EXPECT_EQ(outcome.exit_code, 128 + SIGKILL);
    EXPECT_EQ(trouble_with_result(folder / "result"), std::nullopt);
    EXPECT_EQ(json::parse(contents(folder / "result/summary.json"))["problem"], "free-body");
    ASSERT_EQ(run({"run", "--problem", "slow-top", "--out", "result"}).exit_code, 0);
    EXPECT_EQ(files(), std::vector<std::string>{"result"});
}

TEST_F(Faults, FilesOfAnotherRunGo) {
    ASSERT_EQ(
        run({"compare", "--problem", "free-body", "--methods", "se", "--step-sizes", "10", "--out", "result"})
            .exit_code,
        0);
    ASSERT_EQ(run({"run", "--problem", "free-body", "--out", "result"}).exit_code, 0);
    EXPECT_EQ(files("result"),
              (std::vector<std::string>{"manifest.json", "report.html", "summary.json", "trajectory.csv"}));
}

TEST_F(Faults, NamesThatAreNotUtf8LoseNoRun) {
    const Outcome outcome =
        run({"run", "--problem", "slow-top", "--set", "name=bad\xff", "--out", "o", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(trouble_with_result(folder / "o"), std::nullopt);
    ASSERT_EQ(run({"problems", "slow-top", "--toml"}).exit_code, 0);
    write("bad\xff.toml", run({"problems", "slow-top", "--toml"}).out);
    EXPECT_EQ(run({"run", "bad\xff.toml", "--out", "p\xff"}).exit_code, 0);
    EXPECT_EQ(trouble_with_result(folder / "p\xff"), std::nullopt);
}

TEST_F(Faults, AFullOrClosedStandardErrorEndsNothing) {
    const auto full = [] { dup2(open("/dev/full", O_WRONLY), STDERR_FILENO); };
    const auto closed = [] { close(STDERR_FILENO); };
    for (const auto& state : std::vector<std::function<void()>>{full, closed}) {
        EXPECT_EQ(run({"run", "--problem", "nosuch"}, {.before_start = state}).exit_code, 2);
        const Outcome outcome =
            run({"run", "--problem", "slow-top", "--set", "integrate.step=0.003", "--json"},
                {.before_start = state});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_EQ(outcome.json()["problem"], "slow-top");
    }
}

/// The files that it opens must not take the places of what is closed.
TEST_F(Faults, NothingIsPrintedIntoTheResultWhenAllStreamsAreClosed) {
    const std::vector<std::string> arguments{
        "run", "--problem", "slow-top", "--set", "integrate.step=0.003", "--out", "closed"};
    const Outcome outcome = run(arguments, {.before_start = [] {
                                    for (const int stream : {0, 1, 2}) close(stream);
                                }});
    EXPECT_EQ(outcome.exit_code, 1) << "the summary cannot be printed";
    ASSERT_EQ(
        run({"run", "--problem", "slow-top", "--set", "integrate.step=0.003", "--out", "open"}).exit_code, 0);
    EXPECT_EQ(trouble_with_result(folder / "closed"), std::nullopt);
    EXPECT_EQ(files("closed"), files("open"));
    EXPECT_TRUE(contents(folder / "closed/trajectory.csv") == contents(folder / "open/trajectory.csv"));
}

TEST_F(Faults, KeysOfManyPartsAreRefused) {
    std::string deep = "a";
    for (int i = 0; i < 50000; ++i) deep += ".a";
    for (const std::string& toml : {"[" + deep + "]\n", deep + " = 1\n", "x = {" + deep + " = 1}\n",
                                    "x = {y = \"\"\"a\"b\"\"\", " + deep + " = 1}\n"}) {
        write("deep.toml", toml);
        expect_rejected(run({"run", "deep.toml"}), {"deep.toml:1: malformed TOML", "more than 100 parts"});
    }
    write("dots.toml", "name = \"\"\"\n" + std::string(300, '.') + "\n\"\"\"\nproblem = \"slow-top\"\n");
    const Outcome outcome = run({"run", "dots.toml"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(Faults, WithoutThreadsTheWorkIsDoneAllTheSame) {
    const auto no_threads = [] {
        const rlimit one{1, 1};
        setrlimit(RLIMIT_NPROC, &one);
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // LeakSanitizer looks for leaks in a thread of its own
        if (geteuid() == 0 && setuid(65534) != 0) _exit(126);  // root has no such limit
    };
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"ensemble", "--problem", "slow-top", "--count", "20000", "--steps", "5", "--threads", "8"},
             {"compare", "--problem", "slow-top", "--methods", "se,liemid-ea", "--step-sizes", "0.1,0.05",
              "--threads", "8"}}) {
        // nobody else may look into the folder of a test
        const Outcome outcome = run_program(arguments, {.folder = "/", .before_start = no_threads});
        if (outcome.exit_code == 126 || outcome.exit_code == 127)
            GTEST_SKIP() << "the program cannot be run as another user here";
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
}

using Clock = std::chrono::steady_clock;

TEST_F(Faults, AMotionThatIsTooFastToBeCertifiedEndsSoon) {
    write("fast.toml",
          "[body]\ninertia = [4.1, 1.5, 4.9]\n[initial]\nmomentum = [1.8, 2.5, 4.3]\n"
          "[torque]\nmodel = \"constant-body\"\ntorque = [0, 1e9, 1]\n[integrate]\nend = 1.8\nsteps = 3\n");
    const auto begin = Clock::now();
    const Outcome outcome = run({"run", "fast.toml", "--out", "result"});
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("take shorter steps"), std::string::npos) << outcome.err;
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
}

TEST_F(Faults, SamplesWithinAStepCanBeStopped) {
    std::optional<Clock::time_point> sent;
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "3", "--steps", "3", "--set",
                                 "output.every_time=1e-6", "--out", "result"},
                                {.meanwhile = [&](pid_t child) {
                                    if (sent || !has_begun(folder / "result")) return;
                                    kill(child, SIGTERM);
                                    sent = Clock::now();
                                }});
    ASSERT_TRUE(sent);
    EXPECT_LT(Clock::now() - *sent, std::chrono::seconds(5))
        << "half a second, on a machine with nothing else to do";
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("stopped by SIGTERM"), std::string::npos) << outcome.err;
}

TEST_F(Faults, StepsThatAreTooSmallToBeCountedAreNotCountedWrongly) {
    const auto begin = Clock::now();
    const Outcome outcome = run({"run", "--problem", "soft-wall", "--set", "integrate.step=5e-324", "--set",
                                 "integrate.reversible_steps=true", "--end", "3"},
                                {.meanwhile = [&, sent = false](pid_t child) mutable {
                                    if (sent || Clock::now() - begin < std::chrono::milliseconds(500)) return;
                                    kill(child, SIGTERM);
                                    sent = true;
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("of 9000000000000000)"), std::string::npos) << outcome.err;
}

TEST_F(Faults, HelpAndVersionOnAFullDiskAreFailures) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--version"}, {"--help"}, {"run", "--help"}}) {
        const Outcome outcome = run(arguments, {.standard_output = "/dev/full"});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_NE(outcome.err.find("standard output"), std::string::npos) << outcome.err;
    }
}

}  // namespace
}  // namespace polhode::test
