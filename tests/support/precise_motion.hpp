/// The true motion in 80-bit arithmetic by Taylor series, through breakpoints and with rotors: fast enough for many
/// random problems. tests/simulate/between_steps_test.cpp checks it against Boost.odeint.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace polhode::test {

/// One piece of time, without impulses.
class PreciseMotion {
public:
    /// From the initial state of the problem, at this time.
    explicit PreciseMotion(const Problem& problem, double start_time = 0)
        : principal_(core::from_eigen(problem.body.principal_axes())),
          series_(taylor_flow(24, 1e-19).on_long_double(problem.body, problem.torque, {})) {
        time_ = start_time;
        const core::State<double> start = core::to_principal(problem.initial, principal_);
        core::Quaternion<long double> q(start.attitude);
        const long double length = std::sqrt(norm2(q));
        state_ = {{q.x / length, q.y / length, q.z / length, q.w / length},
                  core::Vector3<long double>(start.momentum)};
    }

    /// The distance of a state from the motion, as an angle and in momenta; times must not go back.
    struct Distance {
        double angle, momentum, size;  ///< of the momentum itself
    };
    Distance from(double t, const State& state) {
        go_to(t);
        const core::State<double> seen = core::to_principal(state, principal_);
        return {static_cast<double>(
                    attitude_angle(core::Quaternion<long double>(seen.attitude), state_.attitude)),
                static_cast<double>(norm(core::Vector3<long double>(seen.momentum) - state_.momentum)),
                static_cast<double>(norm(state_.momentum))};
    }

    State at(double t) {
        go_to(t);
        return core::from_principal(
            {core::Quaternion<double>(state_.attitude), core::Vector3<double>(state_.momentum)}, principal_);
    }

private:
    void go_to(double t) {
        if (t > time_) series_->step(state_, time_, t - time_);
        time_ = t;
    }

    core::Quaternion<double> principal_;
    std::unique_ptr<core::Stepper<long double>> series_;
    core::State<long double> state_;
    long double time_ = 0;
};

/// The largest over the samples of a run; momenta relative to the largest of the motion.
class LargestError {
public:
    explicit LargestError(const Problem& problem) : motion_(problem) {}
    void see(double t, const State& state) {
        const auto [angle, momentum, size] = motion_.from(t, state);
        const auto keep = [](double& most, double x) {
            if (!(x <= most)) most = x;
        };
        keep(angle_, angle);
        keep(momentum_, momentum);
        keep(size_, size);
    }
    double value() const { return std::max(angle_, size_ > 0 ? momentum_ / size_ : momentum_); }

private:
    PreciseMotion motion_;
    double angle_ = 0, momentum_ = 0, size_ = 0;
};

}  // namespace polhode::test
