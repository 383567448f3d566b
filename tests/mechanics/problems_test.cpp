// The built-in problems: that their data are those of the papers, and that the reference states belong to
// them.
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <variant>

namespace {

using namespace polhode;
using Eigen::Vector3d;

const std::vector<std::string> names = {"free-body",           "slow-top",  "fast-top",      "soft-wall",
                                        "soft-wall-repulsive", "free-543",  "heavy-top-big", "heavy-top-123",
                                        "satellite",           "buss-prism"};

double energy(const Problem& p, const State& state) {
    return *Integrator("liemid-ea", p.body, p.torque).energy(state);
}

/// The direction about which a torque conserves momentum.
Vector3d field_axis(const Torque& torque) {
    return std::visit(
        [](const auto& model) -> Vector3d {
            if constexpr (requires { model.direction; })
                return {model.direction.x, model.direction.y, model.direction.z};
            else
                return Vector3d::Zero();
        },
        torque);
}

TEST(Problems, AreTheTenOfTheDocumentation) {
    ASSERT_EQ(problems().size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(problems()[i].name, names[i]);
}

TEST(Problems, AreFoundByName) {
    for (const std::string& name : names) EXPECT_EQ(problem(name).name, name);
    try {
        problem("slow-tpo");
        FAIL() << "accepted an unknown name";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("slow-tpo"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("slow-top"), std::string::npos) << error.what();
    }
}

// H₀ computed by hand from the papers' data: it contains every moment, the start and the potential with its
// sign.
TEST(Problems, StartWithTheEnergyOfThePapers) {
    const auto half_square = [](double moment, double velocity) {
        return 0.5 * moment * velocity * velocity;
    };
    const std::map<std::string, double> expected = {
        {"free-body",
         half_square(0.9144, 0.45549) + half_square(1.098, 0.82623) + half_square(1.66, 0.03476)},
        {"slow-top", half_square(1, 5) + 20 * std::cos(0.05)},
        {"fast-top", half_square(1, 50) + 20 * std::cos(0.3)},
        {"soft-wall", 2 * (1 / 2. + 1 / 3. + 1 / 4.5) + 1 / 2.1 - 0.001 * std::pow(2.1, -10)},
        {"soft-wall-repulsive", 2 * (1 / 2. + 1 / 3. + 1 / 4.5) - 1 / 2.1 + 0.001 * std::pow(2.1, -10)},
        {"free-543", 0.5 * (1 / 5. + 4 / 3.)},
        {"heavy-top-big", 50 * 12000 + 1},
        {"heavy-top-123", 0.5 * (1 + 8 + 27) + 1},
        {"satellite", 0.5 * 225 * 10.8e4 + 0.5 * (3 * 3.986e14 / 3.375e15) * 5.4e4},
        {"buss-prism", 1560. / 19},
    };
    for (const auto& [name, value] : expected)
        EXPECT_NEAR(energy(problem(name), problem(name).initial) / value, 1, 1e-14) << name;
    // the two values printed with seven digits
    EXPECT_NEAR(energy(problem("soft-wall"), problem("soft-wall").initial), 2.587301, 5e-7);
    EXPECT_NEAR(energy(problem("soft-wall-repulsive"), problem("soft-wall-repulsive").initial), 1.634921,
                5e-7);
}

TEST(Problems, HaveTheRightTorque) {
    for (const char* name : {"free-body", "free-543", "buss-prism"})
        EXPECT_TRUE(is_free(problem(name).torque)) << name;
    for (const char* name : {"slow-top", "fast-top"})
        EXPECT_EQ(std::get<core::HeavyTop>(problem(name).torque).weight_moment, 20) << name;
    for (const char* name : {"heavy-top-big", "heavy-top-123"})
        EXPECT_EQ(std::get<core::HeavyTop>(problem(name).torque).weight_moment, 1) << name;
    using Sign = core::SoftWall::Sign;
    EXPECT_EQ(std::get<core::SoftWall>(problem("soft-wall").torque).sign, Sign::printed);
    EXPECT_EQ(std::get<core::SoftWall>(problem("soft-wall-repulsive").torque).sign, Sign::repulsive);
    EXPECT_DOUBLE_EQ(std::get<core::GravityGradient>(problem("satellite").torque).coefficient,
                     3 * 3.986e14 / 3.375e15);
}

TEST(Problems, HaveDefaultsThatFitTogether) {
    const std::map<std::string, double> ends = {
        {"free-body", 100},          {"slow-top", 20},   {"fast-top", 10},      {"soft-wall", 30},
        {"soft-wall-repulsive", 10}, {"free-543", 400},  {"heavy-top-big", 10}, {"heavy-top-123", 10},
        {"satellite", 20},           {"buss-prism", 0.4}};
    for (const Problem& p : problems()) {
        EXPECT_EQ(p.defaults.end, ends.at(p.name)) << p.name;
        EXPECT_GT(p.defaults.step, 0) << p.name;
        EXPECT_NEAR(static_cast<double>(steps_for(p.defaults.end, p.defaults.step)) * p.defaults.step
                        / p.defaults.end,
                    1, 1e-12)
            << p.name;
        EXPECT_FALSE(p.description.empty()) << p.name;
        EXPECT_NEAR(p.initial.attitude.norm(), 1, 1e-15) << p.name;
        // the end time is one of those with a known state
        std::set<double> known;
        for (const ReferenceState& r : p.references) known.insert(r.time);
        EXPECT_TRUE(known.contains(p.defaults.end)) << p.name;
    }
}

// A digit lost in transcription shows in what the motion conserves.
TEST(ReferenceStates, KeepWhatTheMotionConserves) {
    for (const Problem& p : problems())
        for (const ReferenceState& r : p.references) {
            const std::string at = p.name + " at t = " + std::to_string(r.time);
            EXPECT_NEAR(r.state.attitude.norm(), 1, 1e-15) << at;
            EXPECT_LE(r.agreement, 2e-13) << at;
            EXPECT_NEAR(energy(p, r.state) / energy(p, p.initial), 1, 1e-12) << at;
            const Vector3d before = p.initial.spatial_momentum(),
                           change = r.state.spatial_momentum() - before;
            if (is_free(p.torque))
                EXPECT_LT(change.norm(), 1e-12 * before.norm()) << at;
            else
                EXPECT_LT(std::abs(change.dot(field_axis(p.torque))), 1e-12 * before.norm()) << at;
        }
}

// What no conserved quantity shows, the phase of the motion: a second-order method (with a drift that is not
// exact, since some problems are free) comes near the state, and twice as many steps come four times nearer.
TEST(ReferenceStates, AreApproachedBySecondOrderSteps) {
    for (const Problem& p : problems()) {
        const ReferenceState& r = p.references.front();
        const long steps = 4 * steps_for(r.time, p.defaults.step);
        const auto error = [&](long count) {
            const State end =
                simulate(p, {.method = "liemid-ea", .steps = StepCount{count}, .end = r.time}).final_state;
            return attitude_distance(end, r.state);
        };
        const double coarse = error(steps), fine = error(2 * steps);
        EXPECT_LT(fine, 1.4e-2) << p.name;
        EXPECT_NEAR(coarse / fine, 4, 0.3) << p.name;
    }
}

}  // namespace
