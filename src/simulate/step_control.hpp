/// Steps whose length is chosen during the run.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/resolve.hpp"
#include "simulate/piece_stepper.hpp"

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
        double to;  ///< the time at its end; for the last step exactly `end`
        core::Status status;
    };
    /// One step from t, not beyond `end`. A step that fails leaves the state that it computed. An Error if no
    /// step is small enough.
    virtual Expected<Made> step(core::State<double>& state, double t, double end) = 0;

    /// The steps go on in another piece of the run, or from another state.
    virtual void enter(const Piece&) { restart(); }
    virtual void restart() {}

    /// How many steps of the stepper, of equal length, make one step.
    virtual int parts() const { return 1; }
    /// Torque evaluations of the control itself; the stepper counts its own.
    virtual long torque_evaluations() const = 0;
    virtual long rejected_steps() const { return 0; }

    /// What the steps so far leave to the next one, in the piece that was entered.
    virtual void keep(core::Archive& archive) = 0;
};

/// The control of a run, which makes its steps by `stepper`, beginning in `piece`; null for steps of equal
/// length.
std::unique_ptr<StepControl> step_control(const Resolved& run, const Piece& piece,
                                          PieceStepper<double>& stepper);

}  // namespace polhode
