/// trajectory.csv: one row per sample, numbers that read back as the same doubles.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <string>

namespace polhode {

/// The column names, and below them, behind a #, the units: those of trajectory_quantities().
std::string trajectory_csv_header();

/// One row; the energy is left empty where there is none.
std::string trajectory_csv_row(const Sample& sample);

}  // namespace polhode
