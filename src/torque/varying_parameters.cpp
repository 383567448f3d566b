#include "polhode/torque/varying_parameters.hpp"

#include <fmt/format.h>
#include <cmath>
#include <optional>

namespace polhode {
namespace {

/// f(prefix, name, numbers) for each parameter; `prefix` is that of the part.
template <class Function>
void for_each_varying(Torque& torque, const std::string& prefix, const Function& f) {
    if (auto* sum = std::get_if<TorqueSum>(&torque)) {
        for (TorquePart& part : sum->parts)
            for_each_varying(part.torque, part.name.empty() ? prefix : prefix + part.name + '.', f);
        return;
    }
    if (auto* formula = std::get_if<FormulaTorque>(&torque)) {
        for (const FormulaParameter& parameter : formula->text().parameters) {
            const Formula::Place place = formula->formula().place_of(parameter.name);
            std::vector<double*> numbers;
            numbers.reserve(place.count);
            for (std::size_t i = 0; i < place.count; ++i)
                numbers.push_back(&formula->numbers[place.first + i]);
            f(prefix, parameter.name, numbers);
        }
        return;
    }
    std::visit(
        [&](auto& model) {
            core::for_each_parameter(model, [&](const auto& parameter, auto& value) {
                using Value = std::remove_cvref_t<decltype(value)>;
                if (!parameter.traits.varies) return;
                if constexpr (!std::is_enum_v<Value>) f(prefix, parameter.name, core::own_numbers(value));
            });
        },
        torque);
}

}  // namespace

std::vector<VaryingParameter> varying_parameters(const Torque& torque) {
    Torque copy = torque;
    std::vector<VaryingParameter> parameters;
    std::size_t first = 0;
    for_each_varying(copy, "", [&](const std::string& prefix, std::string_view name, const auto& numbers) {
        parameters.push_back({prefix + std::string(name), first, numbers.size()});
        first += numbers.size();
    });
    return parameters;
}

std::vector<double*> parameter_places(Torque& torque) {
    std::vector<double*> places;
    for_each_varying(torque, "", [&](const std::string&, std::string_view, const auto& numbers) {
        places.insert(places.end(), numbers.begin(), numbers.end());
    });
    return places;
}

std::size_t parameter_count(const Torque& torque) { return parameters_of(torque).size(); }

std::vector<double> parameters_of(const Torque& torque) {
    Torque copy = torque;
    std::vector<double> values;
    for (const double* number : parameter_places(copy)) values.push_back(*number);
    return values;
}

Torque with_parameters(const Torque& torque, std::span<const double> parameters) {
    return try_with_parameters(torque, parameters).or_throw();
}

Expected<Torque> try_with_parameters(const Torque& torque, std::span<const double> parameters) {
    Torque copy = torque;
    const std::vector<double*> places = parameter_places(copy);
    if (places.size() != parameters.size())
        return input_error(fmt::format("torque parameters: {} numbers were given, this torque has {}",
                                       parameters.size(), places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!std::isfinite(parameters[i]))
            return input_error(fmt::format("torque parameters: {}, expected a finite number", parameters[i]));
        *places[i] = parameters[i];
    }
    std::optional<Error> wrong;
    for_each_part(copy, [&](const Torque& part) {
        std::visit(
            [&](const auto& model) {
                if constexpr (requires { wrong_parameters(model); })
                    if (!wrong) wrong = wrong_parameters(model);
            },
            part);
    });
    if (wrong) return *std::move(wrong);
    return copy;
}

}  // namespace polhode
