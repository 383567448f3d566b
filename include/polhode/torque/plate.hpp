/// What torques on a flat plate of the body have in common: where the plate is, and which side is struck.
#pragma once

#include "polhode/torque/parameter.hpp"

#include <string_view>
#include <tuple>

namespace polhode::core {

/// Of a model with members `area`, `normal` and `centre`; `side` says what the normal is that of.
template <class Model>
constexpr auto plate_parameters(std::string_view side) {
    return std::tuple(
        parameter("area", &Model::area, {.meaning = "of the plate, m²", .required = true, .varies = true}),
        parameter("normal", &Model::normal,
                  {.meaning = side, .required = true, .frame = Frame::body, .is_direction = true}),
        parameter("centre", &Model::centre,
                  {.meaning = "of the plate, from the centre of mass, m",
                   .required = true,
                   .varies = true,
                   .frame = Frame::body}));
}

}  // namespace polhode::core
