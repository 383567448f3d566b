#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march_history.hpp"
#include "polhode/method/buss.hpp"
#include "polhode/method/rkmk.hpp"

namespace polhode::lanes {
namespace {
template <class Formula>
struct Buss {
    core::Buss<Formula> operator()(const LaneRecipe&) const { return {}; }
};
struct Rkmk {
    const core::Rkmk& operator()(const LaneRecipe& recipe) const { return *recipe.rkmk; }
};
}  // namespace

void POLHODE_FILL(whole_methods)(Kernels& kernels) {
    fill<Pack, Buss<core::buss::Third>>(kernels.buss3);
    fill<Pack, Buss<core::buss::PlainThird>>(kernels.buss3_plain);
    fill<Pack, Buss<core::buss::Fourth>>(kernels.buss4);
    fill<Pack, Rkmk>(kernels.rkmk);
}

}  // namespace polhode::lanes
