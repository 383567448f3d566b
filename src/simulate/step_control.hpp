/// Steps whose length is chosen during the run.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <memory>

namespace polhode {

class StepControl {
public:
    StepControl() = default;
    StepControl(const StepControl&) = delete;
    StepControl& operator=(const StepControl&) = delete;
    virtual ~StepControl() = default;

    struct Made {
        double length;
        double to;  ///< the time at its end: `end`, to the last bit, of the last step
        core::Status status;
    };
    /// One step from t, not beyond `end`. A step that fails leaves the state as it came out.
    virtual Made step(core::State<double>& state, double t, double end) = 0;

    /// How many steps of the stepper, of equal length, make one step.
    virtual int parts() const { return 1; }
    /// Torque evaluations of the control itself; the stepper counts its own.
    virtual long torque_evaluations() const = 0;
    virtual long rejected_steps() const { return 0; }
};

/// What the plan asks for, with `stepper` to make the steps; null for equal steps. Throws InputError for a plan that
/// contradicts itself or a method that does not go with it.
std::unique_ptr<StepControl> step_control(const Method& method, const Problem& problem, const Plan& plan,
                                          core::Stepper<double>& stepper);

}  // namespace polhode
