/// The methods of Celledoni and Säfström (2006) that come close to the exact free motion without being
/// symplectic.
#include "drifts.hpp"
#include "polhode/drift/jacobi_magnus.hpp"
#include "polhode/drift/rescaled_moser_veselov.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode {

Method over_jacobi_magnus2(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::JacobiMagnusDrift<2>>(scheme), text, std::move(aliases));
}

Method over_jacobi_magnus4(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::JacobiMagnusDrift<4>>(scheme), text, std::move(aliases));
}

Method over_jacobi_magnus6(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::JacobiMagnusDrift<6>>(scheme), text, std::move(aliases));
}

Method over_energy_formulation2(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::JacobiMagnusDrift<2, core::EnergyFormulation>>(scheme), text,
                 std::move(aliases));
}

Method over_energy_formulation4(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::JacobiMagnusDrift<4, core::EnergyFormulation>>(scheme), text,
                 std::move(aliases));
}

Method over_moser_veselov4(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::MoserVeselov4Drift>(scheme), text, std::move(aliases));
}

Method over_moser_veselov6(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::MoserVeselov6Drift>(scheme), text, std::move(aliases));
}

Method over_exact_moser_veselov(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::ExactMomentumMoserVeselovDrift>(scheme), text, std::move(aliases));
}

std::vector<Method> celledoni_methods() {
    const core::Scheme& strang = core::schemes::strang();
    return {
        over_jacobi_magnus2(
            strang,
            {"sej", "exact momentum, attitude by the exponential midpoint rule, half kicks; does not keep RΠ",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: exact Π, R → R exp(h ω(t + h/2))",
             "Celledoni & Säfström 2006, SEJ with JEM2"}),
        over_jacobi_magnus4(
            strang,
            {"sej4", "exact momentum, attitude by Magnus' series of order 4, half kicks; does not keep RΠ",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: exact Π, R → R exp(h/2 (ω₁ + ω₂) + √3/12 h² ω₁×ω₂)",
             "Celledoni & Säfström 2006, SEJ with JEM4"}),
        over_jacobi_magnus6(
            strang,
            {"sej6", "exact momentum, attitude by Magnus' series of order 6, half kicks; does not keep RΠ",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: exact Π, R → R exp(a + c/12 + [b − [a, 2c + [a, b]]/60, 20a + c − [a, b]]/240), "
             "a = hω₂, b = √15/3 h(ω₃ − ω₁), c = 10/3 h(ω₃ − 2ω₂ + ω₁), [x, y] = y×x",
             "Celledoni & Säfström 2006, end of section 2; Blanes, Casas & Ros 2000, Magnus of order 6"}),
        over_moser_veselov4(strang,
                            {"dmv4", "Moser–Veselov with a rescaled step: free motion of order 4, half kicks",
                             "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = h(1 + s₃h²), F → F exp(h³d₃Π)",
                             "McLachlan, Zanna 2005; Hairer, Vilmart 2006"}),
        over_moser_veselov6(
            strang,
            {"dmv6", "Moser–Veselov with a rescaled step: free momentum of order 6, attitude 4, half kicks",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = h(1 + s₃h² + s₅h⁴), F → F exp(h³d₃Π)",
             "McLachlan, Zanna 2005; Hairer, Vilmart 2006"}),
        over_exact_moser_veselov(
            strang, {"dmv-exact",
                     "Moser–Veselov at the exact pace: free momentum exact, attitude of order 4, half kicks",
                     "K(h/2) ∘ D(h) ∘ K(h/2), D: DMV with h' = g/(g² + w²/4), F → F exp(h³d₃Π)",
                     "after McLachlan, Zanna 2005"}),
    };
}

}  // namespace polhode
