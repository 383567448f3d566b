#include "resume.hpp"

#include "io/checkpoint_pace.hpp"
#include "polhode/error.hpp"
#include "text/shell.hpp"

#include <fmt/format.h>
#include <filesystem>
#include <system_error>

namespace polhode::program {

void demand_only_resume(const ScenarioOptions& options, const std::optional<std::string>& out) {
    const std::string extra = !options.scenario.empty() ? fmt::format("the scenario \"{}\"", options.scenario)
                            : !options.given.empty()    ? options.given.front().origin
                            : !options.set.empty()      ? "--set"
                            : out                       ? "--out"
                                                        : "";
    if (!extra.empty())
        throw InputError(fmt::format(
            "--resume contradicts {}: expected --resume DIR alone, which goes on with the scenario, the settings and "
            "the folder of the run that was ended",
            extra));
}

void demand_checkpoint_options(const CheckpointOptions& options, const std::optional<std::string>& out) {
    (void)checkpoint_interval(options.checkpoint);
    if (out && out->empty()) throw InputError("--out: expected a folder, got \"\"");
    if (options.resume && options.resume->empty()) throw InputError("--resume: expected a folder, got \"\"");
}

void demand_checkpoint(const CheckpointFolder& folder) {
    std::error_code unknown;  // who reads it says why it cannot be read
    if (std::filesystem::exists(folder.index(), unknown) || unknown) return;
    throw InputError(
        fmt::format("--resume: there is no checkpoint \"{}\"; expected the folder that --out named "
                    "in a run that was ended",
                    folder.path().string()));
}

std::string resume_hint(std::string_view command, const std::string& out) {
    return fmt::format("resume with: polhode {} --resume {}", command, shell_quoted(out));
}

std::optional<std::string> hint_of(const CheckpointFolder& folder, const std::string& out) {
    const std::optional<std::string> kind = folder.kind();
    return kind ? std::optional(resume_hint(*kind, out)) : std::nullopt;
}

}  // namespace polhode::program
