/// control.csv: one row per call of the control, numbers that read back as the same doubles.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"

#include <string>
#include <vector>

namespace polhode {

/// The command is called by what it is, a torque or a magnetic moment, and each wheel by its name.
std::string control_csv_header(const Control& control, const std::vector<Wheel>& wheels);
std::string control_csv_row(const ControlRecord& record);

}  // namespace polhode
