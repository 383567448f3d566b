/// Implicit steps. A method states the equation of its step, and one driver solves it and finishes the step:
///     guess()       the unknown, from an explicit formula
///     residual(x)   what must vanish, generic over the scalar: Newton takes its derivatives by dual numbers
///     size()        a vector as large as the numbers that x is made of, for x may pass through zero
///     finish(x)     the end of the step, from the solution
#pragma once

#include "polhode/step/newton.hpp"
#include "polhode/step/system.hpp"

#include <concepts>

namespace polhode::core {

template <class E>
concept StepEquation = requires(E equation, decltype(equation.guess()) x) {
    { equation.residual(x) } -> std::same_as<decltype(x)>;
    { equation.size() } -> std::convertible_to<decltype(x)>;
    { equation.finish(x) } -> std::same_as<void>;
};

template <StepEquation Equation>
Status solve_step(Equation&& equation) {
    auto x = equation.guess();
    const Status status = newton([&]<class Scalar>(const Vector3<Scalar>& v) { return equation.residual(v); },
                                 x, equation.size());
    equation.finish(x);
    return status;
}

/// Base of a method whose whole step is one equation, `Method::Equation<Real, Model>`, made of what a step is
/// given.
template <class Method>
struct ResidualStep {
    template <class Real, class Model, class Memory>
    Status step(System<Real, Model>& system, State<Real>& state, Memory& memory, const Real& t,
                const Real& h) const {
        return solve_step(typename Method::template Equation<Real, Model>{system, state, memory, t, h});
    }
};

}  // namespace polhode::core
