/// Buss' methods: one rotation per step, from derivatives of the angular velocity.
#include "polhode/method/buss.hpp"
#include "entry.hpp"

namespace polhode {

std::vector<Method> buss_methods() {
    using namespace core::buss;
    using core::Buss;
    using Kind = LaneRecipe::Kind;
    return {
        entry<Buss<First>>(),
        entry<Buss<Second>>(),
        entry<Buss<AugmentedSecond>>(),
        entry<Buss<FalseThird>>(),
        on_lanes(entry<Buss<Third>>(), {Kind::buss3}),
        on_lanes(entry<Buss<PlainThird>>(), {Kind::buss3_plain}),
        on_lanes(entry<Buss<Fourth>>(), {Kind::buss4}),
        entry<Buss<Sixth>>(),
    };
}

}  // namespace polhode
