/// The step that a run has made last, and the motion within it.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/dense.hpp"
#include "polhode/simulate/problem.hpp"
#include "simulate/inside_step.hpp"

#include <memory>
#include <optional>

namespace polhode {

class LastStep {
public:
    /// `make` gives a stepper for the steps of the run, each of which consists of `parts` of its steps.
    LastStep(const Problem& problem, const Sheet& sheet, const MakeStepper<double>& make, int parts)
        : LastStep(problem, sheet, make, parts, dense_order(sheet)) {}
    LastStep(const Problem& problem, const Sheet& sheet, const MakeStepper<double>& make, int parts,
             int order)
        : problem_(problem),
          make_(make),
          parts_(parts),
          self_starting_(sheet.self_starting()),
          dense_(problem.body, problem.torque, order) {}

    void begin(double t, const core::State<double>& state) {
        from_ = t;
        before_ = state;
        inside_.reset();
    }
    void end(double t, const core::State<double>& state) {
        to_ = t;
        after_ = state;
    }

    double to() const { return to_; }
    const core::State<double>& before() const { return before_; }
    /// May be called after a single step, not after several at once. An Error if the torque is not finite.
    Expected<InsideStep*> inside();

    long torque_evaluations() const {
        return dense_.torque_evaluations() + (inner_ ? inner_->torque_evaluations() : 0);
    }

private:
    const Problem& problem_;
    const MakeStepper<double>& make_;
    int parts_;
    bool self_starting_;
    DenseOutput dense_;
    std::unique_ptr<core::Stepper<double>> inner_;  // for states within long steps
    double from_ = 0, to_ = 0;
    core::State<double> before_, after_;
    std::optional<InsideStep> inside_;
};

}  // namespace polhode
