#include "polhode/drift/mclachlan_reich.hpp"

#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode::lanes {
namespace {
template <class Turn, core::AxisOrder axes>
struct Make {
    using Drift = core::McLachlanReichDrift<Turn, core::KnownAxes<axes>>;
    core::Splitting<Drift> operator()(const LaneRecipe& recipe) const {
        return core::Splitting<Drift>(*recipe.scheme);
    }
};
}  // namespace

void POLHODE_FILL(mclachlan_reich)(Kernels& kernels) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (fill<ManyPacks, Make<core::Trigonometric, core::all_axis_orders[i]>>(kernels.rotations[i]), ...);
        (fill<ManyPacks, Make<core::Cayley, core::all_axis_orders[i]>>(kernels.cayley_maps[i]), ...);
    }(std::make_index_sequence<core::axis_orders>{});
}

}  // namespace polhode::lanes
