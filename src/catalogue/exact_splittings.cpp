/// Symplectic splittings over the exact motion of the free body.
#include "drifts.hpp"
#include "polhode/drift/exact.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/processed_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode {

#ifdef POLHODE_FEW_SCALARS
template <>
inline constexpr bool is_compiled_for<core::Splitting<core::ExactDrift>, long double> =
    true;  // as in taylor.cpp
#endif

Method over_exact(const core::Scheme& scheme, const Text& text, Aliases aliases) {
    return on_lanes(entry(core::Splitting<core::ExactDrift>(scheme), text, std::move(aliases)),
                    {LaneRecipe::Kind::exact, &scheme});
}

std::vector<Method> exact_splittings() {
    using namespace core::schemes;
    const auto se = [](std::string_view name, std::string_view title, const core::Scheme& scheme) {
        return over_exact(scheme, {name, title, scheme.formula, scheme.source});
    };
    return {
        se("se", "exact free motion between half kicks: the second-order work horse", strang()),
        se("se4-yoshida", "fourth order: three exact Strang steps", yoshida4()),
        se("se4-suzuki", "fourth order: five exact Strang steps, all of moderate size", suzuki4()),
        se("se4-bm", "fourth order, optimised partitioned splitting over the exact drift", blanes_moan4()),
        se("se4-rkn", "fourth order, optimised Nyström splitting over the exact drift", nystrom4()),
        se("se6-yoshida", "sixth order: seven exact Strang steps", yoshida6()),
        se("se6-kl", "sixth order: nine exact Strang steps", kahan_li6()),
        se("se6-rkn", "sixth order, optimised Nyström splitting over the exact drift", nystrom6()),
        entry(core::Processed<core::ExactDrift>(processed6()),
              {"se6-processed", "sixth order at seven torques a step, six more for an observed state",
               processed6().kernel.formula, processed6().kernel.source}),
        se("se8-kl", "eighth order: seventeen exact Strang steps", kahan_li8()),
        se("se-gauss2", "kicks at two Gauss nodes: for weak torques", gauss2()),
        se("se-gauss4", "kicks at four Gauss nodes: for weak torques", gauss4()),
        se("se-aba1064", "fourth order, generalised order (10, 6, 4): for weak torques", aba1064()),
    };
}

}  // namespace polhode
