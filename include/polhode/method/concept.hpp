/// What a method must have. The catalogue asks for it where an entry is made, so that a missing member is one
/// error.
#pragma once

#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"
#include "polhode/torque/none.hpp"

#include <concepts>

namespace polhode::core {

/// What it carries from step to step, made by `start`, and `step`; templates over the scalar and the torque,
/// looked at here on double and without a torque.
template <class M>
concept SteppingMethod =
    requires(const M method, System<double, NoTorque>& system, State<double>& state,
             typename M::template Memory<double>& memory, const double& t, const double& h) {
        { method.start(system, state, t) } -> std::same_as<typename M::template Memory<double>>;
        { method.step(system, state, memory, t, h) } -> std::same_as<Status>;
    };

/// A method with its sheet beside the formula.
template <class M>
concept SheetMethod = SteppingMethod<M> && std::default_initializable<M> && requires {
    { M::sheet } -> std::convertible_to<Sheet>;
};

/// A method made of data, from which its properties follow; name and texts are given where it is made.
template <class M>
concept DataMethod = SteppingMethod<M> && requires(const M method) {
    { method.properties() } -> std::same_as<Sheet>;
};

}  // namespace polhode::core
