/// `polhode ensemble --resume`: a run that was ended, however it was, goes on to the files of one that was not.
#include "io/checkpoint.hpp"
#include "io/manifest.hpp"
#include "program/run_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <chrono>
#include <cmath>
#include <optional>
#include <ranges>

#include "ensemble/modules.hpp"
#include "ensemble/read_hdf5.hpp"
#include "ensemble/tops_scenario.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;

const std::string tops = tops_scenario(
    {.step = 0.001, .end = 50, .count = 500, .snapshots = "[0, 0.2, 49.99]", .weights_are_drawn = false});

class Resume : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tops.toml", tops);
    }

    /// Starts it, and sends the signal when the time has come.
    Outcome ended(std::vector<std::string> arguments, int signal, const std::function<bool()>& is_time,
                  const std::function<void()>& before_start = {}) const {
        arguments.insert(arguments.begin(), "ensemble");
        return run(arguments,
                   {.before_start = before_start, .meanwhile = [&, sent = false](pid_t child) mutable {
                        if (sent || !is_time()) return;
                        kill(child, signal);
                        sent = true;
                    }});
    }
    /// The snapshot of that number is on its way to the disk. Before number 1 there may be nothing to keep yet, where the
    /// first steps take long.
    std::function<bool()> under_way(int snapshot = 0) const {
        return writes(fmt::format("snapshot-{}", snapshot));
    }
    /// So is a file with a name that begins so.
    std::function<bool()> writes(const std::string& name) const {
        return [this, name] {
            return std::ranges::any_of(staging_folders(folder / "out"), [&](const fs::path& staging) {
                std::error_code none;
                for (const auto& entry : fs::directory_iterator(staging, none))
                    if (entry.path().filename().string().starts_with(name)) return true;
                return false;
            });
        };
    }
    std::function<bool()> has_checkpoint() const {
        return [this] { return fs::exists(folder / "out.checkpoint/checkpoint"); };
    }
    Outcome resumed(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"ensemble", "--resume", "out", "--quiet"});
        return run(more);
    }
    void run_whole(std::vector<std::string> arguments = {"tops.toml"}) const {
        arguments.insert(arguments.begin(), "ensemble");
        arguments.insert(arguments.end(), {"--out", "whole", "--quiet"});
        const Outcome outcome = run(arguments);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }

    /// The files of a result that was cut are those of the whole one, and nothing else is left.
    void expect_same_result(bool has_certificate = true) const {
        EXPECT_EQ(trouble_with_result(folder / "out"), std::nullopt);
        EXPECT_EQ(files("out"), files("whole"));
        for (const std::string& name : files("whole")) {
            const bool has_bits = name.ends_with(".npz") || name.ends_with(".npy") || name.ends_with(".csv");
            EXPECT_TRUE(!has_bits || contents(folder / "out" / name) == contents(folder / "whole" / name))
                << name;
        }
        json a = json::parse(contents(folder / "out/summary.json")),
             b = json::parse(contents(folder / "whole/summary.json"));
        for (const char* key : {"wall_seconds", "march_seconds", "body_steps_per_second", "threads"}) {
            a.erase(key);
            b.erase(key);
        }
        if (!has_certificate) {
            a.erase("certificate");
            b.erase("certificate");
        }
        EXPECT_EQ(a, b);
        EXPECT_FALSE(fs::exists(folder / "out.checkpoint"));
        EXPECT_TRUE(staging_folders(folder / "out").empty());
    }
    void expect_hint(const Outcome& outcome) const {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_NE(outcome.err.find("resume with: polhode ensemble --resume out"), std::string::npos)
            << outcome.err;
    }
};

const std::vector<std::string> into_out{"tops.toml", "--out", "out", "--quiet"};
std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// A history of many steps makes checkpoints large that are of few bodies.
TEST_F(Resume, ALargeCheckpointIsAnnounced) {
    using Clock = std::chrono::steady_clock;
    write("many.toml", tops_scenario({.step = 0.001, .end = 1000, .count = 60000, .snapshots = "[0, 0.02]"}));
    const auto write_to_file = [] { dup2(open("told", O_CREAT | O_WRONLY, 0600), STDERR_FILENO); };
    std::optional<Clock::time_point> asked;
    std::optional<double> answered;  // seconds after that
    const Outcome outcome =
        run({"ensemble", "many.toml", "--method", "multistep-24", "--out", "out", "--quiet"},
            {.before_start = write_to_file, .meanwhile = [&, is_time = under_way(1)](pid_t child) {
                 if (!asked && is_time()) {
                     asked = Clock::now();
                     kill(child, SIGTERM);
                 } else if (asked && !answered && !contents(folder / "told").empty()) {
                     answered = std::chrono::duration<double>(Clock::now() - *asked).count();
                 }
             }});
    EXPECT_EQ(outcome.exit_code, 1);
    const std::string told = contents(folder / "told");
    EXPECT_NE(told.find("writing a checkpoint of 60000 bodies, up to 123 MB, which takes about 1 s\n"),
              std::string::npos)
        << told;
    EXPECT_NE(told.find("resume with: polhode ensemble --resume out"), std::string::npos) << told;
    EXPECT_LT(answered.value_or(INFINITY), 1);
    EXPECT_TRUE(has_checkpoint()());
}

TEST_F(Resume, AfterEverySignalAndOnOtherThreads) {
    run_whole();
    expect_hint(ended(with(into_out, {"--threads", "1"}), SIGTERM, under_way()));
    EXPECT_EQ(files(), (std::vector<std::string>{"out.checkpoint", "tops.toml", "whole"}));
    int threads = 2;
    for (const int signal : {SIGINT, SIGHUP, SIGXCPU}) {
        const Outcome outcome =
            ended({"--resume", "out", "--threads", std::to_string(threads)}, signal, under_way());
        expect_hint(outcome);
        EXPECT_NE(outcome.err.find("goes on from step "), std::string::npos) << outcome.err;
        threads = 3 - threads;
    }
    const Outcome last = resumed({"--threads", "2"});
    ASSERT_EQ(last.exit_code, 0) << last.err;
    expect_same_result();
}

TEST_F(Resume, AfterItWasKilled) {
    run_whole();
    const Outcome outcome = ended(with(into_out, {"--checkpoint", "50ms"}), SIGKILL, has_checkpoint());
    EXPECT_EQ(outcome.exit_code, 128 + SIGKILL);
    const Outcome again = ended({"--resume", "out", "--checkpoint", "50ms"}, SIGKILL, under_way());
    EXPECT_EQ(again.exit_code, 128 + SIGKILL);
    ASSERT_EQ(resumed().exit_code, 0);
    expect_same_result();
}

TEST_F(Resume, FromAnotherFolderWithoutTheScenario) {
    run_whole();
    expect_hint(ended(into_out, SIGTERM, under_way()));
    fs::remove(folder / "tops.toml");
    fs::create_directory(folder / "elsewhere");
    const Outcome outcome =
        run_program({"ensemble", "--resume", "../out", "--quiet"}, {.folder = folder / "elsewhere"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_same_result();
}

TEST_F(Resume, WithOtherMethodsAndControls) {
    const std::string control = with_b_dot + "[[wheel]]\naxis = [0, 0, 1]\nmomentum = 0.1\nlimit = 0.2\n";
    write("controlled.toml", tops + control);
    const std::vector<std::vector<std::string>> all{
        {"tops.toml", "--method", "multistep-12"},
        {"controlled.toml", "--end", "2", "--set", "output.snapshots=[0,0.2]"},
        {"tops.toml", "--set", "output.format=npy"},
        {"tops.toml", "--tolerance", "1e-6", "--end", "10", "--count", "60000", "--set",
         "output.snapshots=[0,0.5]"}};
    for (const std::vector<std::string>& arguments : all) {
        SCOPED_TRACE(arguments.back());
        run_whole(arguments);
        expect_hint(ended(with(arguments, {"--out", "out", "--quiet"}), SIGTERM, under_way(1)));
        const Outcome outcome = resumed();
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_same_result();
    }
}

TEST_F(Resume, OnOtherRanks) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    run_whole();
    // one of the ranks gets a signal, which is told to all
    const auto on_ranks = [&](int ranks, const std::string& arguments) {
        write("job", fmt::format("{0} ensemble {1} & child=$!\n"
                                 "if [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then\n"
                                 "  until ls .out.part.*/snapshot* >/dev/null 2>&1; do sleep 0.05; done\n"
                                 "  kill -TERM $child\n"
                                 "fi\n"
                                 "wait $child\n",
                                 POLHODE_PROGRAM, arguments));
        return shell_in(folder, on_ranks_of_mpi(ranks) + "sh ./job");
    };
    expect_hint(ended(into_out, SIGTERM, under_way()));
    const Outcome on_two = on_ranks(2, "--resume out --threads 1");
    EXPECT_NE(on_two.exit_code, 0);
    EXPECT_NE(on_two.err.find("stopped by SIGTERM"), std::string::npos) << on_two.err;
    ASSERT_TRUE(has_checkpoint()());
    const Outcome on_three = on_ranks(3, "--resume out --threads 1");
    EXPECT_NE(on_three.exit_code, 0);
    ASSERT_TRUE(has_checkpoint()()) << on_three.err;
    const Outcome outcome = resumed();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contents(folder / "out/statistics.csv") == contents(folder / "whole/statistics.csv"));
    EXPECT_TRUE(contents(folder / "out/final.npz") == contents(folder / "whole/final.npz"));
    EXPECT_TRUE(contents(folder / "out/snapshot-0.npz") == contents(folder / "whole/snapshot-0.npz"));
}

/// A rank that dies says nothing to the others, which mpirun ends.
TEST_F(Resume, AfterARankWasKilled) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    const auto on_two = [&](const std::string& command) {
        return shell_in(folder, on_ranks_of_mpi(2) + command);
    };
    const auto whole = on_two(POLHODE_PROGRAM " ensemble tops.toml --out whole --quiet --threads 1");
    ASSERT_EQ(whole.exit_code, 0) << whole.err;
    // the shell becomes the program, so that what is killed is the rank itself
    const auto killed = [&](int rank, const std::string& when, const std::string& arguments) {
        write("job", fmt::format("if [ \"$OMPI_COMM_WORLD_RANK\" = {} ]; then\n"
                                 "  (for i in $(seq 600); do ! {} || break; sleep 0.05; done\n"
                                 "   kill -KILL $$) >/dev/null 2>&1 &\n"
                                 "fi\n"
                                 "exec {} ensemble {} --threads 1 --quiet --checkpoint 50ms\n",
                                 rank, when, POLHODE_PROGRAM, arguments));
        return on_two("sh ./job");
    };
    const Outcome first = killed(1, "test -e out.checkpoint/checkpoint", "tops.toml --out out");
    EXPECT_NE(first.exit_code, 0);
    EXPECT_NE(first.err.find("signal 9"), std::string::npos) << first.err;
    ASSERT_TRUE(has_checkpoint()());
    EXPECT_TRUE(files("out").empty());
    const Outcome second = killed(0, "ls .out.part.*/snapshot*", "--resume out");
    EXPECT_NE(second.exit_code, 0);
    EXPECT_NE(second.err.find("signal 9"), std::string::npos) << second.err;
    ASSERT_TRUE(has_checkpoint()());
    const Outcome last = on_two(POLHODE_PROGRAM " ensemble --resume out --quiet");
    ASSERT_EQ(last.exit_code, 0) << last.err;
    expect_same_result();
}

TEST_F(Resume, WithHdf5) {
#ifdef POLHODE_HDF5
    if (!has_module("hdf5")) GTEST_SKIP() << "built without HDF5";
    const std::vector<std::string> arguments{"tops.toml", "--set", "output.format=hdf5"};
    run_whole(arguments);
    expect_hint(ended(with(arguments, {"--out", "out", "--quiet"}), SIGTERM, under_way()));
    const Outcome killed = ended({"--resume", "out", "--checkpoint", "50ms"}, SIGKILL, under_way());
    EXPECT_EQ(killed.exit_code, 128 + SIGKILL);
    const Outcome outcome = resumed();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_same_result();  // of HDF5 the names
    int compared = 0;
    for (const std::string& name : files("whole")) {
        if (!name.ends_with(".h5")) continue;
        const auto arrays = read_hdf5(folder / "out" / name);
        EXPECT_GE(arrays.size(), 2U) << name;
        EXPECT_TRUE(arrays == read_hdf5(folder / "whole" / name)) << name;
        ++compared;
    }
    EXPECT_EQ(compared, 4) << "three snapshots and the end";
#else
    GTEST_SKIP() << "built without HDF5";
#endif
}

TEST_F(Resume, AFullDiskLeavesTheLastCheckpoint) {
    const auto full = [] {
        const rlimit size{4000, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &size);
    };
    const std::vector<std::string> no_snapshots{"tops.toml", "--set", "output.snapshots=[]"};
    run_whole(no_snapshots);
    const auto has_begun = [this] { return !staging_folders(folder / "out").empty(); };
    const std::vector<std::string> cut = with(no_snapshots, {"--out", "out"});
    const Outcome nothing = ended(cut, SIGTERM, has_begun, full);
    EXPECT_EQ(nothing.exit_code, 1);
    EXPECT_NE(nothing.err.find("nothing was kept: cannot write"), std::string::npos) << nothing.err;
    EXPECT_FALSE(has_checkpoint()());

    expect_hint(ended(cut, SIGTERM, has_begun));
    const std::string checkpoint = contents(folder / "out.checkpoint/checkpoint");
    const Outcome second = ended({"--resume", "out"}, SIGTERM, has_begun, full);
    expect_hint(second);
    EXPECT_NE(second.err.find("File too large; the checkpoint of step"), std::string::npos) << second.err;
    EXPECT_TRUE(contents(folder / "out.checkpoint/checkpoint") == checkpoint);
    const Outcome periodic =
        run({"ensemble", "--resume", "out", "--checkpoint", "100ms"}, {.before_start = full});
    EXPECT_NE(periodic.err.find("no checkpoint at step"), std::string::npos) << periodic.err;
    EXPECT_EQ(periodic.exit_code, 1) << "the result does not fit on the disk either";
    EXPECT_TRUE(contents(folder / "out.checkpoint/checkpoint") == checkpoint);
    ASSERT_EQ(resumed().exit_code, 0);
    expect_same_result();
}

TEST_F(Resume, WhatDoesNotBelongIsRefused) {
    expect_rejected(run({"ensemble", "--resume", "out"}),
                    {"--resume: there is no checkpoint", "out.checkpoint"});
    expect_hint(ended(into_out, SIGTERM, under_way()));
    expect_rejected(run({"ensemble", "tops.toml", "--resume", "out"}),
                    {"--resume contradicts the scenario \"tops.toml\""});
    expect_rejected(run({"ensemble", "--resume", "out", "--seed", "3"}), {"--resume contradicts --seed"});
    expect_rejected(run({"ensemble", "--resume", "out", "--out", "other"}), {"--resume contradicts --out"});
    expect_rejected(run({"ensemble", "--resume", "out", "--checkpoint", "often"}),
                    {"--checkpoint", "\"often\""});
    expect_rejected(run({"ensemble", "--resume", ""}), {"--resume: expected a folder"});

    const fs::path where = folder / "out.checkpoint", index = where / "checkpoint";
    for (const std::string& name : files("out.checkpoint")) {
        SCOPED_TRACE(name);
        const std::string whole = contents(where / name);
        write("out.checkpoint/" + name, whole.substr(0, whole.size() - 10));
        expect_rejected(run({"ensemble", "--resume", "out", "--quiet"}), {"cannot resume from", name});
        std::string changed = whole;
        changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 1);
        write("out.checkpoint/" + name, changed);
        expect_rejected(run({"ensemble", "--resume", "out", "--quiet"}),
                        {"cannot resume from", name, "damaged"});
        fs::remove(where / name);
        EXPECT_EQ(run({"ensemble", "--resume", "out", "--quiet"}).exit_code, 2);
        write("out.checkpoint/" + name, whole);
    }
    const auto kept = read_checkpoint(index, "ensemble");
    ASSERT_TRUE(kept) << kept.error().message;
    const std::string whole = contents(index);
    write_checkpoint(index, {"run", kept->owner.belongs_to}, kept->payload);
    expect_rejected(run({"ensemble", "--resume", "out"}), {"it is of 'polhode run'"});
    write_checkpoint(index, {"ensemble", "another"}, kept->payload);
    expect_rejected(run({"ensemble", "--resume", "out"}), {"cannot resume from", "has changed since"});
    EXPECT_EQ(files(), (std::vector<std::string>{"out.checkpoint", "tops.toml"}));
    write("out.checkpoint/checkpoint", whole);
    EXPECT_EQ(resumed().exit_code, 0);
}

TEST_F(Resume, AFileThatHasChangedIsNoticed) {
    std::string rows;
    for (int k = 0; k < 500; ++k) rows += fmt::format("{},{},{}\n", 0.1 * k, 0.2, 1);
    write("momenta.csv", rows);
    std::string scenario = tops;
    scenario.replace(scenario.find(drawn_rates), drawn_rates.size(), "file = \"momenta.csv\"\n");
    write("tops.toml", scenario);
    run_whole();
    expect_hint(ended(into_out, SIGTERM, under_way()));
    write("momenta.csv", "9" + rows);
    expect_rejected(run({"ensemble", "--resume", "out"}),
                    {"a file that the scenario names has changed since"});
    write("momenta.csv", rows);
    ASSERT_EQ(resumed().exit_code, 0);
    expect_same_result();
}

TEST_F(Resume, ARunThatHasHardlyBegunReplacesNoCheckpoint) {
    run_whole();
    expect_hint(ended(into_out, SIGTERM, under_way()));
    const std::string checkpoint = contents(folder / "out.checkpoint/checkpoint");
    const Outcome fresh = ended({"tops.toml", "--seed", "8", "--out", "out"}, SIGTERM, under_way());
    expect_hint(fresh);
    EXPECT_NE(fresh.err.find("an earlier run was ended and can go on"), std::string::npos) << fresh.err;
    EXPECT_NE(fresh.err.find("the checkpoint of an earlier run stays"), std::string::npos) << fresh.err;
    EXPECT_TRUE(contents(folder / "out.checkpoint/checkpoint") == checkpoint);
    ASSERT_EQ(resumed().exit_code, 0);
    expect_same_result();

    // a complete result leaves none
    expect_hint(ended(into_out, SIGTERM, under_way()));
    ASSERT_EQ(run({"ensemble", "tops.toml", "--steps", "10", "--out", "out", "--quiet"}).exit_code, 0);
    EXPECT_FALSE(has_checkpoint()());
}

/// The result comes first: of what is left to do then, a signal cuts off the certificate alone.
TEST_F(Resume, ASignalAfterTheLastStepLeavesTheResult) {
    // so many rows that they take longer than the program would wait for an answer
    const std::vector<std::string> arguments{"tops.toml",
                                             "--count",
                                             "20",
                                             "--steps",
                                             "100000",
                                             "--set",
                                             "output.statistics=100000",
                                             "--set",
                                             "output.snapshots=[]"};
    run_whole(arguments);
    for (const char* checkpoint : {"60s", "off"}) {
        SCOPED_TRACE(checkpoint);
        const Outcome outcome =
            ended(with(arguments, {"--out", "out", "--quiet", "--checkpoint", checkpoint}), SIGTERM,
                  writes("final"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        expect_same_result(false);
        fs::remove_all(folder / "out");
    }
}

/// They are computed once more after the last step, which may take long.
TEST_F(Resume, MotionsOfBodiesAreCutOffWithACheckpoint) {
    for (const char* method : {"se", "multistep-12"}) {
        SCOPED_TRACE(method);
        const std::vector<std::string> arguments{
            "tops.toml", "--method", method, "--set",
            fmt::format("output.bodies=[{}]", fmt::join(std::views::iota(0, 30), ","))};
        fs::remove_all(folder / "whole");
        fs::remove_all(folder / "out");
        run_whole(arguments);
        const Outcome first = ended(with(arguments, {"--out", "out", "--quiet"}), SIGTERM, writes("body-"));
        expect_hint(first);
        EXPECT_NE(first.err.find("at step 50000 of 50000"), std::string::npos) << first.err;
        for (const std::string& name : files("out.checkpoint"))
            EXPECT_FALSE(name.starts_with("body-")) << name;
        const Outcome second = ended({"--resume", "out"}, SIGTERM, writes("body-"));
        expect_hint(second);
        EXPECT_NE(second.err.find("the motions of single bodies were written; the checkpoint stays"),
                  std::string::npos)
            << second.err;
        const Outcome last = resumed();
        ASSERT_EQ(last.exit_code, 0) << last.err;
        expect_same_result();
        fs::remove_all(folder / "out");
        const Outcome off =
            ended(with(arguments, {"--out", "out", "--checkpoint", "off"}), SIGTERM, writes("body-"));
        EXPECT_EQ(off.exit_code, 1);
        EXPECT_NE(off.err.find("nothing was written"), std::string::npos) << off.err;
    }
}

TEST_F(Resume, ACheckpointInTheWayIsCalledByItsCommand) {
    expect_hint(ended(into_out, SIGTERM, under_way()));
    const fs::path index = folder / "out.checkpoint/checkpoint";
    const auto kept = read_checkpoint(index, "ensemble");
    ASSERT_TRUE(kept) << kept.error().message;
    write_checkpoint(index, {"run", kept->owner.belongs_to}, kept->payload);
    const std::vector<std::string> fresh{"tops.toml", "--out", "out"};
    const Outcome of_run = ended(fresh, SIGTERM, under_way());
    EXPECT_NE(of_run.err.find("to go on, resume with: polhode run --resume out\n"), std::string::npos)
        << of_run.err;
    EXPECT_NE(of_run.err.find("an earlier run stays; resume with: polhode run --resume out\n"),
              std::string::npos)
        << of_run.err;
    write("out.checkpoint/checkpoint", "nothing");
    const Outcome unknown = ended(fresh, SIGTERM, under_way());
    EXPECT_NE(unknown.err.find("an earlier run stays\n"), std::string::npos) << unknown.err;
    EXPECT_EQ(unknown.err.find("resume with"), std::string::npos) << unknown.err;
}

TEST_F(Resume, WithoutAFolderNothingIsKept) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome =
        ended({"tops.toml", "--end", "1e6", "--set", "output.snapshots=[]"}, SIGTERM,
              [&] { return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(500); });
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("nothing was kept, since there is no --out"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{"tops.toml"});
}

}  // namespace
}  // namespace polhode::test
