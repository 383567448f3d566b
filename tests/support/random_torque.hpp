/// A built-in torque with every parameter drawn, by its type and traits.
#pragma once

#include "polhode/torque/list.hpp"
#include "support/random_rotation.hpp"

namespace polhode::test {

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
    return model;
}

/// The names of gtest's typed suites: those of scenarios.
struct TorqueNames {
    template <class Model>
    static std::string GetName(int) {
        std::string name(Model::sheet.name);
        for (char& c : name)
            if (c == '-') c = '_';
        return name;
    }
};

}  // namespace polhode::test
