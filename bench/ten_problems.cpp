/// Wall time to a tolerance on the ten built-in problems: what `choose` picks beside the fastest of the other
/// packages at the same true error. Prints a table of docs/performance.md.
///
///     build/bench/ten_problems [PROBLEM...]     (all ten)
///
/// The error is that of the end state, by Boost.odeint in 80-bit arithmetic: the larger of the angle in
/// radians and of the momentum's distance relative to the largest momentum. The times are of all steps to the
/// end state, unobserved, medians of many, all in turns. Ours does what `choose` says, whose promise is for
/// all steps; a peer gets whichever of its integrators and of a fine row of tolerances and step counts meets
/// the error at the end soonest.
#include "../tests/support/odeint_motion.hpp"
#include "peers/ours.hpp"
#include "peers/race.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/error.hpp"
#include "report/host.hpp"
#include "table.hpp"

#include <fmt/format.h>
#include <cstdio>

using namespace polhode;
using namespace polhode::bench;

namespace {

/// As cmake/bench.cmake found them.
std::vector<Peer> peers() { return {PEERS_FOUND}; }
constexpr std::string_view missing = PEERS_MISSING;

constexpr std::array tolerances_asked{1e-6, 1e-9};

// --- the truth ------------------------------------------------------------------------------------------------

class Truth {
public:
    explicit Truth(const Problem& p) : body_(p.body), motion_(p, times(p.defaults.end)) {}
    double error_of(const Outcome& o) const {
        const Numbers& s = o.state;
        return motion_.error(points, {Eigen::Quaterniond(s[3], s[0], s[1], s[2]).normalized(),
                                      body_.momentum({s[4], s[5], s[6]})});
    }

private:
    static constexpr std::size_t points = 64;  // where the largest momentum is looked for
    static std::vector<double> times(double end) {
        std::vector<double> all;
        for (std::size_t i = 0; i <= points; ++i)
            all.push_back(end * static_cast<double>(i) / static_cast<double>(points));
        return all;
    }

    Body body_;
    test::OdeintMotion motion_;
};

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
    ours.name = fmt::format("`{}`", choice.method);
    ours.steps = one ? 1 : *choice.steps;
    ours.integrate = our_integration(make, p, ours.steps);
    const Result result = simulate(p, plan_of(choice));
    if (result.own_steps) ours.steps = *result.own_steps;
    ours.simulating = median_microseconds(21, [&] { simulate(p, plan_of(choice)); });
    return ours;
}

// --- the peers ------------------------------------------------------------------------------------------------

/// Ten tolerances a decade are enough here, from 1e-2; numbers of steps are as they are.
std::vector<double> thinned(const std::vector<double>& controls) {
    if (controls.front() < controls.back()) return controls;
    std::vector<double> row;
    for (std::size_t n = 0; n < controls.size(); n += 10)
        if (controls[n] <= 0.01) row.push_back(controls[n]);
    return row;
}

/// Every integrator over its row of controls. One that takes ten times as long as it takes another to meet
/// the finest tolerance is not followed further.
std::vector<Scanned> scan_peers(const Problem& p, const Truth& truth) {
    RowEnd row_end{.finest_target = tolerances_asked.back(), .enough = 10};
    const Task task = task_of(p);
    std::vector<Scanned> all;
    for (const Peer& peer : peers())
        for (Integrator& i : peer.integrators(task)) {
            i.name = peer.name + " " + i.name;
            i.controls = thinned(i.controls);
            std::vector<Trial> trials = scan(i, row_end, [&](const Outcome& o) { return truth.error_of(o); });
            if (const auto trial = luckiest(trials, row_end.finest_target))
                row_end.longest =
                    std::min(row_end.longest, 10 * least_microseconds(3, i.prepare(trial->control)));
            all.push_back({std::move(i), std::move(trials)});
        }
    return all;
}

// --- the table ------------------------------------------------------------------------------------------------

std::string time_text(double microseconds) {
    return microseconds < 1e3 ? fmt::format("{:.3g} µs", microseconds)
                              : fmt::format("{:.3g} ms", microseconds / 1e3);
}

struct Finish {
    std::string name;
    double microseconds, error;
};

/// The fastest of the contenders that belong to `row`.
std::optional<Finish> fastest(const std::vector<Contender>& contenders, std::size_t row, const Truth& truth) {
    std::optional<Finish> best;
    for (const Contender& c : contenders)
        if (const double time = median(c.microseconds); c.row == row && (!best || time < best->microseconds))
            best = {c.name, time, truth.error_of(*c.integrate())};
    return best;
}

/// Prints a line; the ratio, if both arrive.
std::optional<double> print_line(const Problem& p, double tolerance, const std::vector<Scanned>& scanned,
                                 const Truth& truth) {
    enum : std::size_t { us, them };
    std::vector<Contender> contenders;
    std::optional<Ours> ours;
    std::string refusal;
    try {
        ours = ours_for(p, tolerance);
        contenders.push_back({us, ours->name, ours->integrate});
    } catch (const RunError& error) {
        refusal = error.what();
    }
    for (const Scanned& s : scanned)
        if (const auto trial = luckiest(s.trials, tolerance))
            contenders.push_back({them, s.integrator.name, s.integrator.prepare(trial->control)});
    time_in_turns(contenders);

    const std::optional<Finish> our = fastest(contenders, us, truth), peer = fastest(contenders, them, truth);
    fmt::print("| {} | {:.0e} |", p.name, tolerance);
    if (our)
        fmt::print(" {} | {} | {} | {:.1e} | {} | {} |", our->name, ours->steps, time_text(our->microseconds),
                   our->error, time_text(ours->simulating), time_text(ours->choosing));
    else
        fmt::print(" {} | | | | | |", refusal);
    if (peer)
        fmt::print(" {} | {} | {:.1e} |", peer->name, time_text(peer->microseconds), peer->error);
    else
        fmt::print(" none reaches it | | |");
    if (!our || !peer) {
        fmt::print(" – |\n");
        return std::nullopt;
    }
    const double ratio = our->microseconds / peer->microseconds;
    fmt::print(" {:.3g} |\n", ratio);
    return ratio;
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += std::log(v);
    return std::exp(sum / static_cast<double>(values.size()));
}

struct Ratios {
    std::vector<double> all, with_torque;
};

void print_summary(const std::array<Ratios, tolerances_asked.size()>& ratios) {
    print_head({"tolerance", "geometric mean of ours / peer, all problems", "those with a torque"});
    const auto cell = [](const std::vector<double>& all) {
        return fmt::format("{:.3g} of {}", geometric_mean(all), all.size());
    };
    for (std::size_t k = 0; k < tolerances_asked.size(); ++k)
        print_row(
            {fmt::format("{:.0e}", tolerances_asked[k]), cell(ratios[k].all), cell(ratios[k].with_torque)});
}

std::vector<const Problem*> wanted(int count, char** names) {
    std::vector<const Problem*> all;
    for (int n = 1; n < count; ++n) all.push_back(&problem(names[n]));
    if (all.empty())
        for (const Problem& p : problems()) all.push_back(&p);
    return all;
}

}  // namespace

int main(int count, char** arguments) try {
    const std::vector<const Problem*> chosen = wanted(count, arguments);
    fmt::print("{}; {}", processor_name(), compiler_name());
    for (const Peer& peer : peers()) fmt::print("; {} {}", peer.name, peer.version);
    if (!missing.empty()) fmt::print("; not found: {}", missing);
    fmt::print(".\n");
    print_head({"problem", "tolerance", "ours", "steps", "time", "error", "`simulate`", "choosing",
                "fastest peer", "time", "error", "ours / peer"});
    std::array<Ratios, tolerances_asked.size()> ratios;
    for (const Problem* p : chosen) {
        const Truth truth(*p);
        const std::vector<Scanned> scanned = scan_peers(*p, truth);
        for (std::size_t k = 0; k < tolerances_asked.size(); ++k) {
            const auto ratio = print_line(*p, tolerances_asked[k], scanned, truth);
            std::fflush(stdout);
            if (!ratio) continue;
            ratios[k].all.push_back(*ratio);
            if (!is_free(p->torque)) ratios[k].with_torque.push_back(*ratio);
        }
    }
    print_summary(ratios);
} catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
}
