#include "polhode/torque/formula.hpp"

#include "polhode/torque/parameter.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace polhode {

namespace {

Error no_such_parameter(const Formula& formula, std::string_view name) {
    std::vector<std::string_view> known;
    for (const FormulaParameter& p : formula.text.parameters) known.push_back(p.name);
    return input_error(fmt::format("the formula has no parameter \"{}\"{}", name, did_you_mean(name, known)),
                       "parameters");
}

}  // namespace

FormulaTorque::FormulaTorque(std::shared_ptr<const Formula> formula)
    : numbers(formula->numbers()), formula_(std::move(formula)) {
    if (numbers.size() <= core::most_varying_numbers) {
        varying_.resize(numbers.size());
        std::iota(varying_.begin(), varying_.end(), std::size_t{0});
    }
}

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

Expected<FormulaTorque> FormulaTorque::varying(std::span<const std::string> parameters) const {
    FormulaTorque changed = *this;
    changed.varying_.clear();
    for (const std::string& parameter : parameters) {
        const Formula::Place place = formula_->place_of(parameter);
        if (place.count == 0) return no_such_parameter(*formula_, parameter);
        for (std::size_t i = 0; i < place.count; ++i) changed.varying_.push_back(place.first + i);
    }
    if (changed.varying_.size() > core::most_varying_numbers)
        return input_error(
            fmt::format("{} numbers of the formula differ from body to body, expected at most {}",
                        changed.varying_.size(), core::most_varying_numbers),
            "parameters");
    return changed;
}

Expected<FormulaTorque> formula_torque(FormulaText text) {
    auto formula = parse_formula(std::move(text));
    if (!formula) return formula.error();
    return FormulaTorque(std::make_shared<const Formula>(*std::move(formula)));
}

}  // namespace polhode
