/// The loops that are compiled for an instruction set have the bits of the same loops on plain numbers.
#include "method/registers/kernels.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/method/multistep.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/bind.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

using core::Multistep, core::State;

/// One of each kind of torque: compiled into the loops, and called.
std::vector<std::pair<std::string, Torque>> torques() {
    core::Damping damping;
    for (int i = 0; i < 3; ++i) damping.coefficient.row[i] = 0.3 * damping.coefficient.row[i];
    return {
        {"top", core::HeavyTop{2, {0, 0, 1}, {0.6, 0, 0.8}}},
        {"tilted top", core::HeavyTop{2, {0.48, -0.6, 0.64}, {0.6, 0, 0.8}}},
        {"top upside down", core::HeavyTop{2, {0.36, 0.48, -0.8}, {0, 0, 1}}},
        {"gravity gradient", core::GravityGradient{.coefficient = 1.5, .direction = {0.8, 0, 0.6}}},
        {"soft wall", core::SoftWall{.sign = core::SoftWall::Sign::repulsive, .direction = {0, 0.6, 0.8}}},
        {"dipole", core::MagneticDipole{.moment = {0.3, -1, 2}, .field = {0.5, 1, -0.7}}},
        {"constant", core::ConstantSpaceTorque{.torque = {0.1, 0.2, -0.3}}},
        {"damping", damping}};
}

State<double> start() {
    return {core::normalised(core::Quaternion<double>{0.1, 0.4, -0.2, 0.9}), {1.5, -2, 4}};
}

bool identical(const State<double>& a, const State<double>& b) {
    const core::multistep::Row<double> x(a.attitude, a.momentum), y(b.attitude, b.momentum);
    return std::ranges::equal(x.of, y.of);
}

/// Runs by chunks of several lengths, with single steps in between.
template <class Stepper>
std::vector<State<double>> run(Stepper& stepper) {
    const core::TimeGrid<double> grid{0.25, 0.004};
    std::vector<State<double>> all;
    State<double> s = start();
    long done = 0;
    for (const long count : {1L, 3L, 30L, 1L, 1L, 500L, 129L}) {
        const auto [made, status] = stepper.march(s, grid, done, count);
        EXPECT_EQ(made, count);
        EXPECT_TRUE(status.ok());
        done += made;
        all.push_back(s);
    }
    return all;
}

class MultistepKernels : public testing::TestWithParam<const char*> {};

TEST_P(MultistepKernels, HaveTheBitsOfTheFormula) {
    const core::multistep::Kernels* kernels = core::multistep::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    for (const auto& table : core::multistep::tables) {
        for (const auto& [name, torque] : torques()) {
            const auto bound = bound_torque<double>(body, torque);
            using Erased = core::ErasedTorque<double>;
            core::MethodStepper<Multistep, double, Erased> fast({table, kernels}, inertia, Erased(*bound)),
                plain({table, nullptr}, inertia, Erased(*bound));
            const auto ours = run(fast), expected = run(plain);
            EXPECT_TRUE(std::ranges::equal(ours, expected, identical)) << table.name << ", " << name;
            EXPECT_EQ(fast.torque_evaluations(), plain.torque_evaluations()) << table.name << ", " << name;
        }
        core::MethodStepper<Multistep, double, core::NoTorque> fast({table, kernels}, inertia, {}),
            plain({table, nullptr}, inertia, {});
        EXPECT_TRUE(std::ranges::equal(run(fast), run(plain), identical)) << table.name << ", free";
    }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, MultistepKernels, testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& set) { return std::string(set.param); });

/// A model in the loop and the same one behind a call.
TEST(MultistepKernels, AgreeOnATorqueWhicheverWayItIsEvaluated) {
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::HeavyTop top{2, {0.48, -0.6, 0.64}, {0.6, 0, 0.8}};
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    const auto bound = bound_torque<double>(body, top);
    const Multistep method{core::multistep::tables[2], core::multistep::best_kernels()};
    core::MethodStepper<Multistep, double, core::HeavyTop> typed(method, inertia, top);
    core::MethodStepper<Multistep, double, core::ErasedTorque<double>> erased(
        method, inertia, core::ErasedTorque<double>(*bound));
    EXPECT_TRUE(std::ranges::equal(run(typed), run(erased), identical));
}

}  // namespace
}  // namespace polhode::test
