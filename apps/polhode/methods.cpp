#include "commands.hpp"
#include "io/catalogue_json.hpp"
#include "io/pager.hpp"
#include "io/table.hpp"
#include "io/terminal.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/method/energy_suffix.hpp"
#include "text/list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace polhode::program {
namespace {

std::string mark(bool has) { return has ? "yes" : "-"; }

std::string orders(const Sheet& sheet) {
    if (sheet.order_attitude == sheet.order_momentum) return fmt::format("{}", sheet.order_attitude);
    return fmt::format("{}, {}", sheet.order_attitude, sheet.order_momentum);
}

/// What the options ask of a method.
class MethodFilter {
public:
    explicit MethodFilter(const MethodsOptions& options) : properties_(options.properties) {
        for (const MethodProperty* property : properties_) asked_.emplace_back(property->option);
        order_ = range("--order", options.order);
        evaluations_ = range("--torque-evaluations", options.torque_evaluations);
    }

    /// The options, as they were given; "" if there are none.
    std::string asked() const { return fmt::format("{}", fmt::join(asked_, ", ")); }

    bool lets_pass(const Sheet& sheet) const {
        return std::ranges::all_of(properties_, [&](const MethodProperty* p) { return p->has(sheet); })
            && (!order_ || order_->contain(std::min(sheet.order_attitude, sheet.order_momentum)))
            && (!evaluations_ || (!sheet.free_only && evaluations_->contain(sheet.torque_evaluations)));
    }

private:
    std::optional<WholeNumbers> range(const char* option, const std::optional<std::string>& given) {
        if (!given) return std::nullopt;
        const std::optional<WholeNumbers> numbers = whole_numbers_in(*given);
        if (!numbers)
            throw InputError(fmt::format(
                "{}: expected a whole number, or several as 4..6, 4.. or ..4, got \"{}\"", option, *given));
        asked_.push_back(fmt::format("{} {}", option, *given));
        return numbers;
    }

    std::vector<const MethodProperty*> properties_;
    std::vector<std::string> asked_;
    std::optional<WholeNumbers> order_, evaluations_;
};

/// What stands below the rows: the families, whose members have different properties; of a choice, that they are not in it.
std::string about_families(const MethodFilter& filter, int width) {
    if (!filter.asked().empty())
        return wrapped(
                   fmt::format(
                       "Those with {}. Methods whose name has a variable part, such as {}, are not looked "
                       "through.",
                       filter.asked(), method_families().front().pattern),
                   width)
             + '\n';
    std::vector<Fact> families;
    for (const MethodFamily& f : method_families())
        families.push_back({std::string(f.pattern), fmt::format("{}; {}", f.title, f.members)});
    return facts(families, width);
}

std::string property_table(std::span<const Method> methods, const MethodFilter& filter, int width) {
    if (methods.empty())
        return fmt::format("No method of the catalogue has all of these: {}.\n", filter.asked());
    std::vector<std::vector<std::string>> rows{
        {"method", "order", "solves", "torque", "L", "E", "axis", "symm", "sympl", "what it is"}};
    for (const Method& m : methods) {
        const Sheet& s = m.sheet;
        rows.push_back({std::string(s.name), orders(s), std::string(solve_name(s.solve)),
                        s.free_only ? "-" : fmt::format("{}", s.torque_evaluations),
                        mark(s.conserves_momentum), mark(s.conserves_energy), mark(s.conserves_axis_momentum),
                        mark(s.time_symmetric), mark(s.symplectic), std::string(s.title)});
    }
    return table(rows, width, has_colour(STDOUT_FILENO)) + '\n' + about_families(filter, width) + '\n'
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
    return fmt::format("{}: {}\n", bold(s.name, has_colour(STDOUT_FILENO)), s.title) + facts(rows, width);
}

}  // namespace

int methods(const MethodsOptions& options) {
    const int width = terminal_width(STDOUT_FILENO, 100);
    const MethodFilter filter(options);
    if (options.name.empty()) {
        std::vector<Method> chosen;
        std::ranges::copy_if(catalogue(), std::back_inserter(chosen),
                             [&](const Method& m) { return filter.lets_pass(m.sheet); });
        const bool all = filter.asked().empty();
        if (options.json)
            print(methods_json(chosen, all ? method_families() : std::span<const MethodFamily>()));
        else
            print_paged(property_table(chosen, filter, width));
    } else {
        if (!filter.asked().empty())
            throw InputError(
                fmt::format("{}: expected no name beside it, got \"{}\"", filter.asked(), options.name));
        const Method& m = method(options.name);
        print(options.json ? method_json(m) : page(m, width));
    }
    return 0;
}

}  // namespace polhode::program
