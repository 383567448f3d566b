#include "polhode/advise/advise.hpp"

#include "advise/curve.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

/// A run of up to so many radians, or swings, is measured as a whole; of a longer one only a part is.
constexpr double longest_piece = 300;
constexpr double most_work = 3e6;  // limit for each pilot run

/// Efficient methods of every kind: splittings of orders 2 to 8 and for weak torques, other drifts,
/// Runge–Kutta methods, series.
std::vector<std::string> candidates(const Problem& problem, double tolerance) {
    if (is_free(problem)) return {"se", "mr2-auto", "mr4-auto", "liemid", "rkmk-rk4", "taylor-20"};
    std::vector<std::string> names{"se", "liemid-ea", "se-aba1064", "se4-rkn", "rkmk-rk4", "se6-rkn"};
    if (Yardstick::has_series(problem.torque))
        names.insert(names.end(), {"se8-kl", "taylor-20", series_to(std::max(1e-15, 0.001 * tolerance))});
    return names;
}

/// The time of a run without samples, the least of several runs.
double seconds_of(const Method& method, bool own_steps, const Yardstick& piece, long steps) {
    const Resolved plan = piece.run_of(method, own_steps, steps);
    using Clock = std::chrono::steady_clock;
    constexpr double enough = 0.01;
    constexpr int most_repeats = 20;
    double least = std::numeric_limits<double>::infinity(), total = 0;
    for (int repeat = 0; repeat < most_repeats && total < enough; ++repeat) {
        Advance run(piece.problem(), plan, piece.start());
        const auto begin = Clock::now();
        while (!run.finished()) {
            run.prepare();
            if (run.make_steps(steps)) break;
            run.give_impulses();
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        least = std::min(least, seconds);
        total += seconds;
    }
    return least;
}

/// In a regular motion the error of a method that keeps the structure grows like t, that of others like t².
double target_on_piece(double tolerance, bool keeps_structure, double share) {
    return tolerance * (keeps_structure ? share : share * share);
}

Expected<AdviceRow> row_of(const Method& method, const Yardstick& piece, double end,
                           const AdviceQuestion& question) {
    const Sheet& sheet = method.sheet;
    AdviceRow row;
    row.keeps_structure = sheet.symplectic || sheet.time_symmetric;
    const double share = piece.end() / end;
    const double target = target_on_piece(question.tolerance, row.keeps_structure, share);
    Expected<Curve> measured = measure_curve(method, piece, target, 0, most_work);
    if (!measured) return measured.error();
    Curve& curve = *measured;
    if (curve.fit) {
        const auto fit = measured_run(curve, piece, curve.fit->steps, curve.own_steps, target);
        if (!fit) return fit.error();
        curve.fit = fit->run;
        if (curve.fit->error > target) curve.fit.reset();
    }
    row.method = curve.method;
    row.own_steps = curve.own_steps;
    row.best_error = curve.best.error;
    const Pilot& timed = curve.fit ? *curve.fit : curve.best;
    const double per_step =
        seconds_of(method, row.own_steps, piece, timed.steps) / static_cast<double>(timed.steps);
    const auto seconds = [&](const Pilot& p) {
        return static_cast<double>(p.steps) * per_step
             + static_cast<double>(p.torque_evaluations) * question.torque_seconds;
    };
    for (const Pilot& p : curve.pilots)
        if (std::isfinite(p.error))
            row.points.push_back({p.steps, p.error, p.torque_evaluations, seconds(p)});
    if (!curve.fit) return row;
    row.reached = true;
    row.error = curve.fit->error;
    row.step = piece.end() / static_cast<double>(curve.fit->steps);
    row.torque_evaluations = static_cast<double>(curve.fit->torque_evaluations) / share;
    row.seconds = seconds(*curve.fit) / share;
    return row;
}

void recommend(Advice& advice) {
    const AdviceRow& fastest = advice.rows.front();
    if (!fastest.reached) {
        advice.reason = "no method of the list reaches the tolerance: ask for a larger one, or a shorter run";
        return;
    }
    advice.recommended = 0;
    advice.reason = fmt::format("{} takes the least time", fastest.method);
    if (!(advice.piece < advice.end)) return;
    // prices of a factor of three are worth paying in a long run
    const auto keeps = std::ranges::find_if(advice.rows, [&](const AdviceRow& row) {
        return row.reached && row.keeps_structure && row.seconds <= 3 * fastest.seconds;
    });
    if (keeps == advice.rows.end()) {
        advice.reason += "; the run is long, and the error beyond the piece measured a prediction";
        return;
    }
    advice.recommended = static_cast<std::size_t>(keeps - advice.rows.begin());
    advice.reason = fmt::format(
        "the run is long, and {} keeps the structure of the motion (symplectic or "
        "time-symmetric): its energy error stays bounded, and its attitude error "
        "grows in proportion to the time and not to its square",
        keeps->method);
}

}  // namespace

Advice advise(const Problem& problem, const AdviceQuestion& question) {
    return try_advise(problem, question).or_throw();
}

Expected<Advice> try_advise(const Problem& problem, const AdviceQuestion& question) {
    if (!(question.tolerance > 0 && question.tolerance < 1))
        return input_error(
            fmt::format("tolerance is {}, expected a number between 0 and 1", question.tolerance),
            "tolerance");
    if (!(question.torque_seconds >= 0 && std::isfinite(question.torque_seconds)))
        return input_error(
            fmt::format("torque cost is {} s, expected a finite number ≥ 0", question.torque_seconds),
            "torque_seconds");
    const double end = question.end.value_or(problem.defaults.end);
    if (!std::isfinite(end) || end <= 0)
        return input_error(fmt::format("end is {}, expected a finite number > 0", end), "end");
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    // of a run that changes at breakpoints, no part stands for the whole
    const double measured =
        has_breakpoints(problem, end) ? end : std::min(end, longest_piece * natural_time(problem, *start));
    const Expected<Yardstick> piece =
        Yardstick::along(problem, measured, target_on_piece(question.tolerance, false, measured / end));
    if (!piece) return piece.error();

    Advice advice{.problem = problem.name,
                  .end = end,
                  .piece = measured,
                  .question = question,
                  .rows = {},
                  .recommended = {},
                  .reason = {}};
    for (const std::string& name : candidates(problem, question.tolerance)) {
        Expected<AdviceRow> row = row_of(method(name), *piece, end, question);
        if (!row) return row.error();
        advice.rows.push_back(*std::move(row));
    }
    std::ranges::stable_sort(advice.rows, {}, [](const AdviceRow& row) {
        return row.reached ? row.seconds : std::numeric_limits<double>::infinity();
    });
    recommend(advice);
    return advice;
}

}  // namespace polhode
