#include "control_history.hpp"

#include <algorithm>
#include <cstddef>

namespace polhode::python {
namespace {

/// The wheels as the control has left them at a call.
WheelBank wheels_after(std::size_t call, const ControlHistory& history, std::vector<Wheel> wheels) {
    for (std::size_t i = 0; i < wheels.size(); ++i)
        wheels[i].momentum = history.wheel_momentum[call * wheels.size() + i];
    WheelBank bank = WheelBank::of(wheels).or_throw();
    Eigen::Vector3d torque = Eigen::Vector3d::Zero();
    if (!history.is_moment) torque = Eigen::Map<const Eigen::Vector3d>(history.command.data() + 3 * call);
    bank.hold(torque);
    return bank;
}

/// So much later, past the wheels that stop on the way.
void go_on(WheelBank& bank, double time) {
    while (bank.until_stop() < time) {
        const double stop = bank.until_stop();
        bank.advance(stop);
        time -= stop;
    }
    bank.advance(time);
}

}  // namespace

void ControlHistory::add(const ControlRecord& record) {
    const Eigen::Vector3d& value = record.command.value;
    time.push_back(record.time);
    command.insert(command.end(), value.begin(), value.end());
    wheel_momentum.insert(wheel_momentum.end(), record.wheel_momenta.begin(), record.wheel_momenta.end());
    is_moment = record.command.is_moment;
}

std::vector<double> wheel_momenta_at(std::span<const double> times, const ControlHistory& history,
                                     const std::vector<Wheel>& wheels) {
    std::vector<double> momenta;
    if (wheels.empty()) return momenta;
    WheelBank at_rest = WheelBank::of(wheels).or_throw();
    std::size_t last = history.time.size();  // the call that `held` is of; none so far
    WheelBank held;
    for (const double t : times) {
        const auto next = std::ranges::upper_bound(history.time, t);
        WheelBank now = at_rest;
        if (next != history.time.begin()) {
            const auto call = static_cast<std::size_t>(next - history.time.begin()) - 1;
            if (call != last) held = wheels_after(call, history, wheels);
            last = call;
            now = held;
            go_on(now, t - history.time[call]);
        }
        momenta.insert(momenta.end(), now.momenta().begin(), now.momenta().end());
    }
    return momenta;
}

}  // namespace polhode::python
