#include "polhode/method/multistep.hpp"

#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march_history.hpp"

namespace polhode::lanes {
namespace {
struct Multistep {
    core::Multistep operator()(const LaneRecipe& recipe) const { return {*recipe.multistep, nullptr}; }
};
}  // namespace

void POLHODE_FILL(multistep)(Kernels& kernels) { fill<Pack, Multistep>(kernels.multistep); }

}  // namespace polhode::lanes
