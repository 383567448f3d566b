/// Forward and backward Euler in two forms, and their compositions: the trapezoidal and midpoint rules.
#include "entry.hpp"
#include "polhode/method/euler.hpp"
#include "polhode/method/trapezoid_midpoint.hpp"

namespace polhode {

std::vector<Method> euler_pair_methods() {
    using namespace core;
    return {
        entry<ForwardEuler<Form::differential>>(),
        entry<BackwardEuler<Form::differential>>(),
        entry<ForwardEuler<Form::integral>>({"rkmk-euler"}),
        entry<BackwardEuler<Form::integral>>({"rkmk-backward-euler"}),
        entry<Trapezoid<Form::differential>>(),
        entry<Midpoint<Form::differential>>(),
        entry<Trapezoid<Form::integral>>(),  // its midpoint rule is liemid-i
    };
}

}  // namespace polhode
