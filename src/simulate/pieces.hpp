/// The pieces of a run, from one breakpoint to the next. At a breakpoint the torque may jump, or an impulse
/// changes the momentum: steps end there, and the method starts afresh.
#pragma once

#include "control/control_loop.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/so3/quaternion.hpp"
#include "polhode/step/archive.hpp"
#include "torque/torque_in_time.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace polhode {

struct Piece {
    TimeSpan span;
    Body body;
    Torque torque;  ///< for times within the span
};

class Pieces {
public:
    /// The end may be infinite. `on_control` is told each call of the problem's control.
    Pieces(const Problem& problem, double end, std::function<void(const ControlRecord&)> on_control = {});

    /// Goes to the next piece, at first to the one that begins at zero.
    void enter(const core::State<double>& state);
    /// If the control has failed at the beginning of the piece: the run cannot go on.
    const std::optional<Error>& failure() const { return failure_; }
    const Piece& now() const { return now_; }
    bool last() const { return now_.span.to >= end_; }
    /// Whether the piece is the whole run.
    bool whole() const { return now_.span.from == 0 && last(); }
    long entered() const { return entered_; }
    /// Which numbers of the problem's torque (varying_parameters) those of the piece's are.
    std::vector<std::size_t> parameters() const;
    /// The control and the wheels, if there are any.
    const std::optional<ControlLoop>& control() const { return control_; }

    /// The impulses up to this time that have not been taken before.
    std::span<const Impulse> take_impulses(double t);

    /// Which piece it is in, and what is held there.
    void keep(core::Archive& archive);

private:
    double next_breakpoint(double after);
    void hold(const core::State<double>& state);
    void set_up();

    std::function<void(const ControlRecord&)> on_control_;
    double end_;
    Body body_;
    Torque torque_;
    std::optional<TorqueInTime> in_time_;  // if the torque has breakpoints
    std::vector<Impulse> impulses_;        // in order of time
    std::vector<double> breakpoints_;      // of torque and impulses
    std::size_t next_impulse_ = 0, next_breakpoint_ = 0;
    std::optional<ControlLoop> control_;  // and wheels
    Piece now_;
    long entered_ = 0;
    std::optional<Error> failure_;
};

/// Whether a run of the problem to this end, or to a later one, is made of several pieces.
inline bool has_breakpoints(const Problem& problem, double end) {
    return problem.control || !problem.impulses.empty() || !breakpoints(problem.torque, {0, end}).empty();
}

/// Why the impulses of a problem cannot be given; nothing if they can.
std::optional<Error> bad_impulse(const std::vector<Impulse>& impulses);

/// Gives an impulse to a state in principal axes.
template <class Real>
void give(const Impulse& impulse, const Body& body, core::State<Real>& state) {
    const core::Vector3<Real> momentum(core::from_eigen(impulse.momentum));
    const core::Quaternion<Real> axes(core::from_eigen(body.principal_axes()));
    state.momentum += to_body(impulse.frame == Frame::body ? axes : state.attitude, momentum);
}
template <class Real>
void take_back(const Impulse& impulse, const Body& body, core::State<Real>& state) {
    Impulse opposite = impulse;
    opposite.momentum = -impulse.momentum;
    give(opposite, body, state);
}

}  // namespace polhode
