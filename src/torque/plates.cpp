#include "polhode/torque/drag.hpp"
#include "polhode/torque/solar_pressure.hpp"

#include <fmt/format.h>

namespace polhode::core {
namespace {

/// Not NaN either.
std::optional<Error> negative(std::string_view field, double value) {
    if (value >= 0) return {};
    return input_error(fmt::format("{} is {}, expected a number that is not negative", field, value),
                       std::string(field));
}

}  // namespace

std::optional<Error> wrong_parameters(const SolarPressure& plate) {
    for (const auto& [field, value] : {std::pair{"area", plate.area},
                                       {"specular", plate.specular},
                                       {"diffuse", plate.diffuse},
                                       {"pressure", plate.pressure}})
        if (auto error = negative(field, value)) return error;
    if (plate.specular + plate.diffuse > 1)
        return input_error(
            fmt::format("specular is {} and diffuse {}, expected parts of the light whose sum is at most 1",
                        plate.specular, plate.diffuse),
            "specular");
    return {};
}

std::optional<Error> wrong_parameters(const Drag& plate) {
    for (const auto& [field, value] :
         {std::pair{"area", plate.area}, {"coefficient", plate.coefficient}, {"density", plate.density}})
        if (auto error = negative(field, value)) return error;
    if (!(plate.scale_height > 0))
        return input_error(fmt::format("scale_height is {}, expected a positive number", plate.scale_height),
                           "scale_height");
    return {};
}

}  // namespace polhode::core
