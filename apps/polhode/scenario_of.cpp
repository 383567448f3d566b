#include "scenario_of.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <optional>

namespace polhode::program {
namespace {

std::vector<Override> overrides(const ScenarioOptions& options) {
    std::vector<Override> all = options.given;
    for (const std::string& setting : options.set) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError(fmt::format("--set: expected section.key=value, got \"{}\"", setting));
        const std::string key = setting.substr(0, equals);
        all.push_back({"--set " + key, key, setting.substr(equals + 1)});
    }
    return all;
}

}  // namespace

ScenarioInput scenario_input(std::string_view command, const ScenarioOptions& options) {
    const std::vector<Override> settings = overrides(options);
    const bool from_problem = names_problem(settings);
    if (!options.scenario.empty() && from_problem) {
        throw InputError(fmt::format("--problem contradicts the scenario \"{}\": expected only one of them",
                                     options.scenario));
    }
    if (options.scenario.empty() && !from_problem)
        throw InputError(fmt::format("{}: expected a scenario file or --problem NAME, got neither", command));
    std::optional<ScenarioText> file;
    if (!options.scenario.empty()) file = read_scenario_file(options.scenario);
    return {file, settings};
}

Scenario scenario_of(std::string_view command, const ScenarioOptions& options) {
    const ScenarioInput input = scenario_input(command, options);
    return make_scenario(input.file, input.settings);
}

}  // namespace polhode::program
