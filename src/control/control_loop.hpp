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
    /// The first call is at the start.
    ControlLoop(const std::optional<Control>& control, WheelBank wheels, double start = 0);

    bool empty() const { return !controller_ && wheels_.empty(); }
    /// The next time at which what is held changes: a call of the control, or a wheel's stop at its limit.
    double next() const;
    /// The run has come to the time t, at most next(): wheels go on, the law is called if it is time.
    /// `body` is the one without the wheels.
    [[nodiscard]] std::optional<Error> reach(double t, const State& state, const Body& body,
                                             const std::function<void(const ControlRecord&)>& record);

    /// What acts on the body from outside until next(); none if there is nothing.
    std::optional<Torque> torque() const;
    /// The same as one more part of a torque, which acts in this time only, so that its work counts, whatever
    /// potential it has.
    Torque beside(Torque torque, const TimeSpan& piece) const;
    /// What is held.
    const Command& command() const { return command_; }
    /// The body with the wheels inside as they are from the time reached to next().
    Body with_wheels(const Body& body) const { return polhode::with_wheels(body, wheels_, time_); }
    /// The wheels, when the run has come to t, at most next().
    WheelBank wheels_at(double t) const;
    ControlSummary summary(double t) const;

    /// What the run has made of it so far (core::Archive).
    template <class Archive>
    void keep(Archive& archive) {
        archive(wheels_, command_, time_, calls_);
        if (controller_) archive(*controller_);
    }

private:
    double next_call() const;

    std::optional<Controller> controller_;
    WheelBank wheels_;
    Command command_;
    double start_;  // of the first call
    double time_;   // reached
    long calls_ = 0;
};

}  // namespace polhode
