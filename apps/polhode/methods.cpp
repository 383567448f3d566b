#include "commands.hpp"
#include "io/catalogue_json.hpp"
#include "io/table.hpp"
#include "io/terminal.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/method/energy_suffix.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

namespace polhode::program {
namespace {

std::string mark(bool has) { return has ? "yes" : "-"; }

std::string orders(const Sheet& sheet) {
    if (sheet.order_attitude == sheet.order_momentum) return fmt::format("{}", sheet.order_attitude);
    return fmt::format("{}, {}", sheet.order_attitude, sheet.order_momentum);
}

std::string property_table(int width) {
    std::vector<std::vector<std::string>> rows{
        {"method", "order", "solves", "torque", "L", "E", "axis", "symm", "sympl", "what it is"}};
    for (const Method& m : catalogue()) {
        const Sheet& s = m.sheet;
        rows.push_back({std::string(s.name), orders(s), std::string(solve_name(s.solve)),
                        s.free_only ? "-" : fmt::format("{}", s.torque_evaluations),
                        mark(s.conserves_momentum), mark(s.conserves_energy), mark(s.conserves_axis_momentum),
                        mark(s.time_symmetric), mark(s.symplectic), std::string(s.title)});
    }
    std::vector<Fact> families;
    for (const MethodFamily& f : method_families())
        families.push_back({std::string(f.pattern), fmt::format("{}; {}", f.title, f.members)});
    return table(rows, width) + '\n' + facts(families, width) + '\n'
         + facts({{"order", "of convergence of attitude and momentum (one number if they agree)"},
                  {"solves",
                   "what a step solves by iteration: nothing; the drift, a 3-vector equation without the "
                   "torque; or an equation with the torque in it"},
                  {"torque",
                   "torque evaluations per step, or per iteration if the equation has the torque in it"},
                  {"L, E", "keeps the spatial momentum and the energy of a free body to round-off"},
                  {"axis", "keeps the momentum about the axis of a symmetric field to round-off"},
                  {"symm", "time-symmetric: a step forth and one back end where they began"},
                  {"sympl", "symplectic"}},
                 width)
         + "\n'polhode methods NAME' shows one method with its formula and source.\n";
}

std::string page(const Method& m, int width) {
    const Sheet& s = m.sheet;
    const char* solves = s.solve == Solve::nothing ? "nothing: closed formulas"
                       : s.solve == Solve::drift   ? "a 3-vector equation without the torque"
                                                   : "an equation with the torque in it";
    std::vector<Fact> rows{{"formula", std::string(s.formula)}, {"source", std::string(s.source)}};
    if (!m.aliases.empty()) rows.push_back({"also called", fmt::format("{}", fmt::join(m.aliases, ", "))});
    rows.push_back({"order of attitude", fmt::format("{}", s.order_attitude)});
    rows.push_back({"order of momentum", fmt::format("{}", s.order_momentum)});
    if (s.order_by_rate != std::min(s.order_attitude, s.order_momentum))
        rows.push_back({"order, torque by rate", fmt::format("{}", s.order_by_rate)});
    rows.push_back({"solves", solves});
    if (!s.free_only) {
        rows.push_back({"torque evaluations", fmt::format("{} per {}", s.torque_evaluations,
                                                          s.solve == Solve::torque ? "iteration" : "step")});
    }
    if (s.start_evaluations > 0)
        rows.push_back({"to start", fmt::format("at most {} more", s.start_evaluations)});
    if (s.stable_to > 0)
        rows.push_back(
            {"longest step", fmt::format("h|λ| = {}, λ the fastest rate of the motion", s.stable_to)});
    const auto yes_no = [](bool has) { return std::string(has ? "yes" : "no"); };
    rows.push_back({"keeps spatial momentum",
                    yes_no(s.conserves_momentum) + (s.conserves_momentum ? ", of a free body" : "")});
    rows.push_back({"keeps energy", yes_no(s.conserves_energy)
                                        + (is_turned_to_energy(s) ? ", under a torque too"
                                           : s.conserves_energy   ? ", of a free body"
                                                                  : "")});
    rows.push_back({"keeps axis momentum", yes_no(s.conserves_axis_momentum)});
    rows.push_back({"time-symmetric", yes_no(s.time_symmetric)});
    rows.push_back({"symplectic", yes_no(s.symplectic)});
    rows.push_back({"self-starting", yes_no(s.self_starting())});
    rows.push_back({"torque", s.free_only         ? "none: free bodies only"
                              : s.needs_potential ? "any that has a potential"
                                                  : "any"});
    return fmt::format("{}: {}\n", s.name, s.title) + facts(rows, width);
}

}  // namespace

int methods(const ListOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 100);
    if (options.name.empty()) {
        print(options.json ? methods_json(catalogue(), method_families()) : property_table(width));
    } else {
        const Method& m = method(options.name);
        print(options.json ? method_json(m) : page(m, width));
    }
    return 0;
}

}  // namespace polhode::program
