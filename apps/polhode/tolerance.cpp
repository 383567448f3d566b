#include "tolerance.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <cstdlib>

namespace polhode::program {

double tolerance_of(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value > 0 && value < 1))
        throw InputError(fmt::format("--tolerance: expected a number between 0 and 1, got \"{}\"", text));
    return value;
}

Scenario scenario_without_step(std::string_view command, const ScenarioOptions& options,
                               std::string& method) {
    // a scenario is complete without a step if its method chooses its own
    constexpr const char* any_step = "taylor-20";
    ScenarioInput input = scenario_input(command, options);
    for (const Override& o : input.settings) {
        if (o.key == "integrate.step" || o.key == "integrate.steps" || o.key == "integrate.step_error"
            || o.key == "integrate.reversible_steps")
            throw InputError(fmt::format("--tolerance contradicts {}: expected only one of them", o.origin));
        if (o.key == "integrate.method") method = o.value;
    }
    if (!method.empty()) method = polhode::method(method).sheet.name;
    std::erase_if(input.settings, [](const Override& o) { return o.key == "integrate.method"; });
    input.settings.push_back({"--tolerance", "integrate.method", any_step});
    Scenario scenario = make_scenario(input.file, input.settings);
    if (scenario.plan.step_error || scenario.plan.reversible_steps)
        throw InputError(
            fmt::format("--tolerance contradicts {} of the scenario: expected only one of them",
                        scenario.plan.step_error ? "integrate.step_error" : "integrate.reversible_steps"));
    return scenario;
}

}  // namespace polhode::program
