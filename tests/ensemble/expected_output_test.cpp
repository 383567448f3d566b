/// What an ensemble will write, and how long it will take, is known before its first step and soon after it.
#include "io/expected_output.hpp"

#include "ensemble/modules.hpp"
#include "ensemble/tops_scenario.hpp"
#include "formats/formats.hpp"
#include "formats/state_arrays.hpp"
#include "program/run_program.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace polhode::test {
namespace {

class ExpectedOfEnsemble : public ProgramTest {
protected:
    double bytes_in(const std::string& name) const {
        double bytes = 0;
        for (const auto& entry : fs::directory_iterator(folder / "out"))
            if (entry.path().filename().string().starts_with(name))
                bytes += static_cast<double>(fs::file_size(entry.path()));
        return bytes;
    }
};

TEST_F(ExpectedOfEnsemble, IsWhatItWrites) {
    const std::string wheels =
        "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n"
        "[[wheel]]\naxis = [1, 0, 0]\n";
    for (const std::string& more :
         {std::string(), with_b_dot, wheels, std::string("attitude = \"matrix\"\n")}) {
        const std::string toml = tops_scenario({.count = 2000}) + more;
        write("tops.toml", toml);
        const EnsembleScenario scenario = make_ensemble_scenario(ScenarioText{"tops.toml", toml}, {});
        const auto numbers = static_cast<double>(numbers_of_state(scenario.setup, scenario.attitude));
        for (const TrajectoryFormat* format : trajectory_formats()) {
            if (!format->states || (!format->module.empty() && !has_module(std::string(format->module))))
                continue;
            const std::string name(format->name);
            const Outcome outcome =
                run({"ensemble", "tops.toml", "--format", name, "--out", "out", "--quiet"});
            ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
            const auto& [body, number] = format->bytes_of_state;
            const ExpectedOutput expected = expected_output(scenario, body + number * numbers, {});
            double written = bytes_in("statistics") + bytes_in("final") + bytes_in("snapshot");
            // the usual format is beside one that does not hold all
            if (!format->holds_all) {
                for (const char* states : {"final.npz", "snapshot-0.npz", "snapshot-1.npz"})
                    written -= bytes_in(states);
            }
            EXPECT_NEAR(expected.bytes, written, 0.15 * written) << name << '\n' << more;
            EXPECT_EQ(expected.statistics,
                      static_cast<double>(table(folder / "out/statistics.csv").size() - 1));
        }
    }
}

TEST_F(ExpectedOfEnsemble, HasTheMotionsOfBodies) {
    const std::string toml = tops_scenario({.step = 0.01, .end = 20, .count = 10}) + "bodies = [3, 5]\n";
    write("tops.toml", toml);
    const EnsembleScenario scenario = make_ensemble_scenario(ScenarioText{"tops.toml", toml}, {});
    const Problem& problem = scenario.setup.problem;
    const Resolved steps = resolve(problem, {.steps = StepCount{scenario.plan.steps}, .end = 20}).or_throw();
    const ExpectedOutput expected = expected_output(scenario, 0, expected_motion(problem, steps, 19));
    ASSERT_EQ(run({"ensemble", "tops.toml", "--format", "csv", "--out", "out", "--quiet"}).exit_code, 0);
    EXPECT_EQ(expected.most, ExpectedOutput::Part::samples);
    EXPECT_NEAR(expected.samples, 2 * 2001, 4);
    const double written = bytes_in("body-") + bytes_in("statistics");
    EXPECT_NEAR(expected.bytes, written, 0.15 * written);
}

TEST_F(ExpectedOfEnsemble, IsRefusedIfItIsMoreThanTheDiskHas) {
    const auto refused = [&](const std::string& toml, const std::vector<std::string>& parts) {
        write("tops.toml", toml);
        const Outcome outcome = run({"ensemble", "tops.toml", "--format", "npz,lammps", "--out", "out"});
        EXPECT_EQ(outcome.exit_code, 2);
        for (const std::string& part : parts)
            EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(folder / "out/summary.json"));
        EXPECT_TRUE(staging_folders(folder / "out").empty());
    };
    const std::string many = tops_scenario();
    refused(
        std::string(many).replace(many.find("count = 300"), 11, "count = 1000000000000000"),
        {"--out: the run would write about ",
         " PB (the states of 1e+06 billion bodies at 3 times), and the disk of ",
         " left: take fewer bodies or snapshots, by ensemble.count or output.snapshots, or another folder"});
    refused(tops_scenario({.step = 1e-12, .end = 1000}) + "bodies = [0]\n",
            {"(1e+06 billion samples)", "take fewer samples, by output.every or output.every_time"});
}

/// The beginning of a long one with files of 700 MB, until it has said how long it will take.
TEST_F(ExpectedOfEnsemble, IsSaidIfItIsLargeAndLong) {
    std::vector<double> times;
    for (int i = 0; i < 20'000; ++i) times.push_back(1e8 + i);
    write("tops.toml", tops_scenario({.end = 2e8, .snapshots = fmt::format("{}", times)}));
    const auto to_file = [&] {
        dup2(open((folder / "said").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDERR_FILENO);
    };
    // a second signal would end it at once
    const auto until_it_is_said = [&, polls = 0, sent = false](pid_t child) mutable {
        if (++polls == 6000) kill(child, SIGKILL);
        if (sent || contents(folder / "said").find("will take about") == std::string::npos) return;
        sent = true;
        kill(child, SIGINT);
    };
    const auto said = [&](const std::vector<std::string>& more) {
        fs::remove(folder / "said");
        write("said", "");
        std::vector<std::string> arguments{"ensemble", "tops.toml", "--threads", "1"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments, {.before_start = to_file, .meanwhile = until_it_is_said});
        EXPECT_EQ(outcome.exit_code, 1);
        return lines(contents(folder / "said"));
    };
    const std::vector<std::string> with_files = said({"--out", "out", "--checkpoint", "off"});
    ASSERT_EQ(with_files.size(), 3U) << fmt::format("{}", fmt::join(with_files, "\n"));
    EXPECT_TRUE(with_files[0].starts_with("polhode: about ")) << with_files[0];
    EXPECT_TRUE(
        with_files[0].ends_with(" MB will be written into \"out\", the states of 300 bodies at 20 "
                                "thousand times; ensemble.count and output.snapshots take fewer"))
        << with_files[0];
    EXPECT_TRUE(with_files[1].starts_with("polhode: the run will take about ")) << with_files[1];
    const std::vector<std::string> without = said({});
    ASSERT_EQ(without.size(), 2U) << fmt::format("{}", fmt::join(without, "\n"));
    EXPECT_TRUE(without[0].starts_with("polhode: the run will take about ")) << without[0];
}

}  // namespace
}  // namespace polhode::test
