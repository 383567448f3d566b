/// The step that a run has made last, and the motion within it.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/dense.hpp"
#include "simulate/inside_step.hpp"
#include "simulate/pieces.hpp"

#include <memory>
#include <optional>

namespace polhode {

class LastStep {
public:
    /// `piece` is the one in which the run is. `make` gives a stepper for its steps, each of which consists
    /// of `parts` of its steps.
    LastStep(const Piece& piece, const Sheet& sheet, const MakeStepper<double>& make, int parts)
        : LastStep(piece, sheet, make, parts, dense_order(sheet)) {}
    /// With dense output of another order than the method's.
    LastStep(const Piece& piece, const Sheet& sheet, const MakeStepper<double>& make, int parts, int order)
        : piece_(piece),
          make_(make),
          parts_(parts),
          self_starting_(sheet.self_starting()),
          dense_order_(order) {}

    /// The piece is another one.
    void enter() {
        torque_evaluations_ = torque_evaluations();
        dense_.reset();
        inner_.reset();
        inside_.reset();
    }
    void begin(double t, const core::State<double>& state) {
        from_ = t;
        before_ = state;
        inside_.reset();
    }
    void end(double t, const core::State<double>& state) {
        to_ = t;
        after_ = state;
    }

    double from() const { return from_; }
    double to() const { return to_; }
    const core::State<double>& before() const { return before_; }
    /// May be called after a single step, not after several at once. An Error if the torque is not finite.
    Expected<InsideStep*> inside();

    long torque_evaluations() const {
        return torque_evaluations_ + (dense_ ? dense_->torque_evaluations() : 0)
             + (inner_ ? inner_->torque_evaluations() : 0);
    }

private:
    const Piece& piece_;
    const MakeStepper<double>& make_;
    int parts_;
    bool self_starting_;
    int dense_order_;
    std::optional<DenseOutput> dense_;              // made when first asked for, as the next one
    std::unique_ptr<core::Stepper<double>> inner_;  // for states within long steps
    long torque_evaluations_ = 0;                   // in the pieces before
    double from_ = 0, to_ = 0;
    core::State<double> before_, after_;
    std::optional<InsideStep> inside_;
};

}  // namespace polhode
