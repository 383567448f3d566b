#include "ensemble/body_controls.hpp"

#include <algorithm>

namespace polhode {
namespace {

constexpr std::size_t command_numbers = 3;

Torque held_by(const Control& control, const Eigen::Vector3d& command) {
    return Controller(control).torque({.value = command});
}

}  // namespace

BodyControls::BodyControls(const Ensemble& ensemble, const std::optional<Control>& control,
                           const WheelBank& wheels, double start, bool on_lanes)
    : ensemble_(ensemble),
      loops_(ensemble.count(), ControlLoop(control, wheels, start)),
      nothing_held_(control ? held_by(*control, Eigen::Vector3d::Zero()) : Torque(core::NoTorque{})),
      numbers_(parameter_count(ensemble.common_torque()) + command_numbers),
      columns_(on_lanes ? ensemble.blocks().size() * numbers_ : 0) {}

bool BodyControls::differs_by_command(const Control& control) {
    return parameters_of(held_by(control, {1, 2, 3})) == std::vector<double>{1, 2, 3};
}

Torque BodyControls::torque_of_all(const Torque& in_piece, const TimeSpan& piece) const {
    return TorqueSum{{{in_piece}, {nothing_held_, "control"}}, piece};
}

const core::Column* BodyControls::numbers(std::size_t first_block, std::size_t last_block) {
    const std::size_t of_torque = numbers_ - command_numbers;
    for (std::size_t block = first_block; block < last_block; ++block) {
        core::Column* const columns = columns_.data() + block * numbers_;
        std::ranges::copy(ensemble_.parameters()[block], columns);
        const std::size_t first = block * core::block_bodies,
                          last = std::min(first + core::block_bodies, ensemble_.count());
        for (std::size_t k = first; k < last; ++k)
            for (std::size_t i = 0; i < command_numbers; ++i)
                columns[of_torque + i].of[k - first] = command(k).value[static_cast<Eigen::Index>(i)];
    }
    return columns_.data();
}

std::optional<Error> BodyControls::reach(std::size_t k, double t) {
    if (ensemble_.moments().common())
        return loops_[k].reach(t, ensemble_.state(k), ensemble_.common_body(), {});
    return loops_[k].reach(t, ensemble_.state(k), ensemble_.body(k), {});
}

Body BodyControls::body(std::size_t k) const { return loops_[k].with_wheels(ensemble_.body(k)); }

Torque BodyControls::torque(std::size_t k, const Torque& in_piece, const TimeSpan& piece) const {
    return loops_[k].beside(in_piece, piece);
}

}  // namespace polhode
