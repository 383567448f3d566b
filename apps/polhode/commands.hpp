/// The subcommands. Each returns the exit code and throws InputError (exit 2) or RunError (exit 1).
#pragma once

#include "method_properties.hpp"
#include "toml/override.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

/// The exit codes of a program that did not succeed.
inline constexpr int run_failed = 1, bad_input = 2;

/// The options that say which problem to integrate, and how.
struct ScenarioOptions {
    std::string scenario;          ///< file, "-" for standard input, or built-in problem; "" for none
    std::vector<Override> given;   ///< settings given by options that stand for a key
    std::vector<std::string> set;  ///< "section.key=value"
    bool quiet = false;
};

/// What says when to keep what a run has come to, and whether to go on from there.
struct CheckpointOptions {
    std::string checkpoint = "60s";     ///< or "off"
    std::optional<std::string> resume;  ///< the folder of --out of the run that was ended
};

struct RunOptions : ScenarioOptions, CheckpointOptions {
    std::optional<std::string> tolerance;
    std::optional<std::string> out;   ///< folder
    std::optional<std::string> mesh;  ///< file
    bool certify_all = false, gltf = false, hash = false, json = false;
};
int run(const RunOptions& options);

struct EnsembleOptions : ScenarioOptions, CheckpointOptions {
    int threads = 0;
    std::string target = "best";
    std::optional<std::string> out;  ///< folder
    bool json = false;
};
int ensemble(const EnsembleOptions& options);

struct CompareOptions : ScenarioOptions, CheckpointOptions {
    std::optional<std::string> methods;  ///< a list; without, a choice that suits the problem
    std::optional<std::string> steps,
        step_sizes;  ///< lists; without, powers of two around the problem's step
    int threads = 0;
    std::optional<std::string> out;  ///< folder
    bool json = false;
};
int compare(const CompareOptions& options);

struct AdviseOptions : ScenarioOptions {
    std::optional<std::string> tolerance, torque_cost;
    std::optional<std::string> out;  ///< folder
    bool json = false;
};
int advise(const AdviseOptions& options);

struct PoinsotOptions : ScenarioOptions {
    std::optional<std::string> out;  ///< folder
    bool json = false;
};
int poinsot(const PoinsotOptions& options);

struct ShowOptions {
    std::string folder;
    bool json = false;
};
int show(const ShowOptions& options);

struct MethodsOptions {
    std::string name;                                      ///< "" for all, or those that the others choose
    std::optional<std::string> order, torque_evaluations;  ///< "4", "4..6"
    std::vector<const MethodProperty*> properties;
    bool json = false;
};
int methods(const MethodsOptions& options);

struct ProblemsOptions {
    std::string name;                   ///< "" for all, or those that the others choose
    std::optional<std::string> torque;  ///< the name of a model
    bool free = false;
    bool json = false;
    bool toml = false;  ///< one problem as a scenario
};
int problems(const ProblemsOptions& options);

struct LabOptions {
    std::optional<std::string> out;  ///< file
    bool quiet = false;
};
int lab(const LabOptions& options);

struct ReproduceOptions : CheckpointOptions {
    std::vector<std::string> names;  ///< "all", "STUDY", "STUDY/FIGURE"
    bool list = false, quick = false, fresh = false;
    int threads = 0;
    std::optional<std::string> out;  ///< folder
    bool json = false, quiet = false;
};
int reproduce(const ReproduceOptions& options);

}  // namespace polhode::program
