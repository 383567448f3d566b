#include "control/control_loop.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace polhode {

ControlLoop::ControlLoop(const std::optional<Control>& control, WheelBank wheels)
    : wheels_(std::move(wheels)) {
    if (control) controller_.emplace(*control);
}

double ControlLoop::next_call() const {
    return controller_ ? static_cast<double>(calls_) * controller_->period()
                       : std::numeric_limits<double>::infinity();
}

double ControlLoop::next() const {
    const double call = next_call(), stop = time_ + wheels_.until_stop();
    // a stop just before a call would leave a piece of time without a length
    constexpr double close = 1e-9;
    return stop < call - close * (call - time_) ? stop : call;
}

std::optional<Error> ControlLoop::reach(double t, const State& state, const Body& body,
                                        const std::function<void(const ControlRecord&)>& record) {
    wheels_.advance(t - time_);
    time_ = t;
    if (t < next_call()) return std::nullopt;
    const Eigen::Vector3d angular_velocity = body.angular_velocity(state.momentum - wheels_.momentum());
    const auto command = controller_->call(t, state, angular_velocity);
    if (!command) return command.error();
    command_ = *command;
    ++calls_;
    wheels_.hold(command_.is_moment ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : command_.value);
    if (record) record({t, command_, wheels_.momenta()});
    return std::nullopt;
}

std::optional<Torque> ControlLoop::torque() const {
    const bool by_wheels = !wheels_.empty() && !command_.is_moment;
    if (!controller_ || by_wheels || command_.value.isZero(0)) return std::nullopt;
    return controller_->torque(command_);
}

}  // namespace polhode
