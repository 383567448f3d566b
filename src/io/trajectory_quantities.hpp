/// What files say of a motion at a time, whatever their format.
#pragma once

#include "polhode/mechanics/attitude_form.hpp"
#include "polhode/simulate/simulate.hpp"

#include <string>
#include <vector>

namespace polhode {

/// An array of its own in files of arrays, columns in a table.
struct TrajectoryQuantity {
    std::string name;
    std::vector<std::string> columns;
    /// In units of the scenario: T of time, I of moments of inertia.
    std::string unit;
};

/// The attitude in this form: called "attitude" if it is a quaternion, scalar last, else by the form's name.
TrajectoryQuantity attitude_quantity(const AttitudeForm& form);

/// time, attitude in this form, momentum in the body frame and in space, energy, angular velocity (body frame).
std::vector<TrajectoryQuantity> trajectory_quantities(const AttitudeForm& form);

/// The numbers of a sample, quantity after quantity; NaN where there is no value.
std::vector<double> trajectory_numbers(const Sample& sample, const AttitudeForm& form);

}  // namespace polhode
