/// What a torque model states about itself: plain data, read by the scenario reader, the certificates, the
/// reports, the documentation and the tests. tests/torque/models_test.cpp checks every entry for every model;
/// a wrong claim fails.
#pragma once

#include <string_view>

namespace polhode {

/// What the torque leaves unchanged of the spatial momentum L = RΠ.
enum class Conserves {
    nothing,
    momentum,       ///< all of it: a free body
    axis_momentum,  ///< its component along the model's field_axis(), a direction of space
};

/// How the torque depends on the angular velocity ω, at a time and an attitude held fixed.
enum class RateDependence {
    none,
    affine,   ///< T₀ + S ω: kicks are exact
    general,  ///< any function: kicks solve an equation
};

struct TorqueSheet {
    std::string_view name;     ///< in scenarios, e.g. "heavy-top"
    std::string_view title;    ///< one line for a person
    std::string_view formula;  ///< T in body components
    /// V(t, R), for H = ½ Π·I⁻¹Π + V; empty if there is none.
    std::string_view potential = {};
    Conserves conserves = Conserves::nothing;
    RateDependence rate_dependence = RateDependence::none;
    /// The price of one Taylor coefficient, in torques with an exact drift of a symmetric body after each;
    /// roughly, by bench/ten_problems. `advise` weighs series by it.
    double series_price = 2;
    /// The kernels of all methods contain the model itself instead of a call. It saves a few nanoseconds per
    /// step and costs the compiler seconds for every method: for the models of most runs only.
    bool inlined = false;
    /// The torque is that of a place on an orbit, which is given by take_from_orbit(orbit) beside the
    /// parameters.
    bool needs_orbit = false;
    /// Derivatives of the torque jump at some attitudes or angular velocities. No series holds beyond such a
    /// place.
    bool has_kinks = false;

    constexpr bool has_potential() const { return !potential.empty(); }
};

}  // namespace polhode
