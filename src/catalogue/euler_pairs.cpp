/// Forward and backward Euler in two forms, and their compositions: the trapezoidal and midpoint rules.
#include "entry.hpp"
#include "polhode/method/euler.hpp"
#include "polhode/method/trapezoid_midpoint.hpp"

namespace polhode {

std::vector<Method> euler_pair_methods() {
    using namespace core;
    return {
        entry(ForwardEuler<Form::differential>{},
              {"euler-forward", "forward Euler, conserves nothing",
               "R₁ = R₀ exp(hω₀); Π₁ = Π₀ + h(Π₀×ω₀ + T₀)", "Krysl 2006, eq. (11)"}),
        entry(BackwardEuler<Form::differential>{},
              {"euler-backward", "backward Euler, the adjoint of euler-forward",
               "R₁ = R₀ exp(hω₁); Π₁ = Π₀ + h(Π₁×ω₁ + T₁)", "Krysl 2006, eq. (12)"}),
        entry(ForwardEuler<Form::integral>{},
              {"euler-forward-m", "forward Euler, momentum-conserving form",
               "R₁ = R₀ exp(hω₀); Π₁ = exp(−hω₀)(Π₀ + hT₀)",
               "Krysl 2006, eq. (18); Munthe-Kaas method of forward Euler"},
              {"rkmk-euler"}),
        entry(BackwardEuler<Form::integral>{},
              {"euler-backward-m", "backward Euler, the adjoint of euler-forward-m",
               "R₁ = R₀ exp(hω₁); Π₁ = exp(−hω₁)Π₀ + hT₁",
               "Krysl 2006, eq. (19); Munthe-Kaas method of backward Euler"},
              {"rkmk-backward-euler"}),
        entry(Trapezoid<Form::differential>{},
              {"trap",
               "trapezoidal rule: forward, then backward half a step; conserves the energy at the midpoint",
               "R₁ = R₀ exp(½hω₀) exp(½hω₁); Π₁ = Π₀ + ½h(Π₀×ω₀ + T₀ + Π₁×ω₁ + T₁)",
               "Krysl 2006, TRAP, eq. (14)"}),
        entry(Midpoint<Form::differential>{},
              {"imid", "midpoint rule: backward, then forward half a step",
               "B = Π₀ + ½h(B×I⁻¹B + Tₘ); R₁ = R₀ exp(h I⁻¹B); Π₁ = 2B − Π₀", "Krysl 2006, IMID"}),
        entry(Trapezoid<Form::integral>{},
              {"trapm", "momentum-conserving trapezoidal rule, conjugate to imidm",
               "R₁ = R₀ exp(½hω₀) exp(½hω₁); Π₁ = R₁ᵀR₀(Π₀ + ½hT₀) + ½hT₁", "Krysl 2006, TRAPM, eq. (20)"}),
    };
}

}  // namespace polhode
