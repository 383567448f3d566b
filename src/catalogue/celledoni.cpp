/// The methods of Celledoni and Säfström (2006) that come close to the exact free motion without being symplectic.
#include "drifts.hpp"
#include "polhode/drift/jacobi_magnus.hpp"
#include "polhode/drift/rescaled_moser_veselov.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode {

std::vector<Method> celledoni_methods() {
    using namespace core;
    const auto strang = []<class Drift>(Drift drift, const Text& text) {
        return entry(Splitting(schemes::strang(), drift), text);
    };
    return {
        strang(JacobiMagnusDrift<2>{},
               {"sej",
                "exact momentum, attitude by the exponential midpoint rule, half kicks; momentum RΠ drifts",
                "K(h/2) ∘ D(h) ∘ K(h/2), D: exact Π, R → R exp(h ω(t + h/2))",
                "Celledoni & Säfström 2006, SEJ with JEM2"}),
        strang(
            JacobiMagnusDrift<4>{},
            {"sej4", "exact momentum, attitude by Magnus' series of order 4, half kicks; momentum RΠ drifts",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: exact Π, R → R exp(h/2 (ω₁ + ω₂) + √3/12 h² ω₁×ω₂)",
             "Celledoni & Säfström 2006, SEJ with JEM4"}),
        strang(MoserVeselov4Drift{},
               {"dmv4", "Moser–Veselov with a rescaled step: free motion of order 4, half kicks",
                "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = h(1 + s₃h²), F → F exp(h³d₃Π)",
                "McLachlan, Zanna 2005; Hairer, Vilmart 2006"}),
        strang(
            MoserVeselov6Drift{},
            {"dmv6", "Moser–Veselov with a rescaled step: free momentum of order 6, attitude 4, half kicks",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = h(1 + s₃h² + s₅h⁴), F → F exp(h³d₃Π)",
             "McLachlan, Zanna 2005; Hairer, Vilmart 2006"}),
        strang(ExactMomentumMoserVeselovDrift{},
               {"dmv-exact",
                "Moser–Veselov at the exact pace: free momentum exact, attitude of order 4, half kicks",
                "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = g/(g² + w²/4), F → F exp(h³d₃Π)",
                "after McLachlan, Zanna 2005"}),
    };
}

}  // namespace polhode
