/// The same numbers in every format, of `run` and of `ensemble`, which take them from one list.
#include "formats/formats.hpp"

#include "ensemble/modules.hpp"
#include "ensemble/read_hdf5.hpp"
#include "ensemble/read_npz.hpp"
#include "ensemble/tops_scenario.hpp"
#include "polhode/error.hpp"
#include "program/run_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace polhode::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

std::vector<std::string_view> names_of(const std::vector<const TrajectoryFormat*>& formats) {
    std::vector<std::string_view> names;
    for (const TrajectoryFormat* format : formats) names.push_back(format->name);
    return names;
}

TEST(FormatList, IsWhereNamesAreLookedUp) {
    using Names = std::vector<std::string_view>;
    EXPECT_EQ(names_of(formats_named({}, "csv")), Names{"csv"});
    EXPECT_EQ(names_of(formats_named({{"npz", "hdf5", "npz"}, "x"}, "csv")), (Names{"npz", "hdf5"}));
    // a picture is no trajectory
    EXPECT_EQ(names_of(formats_named({{"gltf", "lammps"}, "x"}, "npz")), (Names{"npz", "gltf", "lammps"}));
    try {
        (void)formats_named({{"npz", "xlsx"}, "a.toml:3: output.format"}, "csv");
        FAIL() << "not refused";
    } catch (const InputError& error) {
        EXPECT_EQ(
            std::string(error.what()),
            fmt::format("a.toml:3: output.format: expected one or more of {}, got \"xlsx\"", format_names()));
    }
    for (const TrajectoryFormat* format : trajectory_formats()) {
        EXPECT_FALSE(format->about.empty()) << format->name;
        EXPECT_FALSE(format->reader.empty()) << format->name;
        EXPECT_TRUE(format->add || format->finish) << format->name << " writes no motion";
    }
}

/// The columns of a table, by their names.
std::map<std::string, std::vector<double>> columns(const fs::path& file) {
    const std::vector<std::string> rows = table(file);
    std::map<std::string, std::vector<double>> found;
    std::istringstream names(rows.at(0));
    std::vector<std::string> order;
    for (std::string name; std::getline(names, name, ',');) order.push_back(name);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::vector<double> row = numbers(rows[i]);
        EXPECT_EQ(row.size(), order.size());
        for (std::size_t k = 0; k < order.size(); ++k) found[order[k]].push_back(row.at(k));
    }
    return found;
}

/// The numbers of some columns, row by row.
std::vector<double> side_by_side(const std::map<std::string, std::vector<double>>& table,
                                 const Arguments& names) {
    std::vector<double> out;
    for (std::size_t i = 0; i < table.at(names[0]).size(); ++i)
        for (const std::string& name : names) out.push_back(table.at(name)[i]);
    return out;
}

Arguments along_axes(const std::string& name) { return {name + "_x", name + "_y", name + "_z"}; }

const std::map<std::string, Arguments> quantities{
    {"time", {"time"}},
    {"attitude", {"qx", "qy", "qz", "qw"}},
    {"momentum", along_axes("momentum")},
    {"space_momentum", along_axes("space_momentum")},
    {"energy", {"energy"}},
    {"angular_velocity", along_axes("angular_velocity")},
};

/// What stands in a dump of LAMMPS: a list of words for each line of a body.
std::vector<std::vector<double>> bodies_in_dump(const fs::path& file) {
    std::vector<std::vector<double>> bodies;
    bool in_bodies = false;
    for (const std::string& line : lines(contents(file))) {
        if (line.starts_with("ITEM:")) {
            in_bodies = line.starts_with("ITEM: ATOMS");
        } else if (in_bodies) {
            std::istringstream words(line);
            bodies.emplace_back();
            for (double x = 0; words >> x;) bodies.back().push_back(x);
        }
    }
    return bodies;
}

using Formats = ProgramTest;

TEST_F(Formats, OfARunHoldTheSameBits) {
    const std::string all =
        has_module("hdf5") ? "csv,npz,npy,hdf5,lammps,gltf" : "csv, npz, npy, lammps, gltf";
    const Arguments command{"run", "--problem", "slow-top", "--end", "2", "--every", "7", "--format", all};
    Outcome outcome = run([&] {
        Arguments with_out = command;
        with_out.insert(with_out.end(), {"--out", "top"});
        return with_out;
    }());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto table = columns(folder / "top/trajectory.csv");
    ASSERT_EQ(table.at("time").size(), 200U / 7 + 2);
    const auto npz = read_npz(contents(folder / "top/trajectory.npz"));
    EXPECT_EQ(npz.size(), quantities.size());
#ifdef POLHODE_HDF5
    std::map<std::string, Hdf5Array> hdf5;
    if (has_module("hdf5")) {
        hdf5 = read_hdf5(folder / "top/trajectory.h5");
        EXPECT_EQ(hdf5.size(), quantities.size());
    }
#endif
    for (const auto& [name, its_columns] : quantities) {
        EXPECT_EQ(npz.at(name).numbers(), side_by_side(table, its_columns)) << name;
        EXPECT_EQ(read_npy(contents(folder / fmt::format("top/trajectory-{}.npy", name))).bytes,
                  npz.at(name).bytes);
#ifdef POLHODE_HDF5
        if (!hdf5.empty()) {
            EXPECT_EQ(hdf5.at(name).bytes, npz.at(name).bytes) << name;
        }
#endif
    }
    const auto bodies = bodies_in_dump(folder / "top/trajectory.lammpstrj");
    ASSERT_EQ(bodies.size(), table.at("time").size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        ASSERT_EQ(bodies[i].size(), 18U);
        EXPECT_EQ(bodies[i][12], table.at("space_momentum_x")[i]);
        EXPECT_EQ(bodies[i][14], table.at("space_momentum_z")[i]);
    }
    // what helped to make them is gone, and all that is there is named
    for (const std::string& name : files("top")) {
        EXPECT_EQ(name.find("rows"), name.npos);
        if (name == "manifest.json" || name.ends_with(".npy")) continue;
        EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
    }
}

TEST_F(Formats, OneThatHoldsAllTakesThePlaceOfTheTable) {
    const auto names = [&](const char* format) {
        EXPECT_EQ(run({"run", "--problem", "free-body", "--end", "1", "--set",
                       fmt::format("output.format={}", format), "--out", "o"})
                      .exit_code,
                  0);
        return files("o");
    };
    EXPECT_EQ(names("npz"), (Arguments{"manifest.json", "report.html", "summary.json", "trajectory.npz"}));
    EXPECT_EQ(names("lammps"), (Arguments{"manifest.json", "report.html", "summary.json", "trajectory.csv",
                                          "trajectory.lammpstrj"}));
    EXPECT_EQ(names("[\"csv\", \"npz\"]"), (Arguments{"manifest.json", "report.html", "summary.json",
                                                      "trajectory.csv", "trajectory.npz"}));
}

TEST_F(Formats, WhereThereIsNoEnergyArraysHaveNone) {
    ASSERT_EQ(run({"run", "--problem", "free-body", "--end", "1", "--set", "torque.model=constant-body",
                   "--set", "torque.torque=[0,0,1]", "--format", "csv,npz", "--out", "o"})
                  .exit_code,
              0);
    const auto npz = read_npz(contents(folder / "o/trajectory.npz"));
    EXPECT_EQ(npz.size(), quantities.size() - 1);
    EXPECT_FALSE(npz.contains("energy"));
    EXPECT_TRUE(std::isnan(columns(folder / "o/trajectory.csv").at("energy")[0]));
}

TEST_F(Formats, AStoppedRunLeavesArraysOfThePartDone) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "1e6", "--every", "10", "--format",
                                 "npz", "--out", "o", "--quiet", "--checkpoint", "off"},
                                {.meanwhile = [polls = 0](pid_t child) mutable {
                                    if (++polls == 50) kill(child, SIGINT);
                                }});
    EXPECT_EQ(outcome.exit_code, 1);
    const auto npz = read_npz(contents(folder / "o/trajectory.npz"));
    const double end = json::parse(contents(folder / "o/summary.json"))["time"];
    EXPECT_EQ(npz.at("time").numbers().back(), end);
    EXPECT_EQ(4 * npz.at("time").numbers().size(), npz.at("attitude").numbers().size());
}

TEST_F(Formats, OfAnEnsembleHoldTheSameBits) {
    write("tops.toml", tops_scenario());
    const Outcome outcome = run({"ensemble", "tops.toml", "--format", "csv,npz,lammps", "--out", "o"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* name : {"final", "snapshot-1"}) {
        const auto table = columns(folder / fmt::format("o/{}.csv", name));
        const auto npz = read_npz(contents(folder / fmt::format("o/{}.npz", name)));
        for (const char* array : {"attitude", "momentum", "angular_velocity"})
            EXPECT_EQ(npz.at(array).numbers(), side_by_side(table, quantities.at(array))) << array;
        EXPECT_EQ(npz.at("parameters").numbers(), table.at("parameter_1"));
        ASSERT_EQ(table.at("body").size(), 300U);
        EXPECT_EQ(table.at("body").back(), 299);
        EXPECT_EQ(table.at("time")[5], npz.at("time").numbers()[0]);
        const auto bodies = bodies_in_dump(folder / fmt::format("o/{}.lammpstrj", name));
        ASSERT_EQ(bodies.size(), 300U);
        EXPECT_EQ(bodies.back()[0], 300);
        // the momentum in space is as long as that in the body
        for (std::size_t k = 0; k < bodies.size(); ++k)
            EXPECT_NEAR(
                std::hypot(bodies[k][12], bodies[k][13], bodies[k][14]),
                std::hypot(table.at("momentum_x")[k], table.at("momentum_y")[k], table.at("momentum_z")[k]),
                1e-13);
    }
}

TEST_F(Formats, TheMotionOfABodyOfAnEnsembleEndsInItsBits) {
    write("tops.toml", tops_scenario());
    const Outcome outcome = run({"ensemble", "tops.toml", "--format", "csv,gltf", "--set",
                                 "output.bodies=[0,17,299,17]", "--set", "output.every=5", "--out", "o"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto final = columns(folder / "o/final.csv");
    for (const std::size_t k : {0U, 17U, 299U}) {
        const auto motion = columns(folder / fmt::format("o/body-{}.csv", k));
        EXPECT_EQ(motion.at("time").size(), 5U);
        for (const char* name : {"momentum_x", "momentum_y", "momentum_z", "angular_velocity_z"})
            EXPECT_EQ(motion.at(name).back(), final.at(name)[k]) << name;
        EXPECT_EQ(std::abs(motion.at("qw").back()), std::abs(final.at("qw")[k]));
        EXPECT_TRUE(json::parse(contents(folder / fmt::format("o/body-{}.gltf", k))).contains("animations"));
    }
    const json summary = json::parse(contents(folder / "o/summary.json"));
    EXPECT_NE(std::ranges::find(summary["files"], "body-17.csv"), summary["files"].end());
    EXPECT_EQ(std::ranges::count(files("o"), "body-17.csv"), 1);
}

TEST_F(Formats, NobodyGetsMoreThanAHundredThousandSamplesUnasked) {
    const Arguments long_run{"run",   "--problem", "free-body", "--steps", "250000",
                             "--end", "100",       "--out",     "o"};
    Arguments as_json = long_run;
    as_json.emplace_back("--json");
    const Outcome outcome = run(as_json);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string note = outcome.json()["notes"][0];
    EXPECT_EQ(
        note,
        "a sample is taken every 3 steps, which makes at most 100 thousand; output.every says otherwise (1: "
        "all steps)");
    EXPECT_EQ(json::parse(contents(folder / "o/summary.json"))["notes"][0], note);
    EXPECT_EQ(table(folder / "o/trajectory.csv").size(), 1U + 250000 / 3 + 2);

    Arguments all = long_run;
    all.insert(all.end(), {"--every", "1"});
    const Outcome asked = run(all);
    ASSERT_EQ(asked.exit_code, 0);
    EXPECT_EQ(asked.out.find("a sample is taken"), std::string::npos);
    EXPECT_EQ(table(folder / "o/trajectory.csv").size(), 1U + 250001);
}

}  // namespace
}  // namespace polhode::test
