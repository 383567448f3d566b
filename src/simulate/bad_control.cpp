#include "simulate/bad_control.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

std::optional<Error> bad_friction(const std::optional<Control>& control, const std::vector<Wheel>& wheels) {
    for (std::size_t i = 0; i < wheels.size(); ++i) {
        const double friction = wheels[i].friction;
        const std::string field = fmt::format("wheel.{}.friction", i + 1);
        if (friction > 0 && !control)
            return input_error(
                fmt::format("wheel {}: friction is {}, and its rate is held from call to call of a control; "
                            "expected one, with the law \"none\" if it has nothing to command",
                            i + 1, friction),
                field);
        if (control && !(friction * control->period < 1))
            return input_error(fmt::format("wheel {}: friction is {}, expected less than 1/{}, one over the "
                                           "control's period, over which its rate is held",
                                           i + 1, friction, control->period),
                               field);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> bad_control(const Method* method, const std::optional<Control>& control,
                                 const std::vector<Wheel>& wheels) {
    if (control)
        if (auto refused = refusal(*control)) return refused;
    if (const auto bank = WheelBank::of(wheels); !bank) return bank.error();
    if (auto refused = bad_friction(control, wheels)) return refused;
    // for a method, what is held is a torque like any other without a potential
    return control && method ? refusal(method->sheet, core::ConstantBodyTorque{}) : std::nullopt;
}

}  // namespace polhode
