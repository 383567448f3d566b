/// Buss' methods: one rotation per step, from derivatives of the angular velocity.
#include "polhode/method/buss.hpp"
#include "entry.hpp"
#include "plain_function.hpp"

namespace polhode {

namespace {

template <class Formula, class Real>
MakeStepper<Real> by_jets_or_values(const MakeStepper<Real>& by_jets) {
    using ByValues = core::BussByValues<Formula>;
    if constexpr (is_compiled_for<ByValues, Real> && Formula::terms > 1)
        return [by_jets](const Body& body, const Torque& torque,
                         const core::Variation<Real>& variation) -> std::unique_ptr<core::Stepper<Real>> {
            if (!holds_plain_function(torque)) return by_jets(body, torque, variation);
            check_torque(ByValues::sheet, torque);
            return make_stepper<Real>(ByValues{}, body, torque, variation);
        };
    else
        return by_jets;
}

template <class Formula>
Method buss() {
    Method method = entry<core::Buss<Formula>>();
    method.on_double = by_jets_or_values<Formula>(method.on_double);
    method.on_long_double = by_jets_or_values<Formula>(method.on_long_double);
    method.on_dual = by_jets_or_values<Formula>(method.on_dual);
    return method;
}

}  // namespace

std::vector<Method> buss_methods() {
    using namespace core::buss;
    using Kind = LaneRecipe::Kind;
    return {
        buss<First>(),
        buss<Second>(),
        buss<AugmentedSecond>(),
        buss<FalseThird>(),
        on_lanes(buss<Third>(), {Kind::buss3}),
        on_lanes(buss<PlainThird>(), {Kind::buss3_plain}),
        on_lanes(buss<Fourth>(), {Kind::buss4}),
        buss<Sixth>(),
    };
}

}  // namespace polhode
