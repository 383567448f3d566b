/// From a tree of settings to a problem and a plan. Touches no file and throws no exception.
#pragma once

#include "polhode/exchange/exchange.hpp"
#include "polhode/expected.hpp"
#include "polhode/mechanics/attitude_form.hpp"
#include "polhode/scenario/value.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// Reads the rows of a table, each of so many numbers, one after the other; an Error names the file.
using ReadTable = std::function<Expected<std::vector<double>>(const std::string& file, std::size_t columns)>;

/// Reads a whole file; an Error names it.
using ReadText = std::function<Expected<std::string>(const std::string& file)>;

struct ScenarioTree {
    Value::Table settings = {};
    /// That of a file, "tops/slow.toml": messages about what is missing begin with it, the problem is called
    /// "slow", and files that the scenario names lie in "tops". May be empty.
    std::string file = {};
    ReadTable read_table = {};  ///< needed for torques that are files
    ReadText read_text = {};    ///< and for attitudes that are

    /// A file that the scenario names lies beside it.
    std::string beside(const std::string& name) const {
        return name.starts_with('/') ? name : file.substr(0, file.rfind('/') + 1) + name;
    }
};

/// output.format: names of formats, which those who write files know.
struct FormatNames {
    std::vector<std::string> names = {};
    std::string origin = {};  ///< what a message about them begins with
};

struct Scenario {
    Problem problem;
    Plan plan;
    Resolved run;  ///< what resolve made of both
    /// The keys of [body], [initial] and [torque] that differ from the built-in problem it starts from.
    std::vector<std::string> changed;
    bool names_method = false;               ///< the settings say which; else the plan's is the default
    bool names_samples = false;              ///< the settings say when to take samples
    FormatNames formats = {};                ///< output.format
    AttitudeForm attitude = {};              ///< output.attitude: how files have it
    Exchange exchange = {};                  ///< [exchange]: what files for other programs say
    std::vector<std::string> warnings = {};  ///< what is probably not meant, a sentence each with the remedy
};

/// The scenario of a tree, of a built-in problem (`problem` among the settings), or of both, with `above` on
/// top. An error is one sentence that begins with the place of the setting.
///
/// With a tolerance for the error of the run, the plan's steps are ToTolerance: none need be given, and a
/// step of the tree is how often to sample a method that takes any step. The method is the one of `above`, or
/// "" for any.
Expected<Scenario> read_scenario(const ScenarioTree& tree, const std::vector<NamedValue>& above = {},
                                 std::optional<double> tolerance = {});

}  // namespace polhode
