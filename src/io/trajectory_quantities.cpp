#include "io/trajectory_quantities.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace polhode {

std::span<const TrajectoryQuantity> trajectory_quantities() {
    static const std::vector<TrajectoryQuantity> all{
        {"time", {"time"}, "T", [](const Sample& s, double* out) { *out = s.time; }},
        {"attitude",
         {"qx", "qy", "qz", "qw"},
         "1",
         [](const Sample& s, double* out) { std::ranges::copy(s.state.attitude.coeffs(), out); }},
        {"momentum",
         {"momentum_x", "momentum_y", "momentum_z"},
         "I/T",
         [](const Sample& s, double* out) { std::ranges::copy(s.state.momentum, out); }},
        {"space_momentum",
         {"space_momentum_x", "space_momentum_y", "space_momentum_z"},
         "I/T",
         [](const Sample& s, double* out) { std::ranges::copy(s.spatial_momentum, out); }},
        {"energy",
         {"energy"},
         "I/T^2",
         [](const Sample& s, double* out) {
             *out = s.energy.value_or(std::numeric_limits<double>::quiet_NaN());
         }},
        {"angular_velocity",
         {"angular_velocity_x", "angular_velocity_y", "angular_velocity_z"},
         "rad/T",
         [](const Sample& s, double* out) { std::ranges::copy(s.angular_velocity, out); }},
    };
    return all;
}

std::vector<double> trajectory_numbers(const Sample& sample) {
    std::vector<double> numbers;
    for (const TrajectoryQuantity& q : trajectory_quantities()) {
        numbers.resize(numbers.size() + q.columns.size());
        q.values(sample, numbers.data() + numbers.size() - q.columns.size());
    }
    return numbers;
}

}  // namespace polhode
