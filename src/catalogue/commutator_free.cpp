/// Runge–Kutta methods on the rotation group by products of exponentials.
#include "polhode/method/commutator_free.hpp"
#include "entry.hpp"

namespace polhode {

std::vector<Method> commutator_free_methods() {
    using core::CommutatorFree;
    constexpr std::string_view one_by_one =
        "Rₖ = R₀ exp(h aₖ₁ω₁) exp(h aₖ₂ω₂) …; Rₖ Πₖ = R₀Π₀ + h Σ aₖⱼ RⱼTⱼ; the end likewise with b";
    return {
        entry(CommutatorFree(commutator_free::cg3(), 3),
              {"cg3", "Crouch–Grossman of 3 stages: a product of 6 exponentials", one_by_one,
               "Crouch & Grossman 1993; Hairer, Lubich & Wanner, Geometric Numerical Integration, IV.8.1"}),
        entry(CommutatorFree(commutator_free::cg4(), 4),
              {"cg4", "Crouch–Grossman of 5 stages: a product of 15 exponentials", one_by_one,
               "Jackiewicz, Marthinsen & Owren 2000, Runge–Kutta methods of Crouch–Grossman type"}),
        entry(
            CommutatorFree(commutator_free::cf3(), 3),
            {"cf3", "commutator-free Lie-group method of 3 stages, on Heun's of order 3: 3 exponentials",
             "R₂ = R₀ exp(h/3 ω₁), R₃ = R₀ exp(2h/3 ω₂), R = R₂ exp(h(¾ω₃ − ¹⁄₁₂ω₁)); RΠ by Heun's method from RT",
             "Celledoni, Marthinsen & Owren 2003, commutator-free Lie group methods"}),
        entry(
            CommutatorFree(commutator_free::cf4(), 4),
            {"cf4", "commutator-free Lie-group method of 4 stages, on the classical one: 5 exponentials",
             "R₂ = R₀ exp(h/2 ω₁), R₃ = R₀ exp(h/2 ω₂), R₄ = R₂ exp(h(ω₃ − ½ω₁)), R = R₀ exp(h/12 (3ω₁ + 2ω₂ + "
             "2ω₃ − ω₄)) exp(h/12 (3ω₄ + 2ω₂ + 2ω₃ − ω₁)); RΠ by Kutta's method from RT",
             "Celledoni, Marthinsen & Owren 2003, commutator-free Lie group methods"}),
    };
}

}  // namespace polhode
