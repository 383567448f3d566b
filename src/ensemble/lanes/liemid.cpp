#include "polhode/drift/liemid.hpp"
#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode::lanes {
namespace {
struct Make {
    core::Splitting<core::LiemidDrift> operator()(const LaneRecipe& recipe) const {
        return core::Splitting<core::LiemidDrift>(*recipe.scheme);
    }
};
}  // namespace

void POLHODE_FILL(liemid)(Kernels& kernels) { fill<TwoPacks, Make>(kernels.liemid); }

}  // namespace polhode::lanes
