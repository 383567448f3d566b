/// The control of each body of an ensemble, and its wheels: as in a single run (ControlLoop), body by body.
#pragma once

#include "control/control_loop.hpp"
#include "polhode/ensemble/ensemble.hpp"
#include "polhode/step/archive.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace polhode {

class BodyControls {
public:
    /// `ensemble` has to live as long as this object. The control and the wheels are known to be possible.
    BodyControls(const Ensemble& ensemble, const std::optional<Control>& control, const WheelBank& wheels,
                 double start, bool on_lanes);

    /// Whether what a control holds is one torque for all bodies but for three numbers, the command.
    static bool differs_by_command(const Control& control);
    /// On lanes: the torque of the bodies, as it is in a piece, with that of the control; and the numbers of each body that belong to it,
    /// block by block, brought up to date for some blocks.
    Torque torque_of_all(const Torque& in_piece, const TimeSpan& piece) const;
    const core::Column* numbers(std::size_t first_block, std::size_t last_block);
    std::size_t numbers_of_each() const { return numbers_; }

    /// In bytes, about.
    static std::size_t memory_of_each(std::size_t wheels) {
        return sizeof(ControlLoop) + 10 * sizeof(double) + wheels * (sizeof(Wheel) + 5 * sizeof(double));
    }

    /// Body k has come to the time t, at most next(k): its wheels go on, its law is called if it is time.
    [[nodiscard]] std::optional<Error> reach(std::size_t k, double t);
    /// When what body k has changes next: a call, or a wheel's stop.
    double next(std::size_t k) const { return loops_[k].next(); }
    /// Body and torque k as they are until then.
    Body body(std::size_t k) const;
    Torque torque(std::size_t k, const Torque& in_piece, const TimeSpan& piece) const;

    /// What body k holds, and the momentum of its wheels at a time up to next(k).
    const Command& command(std::size_t k) const { return loops_[k].command(); }
    WheelBank wheels(std::size_t k, double t) const { return loops_[k].wheels_at(t); }

    /// What the run has made of those of bodies first … last − 1.
    void keep(core::Archive& archive, std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) archive(loops_[k]);
    }

private:
    const Ensemble& ensemble_;
    std::vector<ControlLoop> loops_;
    Torque nothing_held_;  // a command of zero
    std::size_t numbers_;
    std::vector<core::Column> columns_;  // on lanes
};

}  // namespace polhode
