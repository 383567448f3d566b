/// A built-in torque with every parameter drawn, by its type and traits. On an orbit it is in natural units, in which
/// the planet's mass and radius are 1, so that torques are of the order of 1.
#pragma once

#include "polhode/torque/list.hpp"
#include "support/random_rotation.hpp"

namespace polhode::test {

/// Low above the ground, and turning about as fast as a body of the tests.
inline Orbit random_orbit(Random<double>& random) {
    const auto angle = [&] { return random.between(0, 6); };
    return Orbit::from({.semi_major_axis = random.between(1.4, 1.6),
                        .eccentricity = random.between(0.01, 0.1),
                        .inclination = random.between(0.3, 1.5),
                        .node = angle(),
                        .argument = angle(),
                        .anomaly = angle()},
                       {.mu = 1, .radius = 1, .rotation = 0.2, .j2 = 0.01});
}

/// Numbers that a plate can have, in the light at the start; the air is neither too thin nor too thick.
template <class Model>
void make_plate(Model& model, Random<double>& random) {
    if constexpr (requires { model.sun; }) {
        model.specular = random.between(0.1, 0.5);
        model.diffuse = random.between(0.1, 0.5);
        const OrbitPlace<double> start = model.orbit.place(0.0);
        while (!(sunlight(model.orbit.planet(), start, model.sun) > 0)) model.sun = random.direction();
    }
    if constexpr (requires { model.altitude; }) model.altitude = random.between(0.3, 0.6);
}

template <core::TorqueModel Model>
Model random_torque(Random<double>& random) {
    Model model;
    core::for_each_parameter(model, [&](const auto& parameter, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        const core::ParameterTraits& traits = parameter.traits;
        if constexpr (std::is_enum_v<Value>)
            value = static_cast<Value>(
                static_cast<int>(random.between(0, static_cast<double>(traits.choices.size()))));
        else if constexpr (core::is_matrix<Value>)
            value = {{random.vector(1), random.vector(1), random.vector(1)}};
        else if constexpr (core::is_vector<Value>)
            value = traits.is_direction ? random.direction() : random.vector(2);
        else
            value = random.between(0.5, 3);
    });
    if constexpr (core::HasOrbit<Model>) {
        model.take_from_orbit(random_orbit(random));
        make_plate(model, random);
    }
    return model;
}

/// The names of gtest's typed suites: those of scenarios, of which two may be on an orbit and without one.
struct TorqueNames {
    template <class Model>
    static std::string GetName(int) {
        std::string name(Model::sheet.name);
        for (char& c : name)
            if (c == '-') c = '_';
        return Model::sheet.needs_orbit ? name + "_on_orbit" : name;
    }
};

}  // namespace polhode::test
