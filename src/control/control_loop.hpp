/// The control and the wheels of a run: what is held now, and until when.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "polhode/mechanics/body.hpp"

#include <functional>
#include <optional>

namespace polhode {

class ControlLoop {
public:
    ControlLoop(const std::optional<Control>& control, WheelBank wheels);

    bool empty() const { return !controller_ && wheels_.empty(); }
    /// The next time at which what is held changes: a call of the control, or a wheel's stop at its limit.
    double next() const;
    /// The run has come to the time t, at most next(): wheels go on, the law is called if it is time.
    /// `body` is the one without the wheels.
    [[nodiscard]] std::optional<Error> reach(double t, const State& state, const Body& body,
                                             const std::function<void(const ControlRecord&)>& record);

    /// What acts on the body from outside until next(); none if there is nothing.
    std::optional<Torque> torque() const;
    /// The wheels at the time reached, with h' from there to next().
    const WheelBank& wheels() const { return wheels_; }
    /// When the run has come to t, at most next().
    ControlSummary summary(double t) const;

private:
    double next_call() const;

    std::optional<Controller> controller_;
    WheelBank wheels_;
    Command command_;
    double time_ = 0;  // reached
    long calls_ = 0;
};

}  // namespace polhode
