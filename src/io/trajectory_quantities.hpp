/// What files say of a motion at a time, whatever their format.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace polhode {

/// An array of its own in files of arrays, columns in a table.
struct TrajectoryQuantity {
    std::string_view name;
    std::vector<std::string_view> columns;
    /// In units of the scenario: T of time, I of moments of inertia.
    std::string_view unit;
    /// Writes as many numbers as there are columns; NaN where there is no value.
    void (*values)(const Sample& sample, double* out);
};

/// time, attitude (scalar last), momentum in the body frame and in space, energy, angular velocity (body frame).
std::span<const TrajectoryQuantity> trajectory_quantities();

/// The numbers of a sample, quantity after quantity.
std::vector<double> trajectory_numbers(const Sample& sample);

}  // namespace polhode
