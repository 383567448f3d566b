#include "control/control_loop.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace polhode {
namespace {

/// Times of which the difference is a smaller part of the period than this are one: between them there would be a
/// piece of time without a length.
constexpr double close = 1e-9;

}  // namespace

ControlLoop::ControlLoop(const std::optional<Control>& control, WheelBank wheels, double start)
    : wheels_(std::move(wheels)), start_(start), time_(start) {
    if (control) controller_.emplace(*control);
}

double ControlLoop::next_call() const {
    return controller_ ? start_ + static_cast<double>(calls_) * controller_->period()
                       : std::numeric_limits<double>::infinity();
}

double ControlLoop::next() const {
    const double call = next_call(), stop = time_ + wheels_.until_stop();
    return stop < call - close * (call - time_) ? stop : call;
}

std::optional<Error> ControlLoop::reach(double t, const State& state, const Body& body,
                                        const std::function<void(const ControlRecord&)>& record) {
    wheels_.advance(t - time_);
    time_ = t;
    const double call = next_call();
    if (!controller_ || t < call - close * controller_->period()) return std::nullopt;
    const Eigen::Vector3d angular_velocity = body.angular_velocity(state.momentum - wheels_.momentum(), t);
    const auto command = controller_->call(call, state, angular_velocity);
    if (!command) return command.error();
    command_ = *command;
    ++calls_;
    wheels_.hold(command_.is_moment ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : command_.value);
    if (record) record({call, command_, wheels_.momenta()});
    return std::nullopt;
}

WheelBank ControlLoop::wheels_at(double t) const {
    WheelBank wheels = wheels_;
    wheels.advance(std::max(0.0, t - time_));
    return wheels;
}

ControlSummary ControlLoop::summary(double t) const {
    const WheelBank wheels = wheels_at(t);
    if (!controller_) return {std::string(NoLaw::name), 0, 0, wheels.momenta()};
    return {std::string(controller_->law()), controller_->period(), calls_, wheels.momenta()};
}

std::optional<Torque> ControlLoop::torque() const {
    const bool by_wheels = !wheels_.empty() && !command_.is_moment;
    if (!controller_ || by_wheels || command_.value.isZero(0)) return std::nullopt;
    return controller_->torque(command_);
}

Torque ControlLoop::beside(Torque torque, const TimeSpan& piece) const {
    TorqueSum sum{{{std::move(torque)}}, piece};
    if (auto held = this->torque()) sum.parts.push_back({*std::move(held), "control", {piece}});
    return sum;
}

}  // namespace polhode
