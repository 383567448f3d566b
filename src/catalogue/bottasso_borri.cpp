/// The trapezoidal rules of Bottasso and Borri.
#include "polhode/method/bottasso_borri.hpp"
#include "entry.hpp"

namespace polhode {

std::vector<Method> bottasso_borri_methods() {
    using namespace core;
    return {
        entry(BottassoBorri<false>{}, {"bbtrap", "trapezoidal Munthe-Kaas rule with dexp⁻¹ replaced by 1",
                                       "Ψ = ½h(ω₀ + ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁",
                                       "Bottasso, Borri 1998; Krysl 2006, BBTRAP"}),
        entry(BottassoBorri<true>{},
              {"bbtrapwd", "trapezoidal Munthe-Kaas rule; not time-symmetric, its energy has a trend",
               "Ψ = ½h(ω₀ + dexp⁻¹₋Ψ ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁",
               "Bottasso, Borri 1998; Krysl 2006, BBTRAPWD"},
              {"rkmk-trapezoid"}),
    };
}

}  // namespace polhode
