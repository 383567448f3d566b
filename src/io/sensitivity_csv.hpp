/// sensitivity.csv: one row per sample, the 36 entries of its transition matrix row by row, numbers that read
/// back as the same doubles.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <string>

namespace polhode {

/// time,turn_x_by_turn_x,turn_x_by_turn_y,…,momentum_z_by_momentum_z: the change now per change at first.
std::string sensitivity_csv_header();

/// The row of a sample that has a transition matrix.
std::string sensitivity_csv_row(const Sample& sample);

}  // namespace polhode
