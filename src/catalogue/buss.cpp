/// Buss' methods: one rotation per step, from derivatives of the angular velocity.
#include "polhode/method/buss.hpp"
#include "entry.hpp"

namespace polhode {

std::vector<Method> buss_methods() {
    using namespace core::buss;
    using core::Buss;
    using Kind = LaneRecipe::Kind;
    return {
        entry(Buss<First>{}, {"buss1", "rotation by the angular velocity at the start of the step", "ω̄ = ω",
                              "Buss 2001, first order"}),
        entry(Buss<Second>{},
              {"buss2", "Buss' second-order method", "ω̄ = ω + (h/2) ω'", "Buss 2001, second order"}),
        entry(Buss<AugmentedSecond>{},
              {"buss2-aug", "Buss' augmented second-order method: the cheapest part of the third order",
               "ω̄ = ω + (h/2) ω' + (h²/12) ω'×ω", "Buss 2001, augmented second order"}),
        entry(Buss<FalseThird>{},
              {"buss3-false", "three terms of Taylor's series for the mean of ω: of second order",
               "ω̄ = ω + (h/2) ω' + (h²/6) ω''", "Buss 2001, false third order"}),
        entry(Buss<Third>{},
              {"buss3", "Buss' third-order method with the optional term",
               "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) (ω' + (h/3) ω'')×ω", "Buss 2001, third order"},
              {}, {Kind::buss3}),
        entry(Buss<PlainThird>{},
              {"buss3-plain", "Buss' third-order method without the optional term",
               "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) ω'×ω", "Buss 2001, third order"},
              {}, {Kind::buss3_plain}),
        entry(Buss<Fourth>{},
              {"buss4", "Buss' fourth-order method",
               "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) ω'×ω + (h³/24) (ω''' + ω''×ω)",
               "Buss 2001, fourth order, misprint corrected"},
              {}, {Kind::buss4}),
        entry(Buss<Sixth>{}, {"buss6", "Buss' sixth-order method",
                              "as buss4, and the fourth and fifth powers of h", "Buss 2001, Y₄ and Y₅"}),
    };
}

}  // namespace polhode
