/// A body with rotors, for methods that know none. They integrate M = Π − h, which obeys
///     M' = M × ω + (T + h × ω − h'),   ω = I⁻¹M:
/// the equations of a body without rotors under a torque affine in ω (RotorTorque). L = RΠ is then kept to the
/// order of the method, not to round-off.
#pragma once

#include "polhode/step/stepper.hpp"
#include "polhode/torque/bound_torque.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace polhode::core {

/// T + h × ω − h', as a model.
template <class Real>
class RotorTorque {
public:
    RotorTorque(std::shared_ptr<const BoundTorque<Real>> torque, const Rotor<Real>& rotor)
        : has_potential(torque->has_potential),
          rate_dependence(std::max(torque->rate_dependence, RateDependence::affine)),
          torque_(std::move(torque)),
          rotor_(rotor) {}

    bool has_potential;
    RateDependence rate_dependence;

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        return torque_->at(t, attitude, angular_velocity)
             + (cross(rotor_.at(t), angular_velocity) - Vector3<Scalar>(rotor_.rate));
    }
    Real potential(const Real& t, const Quaternion<Real>& attitude) const {
        return torque_->potential(t, attitude);
    }
    std::optional<long> calls() const { return torque_->calls(); }

private:
    std::shared_ptr<const BoundTorque<Real>> torque_;
    Rotor<Real> rotor_;
};

/// Between total momenta outside and those without the rotor's inside.
template <class Real>
class RotorStepper final : public Stepper<Real> {
public:
    /// `method` steps a body under RotorTorque; `torque` is the one without the rotor's part.
    RotorStepper(std::unique_ptr<Stepper<Real>> method, const Inertia<Real>& inertia,
                 const Rotor<Real>& rotor, std::shared_ptr<const BoundTorque<Real>> torque)
        : method_(std::move(method)), inertia_(inertia), rotor_(rotor), torque_(std::move(torque)) {}

    Status step(State<Real>& state, const Real& t, const Real& h) override {
        begin(state, t, h);
        const Status status = method_->step(inner_, t, h);
        end(state, t + h);
        return status;
    }

    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first, long count,
                                  Watch<Real>& watch) override {
        const auto one = [this](State<Real>& s, const Real& t, const Real& h) { return step(s, t, h); };
        return march_watched(one, *this, state, grid, first, count, watch);
    }
    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first,
                                  long count) override {
        begin(state, grid.at(first), grid.step);
        const auto done = method_->march(inner_, grid, first, count);
        end(state, grid.at(first + done.first));
        return done;
    }

    Invariants<Real> invariants(const State<Real>& state, const Real& t) const override {
        Invariants<Real> seen = method_->invariants(without_rotor(state, t), t);
        seen.spatial_momentum = to_space(state.attitude, state.momentum);
        return seen;
    }
    Vector3<Real> torque(const Real& t, const State<Real>& state) const override {
        return torque_->at(t, state.attitude, inertia_.solve(without_rotor(state, t).momentum));
    }
    long torque_evaluations() const override { return method_->torque_evaluations(); }
    void restart() override {
        method_->restart();
        begun_ = false;
    }
    void moved(const State<Real>& state) override {
        inner_ = without_rotor(state, time_);
        end_.replace(state);
        method_->moved(inner_);
    }
    std::optional<long> own_steps() const override { return method_->own_steps(); }
    std::pair<Real, Status> step_towards(State<Real>& state, const Real& t, const Real& target) override {
        begin(state, t, target - t);
        const std::pair<Real, Status> made = method_->step_towards(inner_, t, target);
        end(state, made.first);
        return made;
    }
    std::optional<State<Real>> inside(const Real& t) const override {
        std::optional<State<Real>> state = method_->inside(t);
        if (state) state->momentum += rotor_.at(t);
        return state;
    }
    void keep(Archive& archive) override { archive(*method_, inner_, time_, end_, begun_); }

private:
    State<Real> without_rotor(const State<Real>& state, const Real& t) const {
        return {state.attitude, state.momentum - rotor_.at(t)};
    }
    /// A state that goes on from the step before is the method's own, to the last bit.
    void begin(const State<Real>& state, const Real& t, const Real& h) {
        if (!begun_ || !end_.continues(state, t, h)) inner_ = without_rotor(state, t);
        begun_ = true;
    }
    void end(State<Real>& state, const Real& t) {
        state = {inner_.attitude, inner_.momentum + rotor_.at(t)};
        end_.set(state, t);
        time_ = t;
    }

    std::unique_ptr<Stepper<Real>> method_;
    Inertia<Real> inertia_;
    Rotor<Real> rotor_;
    std::shared_ptr<const BoundTorque<Real>> torque_;
    State<Real> inner_{};
    Real time_{};
    EndOfStep<Real> end_;
    bool begun_ = false;
};

}  // namespace polhode::core
