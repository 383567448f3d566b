/// The calls of a control in a run, and the momenta of the wheels at any time of it.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "polhode/step/archive.hpp"

#include <span>
#include <vector>

namespace polhode::python {

struct ControlHistory {
    std::vector<double> time = {};
    std::vector<double> command = {};         ///< three numbers for each call
    std::vector<double> wheel_momentum = {};  ///< as many as there are wheels
    bool is_moment = false;                   ///< of a magnetic moment; else of a torque

    void add(const ControlRecord& record);
    void keep(core::Archive& archive) { archive(time, command, wheel_momentum, is_moment); }
};

/// The momenta of the wheels at these times, which grow, row by row: from one call to the next they follow from what the
/// control holds.
std::vector<double> wheel_momenta_at(std::span<const double> times, const ControlHistory& history,
                                     const std::vector<Wheel>& wheels);

}  // namespace polhode::python
