/// The true motion by Boost.odeint in 80-bit arithmetic, and errors against it as `choose` means them.
#pragma once

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include "polhode/torque/bind.hpp"
#include "quaternion_rates.hpp"

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace polhode::test {

class OdeintMotion {
public:
    /// At these times, the first of which is 0.
    OdeintMotion(const Problem& problem, const std::vector<double>& times)
        : principal_(core::from_eigen(problem.body.principal_axes())) {
        namespace odeint = boost::numeric::odeint;
        const core::State<double> start = core::to_principal(problem.initial, principal_);
        const core::Inertia<double> moments(core::from_eigen(problem.body.moments()));
        // momenta, moments and torques in units of the first momentum: odeint's tolerance is an absolute one
        // too
        unit_ = norm(core::Vector3<Number>(start.momentum));
        const core::Inertia<Number> inertia((1 / unit_) * core::Vector3<Number>(moments.moments));
        const core::Quaternion<Number> q(start.attitude);
        const core::Vector3<Number> p = (1 / unit_) * core::Vector3<Number>(start.momentum);
        const Number length = std::sqrt(norm2(q));
        Numbers now{q.x / length, q.y / length, q.z / length, q.w / length, p.x, p.y, p.z};
        const std::vector<Number> when(times.begin(), times.end());
        const auto bound = bound_torque<Number>(problem.body, problem.torque);
        const auto torque = [&](Number t, const core::Quaternion<Number>& attitude,
                                const core::Vector3<Number>& angular_velocity) {
            return (1 / unit_) * bound->at(t, attitude, angular_velocity);
        };
        using Fehlberg = odeint::runge_kutta_fehlberg78<Numbers, Number>;
        odeint::integrate_times(odeint::make_controlled<Fehlberg>(1e-18L, 1e-18L),
                                QuaternionRates<Number, decltype(torque)>{inertia, torque}, now, when.begin(),
                                when.end(), static_cast<Number>(problem.defaults.end) / 1000,
                                [&](const Numbers& s, Number) { states_.push_back(s); });
        for (const Numbers& s : states_) largest_ = std::max(largest_, norm(momentum(s)));
    }

    /// Of a state at time `index`: the larger of the angle and of the momentum's distance, relative to the
    /// largest momentum. Infinite for what is no state.
    double error(std::size_t index, const State& state) const {
        if (!(std::abs(state.attitude.norm() - 1) < 0.1) || !state.momentum.allFinite())
            return std::numeric_limits<double>::infinity();
        const core::State<double> seen = core::to_principal(state, principal_);
        const Numbers& s = states_[index];
        const Number angle = attitude_angle(core::Quaternion<Number>{s[0], s[1], s[2], s[3]},
                                            core::Quaternion<Number>(seen.attitude));
        const Number off = norm((1 / unit_) * core::Vector3<Number>(seen.momentum) - momentum(s));
        return static_cast<double>(std::max(angle, off / largest_));
    }

private:
    using Number = long double;
    using Numbers = std::array<Number, 7>;  // x, y, z, w, Π

    static core::Vector3<Number> momentum(const Numbers& s) { return {s[4], s[5], s[6]}; }

    core::Quaternion<double> principal_;
    Number unit_ = 1, largest_ = 0;
    std::vector<Numbers> states_;
};

/// Largest error of a run over its samples.
inline double true_error(const Problem& problem, const std::vector<Sample>& samples) {
    std::vector<double> times;
    for (const Sample& sample : samples) times.push_back(sample.time);
    const OdeintMotion motion(problem, times);
    double largest = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        largest = std::max(largest, motion.error(i, samples[i].state));
    return largest;
}

}  // namespace polhode::test
