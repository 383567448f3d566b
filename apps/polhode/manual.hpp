/// The manual page and the completions of shells, made from the options that the program parses,
/// so that they agree with it.
#pragma once

#include <string>
#include <vector>

namespace polhode::program {

struct OptionDescription {
    std::vector<std::string> names;  ///< "-h", "--help"; of an argument without a name: "SCENARIO"
    std::string value;               ///< "NAME"; "" if it takes none
    std::string help;
};

struct CommandDescription {
    std::string name, help, footer;
    std::vector<OptionDescription> arguments, options;
    std::vector<CommandDescription> commands;
};

/// Prints the manual page (kind "man") or the completions of bash, zsh or fish. Throws InputError for any
/// other kind.
int manual(const std::string& kind, const CommandDescription& program);

}  // namespace polhode::program
