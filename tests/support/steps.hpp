/// Single steps of catalogue methods in long double, and how far apart two states are.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/so3/rotation.hpp"

#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

namespace polhode::test {

using Extended = long double;
using ExtendedState = core::State<Extended>;
using ExtendedVector = core::Vector3<Extended>;

/// One step of a method by name, with nothing carried over from steps before.
inline ExtendedState stepped(std::string_view name, const Problem& p, ExtendedState s, Extended t,
                             Extended h) {
    const core::Status status = method(name).on_long_double(p.body, p.torque)->step(s, t, h);
    if (!status.ok()) throw std::runtime_error(std::string(name) + " failed on " + p.name);
    return s;
}

/// The angle between the attitudes plus the difference of the momenta relative to their size.
inline double distance(const ExtendedState& a, const ExtendedState& b) {
    return static_cast<double>(attitude_angle(a.attitude, b.attitude)
                               + norm(a.momentum - b.momentum) / norm(a.momentum));
}

/// The first state of a problem in the kernels' numbers.
inline ExtendedState initial_state(const Problem& p) {
    const auto& q = p.initial.attitude;
    const auto& m = p.initial.momentum;
    return {{q.x(), q.y(), q.z(), q.w()}, {m.x(), m.y(), m.z()}};
}

/// A state at random: attitudes within some 40° of upright (the soft wall is steep beyond), momenta of the
/// problem's size.
template <class Real>
core::State<Real> random_state(const Problem& p, std::mt19937& random) {
    std::normal_distribution<double> normal;
    const auto vector = [&](double size) {
        return core::Vector3<Real>(Real(size * normal(random)), Real(size * normal(random)),
                                   Real(size * normal(random)));
    };
    const core::Quaternion<Real> attitude = core::exp(vector(0.4));
    return {attitude, vector(0.5 * p.initial.momentum.norm())};
}

}  // namespace polhode::test
