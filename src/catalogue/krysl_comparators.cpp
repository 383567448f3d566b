/// The methods with which Krysl's papers compare: Austin, Krishnaprasad and Wang; Simo and Wong; Krysl and Endres.
#include "entry.hpp"
#include "polhode/method/akw.hpp"
#include "polhode/method/newmark_body.hpp"
#include "polhode/method/simo_wong.hpp"

namespace polhode {

std::vector<Method> krysl_comparator_methods() {
    using namespace core;
    return {
        entry(Akw{}, {"akw", "implicit midpoint rule with Cayley's map; keeps the energy of a heavy top",
                      "Π₁ = Π₀ − h ωₘ×Πₘ + ½h(T₀ + T₁), Πₘ = ½(Π₀ + Π₁); R₁ = R₀ cay(hωₘ)",
                      "Austin, Krishnaprasad, Wang 1993; Krysl 2006, AKW"}),
        entry(SimoWong{}, {"swc1", "implicit energy-momentum algorithm ALGO_C1",
                           "Ψ = ½h(ω₀ + ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)Π₀ + h exp(−Ψ/2)Tₘ",
                           "Simo, Wong 1991; Krysl 2006, SWC1"}),
        entry(SimoWongExplicit{},
              {"sw", "explicit Simo–Wong, γ = 1, β = 0; carries an acceleration; its energy grows",
               "Ψ = hω₀ + ½h²A₀; R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁; A₁ = (ω₁ − ω₀)/h",
               "Simo, Wong 1991; Krysl 2004, SW; reconstructed"}),
        entry(NewmarkBody{},
              {"nmb", "Newmark in the body frame, γ = ½, β = 0",
               "A₀ = I⁻¹(T₀ − ω₀×Π₀); R₁ = R₀ exp(hω₀ + ½h²A₀); Π₁ = Π₀ + ½h(IA₀ + T₁ − ω₁×Π₁)",
               "Krysl, Endres 2005; Krysl 2004, NMB; reconstructed"}),
    };
}

}  // namespace polhode
