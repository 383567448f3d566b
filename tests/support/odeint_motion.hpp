/// The true motion by Boost.odeint in 80-bit arithmetic, and errors against it as `choose` means them.
#pragma once

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
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

/// Piece by piece from one time to the next at which the torque jumps or an impulse is given; with rotors.
class OdeintMotion {
public:
    /// At these times, in order, the first of which is 0. The steps of odeint keep their error to `tolerance`.
    OdeintMotion(const Problem& problem, const std::vector<double>& times, long double tolerance = 1e-18L)
        : principal_(core::from_eigen(problem.body.principal_axes())) {
        const core::State<double> start = core::to_principal(problem.initial, principal_);
        // momenta, moments and torques in units of the first momentum: odeint's tolerance is an absolute one
        // too
        unit_ = norm(core::Vector3<Number>(start.momentum));
        const core::Quaternion<Number> q(start.attitude);
        const core::Vector3<Number> p = (1 / unit_) * core::Vector3<Number>(start.momentum);
        const Number length = std::sqrt(norm2(q));
        Numbers now{q.x / length, q.y / length, q.z / length, q.w / length, p.x, p.y, p.z};

        const double end = times.back();
        std::vector<double> cuts = breakpoints(problem.torque, TimeSpan{0, end});
        for (const Impulse& impulse : problem.impulses) cuts.push_back(impulse.time);
        std::erase_if(cuts, [&](double t) { return !(t > 0 && t < end); });
        cuts.push_back(end);
        std::ranges::sort(cuts);
        cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());

        strike(problem, now, 0);
        auto next = times.begin();
        for (; next != times.end() && *next <= 0; ++next) states_.push_back(now);
        double from = 0;
        for (const double to : cuts) {
            std::vector<double> stops{from};
            for (auto t = next; t != times.end() && *t < to; ++t) stops.push_back(*t);
            stops.push_back(to);
            const std::size_t before = states_.size();
            follow(problem, stops, tolerance, now);
            states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(before));  // that of `from`
            states_.pop_back();                                                    // and that of `to`
            strike(problem, now, to);
            for (next += static_cast<std::ptrdiff_t>(stops.size() - 2); next != times.end() && *next <= to;
                 ++next)
                states_.push_back(now);
            from = to;
        }
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

    /// Largest distance of another motion at the same times, in the same measure.
    double distance(const OdeintMotion& other) const {
        Number most = 0;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const Numbers &a = states_[i], &b = other.states_[i];
            most = std::max({most,
                             attitude_angle(core::Quaternion<Number>{a[0], a[1], a[2], a[3]},
                                            core::Quaternion<Number>{b[0], b[1], b[2], b[3]}),
                             norm(momentum(a) - momentum(b)) / largest_});
        }
        return static_cast<double>(most);
    }

private:
    using Number = long double;
    using Numbers = std::array<Number, 7>;  // x, y, z, w, Π

    /// From the first of the times to the last, between which nothing jumps; remembers the states at all of them.
    void follow(const Problem& problem, const std::vector<double>& times, Number tolerance, Numbers& now) {
        namespace odeint = boost::numeric::odeint;
        const core::Inertia<Number> inertia(
            (1 / unit_) * core::Vector3<Number>(core::from_eigen(problem.body.moments())));
        core::Rotor<Number> rotor = core::rotor_of<Number>(problem.body);
        rotor.momentum = (1 / unit_) * rotor.momentum;
        rotor.rate = (1 / static_cast<double>(unit_)) * rotor.rate;
        const auto bound =
            bound_torque<Number>(problem.body, within(problem.torque, TimeSpan{times.front(), times.back()}));
        const auto torque = [&](Number t, const core::Quaternion<Number>& attitude,
                                const core::Vector3<Number>& angular_velocity) {
            return (1 / unit_) * bound->at(t, attitude, angular_velocity);
        };
        const std::vector<Number> when(times.begin(), times.end());
        using Fehlberg = odeint::runge_kutta_fehlberg78<Numbers, Number>;
        odeint::integrate_times(odeint::make_controlled<Fehlberg>(tolerance, tolerance),
                                QuaternionRates<Number, decltype(torque)>{inertia, torque, rotor}, now,
                                when.begin(), when.end(), (when.back() - when.front()) / 1000,
                                [&](const Numbers& s, Number) { states_.push_back(s); });
    }

    /// Gives the impulses of this time.
    void strike(const Problem& problem, Numbers& now, double time) const {
        for (const Impulse& impulse : problem.impulses) {
            if (impulse.time != time) continue;
            const core::Quaternion<Number> attitude{now[0], now[1], now[2], now[3]};
            const core::Vector3<Number> given(core::from_eigen(impulse.momentum)),
                change =
                    (1 / unit_)
                    * to_body(impulse.frame == Frame::body ? core::Quaternion<Number>(principal_) : attitude,
                              given);
            now[4] += change.x;
            now[5] += change.y;
            now[6] += change.z;
        }
    }

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
