/// sensitivity.csv and parameter_sensitivity.csv: one row per sample, the entries of its matrix row by row,
/// numbers that read back as the same doubles.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <string>
#include <vector>

namespace polhode {

/// time,turn_x_by_turn_x,turn_x_by_turn_y,…,momentum_z_by_momentum_z: the change now per change at first.
std::string sensitivity_csv_header();
/// time,turn_x_by_inertia.1,…: the change now per change of a parameter; `names` are theirs.
std::string parameter_sensitivity_csv_header(const std::vector<std::string>& names);

/// The rows of a sample that has these matrices.
std::string sensitivity_csv_row(const Sample& sample);
std::string parameter_sensitivity_csv_row(const Sample& sample);

}  // namespace polhode
