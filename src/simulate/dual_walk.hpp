/// Derivatives along a run: the steps of the run once more, on dual numbers.
#pragma once

#include "polhode/catalogue.hpp"
#include "simulate/dual_state.hpp"
#include "simulate/piece_stepper.hpp"

#include <optional>
#include <utility>

namespace polhode {

class DualWalk {
public:
    /// Why a method cannot be differentiated; nothing if it can. `automatic`: the method chooses the steps.
    static std::optional<Error> refusal_of(const Method& method, bool automatic, const Torque& torque);

    /// The method must be one that can be differentiated. `piece` is the one in which the run is. What the
    /// derivatives are taken by is in the slopes of the start, and of the numbers of body and torque.
    DualWalk(const Method& method, bool automatic, const Piece& piece, const core::State<Dual6>& start,
             core::Variation<Dual6> variation);

    /// The piece is another one, and its torque may have other numbers.
    void enter(const Method& method, const Piece& piece, core::Variation<Dual6> variation);
    /// The run has given an impulse.
    void take(const Impulse& impulse) {
        give(impulse, piece_.body, state_);
        at_start_ = false;
    }

    /// Follows a step of the run, made in `parts` parts of equal length. The length is taken as given, even
    /// if another start would lead to another one. An Error where the step has no derivative.
    [[nodiscard]] std::optional<Error> advance(double t, double h, int parts = 1);

    /// Whether neither steps nor impulses have changed the start.
    bool at_start() const { return at_start_; }
    /// How (ξ, ρ) in the user's axes depend on the six variables, at a time in the last step. It is the
    /// derivative of the step's state at its end, and within it of what the run has found its state by:
    /// `interpolated`, by dense output, else by the series of the method or a step of it up to that time.
    Expected<Matrix6> at(double t, bool interpolated) const;

    /// In the same piece.
    void keep(core::Archive& archive) {
        archive(stepper_, from_, length_, parts_, before_, after_, state_, at_start_);
    }

private:
    std::optional<Error> make_step(core::Stepper<Dual6>& stepper, core::State<Dual6>& state, double t,
                                   double h) const;
    Expected<core::State<Dual6>> state_at(double t, bool interpolated) const;
    Expected<core::State<Dual6>> made_to(double t) const;
    /// Without that of rotors.
    core::Vector3<double> own_momentum(const core::State<Dual6>& state, double t) const;
    core::Vector3<double> torque_at(const core::State<Dual6>& state, double t) const;
    bool energy_is_extremal(const core::State<Dual6>& state, double t) const;

    const Piece& piece_;
    bool automatic_;
    int dense_order_;
    core::Inertia<double> inertia_;
    bool by_rate_;       // the torque depends on the angular velocity
    bool keeps_energy_;  // by projection
    bool self_starting_;
    core::Variation<Dual6> variation_;
    PieceStepper<Dual6> stepper_;
    // the last step, and the state now: at its end, or after impulses there
    double from_ = 0, length_ = 0;
    int parts_ = 1;
    core::State<Dual6> before_, after_, state_;
    bool at_start_ = true;
};

}  // namespace polhode
