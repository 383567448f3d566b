/// Wall time to a tolerance on the ten built-in problems: what `choose` picks and the best of our methods beside the
/// fastest of the other packages at the same true error. Prints tables of docs/performance.md.
///
///     build/bench/ten_problems [PROBLEM...]     (all ten)
///
/// The error is that of the end state, by Boost.odeint in 80-bit arithmetic: the larger of the angle in
/// radians and of the momentum's distance relative to the largest momentum. The times are of all steps to the
/// end state, unobserved, medians of many, all in turns. Ours does what `choose` says, whose promise is for
/// all steps. The best of our table knows the truth, as the peers do, but must meet the error with the next five finer
/// numbers of steps too; a peer gets whichever of its integrators and of a fine row of tolerances and step counts
/// meets the error at the end soonest.
#include "options.hpp"
#include "peers/heyoka.hpp"
#include "peers/rows.hpp"
#include "polhode/advise/choose.hpp"

#include <fmt/format.h>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr std::array tolerances_asked{1e-6, 1e-9, 1e-12};
/// The same bits, and other times.
constexpr std::array instruction_sets{"avx512", "avx2", "baseline"};

// --- ours -----------------------------------------------------------------------------------------------------

struct Ours {
    std::string name;
    long steps = 0;
    Integration integrate;
    double choosing = 0,
           simulating = 0;  // µs; simulating: with the conserved quantities watched at every step
};

/// Throws RunError if the tolerance is refused.
Ours ours_for(const Problem& p, double tolerance) {
    Choice choice;
    Ours ours;
    ours.choosing = least_microseconds(3, [&] { choice = choose(p, {.error = tolerance}); });
    const Method& m = method(choice.method);
    const MakeStepper<double>& make = choice.steps ? m.on_double : m.automatic;
    // what is exact, and what chooses its steps, is there in one; the steps of the choice are its sample
    // points
    const bool one = !choice.steps || is_free(p.torque);
    ours.name = code(choice.method);
    ours.steps = one ? 1 : *choice.steps;
    ours.integrate = our_integration(make, p, ours.steps);
    const Result result = simulate(p, plan_of(choice));
    if (result.own_steps) ours.steps = *result.own_steps;
    ours.simulating = median_microseconds(21, [&] { simulate(p, plan_of(choice)); });
    return ours;
}

// --- the race -------------------------------------------------------------------------------------------------

struct Tried {
    Task task;
    std::vector<Scanned> peers, ours;
    std::vector<HeyokaRow> heyoka;
};

struct Finish {
    std::string name;
    double control = 0, microseconds = 0, error = 0;
};

/// The fastest of the contenders that belong to `row`.
std::optional<Finish> fastest(const std::vector<Contender>& contenders, std::size_t row, const Truth& truth) {
    std::optional<Finish> best;
    for (const Contender& c : contenders)
        if (const double time = median(c.microseconds); c.row == row && (!best || time < best->microseconds))
            best = {c.name, c.control, time, truth.error_of(*c.integrate())};
    return best;
}

std::optional<Finish> fastest_of_heyoka(const std::vector<HeyokaRow>& rows, double tolerance,
                                        const Truth& truth) {
    std::optional<Finish> best;
    for (const HeyokaRow& row : rows)
        if (const double error = truth.error_of(row.outcome);
            error <= tolerance && (!best || row.microseconds < best->microseconds))
            best = {"heyoka", row.tolerance, row.microseconds, error};
    return best;
}

/// Those of a row that are not far behind by a quick look: the others need not take turns.
void enter_quick_ones(std::vector<Contender>& contenders, std::vector<Contender> row) {
    double least = 1e300;
    std::vector<double> times;
    for (const Contender& c : row) {
        times.push_back(least_microseconds(5, c.integrate));
        least = std::min(least, times.back());
    }
    for (std::size_t n = 0; n < row.size(); ++n)
        if (times[n] < 1.5 * least) contenders.push_back(std::move(row[n]));
}

struct Line {
    const Problem* problem;
    double tolerance;
    std::optional<Ours> ours;
    std::string refusal;
    std::optional<Finish> choice, table, peer, heyoka;
    std::array<std::optional<Finish>, instruction_sets.size()> by_set;
};

Line race(const Problem& p, double tolerance, const Tried& tried, const Truth& truth) {
    enum : std::size_t { us, table, them, first_set };
    Line line{&p, tolerance, {}, {}, {}, {}, {}, {}, {}};
    std::vector<Contender> contenders, best, peers;
    try {
        line.ours = ours_for(p, tolerance);
        contenders.push_back({us, line.ours->name, line.ours->integrate});
    } catch (const RunError& error) {
        line.refusal = error.what();
    }
    for (const Scanned& s : tried.ours)
        if (const auto trial = steady(s.trials, tolerance, finer_ones))
            best.push_back({table, s.integrator.name, s.integrator.prepare(trial->control), trial->control});
    for (const Scanned& s : tried.peers)
        if (const auto trial = luckiest(s.trials, tolerance))
            peers.push_back({them, s.integrator.name, s.integrator.prepare(trial->control), trial->control});
    for (std::size_t i = 0; i < instruction_sets.size(); ++i) {
        std::vector<Contender> row;
        for (const Scanned& s : tried.ours)
            if (const auto make = multistep_for(instruction_sets[i], s.integrator.name))
                if (const auto trial = steady(s.trials, tolerance, finer_ones))
                    row.push_back({first_set + i, s.integrator.name,
                                   our_integration(make, p, std::lround(trial->control)), trial->control});
        enter_quick_ones(contenders, std::move(row));
    }
    enter_quick_ones(contenders, std::move(best));
    enter_quick_ones(contenders, std::move(peers));
    time_in_turns(contenders);
    line.choice = fastest(contenders, us, truth);
    line.table = fastest(contenders, table, truth);
    line.peer = fastest(contenders, them, truth);
    for (std::size_t i = 0; i < line.by_set.size(); ++i)
        line.by_set[i] = fastest(contenders, first_set + i, truth);
    line.heyoka = fastest_of_heyoka(tried.heyoka, tolerance, truth);
    if (line.heyoka && (!line.peer || line.heyoka->microseconds < line.peer->microseconds))
        line.peer = line.heyoka;
    return line;
}

// --- the tables -----------------------------------------------------------------------------------------------

std::optional<double> ratio(const std::optional<Finish>& a, const std::optional<Finish>& b) {
    if (!a || !b) return std::nullopt;
    return a->microseconds / b->microseconds;
}
std::string ratio_text(const std::optional<double>& value) { return value ? three_digits(*value) : "–"; }
std::string tolerance_text(double tolerance) { return fmt::format("{:.0e}", tolerance); }

void print_choice(const Line& l) {
    std::vector<std::string> cells{l.problem->name, tolerance_text(l.tolerance)};
    if (l.ours)
        cells.insert(cells.end(),
                     {l.ours->name, fmt::format("{}", l.ours->steps), time_text(l.choice->microseconds),
                      scientific(l.choice->error), time_text(l.ours->simulating), time_text(l.ours->choosing),
                      three_digits(l.ours->choosing / l.ours->simulating)});
    else
        cells.insert(cells.end(), {l.refusal, "", "", "", "", "", ""});
    if (l.peer)
        cells.insert(cells.end(), {l.peer->name, time_text(l.peer->microseconds), scientific(l.peer->error)});
    else
        cells.insert(cells.end(), {"none reaches it", "", ""});
    cells.push_back(ratio_text(ratio(l.choice, l.peer)));
    print_row(cells);
}

void print_table_of_ours(const std::vector<Line>& lines) {
    print_head({"problem", "tolerance", "best of our table", "steps or tolerance", "time", "error",
                "`choose` / it", "it / peer", "heyoka"});
    for (const Line& l : lines)
        print_row({l.problem->name, tolerance_text(l.tolerance), l.table ? l.table->name : "none reaches it",
                   l.table ? three_digits(l.table->control) : "",
                   l.table ? time_text(l.table->microseconds) : "", l.table ? scientific(l.table->error) : "",
                   ratio_text(ratio(l.choice, l.table)), ratio_text(ratio(l.table, l.peer)),
                   l.heyoka ? time_text(l.heyoka->microseconds) : "–"});
}

/// Multistep formulas at equal steps, by instruction set.
void print_instruction_sets(const std::vector<Line>& lines) {
    std::vector<std::string> head{"problem", "tolerance"};
    for (const char* set : instruction_sets)
        head.insert(head.end(), {fmt::format("fastest of multistep, {}", set), "steps", "time", "/ peer"});
    print_head(head);
    for (const Line& l : lines) {
        if (is_free(l.problem->torque)) continue;
        std::vector<std::string> cells{l.problem->name, tolerance_text(l.tolerance)};
        for (const auto& f : l.by_set)
            cells.insert(cells.end(), {f ? f->name : "–", f ? three_digits(f->control) : "",
                                       f ? time_text(f->microseconds) : "", ratio_text(ratio(f, l.peer))});
        print_row(cells);
    }
}

struct Spread {
    std::vector<double> all;
    void add(const std::optional<double>& value) {
        if (value) all.push_back(*value);
    }
    std::string mean() const {
        if (all.empty()) return "–";
        double sum = 0;
        for (const double v : all) sum += std::log(v);
        return fmt::format("{:.3g} of {}", std::exp(sum / static_cast<double>(all.size())), all.size());
    }
    std::string largest() const { return all.empty() ? "–" : three_digits(*std::ranges::max_element(all)); }
};

void print_summary(const std::vector<Line>& lines) {
    print_head({"tolerance", "geometric mean of `choose` / peer, all problems", "those with a torque",
                "largest", "best of our table / peer, those with a torque", "largest",
                "`choose` / best of our table", "largest", "choosing / `simulate`", "largest"});
    for (const double tolerance : tolerances_asked) {
        Spread all, torqued, table, beside, choosing;
        for (const Line& l : lines) {
            if (l.tolerance != tolerance) continue;
            all.add(ratio(l.choice, l.peer));
            if (is_free(l.problem->torque)) continue;
            torqued.add(ratio(l.choice, l.peer));
            table.add(ratio(l.table, l.peer));
            beside.add(ratio(l.choice, l.table));
            if (l.ours) choosing.add(l.ours->choosing / l.ours->simulating);
        }
        print_row({tolerance_text(tolerance), all.mean(), torqued.mean(), torqued.largest(), table.mean(),
                   table.largest(), beside.mean(), beside.largest(), choosing.mean(), choosing.largest()});
    }
}

void measure(const std::vector<const Problem*>& wanted) {
    const std::string version = heyoka_version();
    print_machine(version.empty() ? "heyoka is not installed (scripts/setup bench)" : "heyoka " + version);
    double disagreement = 0;
    std::vector<Line> lines;
    print_head({"problem", "tolerance", "ours", "steps", "time", "error", "`simulate`", "choosing",
                "choosing / `simulate`", "fastest peer", "time", "error", "ours / peer"});
    for (const Problem* p : wanted) {
        const Truth truth(*p);
        disagreement = std::max(disagreement, truth.disagreement(*p));
        Tried tried{task_of(*p), {}, scan_ours(*p, truth, tolerances_asked.back()), {}};
        tried.peers = scan_peers(tried.task, truth, tolerances_asked.back());
        if (!version.empty()) tried.heyoka = heyoka_rows(tried.task);
        for (const double tolerance : tolerances_asked) {
            lines.push_back(race(*p, tolerance, tried, truth));
            print_choice(lines.back());
        }
    }
    print_table_of_ours(lines);
    print_summary(lines);
    print_instruction_sets(lines);
    print_note(fmt::format(
        "\nThe truth: Boost.odeint and Taylor series in 80-bit arithmetic are {:.1e} apart at most.",
        disagreement));
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{
        .name = "ten_problems",
        .what = "Wall time to 1e-6, 1e-9 and 1e-12 on the built-in problems, ours beside other packages.",
        .words = "[PROBLEM...]     (all ten)",
        .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<const Problem*> wanted;
        for (const std::string& name : options.words()) wanted.push_back(&problem(name));
        if (wanted.empty())
            for (const Problem& p : problems()) wanted.push_back(&p);
        stay_on_this_core();
        measure(wanted);
    });
}
