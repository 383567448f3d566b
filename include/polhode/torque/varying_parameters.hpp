/// The parameters of a torque that may differ from body to body: the weight moment of a heavy top, the
/// coefficient of a gravity gradient, the components of a constant torque, and those of all parts of a sum.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/torque/torque.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace polhode {

struct VaryingParameter {
    std::string name;                    ///< "weight_moment"; of a part of a sum, "NAME.weight_moment"
    std::size_t first = 0, numbers = 1;  ///< where its one or three numbers are among those of the torque
};

/// In the order of the parts, and of the parameters of each.
std::vector<VaryingParameter> varying_parameters(const Torque& torque);

/// The numbers of all of them, one after the other.
std::size_t parameter_count(const Torque& torque);
std::vector<double> parameters_of(const Torque& torque);
/// An error for numbers that no such torque has, as a negative area.
Torque with_parameters(const Torque& torque, std::span<const double> parameters);
Expected<Torque> try_with_parameters(const Torque& torque, std::span<const double> parameters);

/// Where they are in this torque.
std::vector<double*> parameter_places(Torque& torque);

}  // namespace polhode
