/// Any method, each step followed by a projection onto the energy with which the run began.
#pragma once

#include "polhode/method/energy_projection.hpp"
#include "polhode/step/counted_torque.hpp"
#include "polhode/step/stepper.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace polhode::core {

/// Wraps a stepper. The energy is that of the state the run starts from: the first one, or one that does not
/// continue the step before. The torque must have a potential; no step can be made, of any length, once that
/// was seen to depend on time. What the method
/// carries from step to step belongs to the state before the projection and is dropped, the history of a
/// multi-step method excepted (Stepper::moved).
template <class Real>
class ProjectedStepper final : public Stepper<Real> {
public:
    /// `free`: there is no torque and no rotor, and the closed form applies.
    ProjectedStepper(std::unique_ptr<Stepper<Real>> method, const Inertia<Real>& inertia,
                     const Rotor<Real>& rotor, bool free)
        : method_(std::move(method)), inertia_(inertia), rotor_(rotor), free_(free) {}

    Status step(State<Real>& state, const Real& t, const Real& h) override {
        if (!energy_ || !end_.continues(state, t, h)) start(state, t, h);
        if (energy_changes_) return {Outcome::energy_changes};
        const Quaternion<Real> before = state.attitude;
        const Status status = method_->step(state, t, h);
        if (!status.ok() || !is_finite(state.momentum)) return status;
        if (!project(state, t + h, before) && !close(state, t + h)) ++missed_;
        method_->moved(state);
        end_.set(state, t + h);
        return status;
    }

    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first, long count,
                                  Watch<Real>& watch) override {
        const auto one = [this](State<Real>& s, const Real& t, const Real& h) { return step(s, t, h); };
        return march_watched(one, *this, state, grid, first, count, watch);
    }
    using Stepper<Real>::march;

    Invariants<Real> invariants(const State<Real>& state, const Real& t) const override {
        return method_->invariants(state, t);
    }
    Vector3<Real> torque(const Real& t, const State<Real>& state) const override {
        return method_->torque(t, state);
    }
    const char* torque_culprit(const Real& t, const State<Real>& state) const override {
        return method_->torque_culprit(t, state);
    }
    long torque_evaluations() const override { return method_->torque_evaluations() + own_evaluations_; }
    void restart() override {
        method_->restart();
        energy_.reset();
    }
    long missed_projections() const override { return missed_; }
    void keep(Archive& archive) override {
        archive(*method_, energy_changes_, energy_, end_, own_evaluations_, missed_);
    }

private:
    void start(const State<Real>& state, const Real& t, const Real& h) {
        energy_ = energy(state, t);
        const Real later = energy(state, t + h);
        // a shorter step may not notice it any more
        energy_changes_ |= later < *energy_ || later > *energy_;
    }

    Real energy(const State<Real>& state, const Real& t) const {
        return *method_->invariants(state, t).energy;
    }

    Vector3<Real> without_rotor(const State<Real>& state, const Real& t) const {
        return rotor_.present ? state.momentum - rotor_.at(t) : state.momentum;
    }

    /// The rounding of L adds up over a run. Where turning does not help, the energy is off by as much: not a
    /// miss.
    bool close(const State<Real>& state, const Real& t) const {
        using std::abs;
        const Real now = energy(state, t), kinetic = inertia_.kinetic_energy(without_rotor(state, t));
        return abs(*energy_ - now) <= Real(4096 * epsilon<Real>) * (kinetic + abs(now - kinetic));
    }

    bool project(State<Real>& state, const Real& t, const Quaternion<Real>& before) {
        using std::abs, std::sqrt;
        const Real kinetic = inertia_.kinetic_energy(without_rotor(state, t));
        if (free_) {
            const Real missing = *energy_ - kinetic;
            if (abs(missing) <= Real(epsilon<Real>) * kinetic) return true;
            return turn_to_kinetic_energy(inertia_, state, missing);
        }
        const Vector3<Real> omega = inertia_.solve(without_rotor(state, t)),
                            rate = cross(state.momentum, omega)
                                 + counted_torque(*method_, t, state, own_evaluations_);
        // A turn of more than a small part of what the step did is no correction: the body is close to where
        // turning does not change the energy.
        const Quaternion<Real> did = conjugate(before) * state.attitude;
        const Real most = Real(0.25) * sqrt(norm2(did.vector()));  // an eighth of the angle
        // rounding of the energies, and of the attitude, which changes the energy by the momentum's rate
        const Real size = kinetic + abs(*energy_ - kinetic) + norm(rate);
        return turn_to_energy(
            state, rate, [&](const State<Real>& s) { return *energy_ - energy(s, t); },
            Real(2 * epsilon<Real>) * size, most);
    }

    std::unique_ptr<Stepper<Real>> method_;
    Inertia<Real> inertia_;
    Rotor<Real> rotor_;
    bool free_, energy_changes_ = false;
    std::optional<Real> energy_;
    EndOfStep<Real> end_;
    long own_evaluations_ = 0, missed_ = 0;
};

}  // namespace polhode::core
