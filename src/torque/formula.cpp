#include "polhode/torque/formula.hpp"

#include "polhode/scalar/dual.hpp"
#include "polhode/torque/formula_view.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

Error no_such_parameter(const Formula& formula, std::string_view name) {
    std::vector<std::string_view> known;
    known.reserve(formula.text.parameters.size());
    for (const FormulaParameter& p : formula.text.parameters) known.push_back(p.name);
    return input_error(fmt::format("the formula has no parameter \"{}\"{}", name, did_you_mean(name, known)),
                       "parameters");
}

}  // namespace

core::FormulaView::FormulaView(const FormulaTorque& formula)
    : torque(view(formula.formula().torque)),
      potential(view(formula.formula().potential)),
      simplified_torque(view(formula.formula().simplified.torque)),
      simplified_potential(view(formula.formula().simplified.potential)),
      known(formula.formula().simplified.known.data()),
      known_end(known + formula.formula().simplified.known.size()),
      has_potential(formula.has_potential()),
      rate_dependence(formula.rate_dependence()),
      numbers(formula.numbers.data()),
      count(formula.numbers.size()) {}

std::vector<double> FormulaTorque::breakpoints() const {
    const core::ProgramView program = core::view(formula_->breakpoints);
    const std::vector<double> constants = core::constants_of(program, numbers.data());
    std::vector<double> times(program.result_count);
    core::evaluate(program, constants.data(), 0.0, core::Quaternion<double>{}, core::Vector3<double>{},
                   times.data());
    std::erase_if(times, [](double t) { return !std::isfinite(t); });
    std::ranges::sort(times);
    const auto twice = std::ranges::unique(times);
    times.erase(twice.begin(), twice.end());
    return times;
}

std::optional<std::string> FormulaTorque::parameter_of_breakpoints() const {
    using Number = core::Dual<double, 6>;
    const core::ProgramView program = core::view(formula_->breakpoints);
    std::vector<Number> times(program.result_count);
    const auto moves = [](const Number& time) {
        return std::isfinite(time.value) && std::ranges::any_of(time.slope, [](double s) { return s != 0; });
    };
    for (const FormulaParameter& parameter : text().parameters) {
        const Formula::Place place = formula_->place_of(parameter.name);
        std::vector<Number> varied(numbers.begin(), numbers.end());
        for (std::size_t i = place.first; i < place.first + place.count; ++i)
            varied[i] = Number::variable(numbers[i], static_cast<int>(i - place.first));
        const std::vector<Number> constants = core::constants_of(program, varied.data());
        core::evaluate(program, constants.data(), Number(0), core::Quaternion<Number>{},
                       core::Vector3<Number>{}, times.data());
        if (std::ranges::any_of(times, moves)) return parameter.name;
    }
    return std::nullopt;
}

Expected<FormulaTorque> FormulaTorque::with(std::string_view parameter, std::span<const double> value) const {
    const Formula::Place place = formula_->place_of(parameter);
    if (place.count == 0) return no_such_parameter(*formula_, parameter);
    if (value.size() != place.count)
        return input_error(
            fmt::format("parameter \"{}\": {} numbers, expected {}", parameter, value.size(), place.count),
            "parameters");
    FormulaTorque changed = *this;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!std::isfinite(value[i]))
            return input_error(
                fmt::format("parameter \"{}\": {}, expected a finite number", parameter, value[i]),
                "parameters");
        changed.numbers[place.first + i] = value[i];
    }
    return changed;
}

Expected<FormulaTorque> formula_torque(FormulaText text) {
    auto formula = parse_formula(std::move(text));
    if (!formula) return formula.error();
    return FormulaTorque(std::make_shared<const Formula>(*std::move(formula)));
}

}  // namespace polhode
