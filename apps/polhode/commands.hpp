/// The subcommands. Each returns the exit code and throws InputError (exit 2) or RunError (exit 1).
#pragma once

#include "scenario/override.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

struct RunOptions {
    std::string scenario;            ///< file name; "" for none
    std::vector<Override> given;     ///< by the options that stand for a key
    std::vector<std::string> set;    ///< "section.key=value"
    std::optional<std::string> out;  ///< folder
    bool json = false, quiet = false;
};
int run(const RunOptions& options);

struct ListOptions {
    std::string name;  ///< "" for all
    bool json = false;
    bool toml = false;  ///< problems only: the problem as a scenario
};
int methods(const ListOptions& options);
int problems(const ListOptions& options);

}  // namespace polhode::program
