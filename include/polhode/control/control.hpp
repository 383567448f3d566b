/// Sampled control: a law called at its own rate with the state, its answer held between the calls.
///
///     Problem problem{.body = body, .initial = start};
///     problem.control = sampled_control(0.1, [](double t, const State& state, const Eigen::Vector3d& omega) {
///         return Eigen::Vector3d(-0.5 * omega);
///     });
///
/// The law is called at the times 0, period, 2 period, …; each call is a breakpoint, where the method starts
/// afresh, so that the torque that it held before a call never enters a step after it.
#pragma once

#include "polhode/control/target.hpp"
#include "polhode/mechanics/environment.hpp"
#include "polhode/mechanics/state.hpp"
#include "polhode/torque/torque.hpp"

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace polhode {

/// No law: wheels have their friction, whose rate is taken anew at each call.
struct NoLaw {
    static constexpr std::string_view name = "none";
};

/// The torque on the body, in its frame, from the time, the state and the angular velocity (body frame). Each
/// run has its own copy, which may remember earlier calls.
struct ControlFunction {
    static constexpr std::string_view name = "function";
    std::function<Eigen::Vector3d(double, const State&, const Eigen::Vector3d&)> torque;
};

inline const Eigen::Vector3d no_limit = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());

/// T = −kp sign(q_e,w) vec(q_e) − kd ω in body axes, q_e = target* ⊗ q, each component clipped to ±limit.
struct QuaternionPd {
    static constexpr std::string_view name = "quaternion-pd";
    AttitudeTarget target = fixed_target(Eigen::Quaterniond::Identity());
    Eigen::Vector3d kp = Eigen::Vector3d::Zero(), kd = Eigen::Vector3d::Zero();
    Eigen::Vector3d limit = no_limit;
};

/// A magnetic field: B(t) in space axes, and the torque m × RᵀB on a moment m that is fixed in the body.
struct MagneticField {
    std::function<Eigen::Vector3d(double)> at;
    std::function<Torque(const Eigen::Vector3d&)> on_moment;
};
MagneticField uniform_field(const Eigen::Vector3d& field);
/// Along an orbit in the field of a dipole at the planet's centre.
MagneticField dipole_field(const Orbit& orbit, const DipoleField& field = {});

/// m = −gain (B − B before)/period, where both are in body axes, as the magnetometer measured them at this
/// call and at the one before; zero at the first call. Each component is clipped to ±limit. The moment is
/// held, not the torque: T = m × RᵀB goes with the attitude and the field.
struct BDot {
    static constexpr std::string_view name = "b-dot";
    double gain = 0;
    MagneticField field = {};
    Eigen::Vector3d limit = no_limit;
};

struct Control {
    double period = 0;
    std::variant<NoLaw, ControlFunction, QuaternionPd, BDot> law = {};
};

/// Calls a function of the user's own every period. What it returns acts until the next call, exactly: the
/// run is cut into pieces at the calls. The function may have a memory, unlike a torque.
inline Control sampled_control(
    double period, std::function<Eigen::Vector3d(double, const State&, const Eigen::Vector3d&)> torque) {
    return {period, ControlFunction{std::move(torque)}};
}

std::string_view name_of(const Control& control);
/// Whether what it commands acts on the body from outside, and not by wheels inside it.
bool acts_from_outside(const Control& control, bool has_wheels);
/// What makes it impossible, if anything: a period that is not positive, gains that are no numbers, a limit
/// that is not positive, no function.
std::optional<Error> refusal(const Control& control);

/// What is held from one call of the control to the next.
struct Command {
    Eigen::Vector3d value =
        Eigen::Vector3d::Zero();  ///< in the body: a torque, or of b-dot a magnetic moment
    bool is_moment = false;

    template <class Archive>
    void keep(Archive& archive) {
        archive(value.x(), value.y(), value.z(), is_moment);
    }
};

/// A call of the control in a run: what it answered, and the momenta of the wheels then.
struct ControlRecord {
    double time;
    Command command;
    std::vector<double> wheel_momenta;
};

/// What a run with a control, or with wheels, came to.
struct ControlSummary {
    std::string law;
    double period = 0;
    long calls = 0;
    std::vector<double> wheel_momenta;  ///< at the end
};

/// A control law in a run: what it remembers of it. Copies share what does not remember, so that each of many bodies
/// may have one.
class Controller {
public:
    explicit Controller(const Control& control);

    double period() const { return control_->period; }
    std::string_view law() const { return name_of(*control_); }
    /// Call number n, at n·period. A run error if the law returns no finite numbers.
    Expected<Command> call(double t, const State& state, const Eigen::Vector3d& angular_velocity);
    /// The torque that acts on the body from outside while the command is held; with wheels a torque does not.
    Torque torque(const Command& command) const;

    /// What it remembers (core::Archive). Refused for a function of the user, of which nobody knows what it does.
    template <class Archive>
    void keep(Archive& archive) {
        if (function_) archive.refuse();
        bool remembers = field_before_.has_value();
        Eigen::Vector3d before = field_before_.value_or(Eigen::Vector3d::Zero());
        archive(remembers, before.x(), before.y(), before.z());
        field_before_.reset();
        if (remembers) field_before_ = before;
    }

private:
    std::shared_ptr<const Control> control_;
    std::optional<ControlFunction> function_;      // that of the user, which may remember
    std::optional<Eigen::Vector3d> field_before_;  // b-dot: body axes, at the call before
};

}  // namespace polhode
