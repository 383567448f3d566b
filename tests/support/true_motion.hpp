/// The true motion of a problem, to compare states between steps with.
#pragma once

#include "polhode/advise/compare.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"

namespace polhode::test {

/// Attitude, and momentum relative to that of b.
inline double distance(const State& a, const State& b) {
    return attitude_distance(a, b) + (a.momentum - b.momentum).norm() / b.momentum.norm();
}

/// The true motion, by Taylor series at a tolerance of round-off.
class TrueMotion {
public:
    explicit TrueMotion(const Problem& p)
        : series_(taylor_flow(24, 1e-17), p.body, p.torque), state_(p.initial) {}
    /// Times must not go back.
    const State& at(double t) {
        if (t > time_) series_.step(state_, time_, t - time_);
        time_ = t;
        return state_;
    }

private:
    Integrator series_;
    State state_;
    double time_ = 0;
};

}  // namespace polhode::test
