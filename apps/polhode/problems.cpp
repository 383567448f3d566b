#include "commands.hpp"
#include "io/catalogue_json.hpp"
#include "io/table.hpp"
#include "io/terminal.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace polhode::program {
namespace {

std::string problem_table(int width) {
    std::vector<std::vector<std::string>> rows{{"problem", "torque", "end", "step", "what it is"}};
    for (const Problem& p : polhode::problems()) {
        rows.push_back({p.name, models_of(p.torque), fmt::format("{}", p.defaults.end),
                        fmt::format("{}", p.defaults.step), p.description});
    }
    return table(rows, width) + "\n'polhode problems NAME' shows one problem and its scenario text.\n";
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

int problems(const ListOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 100);
    if (options.json && options.toml)
        throw InputError("--json contradicts --toml: expected only one of them");
    if (options.name.empty()) {
        if (options.toml) throw InputError("--toml: expected the name of a problem beside it, got none");
        print(options.json ? problems_json(polhode::problems()) : problem_table(width));
    } else {
        const Problem& p = problem(options.name);
        print(options.json ? problem_json(p) : options.toml ? scenario_text(p) : page(p, width));
    }
    return 0;
}

}  // namespace polhode::program
