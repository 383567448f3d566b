/// The methods with which Buss (2001) compares his own. His Simo–Wong method is `sw`, the symplectic ones are `mr2-…`
/// and `mr4-…`.
#include "entry.hpp"
#include "polhode/method/space_velocity.hpp"

namespace polhode {

std::vector<Method> buss_baselines() {
    using namespace core;
    return {
        entry(NaiveRungeKutta{},
              {"rk4-naive", "classical Runge–Kutta with rotation vectors averaged: second order only",
               "R₁ = exp(h(ω₁ + 2ω₂ + 2ω₃ + ω₄)/6) R₀, ω in space; L₁ likewise from RT; Π₁ = R₁ᵀL₁",
               "Buss 2001, Runge–Kutta"}),
        entry(NaiveAdams{},
              {"abm4-naive", "Adams–Bashforth–Moulton on rotation vectors: second order only",
               "R₁ = exp(h(9ωₚ + 19ω₀ − 5ω₋₁ + ω₋₂)/24) R₀, ωₚ after h(55ω₀ − 59ω₋₁ + 37ω₋₂ − 9ω₋₃)/24; "
               "three steps of rk4-naive to start",
               "Buss 2001, Adams–Bashforth, Adams–Moulton"}),
    };
}

}  // namespace polhode
