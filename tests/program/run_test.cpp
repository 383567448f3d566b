/// `polhode run`: the JSON object, the three files, the options.
#include "program/run_program.hpp"

#include "polhode/advise/compare.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using RunCommand = ProgramTest;

const std::vector<std::string> slow_top{"run", "--problem", "slow-top"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

// A step that is far too large: a note, in words and in the JSON object, and still no failure.
TEST_F(RunCommand, SaysThatAStepIsTooLargeForAnything) {
    const Outcome outcome = run(with(slow_top, {"--step", "20", "--json"}));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("says nothing about the motion"), std::string::npos) << outcome.err;
    const json large = outcome.json();
    ASSERT_EQ(large["notes"].size(), 2U);
    EXPECT_NE(large["notes"][0].get<std::string>().find("says nothing about the motion"), std::string::npos);
    EXPECT_NE(large["notes"][1].get<std::string>().find("turns the body by 100 radians"), std::string::npos);
    const json usual = run(with(slow_top, {"--json"})).json();
    EXPECT_TRUE(usual["notes"].empty());
    ASSERT_TRUE(usual.contains("error_first_part"));
    if (!usual["error_first_part"].is_null()) {  // which a very busy machine may bring about
        EXPECT_LT(usual["error_first_part"]["error"].get<double>(), 1e-2);
    }
}

TEST_F(RunCommand, WarnsOnceOfWhatIsProbablyNotMeant) {
    const std::vector<std::string> turned =
        with(slow_top, {"--set", "initial.rotation_vector=[0, 0, 45]", "--end", "1"});
    const std::string says = "--set initial.rotation_vector: [0, 0, 45] is beyond a full turn in radians";
    const auto times_in = [&](const std::string& text) {
        int times = 0;
        for (std::size_t at = text.find(says); at != text.npos; at = text.find(says, at + 1)) ++times;
        return times;
    };
    std::vector<std::string> as_json = turned, as_hash = turned, quiet = turned;
    as_json.emplace_back("--json");
    as_hash.emplace_back("--hash");
    quiet.emplace_back("--quiet");
    EXPECT_NE(run(turned).out.find("--set initial.rotation_vector"), std::string::npos);
    const Outcome object = run(as_json);
    EXPECT_EQ(times_in(object.err), 1) << object.err;
    EXPECT_EQ(times_in(object.out), 1);
    ASSERT_EQ(object.json()["notes"].size(), 1U);
    const Outcome hash = run(as_hash);
    EXPECT_EQ(times_in(hash.err), 1) << hash.err;
    EXPECT_EQ(hash.out.size(), 17U) << hash.out;
    EXPECT_EQ(run(quiet).out + run(quiet).err, "");
}

TEST_F(RunCommand, WritesTheAttitudeInTheFormThatIsAskedFor) {
    const std::vector<std::string> asked{"run", "--problem", "slow-top", "--end", "0.02", "--out", "result"};
    const auto first_lines = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = asked;
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(run(arguments).exit_code, 0);
        return lines(contents(folder / "result/trajectory.csv"));
    };
    const auto angles = first_lines({"--set", "output.attitude=euler-XYZ-deg", "--set",
                                     "initial.degrees=true", "--set", "initial.rotation_vector=[30, 0, 0]"});
    ASSERT_GE(angles.size(), 3U);
    EXPECT_EQ(angles[0].find("time,euler_1_X_deg,euler_2_Y_deg,euler_3_Z_deg,momentum_x,"), 0U) << angles[0];
    EXPECT_EQ(angles[1].find("# T,deg,deg,deg,I/T,"), 0U) << angles[1];
    EXPECT_NEAR(std::stod(angles[2].substr(2)), 30, 1e-12) << angles[2];
    EXPECT_EQ(first_lines({"--set", "output.attitude=matrix"})[0].find("time,rxx,rxy,rxz,ryx"), 0U);
    EXPECT_EQ(first_lines({})[0].find("time,qx,qy,qz,qw,"), 0U);
    const Outcome wrong = run({"run", "--problem", "slow-top", "--set", "output.attitude=euler-zz"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_NE(wrong.err.find("got \"euler-zz\""), std::string::npos) << wrong.err;
}

TEST_F(RunCommand, JsonHasEveryKey) {
    const Outcome outcome = run(with(slow_top, {"--json"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const json j = outcome.json();
    EXPECT_TRUE(j["polhode"].is_string());
    EXPECT_EQ(j["schema"], 1);
    EXPECT_EQ(j["problem"], "slow-top");
    EXPECT_EQ(j["changed"], json::array());
    EXPECT_EQ(j["method"], "se");
    EXPECT_EQ(j["complete"], true);
    EXPECT_EQ(j["time"], 20.0);
    EXPECT_EQ(j["step"], 0.01);
    EXPECT_EQ(j["requested_step"], 0.01);
    EXPECT_EQ(j["step_shortened"], false);
    EXPECT_EQ(j["steps"], 2000);
    EXPECT_EQ(j["attitude"]["quaternion"].size(), 4U);
    EXPECT_EQ(j["attitude"]["matrix"].size(), 3U);
    EXPECT_EQ(j["attitude"]["matrix"][2].size(), 3U);
    EXPECT_EQ(j["momentum"]["body"].size(), 3U);
    EXPECT_EQ(j["momentum"]["space"].size(), 3U);
    EXPECT_TRUE(j["energy"]["initial"].is_number());
    EXPECT_TRUE(j["energy"]["final"].is_number());
    EXPECT_TRUE(j["energy"]["max_error"].is_number());
    EXPECT_TRUE(j["momentum_error"]["max"].is_number());
    EXPECT_EQ(j["torque_evaluations"], 2001);
    EXPECT_TRUE(j["wall_seconds"].is_number());
}

TEST_F(RunCommand, TaylorChoosesItsStepsUnlessOneIsGiven) {
    const json j = run(with(slow_top, {"--method", "taylor-20", "--json"})).json();
    ASSERT_TRUE(j["own_steps"].is_number());
    EXPECT_LT(j["own_steps"], 200);
    EXPECT_EQ(j["torque_evaluations"], 20 * j["own_steps"].get<long>());
    EXPECT_EQ(j["steps"], 2000);
    EXPECT_LT(j["energy"]["max_error"], 1e-12);
    const Outcome text = run(with(slow_top, {"--method", "taylor-20"}));
    EXPECT_NE(text.out.find("of the method's own, seen every 0.01"), std::string::npos) << text.out;
    const json given = run(with(slow_top, {"--method", "taylor-20", "--step", "0.1", "--json"})).json();
    EXPECT_TRUE(given["own_steps"].is_null());
    EXPECT_EQ(given["torque_evaluations"], 4000);
}

TEST_F(RunCommand, JsonNumbersAreThoseOfTheLibrary) {
    const json j = run(with(slow_top, {"--json"})).json();
    const Result result = simulate(problem("slow-top"), Plan{});
    const Eigen::Quaterniond& q = result.final_state.attitude;
    EXPECT_EQ(j["attitude"]["quaternion"], json::array({q.x(), q.y(), q.z(), q.w()}));
    const Eigen::Matrix3d r = q.toRotationMatrix();
    EXPECT_EQ(j["attitude"]["matrix"][0], json::array({r(0, 0), r(0, 1), r(0, 2)}));
    const Eigen::Vector3d &body = result.final_state.momentum, space = result.final_state.spatial_momentum();
    EXPECT_EQ(j["momentum"]["body"], json::array({body.x(), body.y(), body.z()}));
    EXPECT_EQ(j["momentum"]["space"], json::array({space.x(), space.y(), space.z()}));
    EXPECT_EQ(j["energy"]["max_error"], result.conservation.energy->max_error);
}

TEST_F(RunCommand, MethodIsGivenByItsCanonicalName) {
    EXPECT_EQ(run(with(slow_top, {"--method", "newmark-so3", "--json"})).json()["method"], "liemid-ea");
}

TEST_F(RunCommand, WithoutPotentialTheEnergyIsNull) {
    const std::vector<std::string> thruster =
        with(slow_top,
             {"--set", "torque.model=constant-body", "torque.torque=[0, 0, 1]", "--out", "result", "--json"});
    const Outcome outcome = run(thruster);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json();
    for (const char* key : {"initial", "final", "max_error"}) {
        ASSERT_TRUE(j["energy"].contains(key));
        EXPECT_TRUE(j["energy"][key].is_null());
    }
    ASSERT_TRUE(j["momentum_error"].contains("max"));
    EXPECT_TRUE(j["momentum_error"]["max"].is_null());
    EXPECT_EQ(j["changed"], json::array({"torque.model", "torque.torque"}));

    const json summary = json::parse(contents(folder / "result/summary.json"));
    EXPECT_TRUE(summary["certificate"]["energy"]["error_slope"].is_null());
    EXPECT_TRUE(summary["certificate"]["momentum"]["max_error"].is_null());
    const std::string row = table(folder / "result/trajectory.csv")[1];
    EXPECT_NE(row.find(",,"), std::string::npos) << row;
}

TEST_F(RunCommand, OutWritesThreeFiles) {
    const Outcome outcome = run(with(slow_top, {"--out", "deep/result", "--json"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(files("deep/result"),
              (std::vector<std::string>{"manifest.json", "report.html", "summary.json", "trajectory.csv"}));

    json summary = json::parse(contents(folder / "deep/result/summary.json"));
    const json certificate = summary["certificate"];
    EXPECT_TRUE(certificate["energy"]["max_error"].is_number());
    EXPECT_TRUE(certificate["energy"]["mean_error"].is_number());
    EXPECT_TRUE(certificate["energy"]["error_slope"].is_number());
    EXPECT_TRUE(certificate["energy"]["slope_uncertainty"].is_number());
    EXPECT_LT(certificate["momentum"]["max_error"], 1e-12);
    EXPECT_TRUE(certificate["momentum"]["slope_uncertainty"].is_number());
    EXPECT_TRUE(certificate["max_quaternion_norm_error"].is_number());
    EXPECT_EQ(certificate["method"], "se");
    EXPECT_EQ(certificate["relies_on"][0], "order 2");
    EXPECT_EQ(certificate["checked"]["steps"], 2000);
    EXPECT_EQ(certificate["checked"]["whole"], true);
    // the largest of the run, which the distance from the reference state at the end does not exceed
    const double at_end = attitude_distance(simulate(problem("slow-top"), {}).final_state,
                                            problem("slow-top").references[0].state);
    EXPECT_GE(certificate["error"]["estimate"].get<double>(), 0.99 * at_end);
    EXPECT_LT(certificate["error"]["estimate"].get<double>(), 10 * at_end);
    EXPECT_NE(certificate["error"]["obtained_by"].get<std::string>().find("taylor-24"), std::string::npos);
    EXPECT_LT(certificate["reversibility_defect"], 1e-10);
    EXPECT_LT(certificate["round_off"], 1e-10);
    summary.erase("certificate");
    EXPECT_EQ(summary, outcome.json());

    const std::string page = contents(folder / "deep/result/report.html");
    EXPECT_NE(page.find("</html>"), std::string::npos);
    EXPECT_NE(page.find("slow-top"), std::string::npos);
}

TEST_F(RunCommand, TrajectoryHasARowPerSample) {
    ASSERT_EQ(run(with(slow_top, {"--out", "all"})).exit_code, 0);
    const auto all = table(folder / "all/trajectory.csv");
    EXPECT_EQ(all[0],
              "time,qx,qy,qz,qw,momentum_x,momentum_y,momentum_z,"
              "space_momentum_x,space_momentum_y,space_momentum_z,energy,"
              "angular_velocity_x,angular_velocity_y,angular_velocity_z");
    EXPECT_EQ(all.size(), 1U + 2001U);
    for (const std::string& row : all) EXPECT_EQ(std::count(row.begin(), row.end(), ','), 14);
    EXPECT_EQ(lines(contents(folder / "all/trajectory.csv"))[1],
              "# T,1,1,1,1,I/T,I/T,I/T,I/T,I/T,I/T,I/T^2,rad/T,rad/T,rad/T");

    // every 300th of 2000 steps, and the last
    ASSERT_EQ(run(with(slow_top, {"--out", "some", "--every", "300"})).exit_code, 0);
    const auto some = table(folder / "some/trajectory.csv");
    ASSERT_EQ(some.size(), 1U + 7U + 1U);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(numbers(some[1 + i])[0], numbers(all[1 + 300 * i])[0]);
    EXPECT_EQ(numbers(some.back())[0], 20.0);
}

TEST_F(RunCommand, TrajectoryReadsBackAsTheSameNumbers) {
    ASSERT_EQ(run(with(slow_top, {"--out", "result"})).exit_code, 0);
    std::vector<Sample> samples;
    simulate(problem("slow-top"), Plan{},
             {.on_sample = [&](const Sample& s) { samples.push_back(s); }, .on_progress = {}});
    const auto rows = table(folder / "result/trajectory.csv");
    ASSERT_EQ(rows.size(), 1 + samples.size());
    for (std::size_t i = 0; i < samples.size(); i += 100) {
        const Sample& s = samples[i];
        const Eigen::Quaterniond& q = s.state.attitude;
        const Eigen::Vector3d &body = s.state.momentum, &space = s.spatial_momentum;
        EXPECT_EQ(
            numbers(rows[1 + i]),
            (std::vector<double>{s.time, q.x(), q.y(), q.z(), q.w(), body.x(), body.y(), body.z(), space.x(),
                                 space.y(), space.z(), s.energy.value(), s.angular_velocity.x(),
                                 s.angular_velocity.y(), s.angular_velocity.z()}));
    }
}

TEST_F(RunCommand, QuaternionNeverFlipsItsSign) {
    // samples more than half a turn apart: the fast top turns by 50 rad per unit time
    for (const char* every : {"1", "50", "77", "500"}) {
        ASSERT_EQ(run({"run", "--problem", "fast-top", "--every", every, "--out", "result"}).exit_code, 0);
        const auto rows = table(folder / "result/trajectory.csv");
        for (std::size_t i = 2; i < rows.size(); ++i) {
            const auto a = numbers(rows[i - 1]), b = numbers(rows[i]);
            EXPECT_GE(a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4], 0)
                << "every " << every << ", row " << i;
        }
    }
}

TEST_F(RunCommand, StepIsShortenedToDivideTheInterval) {
    const Outcome outcome = run(with(slow_top, {"--step", "0.3", "--json"}));
    const json j = outcome.json();
    EXPECT_EQ(j["steps"], 67);
    EXPECT_EQ(j["step"], 20.0 / 67);
    EXPECT_EQ(j["requested_step"], 0.3);
    EXPECT_EQ(j["step_shortened"], true);
    EXPECT_EQ(j["time"], 20.0);
    EXPECT_NE(outcome.err.find("0.3 does not divide"), std::string::npos);
    EXPECT_EQ(run(with(slow_top, {"--step", "0.3", "--json", "--quiet"})).err, "");
    EXPECT_NE(run(with(slow_top, {"--step", "0.3"})).out.find("0.3 does not divide"), std::string::npos);
}

TEST_F(RunCommand, OptionsAndSettingsSayTheSame) {
    const auto final_state = [&](const std::vector<std::string>& arguments) {
        const Outcome outcome = run(with(with(slow_top, arguments), {"--json"}));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        json j = outcome.json();
        j.erase("wall_seconds");
        return j;
    };
    EXPECT_EQ(
        final_state({"--step", "0.02", "--end", "2", "--method", "kdk-liemid"}),
        final_state({"--set", "integrate.step=0.02", "integrate.end=2", "integrate.method=kdk-liemid"}));
    EXPECT_EQ(final_state({"--steps", "100", "--end", "2"}),
              final_state({"--set", "integrate.steps=100", "--set", "integrate.end=2"}));
    EXPECT_EQ(final_state({"--steps", "1e2", "--end", "+2."}), final_state({"--steps=100", "--end=2"}));
    EXPECT_EQ(final_state({"--set", "integrate.method='se'"}), final_state({}));
}

TEST_F(RunCommand, CommandLineOverridesTheFile) {
    write("top.toml",
          "problem = \"slow-top\"\n[initial]\nrotation_vector = [0.1, 0, 0]\n[integrate]\nstep = 0.1\nend = "
          "1\n");
    EXPECT_EQ(run({"run", "top.toml", "--json"}).json()["steps"], 10);
    // the other way to say the same thing replaces it, rather than contradicting it
    EXPECT_EQ(run({"run", "top.toml", "--steps", "7", "--json"}).json()["steps"], 7);
    const json j = run({"run", "top.toml", "--set", "initial.quaternion=[0, 0, 0, 1]", "--json"}).json();
    EXPECT_EQ(j["energy"]["initial"], 20 + 12.5);
    EXPECT_EQ(j["problem"], "top");
    EXPECT_EQ(j["changed"], json::array({"initial.quaternion"}));
}

TEST_F(RunCommand, EndZeroIsTheInitialState) {
    const Outcome outcome = run(with(slow_top, {"--end", "0", "--out", "result", "--json"}));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["steps"], 0);
    EXPECT_EQ(outcome.json()["time"], 0.0);
    EXPECT_EQ(table(folder / "result/trajectory.csv").size(), 2U);
}

TEST_F(RunCommand, QuietSaysNothing) {
    const Outcome outcome = run(with(slow_top, {"--quiet", "--step", "0.3"}));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(RunCommand, SummaryForPeople) {
    const Outcome outcome = run(slow_top);
    ASSERT_EQ(outcome.exit_code, 0);
    for (const char* part :
         {"slow-top", "se", "2000 of 0.01", "attitude", "momentum, body", "momentum, space", "momentum error",
          "energy", "torque evaluations", "2001", "per step"})
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << " is not in\n" << outcome.out;
    for (const std::string& line : lines(outcome.out)) EXPECT_LE(line.size(), 102U);
}

/// The scenario of the documentation is the built-in problem of the same name.
TEST_F(RunCommand, ExampleScenarioEqualsTheBuiltInProblem) {
    const Outcome file = run({"run", POLHODE_SOURCE_DIR "/examples/scenarios/slow-top.toml", "--json"});
    ASSERT_EQ(file.exit_code, 0) << file.err;
    json from_file = file.json(), built_in = run(with(slow_top, {"--json"})).json();
    for (json* j : {&from_file, &built_in}) j->erase("wall_seconds");
    EXPECT_EQ(from_file, built_in);
}

TEST_F(RunCommand, EveryExampleScenarioRuns) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(POLHODE_SOURCE_DIR "/examples/scenarios")) {
        const bool many = contents(entry.path()).find("[ensemble]") != std::string::npos;
        const Outcome outcome = run({many ? "ensemble" : "run", entry.path(), "--out", "result", "--json"});
        EXPECT_EQ(outcome.exit_code, 0) << entry.path() << ": " << outcome.err;
        if (!many) {
            const json summary = json::parse(contents(folder / "result/summary.json")),
                       error = summary["certificate"]["error"]["estimate"];
            EXPECT_LT(error.is_number() ? error.get<double>() : 0, 0.01) << entry.path();
        }
        ++count;
    }
    EXPECT_GE(count, 12);
}

TEST_F(RunCommand, EveryProblemSurvivesItsScenarioText) {
    for (const Problem& p : problems()) {
        SCOPED_TRACE(p.name);
        const Outcome text = run({"problems", p.name, "--toml"});
        ASSERT_EQ(text.exit_code, 0);
        write("same.toml", text.out);
        json from_text = run({"run", "same.toml", "--json"}).json();
        json built_in = run({"run", "--problem", p.name, "--json"}).json();
        for (json* j : {&from_text, &built_in}) j->erase("wall_seconds");
        EXPECT_EQ(from_text, built_in);
    }
}

}  // namespace
}  // namespace polhode::test
