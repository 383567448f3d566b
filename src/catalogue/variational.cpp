/// Symplectic drifts of discrete mechanics in the Gibbs vector, with half kicks.
#include "drifts.hpp"
#include "polhode/drift/lewis_simo.hpp"
#include "polhode/drift/moser_veselov.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode {

Method over_moser_veselov(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::MoserVeselovDrift>(scheme), text, std::move(aliases));
}

Method over_lewis_simo_energy(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::LewisSimoEnergyDrift>(scheme), text, std::move(aliases));
}

Method over_lewis_simo_momentum(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::LewisSimoMomentumDrift>(scheme), text, std::move(aliases));
}

std::vector<Method> variational_methods() {
    using namespace core;
    return {
        over_moser_veselov(
            schemes::strang(),
            {"dmv2", "discrete Moser–Veselov (RATTLE), half kicks; no solution above about 60° a step",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: hΠ = 2(Ix + x×Ix)/(1 + x²), F = cay(2x)",
             "Moser, Veselov 1991; McLachlan, Zanna 2005; Krysl 2004, DMV"}),
        over_lewis_simo_energy(
            schemes::strang(),
            {"ls-em", "energy-momentum reading of Lewis–Simo: re-parametrised Moser–Veselov, half kicks",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: hΠ^ = (ϑ/sin ϑ)(FJ − JFᵀ), 1 − cos ϑ = (1 − cos θ) 3n·In/tr I",
             "Lewis, Simo 1994; Krysl 2004, LS; reconstructed"}),
        over_lewis_simo_momentum(
            schemes::strang(),
            {"ls-sm",
             "symplectic-momentum reading of Lewis–Simo: variational integrator of Cayley's map, half kicks",
             "K(h/2) ∘ D(h) ∘ K(h/2), D: Π = (1 + ½hŴ + ¼h²WWᵀ)IW, F = cay(hW)",
             "Lewis, Simo 1994; Krysl 2004, LS; reconstructed"}),
    };
}

}  // namespace polhode
