/// A top of three moments for tests of single steps, its true motion, and a torque that notes when it is asked.
#pragma once

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/torque/heavy_top.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

namespace polhode::test {

/// It turns by some three radians in a unit of time.
struct AsymmetricTop {
    core::Vector3<double> moments{1, 1.5, 2};
    core::HeavyTop torque{2, {0, 0, 1}, {0.6, 0, 0.8}};
    core::State<double> first{core::normalised(core::Quaternion<double>{0.1, 0.4, -0.2, 0.9}), {1.5, -2, 4}};

    template <class Real>
    core::Inertia<Real> inertia() const {
        return core::Inertia<Real>(core::Vector3<Real>(moments));
    }
    template <class Real>
    core::State<Real> start() const {
        return {core::normalised(core::Quaternion<Real>(first.attitude)),
                core::Vector3<Real>(first.momentum)};
    }
};

/// The true state, by Taylor series in long double.
inline core::State<long double> true_state(const AsymmetricTop& top, core::State<long double> s,
                                           long double from, long double length) {
    core::System<long double, core::HeavyTop> system{top.inertia<long double>(), top.torque};
    const core::Taylor series{30};
    auto terms = series.start(system, s, from);
    constexpr int parts = 16;
    const long double h = length / parts;
    for (int n = 0; n < parts; ++n) EXPECT_TRUE(series.step(system, s, terms, from + n * h, h).ok());
    return s;
}

/// The angle of the attitudes plus the relative distance of the momenta.
template <class Real>
double error_of(const core::State<Real>& s, const core::State<long double>& exact) {
    const core::State<long double> seen{core::Quaternion<long double>(s.attitude),
                                        core::Vector3<long double>(s.momentum)};
    return static_cast<double>(core::attitude_angle(seen.attitude, exact.attitude)
                               + norm(seen.momentum - exact.momentum) / norm(exact.momentum));
}

/// A torque of the time that notes the latest for which it was asked.
struct NotingTorque {
    double* latest;
    template <class Real>
    core::Vector3<Real> operator()(const Real& t, const core::Quaternion<Real>&,
                                   const core::Vector3<Real>&) const {
        using std::sin;
        *latest = std::max(*latest, static_cast<double>(core::value_of(t)));
        return {sin(Real(3) * t), Real(0.5), Real(0)};
    }
};

}  // namespace polhode::test
