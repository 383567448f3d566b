/// What a drift must have.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <concepts>

namespace polhode::core {

/// A map of free motion, drift(inertia, state, h), a template over the scalar (looked at here on double), and
/// what is known of it. One that does not move Π and R by the same rotation also states `conserves_momentum =
/// false`.
template <class D>
concept Drift =
    requires(const D drift, const Inertia<double>& inertia, State<double>& state, const double& h) {
        { D::order } -> std::convertible_to<int>;
        { D::solve } -> std::convertible_to<Solve>;
        { D::time_symmetric } -> std::convertible_to<bool>;
        { D::symplectic } -> std::convertible_to<bool>;
        { D::conserves_energy } -> std::convertible_to<bool>;
        { drift(inertia, state, h) } -> std::same_as<Status>;
    };

}  // namespace polhode::core
