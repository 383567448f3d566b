/// The scenario that the command line names.
#pragma once

#include "commands.hpp"
#include "io/sha256.hpp"
#include "polhode/step/archive.hpp"
#include "toml/scenario.hpp"

namespace polhode::program {

/// What a scenario is made from.
struct ScenarioInput {
    std::optional<ScenarioText> file;
    std::vector<Override> settings;

    /// For a run that is taken up from another folder, the file is named in full.
    void keep(core::Archive& archive);
};

/// All that the options set, those of --set last.
std::vector<Override> settings_given(const ScenarioOptions& options);

/// What stands in the place of a file that says to read the scenario from standard input.
inline constexpr std::string_view standard_input = "-";

/// Throws InputError, as from `command`, unless there is exactly one of a scenario and a built-in problem. The name of a
/// problem in the place of a file that is not there stands for the problem, and a note says so unless it is to be quiet.
ScenarioInput scenario_input(std::string_view command, const ScenarioOptions& options);

/// Of all that the scenario is made of, but the files that it names.
Sha256 hash_of(const ScenarioInput& input);
/// Adds what is in a file that a scenario names; one that cannot be read adds nothing.
void add_file(Sha256& hash, const std::string& file);
/// Readers which add what they read to the hash.
FileReaders read_into(Sha256& hash);

/// The scenario of a single run.
Scenario scenario_of(std::string_view command, const ScenarioOptions& options);

/// Its warnings on standard error, unless it is to be quiet: for commands whose results have no notes.
void tell_warnings(const Scenario& scenario, bool quiet);

}  // namespace polhode::program
