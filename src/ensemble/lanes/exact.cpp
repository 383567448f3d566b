#include "polhode/drift/exact.hpp"
#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode::lanes {
namespace {
struct Make {
    core::Splitting<core::ExactDrift> operator()(const LaneRecipe& recipe) const {
        return core::Splitting<core::ExactDrift>(*recipe.scheme);
    }
};
}  // namespace

void POLHODE_FILL(exact)(Kernels& kernels) { fill<TwoPacks, Make>(kernels.exact); }

}  // namespace polhode::lanes
