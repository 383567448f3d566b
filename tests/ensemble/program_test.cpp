/// `polhode ensemble` from end to end: what it writes, with any number of threads and processes, and how it
/// ends.
#include "ensemble/modules.hpp"
#include "ensemble/read_hdf5.hpp"
#include "ensemble/read_npz.hpp"
#include "ensemble/tops_scenario.hpp"
#include "program/run_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cmath>

namespace polhode::test {
namespace {

using nlohmann::json;

const std::string cloud = tops_scenario(), controlled = with_b_dot;

class EnsembleCommand : public ProgramTest {
protected:
    using Arrays = std::map<std::string, NpyArray>;
    Arrays arrays(const fs::path& file) const { return read_npz(contents(folder / file)); }

    Outcome shell(const std::string& command) const { return shell_in(folder, command); }
    Outcome on_ranks(int ranks, const std::string& arguments) const {
        return shell(on_ranks_of_mpi(ranks) + POLHODE_PROGRAM + " ensemble " + arguments);
    }
    /// The first snapshot is on its way to the disk.
    bool under_way() const {
        return std::ranges::any_of(staging_folders(folder / "out"), [](const fs::path& staging) {
            std::error_code none;
            return !fs::is_empty(staging, none) && !none;
        });
    }
};

/// Of the program. Where one rank ends, mpirun may tell the others to do so before they have seen why.
int messages(const Outcome& outcome) {
    int count = 0;
    for (const std::string& line : lines(outcome.err))
        if (line.starts_with("polhode: ") && line != "polhode: stopped by SIGTERM") ++count;
    return count;
}

TEST_F(EnsembleCommand, PrintsOneObject) {
    write("cloud.toml", cloud);
    const Outcome outcome = run({"ensemble", "cloud.toml", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const json j = outcome.json();
    EXPECT_EQ(j["count"], 300);
    EXPECT_EQ(j["seed"], 7);
    EXPECT_EQ(j["steps"], 20);
    EXPECT_EQ(j["body_steps"], 6000);
    EXPECT_EQ(j["ranks"], 1);
    EXPECT_GE(j["threads"], 1);
    EXPECT_EQ(j["method"], "se");
    EXPECT_EQ(j["problem"], "cloud");
    EXPECT_TRUE(j["target"].is_string());
    EXPECT_GT(j["wall_seconds"], 0);
    EXPECT_GT(j["body_steps_per_second"], 0);
    EXPECT_EQ(j["failures"]["count"], 0);
    for (const char* quantity : {"pointing_error", "energy_error", "momentum_error", "rate"})
        for (const char* number : {"mean", "std", "min", "q05", "q25", "q50", "q75", "q95", "max"})
            EXPECT_TRUE(j["statistics"][quantity][number].is_number()) << quantity << number;
    EXPECT_TRUE(fs::is_empty(folder) || files() == std::vector<std::string>{"cloud.toml"});
}

TEST_F(EnsembleCommand, ChoosesToATolerance) {
    write("cloud.toml", cloud);
    const Outcome outcome = run({"ensemble", "cloud.toml", "--tolerance", "1e-6", "--json", "--out", "to"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json(), &tolerance = j["tolerance"];
    EXPECT_EQ(tolerance["asked"], 1e-6);
    EXPECT_EQ(tolerance["chosen_on"], 48);
    EXPECT_EQ(tolerance["verified_on"], 96);
    for (const char* number : {"q50", "q90", "q99", "max"}) {
        EXPECT_GT(tolerance["error"][number], 0) << number;
        EXPECT_LT(tolerance["error"][number], 1e-6) << number;
    }
    EXPECT_NE(j["method"], "se");
    const std::string statistics = contents(folder / "to/statistics.csv");
    EXPECT_NE(statistics.find(",run_error_q50,run_error_q90,run_error_q99,run_error_max\n"),
              std::string::npos);
    EXPECT_NE(contents(folder / "to/report.html").find("in the median"), std::string::npos);

    EXPECT_EQ(run({"ensemble", "cloud.toml", "--tolerance", "1e-6", "--method", "se4-rkn", "--json"})
                  .json()["method"],
              "se4-rkn");
    EXPECT_EQ(run({"ensemble", "cloud.toml", "--tolerance", "2"}).exit_code, 2);
    EXPECT_EQ(run({"ensemble", "cloud.toml", "--tolerance", "1e-6", "--step", "0.1"}).exit_code, 2);
    const Outcome refused = run({"ensemble", "cloud.toml", "--tolerance", "1e-16"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("tolerance 1e-16 cannot be reached"), std::string::npos) << refused.err;
}

TEST_F(EnsembleCommand, CertifiesABodyAsASingleRunDoes) {
    const std::vector<std::string> top{"--problem", "slow-top", "--steps", "200", "--end", "2", "--quiet"};
    std::vector<std::string> alone{"run", "--out", "run"},
        one{"ensemble", "--count", "1", "--out", "ensemble"};
    alone.insert(alone.end(), top.begin(), top.end());
    one.insert(one.end(), top.begin(), top.end());
    ASSERT_EQ(run(alone).exit_code, 0);
    ASSERT_EQ(run(one).exit_code, 0);
    json of_run = json::parse(contents(folder / "run/summary.json"))["certificate"],
         of_ensemble = json::parse(contents(folder / "ensemble/summary.json"))["certificate"];
    EXPECT_EQ(of_ensemble["checked"]["bodies"], 1);
    of_ensemble["checked"].erase("bodies");
    of_run.erase("max_quaternion_norm_error");
    EXPECT_EQ(of_run, of_ensemble);
}

TEST_F(EnsembleCommand, WritesWhatItSays) {
    write("cloud.toml", cloud);
    const Outcome outcome = run({"ensemble", "cloud.toml", "--out", "out", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<std::string> names = outcome.json()["files"];
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"final.npz", "report.html", "snapshot-0.npz", "snapshot-1.npz",
                                               "statistics.csv", "summary.json"}));
    names.insert(names.begin() + 1, "manifest.json");
    EXPECT_EQ(files("out"), names);
    json summary = json::parse(contents(folder / "out/summary.json"));
    const json certificate = summary["certificate"];
    EXPECT_EQ(certificate["checked"]["bodies"], 8);
    EXPECT_EQ(certificate["checked"]["steps"], summary["steps"]);
    EXPECT_EQ(certificate["checked"]["whole"], true);
    EXPECT_GT(certificate["error"]["estimate"], 0);
    EXPECT_TRUE(certificate["energy"]["slope_uncertainty"].is_number());
    summary.erase("certificate");
    EXPECT_EQ(summary, outcome.json());

    const Arrays end = arrays("out/final.npz"), middle = arrays("out/snapshot-1.npz");
    EXPECT_EQ(end.at("time").numbers(), std::vector<double>{2});
    EXPECT_EQ(end.at("time").shape, "");
    EXPECT_EQ(middle.at("time").numbers(), std::vector<double>{1}) << "the nearest step";
    EXPECT_EQ(end.at("attitude").shape, "300, 4");
    EXPECT_EQ(end.at("momentum").shape, "300, 3");
    EXPECT_EQ(end.at("moments").shape, "300, 3");
    EXPECT_EQ(end.at("parameters").shape, "300, 1");
    EXPECT_EQ(end.at("failed").bytes, std::string(300, '\0'));
    EXPECT_EQ(end.at("moments").bytes, middle.at("moments").bytes);
    EXPECT_NE(end.at("attitude").bytes, middle.at("attitude").bytes);

    // the statistics are those of the states: |ω| = |Π/I| at the end
    std::vector<double> rates;
    const std::vector<double> p = end.at("momentum").numbers(), m = end.at("moments").numbers();
    for (std::size_t k = 0; k < 300; ++k)
        rates.push_back(
            std::hypot(p[3 * k] / m[3 * k], p[3 * k + 1] / m[3 * k + 1], p[3 * k + 2] / m[3 * k + 2]));
    std::sort(rates.begin(), rates.end());
    const json rate = outcome.json()["statistics"]["rate"];
    EXPECT_NEAR(rate["min"], rates.front(), 1e-14);
    EXPECT_NEAR(rate["q50"], rates[149], 1e-14);
    EXPECT_NEAR(rate["max"], rates.back(), 1e-14);

    const std::vector<std::string> rows = lines(contents(folder / "out/statistics.csv"));
    ASSERT_EQ(rows.size(), 12U);
    EXPECT_EQ(rows[0].substr(0, 35), "time,bodies,pointing_error_mean,poi");
    EXPECT_EQ(numbers(rows[1])[0], 0);
    EXPECT_EQ(numbers(rows[11])[0], 2);
    EXPECT_EQ(numbers(rows[11]).size(), 2U + 4 * 9);
    EXPECT_EQ(numbers(rows[11])[2], outcome.json()["statistics"]["pointing_error"]["mean"]);
    EXPECT_LT(contents(folder / "out/report.html").size(), 1'200'000U);  // with the viewer inside
}

TEST_F(EnsembleCommand, OneBodyIsThatOfASingleRun) {
    const json single = run({"run", "--problem", "slow-top", "--json"}).json();
    const Outcome outcome =
        run({"ensemble", "--problem", "slow-top", "--count", "3", "--out", "out", "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out + outcome.err, "");
    const Arrays end = arrays("out/final.npz");
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(end.at("attitude").numbers()[4 * k + i], single["attitude"]["quaternion"][i]);
}

/// The second body of a controlled cloud, whose start the first snapshot has.
TEST_F(EnsembleCommand, ControlsEachBodyAsASingleRunDoes) {
    const std::string common = R"(
[body]
inertia = [3, 2, 1.5]
[[impulse]]
time = 0.4
momentum = [0.1, 0, 0]
[control]
law = "quaternion-pd"
target_file = "target.csv"
kp = 2
kd = [3, 2, 2]
limit = 0.5
period = 0.2
[integrate]
method = "se4-rkn"
step = 0.1
end = 6
)";
    write("target.csv", "t,x,y,z,w\n0,0,0,0,1\n5,0,0,1,0\n");
    write("cloud.toml", common + R"(
[ensemble]
count = 40
[ensemble.attitude]
distribution = "uniform"
[ensemble.momentum]
distribution = "normal"
mean = 0
sigma = 0.2
[output]
snapshots = [0]
)");
    const Outcome outcome = run({"ensemble", "cloud.toml", "--out", "out", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json();
    EXPECT_TRUE(j["statistics"]["energy_error"].is_null());
    EXPECT_TRUE(j["statistics"]["momentum_error"].is_null());
    EXPECT_TRUE(j["statistics"]["attitude_error"]["q50"].is_number());
    EXPECT_EQ(j["control"]["law"], "quaternion-pd");
    EXPECT_EQ(j["control"]["period"], 0.2);
    const json certificate = json::parse(contents(folder / "out/summary.json"))["certificate"];
    EXPECT_EQ(certificate["checked"]["bodies"], 8);
    EXPECT_LT(certificate["error"]["estimate"], 1e-3);

    const Arrays start = arrays("out/snapshot-0.npz"), end = arrays("out/final.npz");
    const auto row = [](const NpyArray& array, std::ptrdiff_t width) {
        const std::vector<double> all = array.numbers();
        return std::vector<double>(all.begin() + width, all.begin() + 2 * width);
    };
    write("one.toml", fmt::format("{}[initial]\nquaternion = [{}]\nmomentum = [{}]\n", common,
                                  fmt::join(row(start.at("attitude"), 4), ", "),
                                  fmt::join(row(start.at("momentum"), 3), ", ")));
    const Outcome alone = run({"run", "one.toml", "--json"});
    ASSERT_EQ(alone.exit_code, 0) << alone.err;
    const std::vector<double> momentum = row(end.at("momentum"), 3),
                              expected = alone.json()["momentum"]["body"];
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(momentum[i], expected[i], 1e-13);
    EXPECT_EQ(end.at("command").shape, "40, 3");

    write("wheels.toml", contents(folder / "cloud.toml") + "[[wheel]]\naxis = [0, 0, 1]\nlimit = 0.1\n");
    ASSERT_EQ(run({"ensemble", "wheels.toml", "--out", "wheels", "--json"}).exit_code, 0);
    const Arrays wheels = arrays("wheels/final.npz");
    EXPECT_EQ(wheels.at("wheel_momenta").shape, "40, 1");
    for (const double h : wheels.at("wheel_momenta").numbers()) EXPECT_LE(std::abs(h), 0.1);

    const Outcome refused = run({"ensemble", "cloud.toml", "--step", "0.4"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("step: 0.4, which does not divide the period of the control, 0.2"),
              std::string::npos)
        << refused.err;
}

TEST_F(EnsembleCommand, ThreadsDoNotShow) {
    write("cloud.toml", cloud + controlled);
    for (const char* threads : {"1", "2", "3"})
        ASSERT_EQ(run({"ensemble", "cloud.toml", "--out", threads, "--threads", threads}).exit_code, 0);
    for (const char* name : {"final.npz", "snapshot-0.npz", "snapshot-1.npz", "statistics.csv"})
        for (const char* threads : {"2", "3"})
            EXPECT_EQ(contents(folder / "1" / name), contents(folder / threads / name)) << name << threads;
}

TEST_F(EnsembleCommand, RanksDoNotShow) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    write("cloud.toml", cloud + controlled);
    ASSERT_EQ(run({"ensemble", "cloud.toml", "--out", "1", "--quiet"}).exit_code, 0);
    const Arrays whole = arrays("1/final.npz");
    for (const int ranks : {2, 3}) {
        const Outcome outcome = on_ranks(ranks, fmt::format("cloud.toml --out {} --json --threads 1", ranks));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.json()["ranks"], ranks);
        const fs::path out = folder / std::to_string(ranks);
        EXPECT_EQ(contents(folder / "1/statistics.csv"), contents(out / "statistics.csv"));
        for (const char* array : {"attitude", "momentum", "moments", "parameters", "failed", "command"}) {
            std::string joined;
            for (int part = 1; part <= ranks; ++part)
                joined += arrays(out / fmt::format("final-part-{}-of-{}.npz", part, ranks)).at(array).bytes;
            EXPECT_EQ(joined, whole.at(array).bytes) << array;
        }
        EXPECT_EQ(files(out).size(), outcome.json()["files"].size() + 1);  // and the manifest
    }
}

TEST_F(EnsembleCommand, OneRankThatFailsEndsAllWithOneMessage) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    std::string rows;
    for (int k = 0; k < 300; ++k) rows += k == 299 ? "0,0,0,2\n" : "0,0,0,1\n";  // of the last rank
    write("q.csv", rows);
    std::string toml = cloud;
    toml.replace(toml.find("distribution = \"uniform\""), 24, "file = \"q.csv\"");
    write("cloud.toml", toml);
    const Outcome outcome = on_ranks(3, "cloud.toml --out out");
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_EQ(messages(outcome), 1) << outcome.err;
    EXPECT_NE(outcome.err.find("row 300"), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "out"));

    const Outcome all = on_ranks(2, "nothing.toml");  // all fail
    EXPECT_EQ(all.exit_code, 2);
    EXPECT_EQ(messages(all), 1) << all.err;
    const Outcome few = on_ranks(3, "--problem slow-top --count 9");
    EXPECT_EQ(few.exit_code, 2);
    EXPECT_NE(few.err.find("3 ranks for 9 bodies"), std::string::npos) << few.err;
}

TEST_F(EnsembleCommand, RanksWithDifferentScenariosAreRefused) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    write("cloud.toml", cloud);
    fs::create_directory(folder / "elsewhere");
    std::string other = cloud;
    other.replace(other.find("seed = 7"), 8, "seed = 8");
    write("elsewhere/cloud.toml", other);
    write("rank", "#!/bin/sh\n[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && cd elsewhere\nexec " POLHODE_PROGRAM
                  " ensemble cloud.toml --out refused\n");
    const Outcome outcome = shell(on_ranks_of_mpi(2) + "sh ./rank");
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_EQ(messages(outcome), 1) << outcome.err;
    EXPECT_NE(outcome.err.find("the scenario of rank 1 differs from that of rank 0"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "refused") || fs::exists(folder / "elsewhere/refused"));
}

TEST_F(EnsembleCommand, RanksWithDifferentFilesAreRefused) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    const auto rows = [](const char* momentum) {
        std::string text;
        for (int k = 0; k < 300; ++k) text += fmt::format("0.1,{},0.3\n", momentum);
        return text;
    };
    std::string toml = cloud;
    toml.replace(toml.find(drawn_rates), drawn_rates.size(), "file = \"rates.csv\"\n");
    fs::create_directory(folder / "elsewhere");
    for (const char* where : {"cloud.toml", "elsewhere/cloud.toml"}) write(where, toml);
    // the same scenario, and a file of its own beside it on the second rank
    const auto refused = [&](const char* options) {
        write("rank", fmt::format("[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && cd elsewhere\n"
                                  "exec {} ensemble cloud.toml --threads 1 {}\n",
                                  POLHODE_PROGRAM, options));
        const Outcome outcome = shell("timeout 300 env " + on_ranks_of_mpi(2) + "sh ./rank");
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_EQ(messages(outcome), 1) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "out") || fs::exists(folder / "elsewhere/out"));
        return outcome.err;
    };
    for (const char* options : {"--out out", "--json"}) {
        SCOPED_TRACE(options);
        write("rates.csv", rows("0.2"));
        write("elsewhere/rates.csv", rows("0.4"));
        const std::string differs = refused(options);
        EXPECT_NE(differs.find("rates.csv\" of rank 1 differs from that of rank 0"), std::string::npos)
            << differs;
        for (const char* missing : {"rates.csv", "elsewhere/rates.csv"}) {
            write("rates.csv", rows("0.2"));
            write("elsewhere/rates.csv", rows("0.2"));
            fs::remove(folder / missing);
            const std::string message = refused(options);
            EXPECT_NE(message.find("rates.csv\": No such file"), std::string::npos) << message;
        }
    }
}

/// They would wait for each other for ever.
TEST_F(EnsembleCommand, RanksWithDifferentOptionsAreRefused) {
    if (!has_mpi()) GTEST_SKIP() << "built without MPI, or no mpirun";
    write("cloud.toml", cloud);
    bool sent = false;
    const Outcome ended =
        run({"ensemble", "cloud.toml", "--steps", "1e8", "--out", "kept"}, {.meanwhile = [&](pid_t child) {
                const std::vector<fs::path> staging = staging_folders(folder / "kept");
                std::error_code none;
                if (sent || staging.empty() || fs::is_empty(staging.front(), none) || none) return;
                kill(child, SIGTERM);
                sent = true;
            }});
    ASSERT_NE(ended.err.find("resume with"), std::string::npos) << ended.err;
    struct Pair {
        const char *first, *second;
    };
    for (const auto& [first, second] : std::vector<Pair>{
             {"cloud.toml --out out", "cloud.toml"},
             {"cloud.toml", "cloud.toml --out out"},
             {"cloud.toml --out out", "cloud.toml --out another"},
             {"cloud.toml --out out --checkpoint off", "cloud.toml --out out"},
             {"--resume kept", "cloud.toml --steps 1e8 --out kept"},
             {"cloud.toml --steps 1e8 --out kept", "--resume kept"},
         }) {
        SCOPED_TRACE(fmt::format("{} | {}", first, second));
        write("rank", fmt::format("[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && set -- {2} || set -- {1}\n"
                                  "exec {0} ensemble --threads 1 \"$@\"\n",
                                  POLHODE_PROGRAM, first, second));
        const Outcome outcome = shell("timeout 300 env " + on_ranks_of_mpi(2) + "sh ./rank");
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_EQ(messages(outcome), 1) << outcome.err;
        EXPECT_NE(outcome.err.find("rank 1 was given other options than rank 0"), std::string::npos)
            << outcome.err;
        EXPECT_EQ(files(), (std::vector<std::string>{"cloud.toml", "kept.checkpoint", "rank", "shell.err",
                                                     "shell.out"}));
    }
}

TEST_F(EnsembleCommand, SaysWhenTheStepsAreOfNoUse) {
    const std::vector<std::string> top{"ensemble", "--problem", "slow-top", "--count",
                                       "10",       "--end",     "20",       "--steps"};
    const auto with = [&](const char* steps, bool as_json) {
        std::vector<std::string> arguments = top;
        arguments.emplace_back(steps);
        if (as_json) arguments.emplace_back("--json");
        return run(arguments);
    };
    const std::string says = "the result says nothing";
    for (const bool as_json : {true, false}) {
        const Outcome bad = with("1", as_json), good = with("20000", as_json);
        EXPECT_EQ(bad.exit_code, 0);
        EXPECT_NE((as_json ? bad.err : bad.out).find(says), std::string::npos) << bad.err << bad.out;
        if (as_json) {
            EXPECT_NE(bad.json()["notes"][0].get<std::string>().find(says), std::string::npos);
        }
        EXPECT_EQ((as_json ? good.err : good.out).find(says), std::string::npos) << good.err << good.out;
    }
}

TEST_F(EnsembleCommand, WritesOtherFormats) {
    write("cloud.toml", cloud);
    ASSERT_EQ(run({"ensemble", "cloud.toml", "--out", "npz"}).exit_code, 0);
    ASSERT_EQ(run({"ensemble", "cloud.toml", "--out", "npy", "--set", "output.format=npy"}).exit_code, 0);
    const Arrays expected = arrays("npz/final.npz");
    for (const auto& [array, content] : expected)
        EXPECT_EQ(read_npy(contents(folder / fmt::format("npy/final-{}.npy", array))).bytes, content.bytes);

    const Outcome outcome = run({"ensemble", "cloud.toml", "--out", "h5", "--set", "output.format=hdf5"});
    if (!has_module("hdf5")) {
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_NE(outcome.err.find("built without hdf5"), std::string::npos) << outcome.err;
        return;
    }
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
#ifdef POLHODE_HDF5
    const std::map<std::string, Hdf5Array> found = read_hdf5(folder / "h5/final.h5");
    EXPECT_EQ(found.size(), expected.size());
    for (const auto& [array, content] : expected) EXPECT_EQ(found.at(array).bytes, content.bytes) << array;
#endif
}

// By a limit on the size of files. HDF5, when it cleared up at the exit, crashed after a write that had failed.
TEST_F(EnsembleCommand, AFullDiskUnderHdf5IsAFailure) {
    if (!has_module("hdf5")) GTEST_SKIP() << "built without HDF5";
    write("cloud.toml", cloud);
    const Outcome outcome =
        shell(fmt::format("ulimit -f 1; {} ensemble cloud.toml --format hdf5 --out h5", POLHODE_PROGRAM));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("HDF5 reports an error (is the disk full?)"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "h5"));
    EXPECT_TRUE(staging_folders(folder / "h5").empty());
}

// The midpoint-Lie equation is refused beyond a turn of 300 degrees per step.
TEST_F(EnsembleCommand, FailuresAreCountedAndTold) {
    const auto scenario = [&](double fastest) {
        return fmt::format(
            "[body]\ninertia = [3, 2, 1]\n[integrate]\nmethod = \"liemid\"\nstep = 1\nend = 4\n"
            "[ensemble]\ncount = 200\n[ensemble.angular_velocity]\ndistribution = \"uniform\"\n"
            "low = [0, 0, 0]\nhigh = [0, 0, {}]\n",
            fastest);
    };
    write("some.toml", scenario(7));
    const Outcome some = run({"ensemble", "some.toml", "--out", "out", "--json"});
    ASSERT_EQ(some.exit_code, 0) << some.err;
    const std::string failed = arrays("out/final.npz").at("failed").bytes;
    const long count = std::ranges::count(failed, '\1');
    EXPECT_GT(count, 10);
    EXPECT_LT(count, 100);
    const json j = some.json();
    EXPECT_EQ(j["failures"]["count"], count);
    EXPECT_EQ(j["failures"]["first"].size(), 10U);
    EXPECT_EQ(j["failures"]["first"][0]["body"], failed.find('\1'));
    EXPECT_EQ(j["body_steps"], 4 * (200 - count)) << "they fail at their first step";
    EXPECT_LT(j["statistics"]["rate"]["max"], 5.3) << "those that failed do not count";
    EXPECT_EQ(messages(some), 1);
    EXPECT_NE(some.err.find(fmt::format("{} of 200 bodies failed", count)), std::string::npos) << some.err;

    write("most.toml", scenario(40));
    const Outcome most = run({"ensemble", "most.toml", "--out", "most", "--quiet"});
    EXPECT_EQ(most.exit_code, 1);
    EXPECT_NE(most.err.find("more than half"), std::string::npos) << most.err;
    EXPECT_TRUE(fs::exists(folder / "most/final.npz")) << "what was computed is written";
    const Outcome as_json = run({"ensemble", "most.toml", "--json"});
    EXPECT_EQ(as_json.exit_code, 1);
    EXPECT_EQ(messages(as_json), 1) << as_json.err;
}

TEST_F(EnsembleCommand, BadInputIsTold) {
    write("cloud.toml", cloud);
    struct Bad {
        std::vector<std::string> arguments;
        std::vector<std::string> says;
    };
    for (const Bad& bad : std::vector<Bad>{
             {{}, {"ensemble", "scenario file or --problem"}},
             {{"cloud.toml", "--threads", "-1"}, {"--threads", "-1"}},
             {{"cloud.toml", "--threads", "two"}, {"--threads: expected a whole number, got \"two\""}},
             {{"cloud.toml", "--seed", "1e19"},
              {"--seed: expected a whole number from 0 to 2^53, got 1e+19"}},
             {{"cloud.toml", "--target", "sse9"}, {"--target", "sse9", "one-by-one"}},
             {{"cloud.toml", "--count", "0"}, {"--count", "got 0"}},
             {{"cloud.toml", "--out", ""}, {"--out"}},
             {{"cloud.toml", "--every", "3"}, {"--every"}},
             {{"cloud.toml", "--set", "ensemble.attitude.file=q.npy"},
              {"--set ensemble.attitude.file", "q.npy", "No such"}},
             {{"--problem", "slow-top"}, {"ensemble.count is missing"}},
         }) {
        std::vector<std::string> arguments{"ensemble"};
        arguments.insert(arguments.end(), bad.arguments.begin(), bad.arguments.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
        for (const std::string& part : bad.says)
            EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(files(), std::vector<std::string>{"cloud.toml"});
}

// 100 million steps: long enough to be caught in the middle, on any machine.
const std::vector<std::string> long_run{"ensemble", "cloud.toml", "--steps", "1e8", "--out", "out"};

TEST_F(EnsembleCommand, StopsOnASignalAndLeavesNoResult) {
    write("cloud.toml", cloud);
    for (const bool keeps : {false, true}) {
        bool sent = false;
        std::vector<std::string> arguments = long_run;
        if (!keeps) arguments.insert(arguments.end(), {"--checkpoint", "off"});
        const Outcome outcome = run(arguments, {.meanwhile = [&](pid_t child) {
                                        if (sent || !under_way()) return;
                                        kill(child, SIGINT);
                                        sent = true;
                                    }});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_NE(outcome.err.find("stopped by SIGINT at step"), std::string::npos) << outcome.err;
        EXPECT_NE(
            outcome.err.find(keeps ? "; resume with: polhode ensemble --resume out" : "nothing was written"),
            std::string::npos)
            << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "out"));
        EXPECT_EQ(fs::exists(folder / "out.checkpoint"), keeps);
    }
}

TEST_F(EnsembleCommand, KilledHalfWayLeavesNoFileUnderItsName) {
    write("cloud.toml", cloud);
    const Outcome outcome = run(long_run, {.meanwhile = [&](pid_t child) {
                                    if (under_way()) kill(child, SIGKILL);
                                }});
    EXPECT_EQ(outcome.exit_code, 128 + SIGKILL);
    EXPECT_TRUE(files("out").empty());
    // the next run clears what is left
    ASSERT_EQ(run({"ensemble", "cloud.toml", "--steps", "3", "--out", "out", "--quiet"}).exit_code, 0);
    EXPECT_EQ(files(), (std::vector<std::string>{"cloud.toml", "out"}));
}

TEST_F(EnsembleCommand, MemoryDoesNotGrowWithTheSteps) {
    // a sanitizer in the program would keep what has been freed
    setenv("ASAN_OPTIONS", "quarantine_size_mb=0:thread_local_quarantine_size_kb=0", 1);
    write("cloud.toml", cloud);
    const auto peak = [&](const char* steps) {
        return run({"ensemble", "cloud.toml", "--steps", steps, "--set", "output.statistics=2"})
            .peak_kilobytes;
    };
    EXPECT_LT(peak("3000"), peak("30") + 4000);
}

}  // namespace
}  // namespace polhode::test
