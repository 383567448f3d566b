/// [ensemble] in scenarios: what is read, and one sentence for everything that is wrong.
#include "toml/scenario.hpp"

#include "polhode/error.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

using Kind = Distribution::Kind;

const std::string body = "[body]\ninertia = [5, 5, 1]\n";                            // lines 1, 2
const std::string torque = "[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n";  // 3 to 5
const std::string integrate = "[integrate]\nstep = 0.01\nend = 0.1\n";               // 6 to 8
const std::string common = body + torque + integrate;
const std::string many = "[ensemble]\ncount = 100\n";  // 9, 10
const std::string initial = "[initial]\nangular_velocity = [0, 0, 5]\n";
const std::string normal = "distribution = \"normal\"\nmean = [1, 2, 3]\nsigma = 0.2\n";
const std::string rotation = "[ensemble.angular_velocity]\n" + normal;

EnsembleScenario read(const std::string& toml, const std::vector<Override>& overrides = {}) {
    return make_ensemble_scenario(ScenarioText{"dir/x.toml", toml}, overrides);
}

TEST(EnsembleScenario, ReadsTheExampleOfTheDocumentation) {
    const EnsembleScenario s = read(common + "[ensemble]\ncount = 1e5\nseed = 7\n[ensemble.attitude]\n"
                                    "distribution = \"uniform\"\n" + rotation
                                    + "[output]\nsnapshots = [0, 0.05]\nstatistics = 4\nformat = \"npy\"\n");
    EXPECT_EQ(s.setup.count, 100'000U);
    EXPECT_EQ(s.setup.seed, 7U);
    EXPECT_EQ(s.setup.problem.name, "x");
    EXPECT_EQ(s.setup.attitude.kind, Kind::uniform);
    EXPECT_EQ(s.setup.rotation.distribution.kind, Kind::normal);
    EXPECT_TRUE(s.setup.rotation.velocity);
    EXPECT_FALSE(s.setup.rotation.in_space);
    EXPECT_EQ(s.setup.rotation.distribution.mean, Eigen::Vector3d(1, 2, 3));
    EXPECT_EQ(s.setup.rotation.distribution.sigma, Eigen::Vector3d(0.2, 0.2, 0.2));
    EXPECT_EQ(s.plan.snapshots, (std::vector<double>{0, 0.05}));
    EXPECT_EQ(s.plan.samples, 4);
    EXPECT_EQ(s.plan.steps, 10);
    EXPECT_EQ(s.formats.names, std::vector<std::string>{"npy"});
    EXPECT_FALSE(s.setup.inertia);
    EXPECT_TRUE(s.setup.parameters.empty());
}

TEST(EnsembleScenario, MeansComeFromTheOneBody) {
    const EnsembleScenario s =
        read(common + initial + many
             + "[ensemble.momentum]\ndistribution = \"normal\"\nsigma = 1\n"
               "[ensemble.inertia]\ndistribution = \"normal\"\nsigma = [0.1, 0.2, 0.3]\n"
               "[ensemble.parameter]\nname = \"weight_moment\"\ndistribution = \"normal\"\nsigma = 2\n");
    EXPECT_EQ(s.setup.rotation.distribution.mean, Eigen::Vector3d(0, 0, 5));
    EXPECT_FALSE(s.setup.rotation.velocity);
    EXPECT_EQ(s.setup.inertia->mean, Eigen::Vector3d(5, 5, 1));
    EXPECT_EQ(s.setup.inertia->sigma, Eigen::Vector3d(0.1, 0.2, 0.3));
    ASSERT_EQ(s.setup.parameters.size(), 1);
    EXPECT_EQ(s.setup.parameters[0].name, "weight_moment");
    EXPECT_EQ(s.setup.parameters[0].distribution.mean[0], 20);
}

const std::string two_torques =
    "[body]\ninertia = [5, 5, 1]\n[integrate]\nmethod = \"se\"\nstep = 0.01\nend = 0.1\n"
    "[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 20\n"
    "[[torque]]\nmodel = \"constant-body\"\nname = \"thruster\"\ntorque = [1, 2, 3]\n";

TEST(EnsembleScenario, DrawsParametersOfSeveralTorques) {
    const EnsembleScenario s =
        read(two_torques + initial + many
             + "[[ensemble.parameter]]\nname = \"heavy-top.weight_moment\"\ndistribution = \"normal\"\nsigma = 2\n"
               "[[ensemble.parameter]]\nname = \"thruster.torque\"\ndistribution = \"normal\"\nsigma = [0.1, 0, 0]\n");
    ASSERT_EQ(s.setup.parameters.size(), 2);
    EXPECT_EQ(s.setup.parameters[0].name, "heavy-top.weight_moment");
    EXPECT_EQ(s.setup.parameters[0].distribution.mean[0], 20);
    EXPECT_EQ(s.setup.parameters[1].name, "thruster.torque");
    EXPECT_EQ(s.setup.parameters[1].distribution.mean, Eigen::Vector3d(1, 2, 3));
    EXPECT_EQ(s.setup.parameters[1].distribution.sigma, Eigen::Vector3d(0.1, 0, 0));
}

TEST(EnsembleScenario, DrawsCorrelatedQuantities) {
    const EnsembleScenario s =
        read(two_torques + initial + many
             + "[ensemble.correlated]\nnames = [\"heavy-top.weight_moment\", \"inertia\"]\n"
               "covariance = [[4, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0], [0.1, 0, 0, 1]]\n");
    ASSERT_TRUE(s.setup.correlated);
    EXPECT_EQ(s.setup.correlated->mean, Eigen::Vector4d(20, 5, 5, 1));
    EXPECT_EQ(s.setup.correlated->covariance(3, 0), 0.1);
}

TEST(EnsembleScenario, OneTorqueNeedsNoName) {
    for (const char* on : {"", "on = [[0, 1]]\n"})
        for (const char* key : {"weight_moment", "heavy-top.weight_moment"}) {
            const EnsembleScenario s = read(
                "[body]\ninertia = [5, 5, 1]\n[integrate]\nmethod = \"se\"\nstep = 0.01\nend = 0.1\n"
                "[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n"
                + std::string(on) + initial + many + "[ensemble.parameter]\nname = \"" + key
                + "\"\ndistribution = \"normal\"\nsigma = 2\n");
            ASSERT_EQ(s.setup.parameters.size(), 1);
            EXPECT_EQ(parameter_count(s.setup.problem.torque), 1);
            EXPECT_EQ(s.setup.parameters[0].name, varying_parameters(s.setup.problem.torque)[0].name);
        }
}

TEST(EnsembleScenario, WithoutADistributionTheInitialStateIsCommon) {
    const EnsembleScenario given = read(common + initial + many);
    EXPECT_EQ(given.setup.rotation.distribution.kind, Kind::constant);
    EXPECT_TRUE(given.setup.rotation.velocity) << "an angular velocity is kept for any inertia";
    EXPECT_EQ(given.setup.rotation.distribution.mean, Eigen::Vector3d(0, 0, 5));
    const EnsembleScenario built_in = read("problem = \"slow-top\"\n" + many);
    EXPECT_FALSE(built_in.setup.rotation.velocity);
    EXPECT_EQ(built_in.setup.rotation.distribution.mean, problem("slow-top").initial.momentum);
}

TEST(EnsembleScenario, PointsWhereTheInitialAttitudeDoes) {
    const std::string turned = "[initial]\nrotation_vector = [1.5707963267948966, 0, 0]\n";
    const EnsembleScenario s = read(common + turned + rotation + many);
    EXPECT_LT((s.plan.pointing.target - Eigen::Vector3d(0, -1, 0)).norm(), 1e-15);
    const EnsembleScenario other =
        read(common + turned + rotation + many + "pointing_axis = [2, 0, 0]\npointing_target = [0, 3, 4]\n");
    EXPECT_EQ(other.plan.pointing.axis, Eigen::Vector3d(1, 0, 0));
    EXPECT_LT((other.plan.pointing.target - Eigen::Vector3d(0, 0.6, 0.8)).norm(), 1e-15);
}

TEST(EnsembleScenario, FilesLieBesideTheScenario) {
    const EnsembleScenario s = read(common + initial + many + "[ensemble.attitude]\nfile = \"a.npy\"\n");
    EXPECT_EQ(s.setup.attitude.file, "dir/a.npy");
    EXPECT_EQ(s.setup.attitude.origin, "dir/x.toml:14: ensemble.attitude.file");
}

TEST(EnsembleScenario, AnotherChoiceReplacesWhatBelongedToTheOldOne) {
    const std::string toml = common + many + rotation;
    const auto with = [&](const std::string& key, const std::string& value) {
        return Override{"--set " + key, key, value};
    };
    const EnsembleScenario flat = read(toml, {with("ensemble.angular_velocity.distribution", "uniform"),
                                              with("ensemble.angular_velocity.low", "0"),
                                              with("ensemble.angular_velocity.high", "[1,2,3]")});
    EXPECT_EQ(flat.setup.rotation.distribution.kind, Kind::uniform);
    EXPECT_EQ(flat.setup.rotation.distribution.high, Eigen::Vector3d(1, 2, 3));
    const EnsembleScenario other = read(toml, {with("ensemble.momentum.file", "m.npy")});
    EXPECT_EQ(other.setup.rotation.distribution.kind, Kind::file);
    EXPECT_FALSE(other.setup.rotation.velocity);
    EXPECT_EQ(read(toml, {with("ensemble.angular_velocity.sigma", "3")}).setup.rotation.distribution.sigma[1],
              3);
    EXPECT_EQ(read(toml, {with("ensemble.count", "5")}).setup.count, 5U);
}

struct Bad {
    std::string toml;
    std::vector<std::string> says;
};

TEST(EnsembleScenario, SaysWhatIsWrong) {
    const std::string good = common + many + rotation;  // 14 lines
    for (const auto& [toml, says] : std::vector<Bad>{
             {common + rotation, {"dir/x.toml", "ensemble.count is missing"}},
             {common + "[ensemble]\ncount = 0\n" + rotation,
              {"x.toml:10: ensemble.count", "from 1 to 2^53", "got 0"}},
             {common + "[ensemble]\ncount = 1e18\n" + rotation,
              {"x.toml:10: ensemble.count", "from 1 to 2^53", "got 1e+18"}},
             {common + many + "seed = 1e19\n" + rotation,
              {"x.toml:11: ensemble.seed", "from 0 to 2^53", "got 1e+19"}},
             {good + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = 1e200\n",
              {"x.toml:17: ensemble.attitude.sigma", "below 1e+150", "got 1e+200"}},
             {good
                  + "[ensemble.parameter]\nname = \"weight_moment\"\ndistribution = \"normal\"\n"
                    "mean = 1e308\nsigma = 1e308\n",
              {"x.toml:19: ensemble.parameter.sigma", "below 1.8e+308", "got 1e+308"}},
             {good
                  + "[ensemble.parameter]\nname = \"weight_moment\"\ndistribution = \"uniform\"\n"
                    "low = -1e308\nhigh = 1e308\n",
              {"x.toml:19: ensemble.parameter.high", "a finite distance from ensemble.parameter.low"}},
             {common + "[ensemble]\ncount = 2.5\n" + rotation, {"x.toml:10: ensemble.count", "2.5"}},
             {common + many + "seed = -1\n" + rotation, {"x.toml:11: ensemble.seed", "-1"}},
             {common + many + "sead = 1\n" + rotation,
              {"x.toml:11", "ensemble.sead", "did you mean \"seed\"?"}},
             {common + many + "pointing_axis = [0, 0, 0]\n" + rotation,
              {"x.toml:11: ensemble.pointing_axis"}},
             {common + many, {"initial.angular_velocity is missing"}},
             {body + torque + "[integrate]\nend = 1\n" + many + rotation, {"integrate.step is missing"}},
             {body + "[integrate]\nmethod = \"taylor-20\"\nend = 1\n" + many + rotation,
              {"integrate.step is missing"}},
             {body + "[integrate]\nmethod = \"abm4-naive\"\nend = 1\nstep = 0.1\n" + many + rotation,
              {"x.toml:4: integrate.method", "abm4-naive", "nothing but the state"}},
             {good + "[output]\nevery = 10\n", {"x.toml:16: output.every", "polhode run"}},
             // tables
             {common + many + "attitude = \"uniform\"\n",
              {"x.toml:11", "[ensemble.attitude]", "\"uniform\""}},
             {good + "[ensemble.atitude]\nsigma = 1\n",
              {"x.toml:15", "atitude", "did you mean \"attitude\"?"}},
             {good + "[ensemble.attitude]\nsigma = 1\n",
              {"x.toml:16: ensemble.attitude.sigma", "distribution or .file"}},
             {good + "[ensemble.attitude]\ndistribution = \"normal\"\n",
              {"x.toml:16", "ensemble.attitude.sigma is missing"}},
             {good + "[ensemble.attitude]\ndistribution = \"gauss\"\n",
              {"x.toml:16", "\"normal\" or \"uniform\"", "gauss"}},
             {good + "[ensemble.attitude]\ndistribution = 3\n",
              {"x.toml:16", "a distribution in quotes", "3"}},
             {good + "[ensemble.attitude]\ndistribution = \"uniform\"\nsigma = 1\n",
              {"x.toml:17", "\"sigma\" has no meaning", "uniform"}},
             {good + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = -1\n",
              {"x.toml:17", "at least 0", "-1"}},
             {good + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = [1, 2]\n",
              {"x.toml:17", "or three", "[1, 2]"}},
             {good + "[ensemble.attitude]\ndistribution = \"uniform\"\nfile = \"a.npy\"\n", {"contradicts"}},
             {good + "[ensemble.attitude]\nfile = 3\n", {"x.toml:16", "a file's name in quotes"}},
             // rotations
             {common + many + "[ensemble.momentum]\ndistribution = \"normal\"\nsigma = 1\n",
              {"x.toml:12", "ensemble.momentum.mean is missing"}},
             {common + many + "[ensemble.momentum]\ndistribution = \"uniform\"\nlow = 1\n",
              {"x.toml:12", "ensemble.momentum.high is missing"}},
             {common + many + "[ensemble.momentum]\ndistribution = \"uniform\"\nlow = 1\nhigh = [2, 2, 0]\n",
              {"x.toml:14: ensemble.momentum.high", "at least ensemble.momentum.low", "[2, 2, 0]"}},
             {good + "[ensemble.momentum]\n" + normal, {"ensemble.momentum.distribution", "contradicts"}},
             // parameters
             {good + "[ensemble.parameter]\n" + normal,
              {"x.toml:16", "name is missing", "\"weight_moment\""}},
             {good
                  + "[ensemble.parameter]\nname = \"weight_moment\"\ndistribution = \"normal\"\nsigma = [1, "
                    "2, 3]\n",
              {"ensemble.parameter.sigma", "[1, 2, 3]"}},
             {good + "[ensemble.parameter]\nname = \"coefficient\"\n" + normal,
              {"x.toml:16: ensemble.parameter.name", "\"weight_moment\"", "heavy-top", "coefficient"}},
             {two_torques + many + rotation + "[ensemble.parameter]\nname = \"torque\"\n" + normal,
              {"x.toml:21: ensemble.parameter.name", "\"heavy-top.weight_moment\" or \"thruster.torque\"",
               "\"torque\""}},
             {two_torques + many + rotation + "[[ensemble.parameter]]\nname = \"thruster.torque\"\n" + normal
                  + "[[ensemble.parameter]]\nname = \"thruster.torque\"\n" + normal,
              {"ensemble.parameter.name", "each parameter once"}},
             {good + "[ensemble.correlated]\nnames = [\"weight_moment\"]\n",
              {"x.toml:16", "ensemble.correlated.covariance is missing"}},
             {good + "[ensemble.correlated]\ncovariance = [[1]]\n", {"ensemble.correlated.names is missing"}},
             {good + "[ensemble.correlated]\nnames = [\"axis\"]\ncovariance = [[1]]\n",
              {"x.toml:16: ensemble.correlated.names", "\"weight_moment\"", "axis"}},
             {good + "[ensemble.correlated]\nnames = \"axis\"\ncovariance = [[1]]\n",
              {"x.toml:16: ensemble.correlated.names", "a list of parameters in quotes", "axis"}},
             {good + "[ensemble.correlated]\nnames = [\"inertia\", \"inertia\"]\ncovariance = [[1]]\n",
              {"x.toml:16: ensemble.correlated.names", "\"inertia\" is drawn twice"}},
             {good + "[ensemble.correlated]\nnames = [\"inertia\"]\ncovariance = [[1]]\n",
              {"x.toml:17: ensemble.correlated.covariance", "3 rows of 3 finite numbers", "[[1]]"}},
             {good
                  + "[ensemble.correlated]\nnames = [\"weight_moment\"]\ncovariance = [[1]]\nmean = [1, 2]\n",
              {"x.toml:18: ensemble.correlated.mean", "1 numbers", "[1, 2]"}},
             {good + "[[ensemble.parameter]]\n[[ensemble.parameter]]\n", {"this parameter needs name"}},
             {good + "[ensemble.parameter]\nname = \"axis\"\n" + normal, {"\"weight_moment\"", "\"axis\""}},
             {body + integrate + many + rotation + "[ensemble.parameter]\nname = \"sign\"\n" + normal,
              {"the torque model \"none\" has no parameter"}},
             // output
             {good + "[output]\nsnapshots = [0.05, 0.2]\n",
              {"x.toml:16: output.snapshots", "from 0 to the end, 0.1", "0.2"}},
             {good + "[output]\nsnapshots = 3\n", {"x.toml:16: output.snapshots", "a list"}},
             {good + "[output]\nstatistics = 0\n",
              {"x.toml:16: output.statistics", "a whole number from 1 to 2^53"}},
             {good + "[output]\nformat = [1]\n", {"x.toml:16: output.format", "a list of formats in quotes"}},
             {good + "[output]\nbodies = [0, 1000000]\n",
              {"x.toml:16: output.bodies", "whole ones from 0 to ", "1000000"}},
             {good + "[output]\nbodies = [0.5]\n", {"x.toml:16: output.bodies", "whole ones"}},
             {good + "[output]\nevery = 2\n", {"x.toml:16: output.every", "output.bodies beside it"}},
         }) {
        try {
            (void)read(toml);
            ADD_FAILURE() << toml;
        } catch (const InputError& error) {
            for (const std::string& part : says)
                EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
                    << error.what() << " | " << part;
        }
    }
}

TEST(EnsembleScenario, SingleRunsSayWhereManyBodiesBelong) {
    for (const char* more : {"[ensemble]\ncount = 3\n", "[ensemble.attitude]\ndistribution = \"uniform\"\n",
                             "[output]\nsnapshots = [1]\n", "[output]\nbodies = [0]\n"}) {
        try {
            (void)make_scenario(ScenarioText{"x.toml", common + initial + more}, {});
            ADD_FAILURE() << more;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("'polhode ensemble'"), std::string::npos)
                << error.what();
        }
    }
}

}  // namespace
}  // namespace polhode
