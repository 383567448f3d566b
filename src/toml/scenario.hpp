/// Scenarios of TOML texts and command-line settings, for the program.
#pragma once

#include "polhode/scenario/ensemble_scenario.hpp"
#include "toml/override.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct ScenarioText {
    std::string name;  ///< file name, for messages
    std::string toml;
};

/// Throws InputError if the file cannot be read.
ScenarioText read_scenario_file(const std::filesystem::path& file);

/// What reads the files that a scenario names; without one, read_table and read_text.
struct FileReaders {
    ReadTable table = {};
    ReadText text = {};
};

/// Whether the overrides name a built-in problem. Throws InputError for unknown keys, keys given twice and
/// contradictions.
bool names_problem(const std::vector<Override>& overrides);

/// The scenario of a file, of a built-in problem (`problem` among the settings), or of both, with the
/// overrides on top. Throws InputError: one sentence with file and line, or the option.
/// With a tolerance for the error of the run as read_scenario says.
Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides,
                       std::optional<double> tolerance = {}, const FileReaders& read = {});

/// As make_scenario, for 'polhode ensemble'. What reads files of numbers is still to be given:
/// setup.read_rows.
EnsembleScenario make_ensemble_scenario(const std::optional<ScenarioText>& file,
                                        const std::vector<Override>& overrides, const FileReaders& read = {});

/// The scenario text of a problem; make_scenario returns the same problem from it.
std::string scenario_toml(const Problem& problem, const std::string& method);

}  // namespace polhode
