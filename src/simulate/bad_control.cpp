#include "simulate/bad_control.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

std::optional<Error> bad_friction(const Problem& problem) {
    for (std::size_t i = 0; i < problem.wheels.size(); ++i) {
        const double friction = problem.wheels[i].friction;
        const std::string field = fmt::format("wheel.{}.friction", i + 1);
        if (friction > 0 && !problem.control)
            return input_error(
                fmt::format("wheel {}: friction is {}, and its rate is held from call to call of a control; "
                            "expected one, with the law \"none\" if it has nothing to command",
                            i + 1, friction),
                field);
        if (problem.control && !(friction * problem.control->period < 1))
            return input_error(fmt::format("wheel {}: friction is {}, expected less than 1/{}, one over the "
                                           "control's period, over which its rate is held",
                                           i + 1, friction, problem.control->period),
                               field);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> bad_control(const Method* method, const Problem& problem, const Plan& plan) {
    if (problem.control)
        if (auto refused = refusal(*problem.control)) return refused;
    if (const auto wheels = WheelBank::of(problem.wheels); !wheels) return wheels.error();
    if (auto refused = bad_friction(problem)) return refused;
    if (!problem.control) return std::nullopt;
    if (plan.sensitivity)
        return input_error(
            "sensitivity: the commands of a control depend on the state at its calls, which is not followed; "
            "expected a run without control",
            "sensitivity");
    // for a method, what is held is a torque like any other without a potential
    return method ? refusal(method->sheet, core::ConstantBodyTorque{}) : std::nullopt;
}

}  // namespace polhode
