/// Runs that are killed, or asked to end, and resumed: their files have the bytes of a run that nobody has disturbed,
/// but for the times that were measured.
#include "io/manifest.hpp"
#include "program/run_program.hpp"

#include <chrono>
#include <map>
#include <random>
#include <regex>

namespace polhode::test {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;
using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Without the times that were measured, and how many numbers were there before.
std::string without_times(const std::string& name, std::string text) {
    if (name.ends_with(".json")) {
        json all = json::parse(text);
        all.erase("wall_seconds");
        all.erase("remembered");
        if (all.contains("methods"))
            for (json& row : all["methods"])
                for (json& run : row["runs"]) run.erase("seconds");
        return all.dump(1);
    }
    if (name == "compare.csv") {
        std::string rows;
        for (const std::string& line : lines(text)) {
            std::vector<std::string> cells;
            for (std::size_t begin = 0; begin <= line.size();) {
                const std::size_t end = std::min(line.find(',', begin), line.size());
                cells.push_back(line.substr(begin, end - begin));
                begin = end + 1;
            }
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (i != 7) rows += cells[i] + ',';
            rows += '\n';
        }
        return rows;
    }
    const std::size_t from = text.find("Wall time"), to = text.find("</section>", from);
    if (name == "report.html" && from != std::string::npos) text.erase(from, to - from);
    return text;
}

/// Every file of a result; of pages that show times in charts only that they are there.
std::map<std::string, std::string> result_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        if (name == manifest_name) continue;
        files[name] = name == "compare.html" || name == "reproduce.html"
                        ? "there"
                        : without_times(name, contents(entry.path()));
    }
    return files;
}

/// A run that was stopped between its last step and the end of its certificate has all but that.
void leave_out_certificate(std::map<std::string, std::string>& files) {
    json summary = json::parse(files.at("summary.json"));
    summary.erase("certificate");
    summary.erase("error_first_part");
    files["summary.json"] = summary.dump(1);
    files["report.html"] = "there";
}

void expect_same(const fs::path& folder, const fs::path& whole, const std::string& what,
                 bool certified = true) {
    auto files = result_in(folder), expected = result_in(whole);
    if (!certified && expected.contains("summary.json"))
        for (auto* const each : {&files, &expected}) leave_out_certificate(*each);
    ASSERT_EQ(files.size(), expected.size()) << what;
    for (const auto& [name, text] : expected) {
        ASSERT_TRUE(files.contains(name)) << what << ": no " << name;
        EXPECT_TRUE(files.at(name) == text) << what << ": " << name << " differs";
    }
    EXPECT_EQ(trouble_with_result(folder), std::nullopt) << what;
}

class Resume : public ProgramTest {
protected:
    fs::path checkpoint() const { return folder / "cut.checkpoint" / "checkpoint"; }

    /// Sends SIGTERM once standard error, which is a file then, has this.
    Outcome ended_after(const std::string& said, const Arguments& arguments) const {
        const std::string file = folder / "said";
        const auto into_file = [&] {
            dup2(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        };
        const auto end = [&, sent = false](pid_t child) mutable {
            if (sent || contents(file).find(said) == std::string::npos) return;
            kill(child, SIGTERM);
            sent = true;
        };
        Outcome outcome = run(arguments, {.before_start = into_file, .meanwhile = end});
        outcome.err = contents(file);
        fs::remove(file);
        return outcome;
    }

    /// Where a reproduction keeps its numbers; "" before.
    fs::path numbers_file() const {
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder / "cut.checkpoint", none))
            if (entry.path().filename().string().starts_with("numbers-")) return entry.path();
        return {};
    }

    /// Sends the signal once there is a checkpoint newer than this call and some time has passed.
    Outcome ended(const Arguments& arguments, int signal, double seconds) {
        const auto begin = Clock::now();
        const auto before =
            fs::exists(checkpoint()) ? fs::last_write_time(checkpoint()) : fs::file_time_type::min();
        return run(arguments, {.meanwhile = [&, begin, before, sent = false](pid_t child) mutable {
                       std::error_code none;
                       const auto written = fs::last_write_time(checkpoint(), none);
                       if (sent || none || written <= before
                           || std::chrono::duration<double>(Clock::now() - begin).count() < seconds)
                           return;
                       kill(child, signal);
                       sent = true;
                   }});
    }

    /// Ends the command several times, resumes it each time, and compares with what it comes to undisturbed.
    void expect_resumed_exactly(const std::string& what, const Arguments& command) {
        SCOPED_TRACE(what);
        fs::remove_all(folder / "whole");
        fs::remove_all(folder / "cut");
        fs::remove_all(folder / "cut.checkpoint");
        const auto begin = Clock::now();
        const Outcome whole = run(command + Arguments{"--out", "whole", "--quiet", "--checkpoint", "off"});
        ASSERT_EQ(whole.exit_code, 0) << whole.err;
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        std::uniform_real_distribution<double> when(0, 0.4 * seconds);
        const Arguments options{"--quiet", "--checkpoint", "1ms"};
        const Arguments resume = Arguments{command.front(), "--resume", "cut"} + options;
        Outcome outcome = ended(command + Arguments{"--out", "cut"} + options, SIGKILL, when(random_));
        bool certified = true;
        for (const int signal : {SIGTERM, SIGKILL, 0}) {
            if (outcome.exit_code == 0) break;  // it was faster than the signal
            interruptions_ += 1;
            ASSERT_TRUE(fs::exists(checkpoint())) << outcome.err;
            outcome = signal == 0 ? run(resume) : ended(resume, signal, when(random_) / 2);
            certified = signal != SIGTERM || outcome.exit_code != 0;
            if (signal == SIGTERM && outcome.exit_code != 0) {
                EXPECT_NE(outcome.err.find("stopped by SIGTERM"), std::string::npos) << outcome.err;
                EXPECT_NE(outcome.err.find("resume with: polhode " + command.front() + " --resume cut"),
                          std::string::npos)
                    << outcome.err;
            }
        }
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        expect_same(folder / "cut", folder / "whole", what, certified);
        EXPECT_FALSE(fs::exists(folder / "cut.checkpoint"));
        EXPECT_TRUE(staging_folders(folder / "cut").empty());
    }

    int interruptions_ = 0;

private:
    std::mt19937 random_{17};
};

TEST_F(Resume, EndsWithTheSameFiles) {
    const Arguments top{"run", "--problem", "slow-top"}, samples{"--every", "200"};
    const auto by = [&](const char* method, const char* end) {
        return top + Arguments{"--method", method, "--end", end} + samples;
    };
    const std::string weight = "[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 20\n";
    write("switched.toml",
          "problem = \"slow-top\"\n" + weight
              + "[[torque]]\nmodel = \"constant-body\"\ntorque = [0.1, 0, 0.2]\non = [[1, 100], [150.5, 250]]\n"
                "[integrate]\nmethod = \"se4-rkn\"\nstep = 0.01\nend = 1000\n[output]\nevery = 100\n");
    write(
        "events.toml",
        "problem = \"slow-top\"\n[integrate]\nmethod = \"se4-rkn\"\nstep = 0.02\nend = 5000\n[output]\nevery = 50\n"
        "[[event]]\nname = \"leans\"\nkind = \"axis-cone\"\nangle = 0.5\n"
        "[[event]]\nname = \"bounce\"\nkind = \"axis-cone\"\nangle = 0.7\ncrossing = \"rising\"\n"
        "reflect = [0, 0, 1]\n"
        "[[impulse]]\ntime = 333.3\nmomentum = [0.1, 0, 0]\n[[impulse]]\ntime = 900\nmomentum = [-0.1, 0, 0]\n");
    write("control.toml",
          "[body]\ninertia = [12, 10, 6]\n[initial]\nrotation_vector = [1.2, 1.2, 1.2]\n"
          "angular_velocity = [0.1, 0.2, 0]\n[control]\nlaw = \"quaternion-pd\"\ntarget = [0, 0, 0, 1]\n"
          "kp = [1.2, 1.0, 0.6]\nkd = [0.1, 0.1, 0.1]\nlimit = 0.1\nperiod = 0.5\n"
          "[[wheel]]\naxis = [1, 0, 0]\nlimit = 2\n[[wheel]]\naxis = [0, 1, 0]\nlimit = 2\n"
          "[[wheel]]\naxis = [0, 0, 1]\nmomentum = 0.4\nlimit = 2\nfriction = 0.002\n"
          "[integrate]\nmethod = \"se4-rkn\"\nstep = 0.1\nend = 20000\n[output]\nevery = 5\n");
    write("damped.toml",
          "problem = \"slow-top\"\n" + weight
              + "[[torque]]\nmodel = \"damping\"\ncoefficient = 0.001\n"
                "[integrate]\nmethod = \"se4-rkn\"\nstep = 0.01\nend = 5000\n[output]\nevery = 100\n");
    const std::vector<std::pair<std::string, Arguments>> commands{
        {"fixed steps", by("se", "60000")},
        {"fourth order", by("se4-rkn", "15000")},
        {"a multistep formula", by("multistep-12", "40000")},
        {"kept energy", by("rkmk-rk4+energy", "8000")},
        {"an implicit method", by("liemid-i", "8000")},
        {"collocation", by("gauss-8", "8000")},
        {"processed", by("se6-processed", "8000")},
        {"own steps", top + Arguments{"--method", "taylor-20@1e-12", "--end", "15000"}},
        {"own steps of dop853",
         top + Arguments{"--method", "dop853@1e-10", "--end", "15000", "--every-time", "0.37"}},
        {"own steps of multistep",
         top + Arguments{"--method", "multistep-12@1e-10", "--end", "15000", "--every-time", "1.7"}},
        {"error per step",
         top + Arguments{"--method", "se4-rkn", "--step-error", "1e-8", "--end", "15000", "--every", "20"}},
        {"reversible steps",
         Arguments{"run", "--problem", "soft-wall-repulsive", "--method", "se4-rkn", "--step", "0.01",
                   "--reversible-steps", "--end", "2000", "--every", "100"}},
        {"samples between steps",
         top + Arguments{"--method", "se4-rkn", "--end", "4000", "--every-time", "0.0137"}},
        {"a trajectory of every step", top + Arguments{"--method", "se", "--end", "3000", "--every", "1"}},
        {"a trajectory in several formats",
         top + Arguments{"--method", "se4-rkn", "--end", "3000", "--format", "npz,lammps,gltf"}},
        {"pieces", {"run", "switched.toml"}},
        {"events and impulses", {"run", "events.toml"}},
        {"control and wheels", {"run", "control.toml"}},
        {"work and impulse", {"run", "damped.toml"}},
        {"sensitivity",
         top + Arguments{"--method", "se4-rkn", "--end", "200", "--sensitivity-parameters", "--every", "50"}},
        {"a tolerance",
         top + Arguments{"--method", "se", "--tolerance", "1e-6", "--end", "300", "--every", "5000"}},
        {"a free body", Arguments{"run", "--problem", "free-body", "--method", "liemid", "--end", "200000",
                                  "--every", "500"}},
    };
    for (const auto& [what, command] : commands) expect_resumed_exactly(what, command);
    EXPECT_GE(interruptions_, 30) << "the runs are too short for this machine";
    RecordProperty("interruptions", interruptions_);
}

TEST_F(Resume, ComparisonsKeepTheirRuns) {
    expect_resumed_exactly("compare", {"compare", "--problem", "slow-top", "--end", "200", "--methods",
                                       "se,vexp,rkmk-rk4,se4-rkn", "--step-sizes", "0.02,0.01,0.005,0.0025"});
    EXPECT_GE(interruptions_, 1);
}

TEST_F(Resume, ReproductionsKeepTheirNumbers) {
    expect_resumed_exactly("reproduce", {"reproduce", "buss2001/fig6", "--fresh"});
    EXPECT_GE(interruptions_, 1);
}

const Arguments long_run{"run",  "--problem", "slow-top", "--end",        "1e6", "--every",
                         "1000", "--out",     "cut",      "--checkpoint", "1ms"};

TEST_F(Resume, TheEarlierResultStaysUntilTheNewOneIsThere) {
    ASSERT_EQ(run({"run", "--problem", "free-body", "--out", "cut"}).exit_code, 0);
    EXPECT_EQ(ended(long_run, SIGKILL, 0).exit_code, 128 + SIGKILL);
    EXPECT_EQ(json::parse(contents(folder / "cut/summary.json"))["problem"], "free-body");
    EXPECT_EQ(files("cut.checkpoint"), (std::vector<std::string>{"checkpoint", "trajectory.csv.kept"}));
}

TEST_F(Resume, RefusesWhatIsNotThereOrDamaged) {
    for (const char* command : {"run", "compare", "reproduce", "ensemble"}) {
        expect_rejected(run({command, "--resume", "nothing"}),
                        {"--resume: there is no checkpoint", "nothing.checkpoint\"",
                         "expected the folder that --out named in a run that was ended"});
        EXPECT_FALSE(fs::exists(folder / "nothing")) << command;
    }
    ASSERT_EQ(ended(long_run, SIGKILL, 0).exit_code, 128 + SIGKILL);
    expect_rejected(run({"compare", "--resume", "cut"}), {"it is of 'polhode run'"});
    expect_rejected(run({"run", "--resume", "cut", "--step", "0.1"}), {"--resume contradicts --step"});
    expect_rejected(run({"run", "--resume", "cut", "--out", "other"}), {"--resume contradicts --out"});
    expect_rejected(run({"run", "--resume", "cut", "--tolerance", "1e-3"}),
                    {"--resume contradicts --tolerance"});

    const fs::path kept = folder / "cut.checkpoint/trajectory.csv.kept";
    const std::string samples = contents(kept), bytes = contents(checkpoint());
    std::string wrong = samples;
    wrong[100] ^= 1;
    write(kept, wrong);
    expect_rejected(run({"run", "--resume", "cut"}), {"trajectory.csv.kept", "not what the run has written"});
    write(kept, samples.substr(0, 50));
    expect_rejected(run({"run", "--resume", "cut"}), {"trajectory.csv.kept", "it has 50 bytes"});
    fs::remove(kept);
    expect_rejected(run({"run", "--resume", "cut"}), {"trajectory.csv.kept", "it has 0 bytes"});
    write(kept, samples);
    wrong = bytes;
    wrong[bytes.size() / 2] ^= 1;
    write(checkpoint(), wrong);
    expect_rejected(run({"run", "--resume", "cut"}), {"damaged"});
    write(checkpoint(), bytes);
    EXPECT_EQ(ended({"run", "--resume", "cut", "--checkpoint", "1ms"}, SIGTERM, 0).exit_code, 1);
}

/// A table of a torque belongs to the run.
TEST_F(Resume, RefusesATableThatHasChanged) {
    write("push.csv", "0,0.1,0,0\n1e7,0,0.1,0\n");
    write(
        "table.toml",
        "[body]\ninertia = [1, 2, 3]\n[initial]\nangular_velocity = [0, 0.1, 1]\n[torque]\nmodel = \"table\"\n"
        "file = \"push.csv\"\n[integrate]\nstep = 0.1\nend = 1e6\n[output]\nevery = 1000\n");
    const Arguments command{"run", "table.toml", "--out", "cut", "--checkpoint", "1ms"};
    const Outcome outcome = ended(command, SIGKILL, 0);
    ASSERT_EQ(outcome.exit_code, 128 + SIGKILL) << outcome.err;
    write("push.csv", "0,0.2,0,0\n1e7,0,0.1,0\n");
    expect_rejected(run({"run", "--resume", "cut"}), {"a file that its scenario names has changed"});
    write("push.csv", "0,0.1,0,0\n1e7,0,0.1,0\n");
    write("table.toml", "");  // its text is in the checkpoint
    EXPECT_EQ(ended({"run", "--resume", "cut", "--checkpoint", "1ms"}, SIGTERM, 0).exit_code, 1);
}

TEST_F(Resume, ARunThatBeginsAnewSaysWhatItReplaces) {
    ASSERT_EQ(ended(long_run, SIGKILL, 0).exit_code, 128 + SIGKILL);
    const Outcome outcome = run({"run", "--problem", "free-body", "--out", "cut"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("holds a run that was not finished"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("polhode run --resume cut"), std::string::npos) << outcome.err;
    EXPECT_EQ(files(), std::vector<std::string>{"cut"});
}

const Arguments long_ensemble{"ensemble", "--problem",    "slow-top", "--method", "multistep-12",
                              "--count",  "300",          "--steps",  "1e7",      "--out",
                              "cut",      "--checkpoint", "1ms"};

/// The command that it names goes on.
TEST_F(Resume, NamesTheCommandOfWhatItReplaces) {
    ASSERT_EQ(ended(long_ensemble, SIGKILL, 0).exit_code, 128 + SIGKILL);
    for (const Arguments& command :
         {Arguments{"run", "--problem", "free-body", "--out", "cut", "--end", "1e9"},
          Arguments{"compare", "--problem", "slow-top", "--end", "1e5", "--out", "cut"},
          Arguments{"reproduce", "buss2001/text-long-run", "--fresh", "--out", "cut"}}) {
        const Outcome outcome = ended_after("holds a run", command);
        EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
        const std::vector<std::string> said = lines(outcome.err);
        ASSERT_GE(said.size(), 2U) << outcome.err;
        EXPECT_NE(said.front().find("polhode ensemble --resume cut"), std::string::npos) << outcome.err;
        EXPECT_NE(said.back().find("stopped by SIGTERM"), std::string::npos) << outcome.err;
        EXPECT_NE(said.back().find(
                      "there is no checkpoint of it, so that the one of an earlier run stays; to go on "
                      "with that, resume with: polhode ensemble --resume cut"),
                  std::string::npos)
            << outcome.err;
        EXPECT_EQ(outcome.err.find("polhode " + command.front() + " --resume"), std::string::npos)
            << outcome.err;
        fs::remove_all(folder / "cut");
    }
    const Outcome outcome =
        ended({"ensemble", "--resume", "cut", "--checkpoint", "1ms"}, SIGTERM, 0);  // all of it is there
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("polhode ensemble --resume cut"), std::string::npos) << outcome.err;
}

/// A reproduction that has waited for the interval keeps its numbers from before that, too.
TEST_F(Resume, AReproductionReplacesAnEarlierCheckpointAfterTheInterval) {
    ASSERT_EQ(ended(long_run, SIGKILL, 0).exit_code, 128 + SIGKILL);
    const auto end = [this, sent = false](pid_t child) mutable {
        std::error_code none;
        const fs::path numbers = numbers_file();
        if (sent || numbers.empty() || fs::file_size(numbers, none) == 0 || none) return;
        kill(child, SIGKILL);
        sent = true;
    };
    Outcome outcome = run({"reproduce", "buss2001/fig6", "--fresh", "--out", "cut", "--checkpoint", "30ms"},
                          {.meanwhile = end});
    ASSERT_EQ(outcome.exit_code, 128 + SIGKILL) << outcome.err;
    EXPECT_NE(outcome.err.find("polhode run --resume cut"), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "cut.checkpoint/trajectory.csv.kept"));
    outcome = run({"reproduce", "--resume", "cut", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(outcome.json()["remembered"].get<int>(), 0);
    EXPECT_FALSE(fs::exists(folder / "cut.checkpoint"));
}

/// What a full disk had no place for is written once it has.
TEST_F(Resume, AReproductionOnAFullDiskSaysSoOnce) {
    constexpr rlim_t limit = 2000;
    bool was_full = false;
    const Outcome outcome =
        run({"reproduce", "buss2001/fig6", "--fresh", "--out", "cut"},
            {.before_start =
                 [] {
                     const rlimit small{limit, RLIM_INFINITY};
                     setrlimit(RLIMIT_FSIZE, &small);
                 },
             .meanwhile =
                 [&](pid_t child) {
                     std::error_code none;
                     const fs::path numbers = numbers_file();
                     if (was_full || numbers.empty() || fs::file_size(numbers, none) != limit || none) return;
                     const rlimit large{RLIM_INFINITY, RLIM_INFINITY};
                     was_full = prlimit(child, RLIMIT_FSIZE, &large, nullptr) == 0;
                 }});
    ASSERT_TRUE(was_full) << outcome.err;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find("numbers are not kept: cannot write"), std::string::npos) << outcome.err;
}

TEST_F(Resume, ALinkInThePlaceOfACheckpointIsNotFollowed) {
    fs::create_directory(folder / "mine");
    write("mine/notes.kept", "text");
    fs::create_directory_symlink(folder / "mine", folder / "cut.checkpoint");
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "20000", "--every", "100", "--out",
                                 "cut", "--checkpoint", "1ms"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("no checkpoint was written: cannot write"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("cut.checkpoint\": it is a link"), std::string::npos) << outcome.err;
    EXPECT_EQ(files("mine"), std::vector<std::string>{"notes.kept"});
    EXPECT_EQ(contents(folder / "mine/notes.kept"), "text");
}

TEST_F(Resume, ARunThatIsStoppedWithoutAResultSaysThatNothingIsKept) {
    for (const Arguments& command :
         {Arguments{"run", "--problem", "slow-top", "--end", "1e9", "--checkpoint", "1ms"},
          Arguments{"compare", "--problem", "slow-top", "--end", "1e5", "--checkpoint", "1ms"}}) {
        const Outcome outcome = ended_after("no checkpoints: without --out", command);
        EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
        const std::vector<std::string> said = lines(outcome.err);
        ASSERT_FALSE(said.empty());
        EXPECT_NE(said.back().find("stopped by SIGTERM"), std::string::npos) << outcome.err;
        EXPECT_NE(said.back().find("; nothing is kept of it without --out DIR"), std::string::npos)
            << outcome.err;
    }
}

/// Whether a program has begun to catch the signal.
bool catches(pid_t child, int signal) {
    const std::string status = contents("/proc/" + std::to_string(child) + "/status");
    const std::size_t at = status.find("SigCgt:");
    if (at == std::string::npos) return false;
    return (std::stoull(status.substr(at + 7), nullptr, 16) >> (signal - 1) & 1) != 0;
}

TEST_F(Resume, AChoiceThatIsStoppedSaysThatNothingIsKept) {
    const std::vector<Arguments> commands{
        {"run", "--problem", "slow-top", "--method", "se", "--tolerance", "1e-9", "--end", "1e4"},
        {"ensemble", "--problem", "slow-top", "--count", "10000", "--tolerance", "1e-9", "--end", "1000"}};
    for (const Arguments& command : commands)
        for (const Arguments& out : {Arguments{}, Arguments{"--out", "cut"}}) {
            const auto end = [sent = false](pid_t child) mutable {
                if (!sent && catches(child, SIGTERM)) kill(child, SIGTERM), sent = true;
            };
            const Outcome outcome = run(command + out, {.meanwhile = end});
            EXPECT_EQ(outcome.exit_code, 1);
            // a machine so slow that nobody asks for 0.4 s ends it with fewer words
            const std::string stopped = "polhode: stopped by SIGTERM",
                              choosing =
                                  " while method and step were chosen; nothing is kept of a run that "
                                  "has not begun";
            EXPECT_TRUE(outcome.err == stopped + choosing + '\n' || outcome.err == stopped + '\n')
                << outcome.err;
            EXPECT_TRUE(files().empty());
        }
}

TEST_F(Resume, SaysThatThereIsNoneWithoutAResult) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "20000", "--checkpoint", "1ms"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("no checkpoints: without --out"), std::string::npos) << outcome.err;
    expect_rejected(run({"run", "--problem", "slow-top", "--checkpoint", "often"}),
                    {"--checkpoint: expected a time such as 60s"});
}

/// What cannot be written is no reason to end a run.
TEST_F(Resume, ACheckpointThatCannotBeWrittenEndsNothing) {
    write("cut.checkpoint", "a file");
    fs::create_directories(folder / "cut");
    std::ofstream(folder / "cut" / "cut.checkpoint") << "another one";
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "20000", "--every", "100", "--out",
                                 "cut", "--checkpoint", "1ms"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("no checkpoint was written"), std::string::npos) << outcome.err;
    EXPECT_EQ(trouble_with_result(folder / "cut"), std::nullopt);
}

TEST_F(Resume, ASampleTooManyForTheDiskIsRefusedBeforeTheFirstStep) {
    const Outcome outcome =
        run({"run", "--problem", "slow-top", "--end", "1e13", "--every", "1", "--out", "cut"});
    expect_rejected(outcome, {"--out: the run would write about", "samples)", "left: take fewer samples"});
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace polhode::test
