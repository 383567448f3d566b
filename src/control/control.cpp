#include "polhode/control/control.hpp"

#include "control/functions_of_user.hpp"
#include "polhode/control/laws.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {
namespace {

Eigen::Vector3d torque_of(const QuaternionPd& law, double t, const State& state,
                          const Eigen::Vector3d& angular_velocity) {
    using core::from_eigen;
    return core::to_eigen(
        core::clipped(core::quaternion_pd(from_eigen(law.kp), from_eigen(law.kd), from_eigen(law.target(t)),
                                          from_eigen(state.attitude), from_eigen(angular_velocity)),
                      from_eigen(law.limit)));
}

bool holds(const Eigen::Vector3d& v, bool (*predicate)(double)) {
    return predicate(v.x()) && predicate(v.y()) && predicate(v.z());
}

Error wrong(std::string_view field, const Eigen::Vector3d& v, std::string_view expected) {
    return input_error(
        fmt::format("control: {} is [{}, {}, {}], expected {}", field, v.x(), v.y(), v.z(), expected),
        fmt::format("control.{}", field));
}

std::optional<Error> refusal_of(const NoLaw&) { return {}; }
std::optional<Error> refusal_of(const ControlFunction& law) {
    if (!law.torque) return input_error("control: expected a function, got an empty one", "control");
    return {};
}
std::optional<Error> wrong_limit(const Eigen::Vector3d& limit) {
    if (holds(limit, [](double x) { return x > 0; })) return {};
    return wrong("limit", limit, "positive numbers");
}
std::optional<Error> refusal_of(const QuaternionPd& law) {
    for (const auto& [name, gain] : {std::pair("kp", law.kp), std::pair("kd", law.kd)})
        if (!holds(gain, [](double x) { return std::isfinite(x); }))
            return wrong(name, gain, "finite numbers");
    if (!law.target)
        return input_error("control: expected a target, got an empty function", "control.target");
    return wrong_limit(law.limit);
}
std::optional<Error> refusal_of(const BDot& law) {
    if (!std::isfinite(law.gain))
        return input_error(fmt::format("control: gain is {}, expected a finite number", law.gain),
                           "control.gain");
    if (!law.field.at || !law.field.on_moment)
        return input_error("control: b-dot needs a magnetic field, and there is none", "control.field");
    return wrong_limit(law.limit);
}

struct UniformField {
    Eigen::Vector3d field;

    Eigen::Vector3d operator()(double) const { return field; }
    Torque operator()(const Eigen::Vector3d& moment) const {
        return core::MagneticDipole{.moment = core::from_eigen(moment), .field = core::from_eigen(field)};
    }
};

struct FieldOnOrbit {
    Orbit orbit;
    DipoleField field;

    Eigen::Vector3d operator()(double t) const { return core::to_eigen(field.at(orbit, t)); }
    Torque operator()(const Eigen::Vector3d& moment) const {
        return core::OrbitMagneticDipole{.moment = core::from_eigen(moment),
                                         .strength = field.strength,
                                         .tilt = field.tilt,
                                         .longitude = field.longitude,
                                         .orbit = orbit};
    }
};

template <class Function>
bool is_field_of_user(const Function& function) {
    return !function.template target<UniformField>() && !function.template target<FieldOnOrbit>();
}

}  // namespace

MagneticField uniform_field(const Eigen::Vector3d& field) {
    return {UniformField{field}, UniformField{field}};
}

MagneticField dipole_field(const Orbit& orbit, const DipoleField& field) {
    return {FieldOnOrbit{orbit, field}, FieldOnOrbit{orbit, field}};
}

bool calls_functions_of_user(const Control& control) {
    if (const auto* pd = std::get_if<QuaternionPd>(&control.law)) return is_of_user(pd->target);
    if (const auto* b_dot = std::get_if<BDot>(&control.law))
        return is_field_of_user(b_dot->field.at) || is_field_of_user(b_dot->field.on_moment);
    return std::holds_alternative<ControlFunction>(control.law);
}

std::string_view name_of(const Control& control) {
    return std::visit([](const auto& law) { return law.name; }, control.law);
}

bool acts_from_outside(const Control& control, bool has_wheels) {
    return !std::holds_alternative<NoLaw>(control.law)
        && (!has_wheels || std::holds_alternative<BDot>(control.law));
}

std::optional<Error> refusal(const Control& control) {
    if (!(control.period > 0) || !std::isfinite(control.period))
        return input_error(fmt::format("control: period is {}, expected a positive number", control.period),
                           "control.period");
    return std::visit([](const auto& law) { return refusal_of(law); }, control.law);
}

Controller::Controller(const Control& control) : control_(std::make_shared<const Control>(control)) {
    if (const auto* function = std::get_if<ControlFunction>(&control.law)) function_ = *function;
}

Expected<Command> Controller::call(double t, const State& state, const Eigen::Vector3d& angular_velocity) {
    Command command;
    if (function_) {
        command.value = function_->torque(t, state, angular_velocity);
    } else if (const auto* pd = std::get_if<QuaternionPd>(&control_->law)) {
        command.value = torque_of(*pd, t, state, angular_velocity);
    } else if (const auto* b_dot = std::get_if<BDot>(&control_->law)) {
        using core::from_eigen;
        const Eigen::Vector3d field =
            core::to_eigen(core::to_body(from_eigen(state.attitude), from_eigen(b_dot->field.at(t))));
        command.is_moment = true;
        if (field_before_)
            command.value =
                core::to_eigen(core::clipped(core::b_dot_moment(b_dot->gain, from_eigen(field),
                                                                from_eigen(*field_before_), control_->period),
                                             from_eigen(b_dot->limit)));
        field_before_ = field;
    }
    if (!command.value.allFinite())
        return run_error(fmt::format("the control at t = {} returned [{}, {}, {}], expected finite numbers",
                                     t, command.value.x(), command.value.y(), command.value.z()));
    return command;
}

Torque Controller::torque(const Command& command) const {
    if (const auto* b_dot = std::get_if<BDot>(&control_->law)) return b_dot->field.on_moment(command.value);
    return core::ConstantBodyTorque{.torque = core::from_eigen(command.value)};
}

}  // namespace polhode
