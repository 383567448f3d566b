/// Tops whose torque jumps at times: a part that acts in windows, and a formula that asks for the time. References as
/// in rate_problems.hpp, piece by piece.
#pragma once

#include "support/rate_problems.hpp"

#include <cmath>

namespace polhode::test {

/// The torque jumps at multiples of `part`, of which the end is one too.
struct SwitchedProblem {
    std::string name;
    Problem problem;
    double end, part;
    ExtendedState reference;  ///< at the end
};

/// A heavy top with a thruster that is switched on twice.
inline const SwitchedProblem& thrusted_top() {
    static const SwitchedProblem p = [] {
        core::HeavyTop top{.weight_moment = rates::weight};
        top.axis = {0.6, 0, 0.8};
        const core::Vector3<double> push{1, -0.5, 0.75};
        const Problem problem = rates::problem_of(
            rates::body(),
            TorqueSum{{{top}, {core::ConstantBodyTorque{push}, "thruster", {{1.5, 2.5}, {4, 9}}}}});
        const auto off = [](Extended, const core::Quaternion<Extended>& q, const ExtendedVector&) {
            return rates::top(q);
        };
        const auto on = [push](Extended, const core::Quaternion<Extended>& q, const ExtendedVector&) {
            return rates::top(q) + ExtendedVector(push);
        };
        return SwitchedProblem{
            "scheduled", problem, 5, 0.5,
            rates::reference(problem, {{1.5, off}, {2.5, on}, {4, off}, {5, on}}, rates::no_rotor)};
    }();
    return p;
}

/// The same top with torques of the rates, some of which change at a time, in a formula. The last expression and what
/// it adds to the others is given.
inline SwitchedProblem formula_problem(const std::string& name, const std::string& more,
                                       const std::function<Extended(Extended)>& factor) {
    const FormulaTorque formula = formula_torque({.torque = {"2.4*r32 - 0.2*wx*wy + if(t < 1.5, 0.5, -1)",
                                                             "1.8*r33 - 2.4*r31 - 0.3*wy*if(t < 3.5, 1, 3)",
                                                             "-1.8*r32 - 0.1*wz*dot(w, w) + wx*" + more}})
                                      .or_throw();
    const Problem problem = rates::problem_of(rates::body(), formula);
    const auto stage = [&](double push, double damping) -> rates::ReferenceTorque {
        return [=](Extended t, const core::Quaternion<Extended>& q, const ExtendedVector& w) {
            const ExtendedVector u = to_body(q, ExtendedVector(0, 0, 1));
            return ExtendedVector(
                Extended(2.4) * u.y - Extended(0.2) * w.x * w.y + Extended(push),
                Extended(1.8) * u.z - Extended(2.4) * u.x - Extended(0.3) * w.y * Extended(damping),
                Extended(-1.8) * u.y - Extended(0.1) * w.z * dot(w, w) + w.x * factor(t));
        };
    };
    return {name, problem, 5, 0.5,
            rates::reference(problem, {{1.5, stage(0.5, 1)}, {3.5, stage(-1, 1)}, {5, stage(-1, 3)}},
                             rates::no_rotor)};
}

inline const SwitchedProblem& formula_top() {
    static const SwitchedProblem p =
        formula_problem("formula", "0.5", [](Extended) { return Extended(0.5); });
    return p;
}

/// One that depends on the time between its jumps too.
inline const SwitchedProblem& timed_formula_top() {
    static const SwitchedProblem p =
        formula_problem("formula of time", "sin(2*t)", [](Extended t) { return std::sin(2 * t); });
    return p;
}

}  // namespace polhode::test
