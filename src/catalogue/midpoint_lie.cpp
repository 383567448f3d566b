/// The midpoint-Lie family and its symplectic sibling.
#include "drifts.hpp"
#include "polhode/drift/liemid.hpp"
#include "polhode/drift/variational_exp.hpp"
#include "polhode/method/liemid_explicit.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"
#include "polhode/method/trapezoid_midpoint.hpp"

namespace polhode {

namespace {
constexpr std::string_view krysl2004 = "Krysl 2004, midpoint-Lie integration of rigid body motion";
constexpr std::string_view krysl2005 = "Krysl 2005, explicit Newmark algorithm for rotations";
}  // namespace

Method over_liemid(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return on_lanes(entry(core::Splitting<core::LiemidDrift>(scheme), text, std::move(aliases)),
                    {LaneRecipe::Kind::liemid, &scheme});
}

Method over_variational_exp(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return entry(core::Splitting<core::VariationalExpDrift>(scheme), text, std::move(aliases));
}

std::vector<Method> midpoint_lie_methods() {
    using namespace core;
    return {
        over_liemid(schemes::drift_only(), {"liemid", "midpoint-Lie drift, free motion only",
                                            "IΨ = h exp(−Ψ/2)Π₀; R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)Π₀", krysl2004}),
        entry<Midpoint<Form::integral>>({"imidm", "rkmk-midpoint"}),
        entry<LiemidExplicit>(),
        over_liemid(schemes::drift_kick(),
                    {"liemid-e1", "midpoint-Lie drift, then kick", "K(h) ∘ D(h)", krysl2004}),
        over_liemid(schemes::kick_drift(),
                    {"liemid-e2", "kick, then midpoint-Lie drift", "D(h) ∘ K(h)", krysl2004}),
        over_liemid(
            schemes::two_half_drifts(),
            {"liemid-ea", "explicit Newmark on SO(3): half kick, two half midpoint-Lie drifts, half kick",
             "K(h/2) ∘ D(h/2) ∘ D(h/2) ∘ K(h/2)", krysl2005},
            {"newmark-so3"}),
        over_liemid(schemes::strang(), {"kdk-liemid", "half kick, one midpoint-Lie drift, half kick",
                                        "K(h/2) ∘ D(h) ∘ K(h/2)", "Strang splitting over the LIEMID drift"}),
        over_variational_exp(
            schemes::strang(),
            {"vexp", "variational integrator of the exponential map, half kicks",
             "K(h/2) ∘ V(h) ∘ K(h/2), V: dexp⁻¹₋Ψ(IΨ) = hΠ", "discrete Lagrangian ½ Ψ·IΨ/h on SO(3)"}),
    };
}

}  // namespace polhode
