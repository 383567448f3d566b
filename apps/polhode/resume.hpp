/// What the commands that write checkpoints have in common.
#pragma once

#include "commands.hpp"
#include "io/checkpoint_folder.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polhode::program {

/// --resume takes the scenario and the place of the result from the run that was ended. Throws InputError if the
/// command line names a scenario, settings or another folder.
void demand_only_resume(const ScenarioOptions& options, const std::optional<std::string>& out);

/// The options --checkpoint and --resume without a folder of a result: throws InputError for what is meaningless.
void demand_checkpoint_options(const CheckpointOptions& options, const std::optional<std::string>& out);

/// Throws InputError if there is nothing to go on from.
void demand_checkpoint(const CheckpointFolder& folder);

/// "resume with: polhode ensemble --resume cloud".
std::string resume_hint(std::string_view command, const std::string& out);
/// The same of the command to which the checkpoint that is there belongs; nothing if nobody knows whose it is.
std::optional<std::string> hint_of(const CheckpointFolder& folder, const std::string& out);

}  // namespace polhode::program
