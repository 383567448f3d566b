#include "commands.hpp"
#include "io/catalogue_json.hpp"
#include "io/pager.hpp"
#include "io/table.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace polhode::program {
namespace {

bool has_model(const Problem& problem, std::string_view model) {
    return std::ranges::any_of(describe(problem.torque),
                               [&](const TorqueDescription& torque) { return torque.model == model; });
}

/// The options that choose, as they were given; "" if there are none.
std::string asked(const ProblemsOptions& options) {
    std::vector<std::string> all;
    if (options.free) all.emplace_back("--free");
    if (options.torque) all.push_back("--torque " + *options.torque);
    return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<Problem> chosen_problems(const ProblemsOptions& options) {
    std::vector<Problem> chosen;
    std::ranges::copy_if(polhode::problems(), std::back_inserter(chosen), [&](const Problem& p) {
        return (!options.free || is_free(p)) && (!options.torque || has_model(p, *options.torque));
    });
    return chosen;
}

std::string none_of_them(const ProblemsOptions& options) {
    std::set<std::string_view> models;
    for (const Problem& p : polhode::problems())
        for (const TorqueDescription& torque : describe(p.torque)) models.insert(torque.model);
    return fmt::format("No built-in problem has all of these: {}. Their torques are {}.\n", asked(options),
                       fmt::join(models, ", "));
}

std::string problem_table(std::span<const Problem> problems, int width) {
    std::vector<std::vector<std::string>> rows{{"problem", "torque", "end", "step", "what it is"}};
    for (const Problem& p : problems) {
        rows.push_back({p.name, models_of(p.torque), fmt::format("{}", p.defaults.end),
                        fmt::format("{}", p.defaults.step), p.description});
    }
    return table(rows, width, has_colour(STDOUT_FILENO))
         + "\n'polhode problems NAME' shows one problem and its scenario text.\n";
}

std::string scenario_text(const Problem& p) { return scenario_toml(p, Plan{}.method); }

std::string page(const Problem& p, int width) {
    std::string out =
        wrapped(fmt::format("{}: {}", p.name, p.description), width) + "\n\n" + scenario_text(p);
    for (const ReferenceState& reference : p.references) {
        const Eigen::Quaterniond& q = reference.state.attitude;
        const Eigen::Vector3d& m = reference.state.momentum;
        out += fmt::format("\nReference at time {}, known to a relative {:.0e}:\n", reference.time,
                           reference.agreement);
        out += facts({{"quaternion", fmt::format("[{}, {}, {}, {}]", q.x(), q.y(), q.z(), q.w())},
                      {"momentum", fmt::format("[{}, {}, {}]", m.x(), m.y(), m.z())}},
                     width);
    }
    return out;
}

}  // namespace

int problems(const ProblemsOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 100);
    if (options.json && options.toml)
        throw InputError("--json contradicts --toml: expected only one of them");
    if (options.name.empty()) {
        if (options.toml) throw InputError("--toml: expected the name of a problem beside it, got none");
        const std::vector<Problem> chosen = chosen_problems(options);
        if (options.json)
            print(problems_json(chosen));
        else
            print_paged(chosen.empty() ? none_of_them(options) : problem_table(chosen, width));
    } else {
        if (const std::string choice = asked(options); !choice.empty())
            throw InputError(fmt::format("{}: expected no name beside it, got \"{}\"", choice, options.name));
        const Problem& p = problem(options.name);
        if (options.json || options.toml)
            print(options.json ? problem_json(p) : scenario_text(p));
        else
            print_paged(page(p, width));
    }
    return 0;
}

}  // namespace polhode::program
