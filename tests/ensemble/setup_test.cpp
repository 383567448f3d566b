/// The start of an ensemble: distributions as asked for, and the same bodies for any partition.
#include "polhode/ensemble/setup.hpp"

#include "io/array_rows.hpp"
#include "polhode/error.hpp"
#include "program/run_program.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

using Kind = Distribution::Kind;

EnsembleSetup setup_of(std::size_t count, const char* name = "slow-top") {
    EnsembleSetup setup{.problem = problem(name), .count = count, .seed = 11};
    setup.rotation.distribution.mean = setup.problem.initial.momentum;
    setup.read_rows = read_rows;
    return setup;
}

Ensemble all_of(const EnsembleSetup& setup) { return draw_ensemble(setup, {0, setup.count}, 2); }

/// Mean and standard deviation of one number of the bodies.
template <class Number>
std::pair<double, double> mean_and_deviation(std::size_t count, const Number& number) {
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < count; ++k) sum += number(k);
    const double mean = sum / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k) squares += (number(k) - mean) * (number(k) - mean);
    return {mean, std::sqrt(squares / static_cast<double>(count))};
}

/// To four standard errors of the mean and of the deviation.
template <class Number>
void expect_normal(std::size_t count, double mean, double sigma, const Number& number) {
    const auto [m, s] = mean_and_deviation(count, number);
    const double root = std::sqrt(static_cast<double>(count));
    EXPECT_NEAR(m, mean, 4 * sigma / root);
    EXPECT_NEAR(s, sigma, 4 * sigma / (std::sqrt(2) * root));
}

TEST(EnsembleSetup, WithoutDistributionsAllAreAlike) {
    const EnsembleSetup setup = setup_of(20);
    const Ensemble e = all_of(setup);
    for (std::size_t k = 0; k < 20; ++k) {
        EXPECT_EQ(e.state(k).attitude.coeffs(), setup.problem.initial.attitude.coeffs());
        EXPECT_EQ(e.state(k).momentum, setup.problem.initial.momentum);
    }
    EXPECT_TRUE(e.moments().common());
    EXPECT_TRUE(e.parameters().common());
}

// A tensor that is diagonal but for noise has its moments in the order of its diagonal, and so have the rows.
TEST(EnsembleSetup, RowsOfMomentsAreInTheOrderOfTheBodyAxes) {
    for (const double noise : {0.0, 1e-9, 1e-4}) {
        EnsembleSetup setup = setup_of(1);
        Eigen::Matrix3d tensor = Eigen::Vector3d(5, 3, 4).asDiagonal();
        tensor(0, 1) = tensor(1, 0) = noise;
        setup.problem.body = Body::from_tensor(tensor);
        setup.inertia = {.kind = Kind::file, .file = "moments.csv"};
        setup.rotation = {{.mean = {1, 0.5, 0.2}}, true, false};
        setup.read_rows = [](const std::string&, const RowsWanted&) { return std::vector<double>{5, 3, 4}; };
        const Ensemble e = all_of(setup);
        EXPECT_LT((e.state(0).momentum - Eigen::Vector3d(5, 1.5, 0.8)).norm(), 1e-14 + 2 * noise) << noise;
        EXPECT_LT((e.body(0).tensor() - tensor).norm(), 1e-14 + 10 * noise * noise) << noise;
    }
}

TEST(EnsembleSetup, NormalMomentaAndAttitudes) {
    EnsembleSetup setup = setup_of(40'000);
    setup.attitude = {.kind = Kind::normal, .sigma = {0.1, 0.2, 0.05}};
    setup.rotation = {{.kind = Kind::normal, .mean = {1, 2, 3}, .sigma = {0.5, 0, 0.1}}, false, false};
    const Ensemble e = all_of(setup);
    for (int i = 0; i < 3; ++i) {
        expect_normal(setup.count, setup.rotation.distribution.mean[i], setup.rotation.distribution.sigma[i],
                      [&](std::size_t k) { return e.state(k).momentum[i]; });
        // the rotation vector, in body axes, from the initial attitude
        expect_normal(setup.count, 0, setup.attitude.sigma[i], [&](std::size_t k) {
            const Eigen::AngleAxisd turn(setup.problem.initial.attitude.conjugate() * e.state(k).attitude);
            return turn.angle() * turn.axis()[i];
        });
    }
}

TEST(EnsembleSetup, AngularVelocityMeansTheBodysOwnInertia) {
    EnsembleSetup setup = setup_of(2000);
    setup.inertia = Distribution{.kind = Kind::uniform, .low = {4, 4, 1}, .high = {5, 6, 2}};
    setup.attitude.kind = Kind::uniform;
    setup.rotation = {{.mean = {1, 2, 3}}, true, true};  // the same angular velocity in space for all
    const Ensemble e = all_of(setup);
    for (std::size_t k = 0; k < setup.count; ++k) {
        const State s = e.state(k);
        EXPECT_LT((s.attitude * e.body(k).angular_velocity(s.momentum) - Eigen::Vector3d(1, 2, 3)).norm(),
                  1e-14);
        const Eigen::Vector3d m = e.body(k).moments();
        EXPECT_TRUE(m[0] >= 4 && m[0] < 5 && m[1] >= 4 && m[1] < 6 && m[2] >= 1 && m[2] < 2);
    }
}

TEST(EnsembleSetup, ImpossibleMomentsAreDrawnAgain) {
    EnsembleSetup setup = setup_of(3000);
    setup.inertia = Distribution{.kind = Kind::normal, .mean = {1, 1, 1.9}, .sigma = {0.2, 0.2, 0.2}};
    const Ensemble e = all_of(setup);
    bool near_the_edge = false;
    for (std::size_t k = 0; k < setup.count; ++k) {
        const Eigen::Vector3d m = e.body(k).moments();
        EXPECT_GE(m.sum() - m.maxCoeff(), m.maxCoeff() * (1 - 1e-9));
        near_the_edge = near_the_edge || m[0] + m[1] < 1.05 * m[2];
    }
    EXPECT_TRUE(near_the_edge);

    setup.inertia =
        Distribution{.kind = Kind::uniform, .low = {1, 1, 3}, .high = {1, 1, 4}, .origin = "here"};
    try {
        (void)all_of(setup);
        ADD_FAILURE();
    } catch (const InputError& error) {
        for (const char* part : {"here: ", "1000 draws", "body 0", "exceeds the sum"})
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

TEST(EnsembleSetup, ParametersOfOneAndOfThreeNumbers) {
    EnsembleSetup setup = setup_of(10'000);
    setup.parameters = {{"weight_moment", {.kind = Kind::normal, .mean = {20, 0, 0}, .sigma = {2, 2, 2}}}};
    const Ensemble top = all_of(setup);
    expect_normal(setup.count, 20, 2, [&](std::size_t k) { return parameters_of(top.torque(k))[0]; });

    setup.problem.torque = core::ConstantBodyTorque{};
    setup.parameters = {{"torque", {.kind = Kind::uniform, .low = {-1, 0, 2}, .high = {1, 0, 3}}}};
    const Ensemble pushed = all_of(setup);
    for (std::size_t k = 0; k < setup.count; ++k) {
        const std::vector<double> p = parameters_of(pushed.torque(k));
        EXPECT_TRUE(p[0] >= -1 && p[0] < 1 && p[1] == 0 && p[2] >= 2 && p[2] < 3);
    }
}

TEST(EnsembleSetup, SeveralParametersOfSeveralTorquesAreIndependent) {
    EnsembleSetup setup = setup_of(10'000);
    const Torque top = setup.problem.torque, push = core::ConstantBodyTorque{.torque = {1, 2, 3}};
    setup.problem.torque = TorqueSum{{{top, "top"}, {push, "left"}, {push, "right"}}};
    const ParameterDistribution weight{"top.weight_moment",
                                       {.kind = Kind::normal, .mean = {20, 0, 0}, .sigma = {2, 0, 0}}},
        torque{"right.torque", {.kind = Kind::normal, .mean = {0, 0, 4}, .sigma = {0, 0, 1}}};
    setup.parameters = {weight, torque};
    const Ensemble both = all_of(setup);
    expect_normal(setup.count, 20, 2, [&](std::size_t k) { return parameters_of(both.torque(k))[0]; });
    expect_normal(setup.count, 4, 1, [&](std::size_t k) { return parameters_of(both.torque(k))[6]; });
    double covariance = 0;
    for (std::size_t k = 0; k < setup.count; ++k) {
        const std::vector<double> p = parameters_of(both.torque(k));
        EXPECT_EQ(std::vector(p.begin() + 1, p.begin() + 6), (std::vector<double>{1, 2, 3, 0, 0}));
        covariance += (p[0] - 20) * (p[6] - 4) / static_cast<double>(setup.count);
    }
    EXPECT_LT(std::abs(covariance), 0.1);
    // one alone, or in another order: the same numbers
    setup.parameters = {torque, weight};
    EXPECT_EQ(parameters_of(all_of(setup).torque(77)), parameters_of(both.torque(77)));
    setup.parameters = {torque};
    EXPECT_EQ(parameters_of(all_of(setup).torque(77))[6], parameters_of(both.torque(77))[6]);
    setup.parameters = {{"weight_moment", weight.distribution}};
    EXPECT_THROW(all_of(setup), InputError);
}

TEST(EnsembleSetup, CorrelatedQuantitiesHaveTheCovariance) {
    EnsembleSetup setup = setup_of(20'000);
    Eigen::Matrix4d covariance;  // of the moments and the weight; the fourth depends on the others entirely
    covariance << 0.04, 0.02, 0, 0.12,  //
        0.02, 0.09, 0, 0.22,            //
        0, 0, 0.0001, 0,                //
        0.12, 0.22, 0, 0.68;
    setup.correlated = CorrelatedDistribution{.names = {"inertia", "weight_moment"},
                                              .mean = Eigen::Vector4d(5, 6, 4, 20),
                                              .covariance = covariance};
    const Ensemble bodies = all_of(setup);
    const auto numbers = [&](std::size_t k) {
        const Eigen::Vector3d m = bodies.body(k).moments();
        return Eigen::Vector4d(m[0], m[1], m[2], parameters_of(bodies.torque(k))[0]);
    };
    Eigen::Vector4d mean = Eigen::Vector4d::Zero();
    for (std::size_t k = 0; k < setup.count; ++k) mean += numbers(k) / static_cast<double>(setup.count);
    Eigen::Matrix4d found = Eigen::Matrix4d::Zero();
    for (std::size_t k = 0; k < setup.count; ++k) {
        const Eigen::Vector4d d = numbers(k) - mean;
        found += d * d.transpose() / static_cast<double>(setup.count);
        // 2 (x₁ − mean) + 2 (x₂ − mean) is the fourth
        const Eigen::Vector4d x = numbers(k) - setup.correlated->mean;
        EXPECT_NEAR(x[3], 2 * x[0] + 2 * x[1], 1e-9);
    }
    EXPECT_LT((mean - setup.correlated->mean).norm(), 0.03);
    EXPECT_LT((found - covariance).norm(), 0.03);

    const auto complaint = [&](int i, int j, double value) -> std::string {
        EnsembleSetup wrong = setup;
        wrong.correlated->covariance(i, j) = value;
        const auto drawn = try_draw_ensemble(wrong, {0, wrong.count}, 1);
        return drawn ? "" : drawn.error().message;
    };
    EXPECT_EQ(complaint(0, 1, 0.03),
              "covariance: 0.03 in row 1 and 0.02 in row 2, expected a symmetric matrix");
    EXPECT_EQ(complaint(1, 1, -1),
              "covariance: row 2 is impossible, expected a positive semidefinite matrix");
    EXPECT_EQ(complaint(3, 3, 0.5),
              "covariance: row 4 is impossible, expected a positive semidefinite matrix");
    EXPECT_EQ(complaint(2, 2, std::nan("")), "covariance: nan, expected finite numbers");
    setup.correlated->names = {"inertia"};
    EXPECT_NE(try_draw_ensemble(setup, {0, 1}, 1).error().message.find("expected those of 3 numbers"),
              std::string::npos);
}

TEST(EnsembleSetup, TheSameBodiesForAnyPartition) {
    EnsembleSetup setup = setup_of(500);
    setup.attitude.kind = Kind::uniform;
    setup.rotation = {{.kind = Kind::normal, .mean = {0, 0, 5}, .sigma = {1, 1, 1}}, true, false};
    setup.inertia = Distribution{.kind = Kind::normal, .mean = {5, 5, 1}, .sigma = {1, 1, 1}};
    setup.parameters = {{"weight_moment", {.kind = Kind::uniform, .low = {15, 0, 0}, .high = {25, 0, 0}}}};
    const Ensemble whole = all_of(setup);
    for (const int ranks : {2, 3})
        for (int rank = 0; rank < ranks; ++rank) {
            const Share share = share_of(rank, ranks, setup.count);
            const Ensemble part = draw_ensemble(setup, share, 1 + rank);
            for (std::size_t k = share.first; k < share.last; ++k) {
                const std::size_t j = k - share.first;
                EXPECT_EQ(part.state(j).attitude.coeffs(), whole.state(k).attitude.coeffs());
                EXPECT_EQ(part.state(j).momentum, whole.state(k).momentum);
                EXPECT_EQ(part.body(j).moments(), whole.body(k).moments());
                EXPECT_EQ(parameters_of(part.torque(j)), parameters_of(whole.torque(k)));
            }
        }
    // more bodies do not change the first ones
    setup.count = 1000;
    const Ensemble more = all_of(setup);
    EXPECT_EQ(more.state(123).momentum, whole.state(123).momentum);
}

using EnsembleFile = test::ProgramTest;

TEST_F(EnsembleFile, GivesEachBodyItsRow) {
    EnsembleSetup setup = setup_of(3);
    setup.attitude = {.kind = Kind::file, .file = write("q.csv", "x,y,z,w\n0,0,0,1\n0,0.6,0,0.8\n1,0,0,0\n")};
    setup.rotation = {{.kind = Kind::file, .file = write("w.csv", "1,2,3\n4,5,6\n7,8,9\n")}, true, false};
    setup.inertia = Distribution{.kind = Kind::file, .file = write("i.csv", "1,1,1\n2,2,2\n3,4,5\n")};
    setup.parameters = {
        {"weight_moment", {.kind = Kind::file, .file = write("p.csv", "weight\n10\n20\n30\n")}}};
    const Ensemble e = draw_ensemble(setup, {1, 3}, 1);
    EXPECT_EQ(e.state(0).attitude.coeffs(), Eigen::Vector4d(0, 0.6, 0, 0.8));
    EXPECT_EQ(e.state(0).momentum, Eigen::Vector3d(8, 10, 12));
    EXPECT_EQ(e.state(1).momentum, Eigen::Vector3d(21, 32, 45));
    EXPECT_EQ(e.body(1).moments(), Eigen::Vector3d(3, 4, 5));
    EXPECT_EQ(parameters_of(e.torque(1))[0], 30);
}

TEST_F(EnsembleFile, SaysWhichRowIsWrong) {
    const auto says = [](const EnsembleSetup& setup, std::vector<std::string> parts) {
        try {
            (void)all_of(setup);
            ADD_FAILURE() << parts[0];
        } catch (const InputError& error) {
            for (const std::string& part : parts)
                EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    };
    EnsembleSetup setup = setup_of(2);
    setup.attitude = {
        .kind = Kind::file, .file = write("q.csv", "0,0,0,1\n0,0,0,2\n"), .origin = "x.toml:3: a"};
    says(setup, {"x.toml:3: a", "row 2", "length 2"});
    setup.attitude = {.kind = Kind::file, .file = write("q.csv", "0,0,0,1\n"), .origin = "x.toml:3: a"};
    says(setup, {"x.toml:3: a", "q.csv", "1 x 4", "2 x 4"});
    setup.attitude = {};
    setup.inertia = Distribution{.kind = Kind::file, .file = write("i.csv", "1,1,1\n1,1,3\n"), .origin = "b"};
    says(setup, {"b: row 2", "exceeds the sum"});
}

}  // namespace
}  // namespace polhode
