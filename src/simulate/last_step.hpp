/// The step that a run has made last, and the motion within it.
#pragma once

#include "simulate/inside_step.hpp"

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
        : tools_(piece, sheet, make, parts, order) {}

    /// The piece is another one.
    void enter() {
        tools_.enter();
        inside_.reset();
    }
    void begin(double t, const core::State<double>& state) {
        ends_.from = t;
        ends_.before = state;
        inside_.reset();
    }
    /// `by` has made the step.
    void end(double t, const core::State<double>& state, const core::Stepper<double>* by = nullptr) {
        ends_.to = t;
        ends_.after = state;
        ends_.by = by;
    }

    double from() const { return ends_.from; }
    double to() const { return ends_.to; }
    const core::State<double>& before() const { return ends_.before; }
    /// May be called after a single step, not after several at once, and before the next one.
    InsideStep& inside() { return inside_ ? *inside_ : inside_.emplace(tools_, ends_); }
    /// Of the state within it that was asked for last.
    bool interpolated() const { return inside_ && inside_->interpolated(); }

    long torque_evaluations() const { return tools_.torque_evaluations(); }

    /// What is left to the next step; this one is not looked into any more.
    void keep(core::Archive& archive) { archive(tools_); }

private:
    InsideTools tools_;
    InsideStep::Ends ends_{};
    std::optional<InsideStep> inside_;
};

}  // namespace polhode
