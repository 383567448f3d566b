/// From a TOML text and command-line settings to a problem and a plan.
#pragma once

#include "polhode/mechanics/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "scenario/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Scenario {
    Problem problem;
    Plan plan;
    Resolved run;  ///< what resolve made of both
    /// The keys of [body], [initial] and [torque] that differ from the built-in problem it starts from.
    std::vector<std::string> changed;
};

struct ScenarioText {
    std::string name;  ///< file name, for messages
    std::string toml;
};

/// Throws InputError if the file cannot be read.
ScenarioText read_scenario_file(const std::filesystem::path& file);

/// The scenario of a file, of a built-in problem (`problem` among the settings), or of both, with the
/// overrides on top. Throws InputError: one sentence with file and line, or the option.
///
/// With a tolerance for the error of the run, the plan's steps are ToTolerance: none need be given, and a step of the file is
/// how often to look. The method is the one among the overrides, or "" for any.
Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides,
                       std::optional<double> tolerance = {});

/// Both in one list: the settings of the file with the overrides on top.
std::vector<Setting> scenario_settings(const std::optional<ScenarioText>& file,
                                       const std::vector<Override>& overrides);
/// Problem and plan of such a list; what it says about an ensemble is for make_ensemble_scenario.
Scenario read_scenario(const std::vector<Setting>& settings, const std::optional<ScenarioText>& file,
                       std::optional<double> tolerance = {});

/// The scenario text of a problem; make_scenario returns the same problem from it.
std::string scenario_toml(const Problem& problem, const std::string& method);

}  // namespace polhode
