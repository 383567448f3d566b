/// What the kernels that are compiled for an instruction set are compared on with plain numbers: torques of each kind,
/// and a run by marches of several lengths.
#pragma once

#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/so3/normalised.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/bind.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace polhode::test {

/// One of each kind of torque: compiled into the loops, and called.
inline std::vector<std::pair<std::string, Torque>> kernel_torques() {
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

inline core::State<double> kernel_start() {
    return {core::normalised(core::Quaternion<double>{0.1, 0.4, -0.2, 0.9}), {1.5, -2, 4}};
}

inline bool identical(const core::State<double>& a, const core::State<double>& b) {
    const auto numbers = [](const core::State<double>& s) {
        const auto& [q, p] = s;
        return std::array{q.x, q.y, q.z, q.w, p.x, p.y, p.z};
    };
    return numbers(a) == numbers(b);
}

/// Marches of several lengths, with single steps in between: the state after each.
template <class Stepper>
std::vector<core::State<double>> marches(Stepper& stepper, double step) {
    const core::TimeGrid<double> grid{0.25, step};
    std::vector<core::State<double>> all;
    core::State<double> s = kernel_start();
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

/// A method with kernels and without: on every torque, behind the one type of them, and on a free body.
template <class Method>
void expect_bits_of_plain_numbers(const Method& with, const Method& without, double step,
                                  const std::string& name) {
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    for (const auto& [torque_name, torque] : kernel_torques()) {
        const auto bound = bound_torque<double>(body, torque);
        using Erased = core::ErasedTorque<double>;
        core::MethodStepper<Method, double, Erased> fast(with, inertia, Erased(*bound)),
            plain(without, inertia, Erased(*bound));
        const auto ours = marches(fast, step), expected = marches(plain, step);
        EXPECT_TRUE(std::ranges::equal(ours, expected, identical)) << name << ", " << torque_name;
        EXPECT_EQ(fast.torque_evaluations(), plain.torque_evaluations()) << name << ", " << torque_name;
    }
    core::MethodStepper<Method, double, core::NoTorque> fast(with, inertia, {}), plain(without, inertia, {});
    EXPECT_TRUE(std::ranges::equal(marches(fast, step), marches(plain, step), identical)) << name << ", free";
}

/// A model that the step is compiled with, and the same one behind the one type.
template <class Method>
void expect_same_however_evaluated(const Method& method, double step) {
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::HeavyTop top{2, {0.48, -0.6, 0.64}, {0.6, 0, 0.8}};
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    const auto bound = bound_torque<double>(body, top);
    using Erased = core::ErasedTorque<double>;
    core::MethodStepper<Method, double, core::HeavyTop> typed(method, inertia, top);
    core::MethodStepper<Method, double, Erased> erased(method, inertia, Erased(*bound));
    EXPECT_TRUE(std::ranges::equal(marches(typed, step), marches(erased, step), identical));
}

}  // namespace polhode::test
