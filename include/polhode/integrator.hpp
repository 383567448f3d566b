/// A method on a body of yours, driven one step at a time.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/torque/torque.hpp"

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

namespace core {
template <class Real>
struct State;
class Archive;
}  // namespace core

struct Method;

/// Moves a body by a method: it holds the state, in the user's axes, and the time. It also steps states that
/// the caller holds. What the method carries from step to step (the last torque) is kept as long as it belongs
/// to the state of the next step; the method starts afresh if it does not.
///
/// A torque function is taken to depend on its arguments alone. One that looks at something else, such as a
/// control value that the caller changes between two steps, has to be announced by restart() whenever that
/// changes, or the next step begins with the torque of before.
class Integrator {
public:
    /// A body in the state `start` at `time`. Throws InputError for an unknown method or one that cannot take
    /// a torque.
    Integrator(std::string_view method, const Body& body, const Torque& torque = core::NoTorque{},
               const State& start = {}, double time = 0);
    /// The same for a method that is not in the catalogue, such as rkmk_method(tableau).
    Integrator(const Method& method, const Body& body, const Torque& torque = core::NoTorque{},
               const State& start = {}, double time = 0);
    ~Integrator();
    Integrator(Integrator&&) noexcept;
    Integrator& operator=(Integrator&&) noexcept;

    /// Makes steps of h, which may be negative. The clock reads n h after n steps of one length from zero,
    /// without the rounding of a sum. Throws InputError for a negative number of steps, and what
    /// step(state, t, h) throws; state and time are then those before the step that failed.
    void advance(double h, long steps = 1);
    /// Advances to the time `end`, before or after now, in equal steps of at most `longest` > 0; where the
    /// torque has breakpoints on the way, in equal steps from one to the next. `go_on` is asked now and then; when it
    /// says no, the body stays where the last step has led.
    void advance_to(double end, double longest, const std::function<bool()>& go_on = {});

    const State& state() const { return state_; }
    double time() const { return time_; }
    /// ω, in the body frame.
    Eigen::Vector3d angular_velocity() const { return body_.angular_velocity(state_.momentum, time_); }
    /// H = ½ Π·I⁻¹Π + V (with rotors, of Π − h) of the state at its time, if the torque has a potential.
    std::optional<double> energy() const { return energy(state_, time_); }
    /// Goes on from another state, or at another time.
    void set(const State& state, double time);

    /// Announces that the torque function has changed: nothing is carried over into the next step.
    void restart();
    /// With `on`, each step evaluates the torque once more at its end, and again at the start of the next one:
    /// if they differ, which without restart() between them they must not, that step throws RunError.
    void check_carried_torques(bool on = true);

    /// One step of a state that the caller holds, from t to t + h (h may be negative). A torque with
    /// breakpoints is taken as it is in the middle of the step: steps have to end at them. Throws InputError for
    /// an invalid state (an attitude not of unit length), RunError when the step's equation has no solution
    /// that the solver finds, or the torque is not finite; the state is then unchanged.
    void step(State& state, double t, double h);
    /// Of a state that the caller holds.
    std::optional<double> energy(const State& state, double t = 0) const;

    /// All that it remembers (step/archive.hpp), so that another one of the same method, body and torque goes on with the
    /// same bits. Reading bytes that do not fit leaves the archive not good, and this in a state to be set anew.
    void keep(core::Archive& archive);

    long torque_evaluations() const;
    /// Steps of a method NAME+energy that could not be brought to the energy.
    long missed_projections() const;
    const Body& body() const { return body_; }

    /// Method, time, attitude (x, y, z, w), angular velocity in the body frame and, if it is known, energy, in
    /// one line, with the precision of the stream.
    friend std::ostream& operator<<(std::ostream& out, const Integrator& integrator);

private:
    void enter_piece(double middle);
    void make_stepper_of_piece();
    void check_torque(const core::State<double>& state) const;

    struct Inside;  // what only the kernels see
    std::string method_;
    Body body_;
    std::unique_ptr<Inside> inside_;
    std::optional<State> last_;  // what the last step returned
    State state_;
    double time_ = 0;
    // the steps of one length made last: time_ = since_ + count_ · length_
    double since_ = 0, length_ = 0;
    long count_ = 0;
};

}  // namespace polhode
