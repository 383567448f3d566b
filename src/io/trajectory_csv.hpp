/// trajectory.csv: one row per sample, numbers that read back as the same doubles.
#pragma once

#include "polhode/mechanics/attitude_form.hpp"
#include "polhode/simulate/simulate.hpp"

#include <string>

namespace polhode {

/// The column names, and below them, behind a #, the units: those of trajectory_quantities().
std::string trajectory_csv_header(const AttitudeForm& form = {});

/// One row; the energy is left empty where there is none.
std::string trajectory_csv_row(const Sample& sample, const AttitudeForm& form = {});

}  // namespace polhode
