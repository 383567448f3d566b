#include "polhode/advise/choose.hpp"

#include "advise/beside.hpp"
#include "advise/curve.hpp"
#include "advise/paired_runs.hpp"
#include "advise/unstated_jump.hpp"
#include "simulate/pieces.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

constexpr double most_work_to_choose = 1e8;
constexpr double margin = 0.5;  // pilot runs aim at this part of the tolerance

/// Symplectic splittings over the exact free motion: one for every order, and one for weak torques. Taylor
/// series, which adapt their steps to violent phases of the motion, are added where the torque can be
/// expanded.
std::vector<std::string> contestants(const Problem& problem) {
    if (is_free(problem)) return {"se"};  // exact in one step
    std::vector<std::string> names{"se-aba1064", "se6-rkn", "se4-rkn", "se"};
    if (Yardstick::has_series(problem.torque))
        names.emplace_back("se8-kl");  // without series it is the yardstick itself
    // two formulas may agree by luck near round-off; here the truth is known
    if (!has_kinks(problem.torque)) names.emplace_back("multistep-20");
    return names;
}

Error beyond_the_best(double tolerance, double best, const std::string& by, const Yardstick& yardstick) {
    const std::string reached = best < 1
                                  ? fmt::format("the best is about {:.1e}, by {}", best, by)
                                  : "nothing is left of the motion, which is chaotic over so long a time";
    return out_of_reach(tolerance, fmt::format("{} (compared with {})", reached, yardstick.in_words()));
}

/// Compares curves of several methods and keeps the cheapest.
class Contest {
public:
    Contest(const Yardstick& yardstick, double tolerance) : yardstick_(yardstick), tolerance_(tolerance) {}

    /// Measures a method and returns whether it meets the target. The measurement is given up when the work
    /// can no longer become less than the least so far.
    Expected<bool> enter(const std::string& name, double floor, double limit) {
        Expected<Curve> curve = measure_curve(method(name), yardstick_, margin * tolerance_, floor,
                                              winner_ ? std::min(limit, least_work_) : limit);
        if (!curve) return curve.error();
        return enter(*std::move(curve));
    }
    bool enter(Curve curve) {
        torque_evaluations += curve.torque_evaluations;
        if (!best_ || curve.best.error < best_->best.error) best_ = curve;
        if (!curve.fit) return false;
        if (winner_ && curve.fit->work >= least_work_) return true;
        least_work_ = curve.fit->work;
        winner_ = std::move(curve);
        return true;
    }
    /// If none reaches the target with its margin, the most accurate one may reach it without the margin.
    Expected<Curve> winner() const {
        if (winner_) return *winner_;
        if (best_->best.error > tolerance_)
            return beyond_the_best(tolerance_, best_->best.error, best_->method, yardstick_);
        Curve curve = *best_;
        curve.fit = curve.best;
        return curve;
    }

    long torque_evaluations = 0;

private:
    const Yardstick& yardstick_;
    double tolerance_, least_work_ = 0;
    std::optional<Curve> winner_, best_;
};

/// Series that are cut off as early as the tolerance allows: errors of single steps add up; how many of them
/// is measured.
std::optional<Error> enter_series(Contest& contest, double tolerance) {
    constexpr double round_off = 1e-15;
    for (double each = tolerance; each > round_off && each > 1e-4 * tolerance; each /= 10) {
        const Expected<bool> met = contest.enter(series_to(each), 0, most_work_to_choose);
        if (!met) return met.error();
        if (*met) break;
    }
    return std::nullopt;
}

struct Chosen {
    Curve curve;
    long torque_evaluations;  ///< of all methods that were tried
};

Expected<Chosen> choose_curve(const Yardstick& yardstick, const Tolerance& tolerance) {
    long torque_evaluations = 0;
    const Problem& problem = yardstick.problem();
    Contest contest(yardstick, tolerance.error);
    // a candidate that takes far more than the yardstick itself is given up
    const double limit =
        std::min(most_work_to_choose, 20.0 * static_cast<double>(yardstick.torque_evaluations()));
    double floor = 0;
    if (Yardstick::has_series(problem.torque)) {
        // series that are never cut off early: their error is due to round-off alone
        const Expected<Curve> series =
            measure_curve(method("taylor-20"), yardstick, margin * tolerance.error, 0, 0);
        if (!series) return series.error();
        floor = series->best.error;
        if (floor > 10 * tolerance.error)
            return beyond_the_best(tolerance.error, floor, series->method, yardstick);
        if (tolerance.method.empty() && !is_free(problem)) {
            contest.enter(*series);
            if (auto error = enter_series(contest, tolerance.error)) return *std::move(error);
        } else {
            torque_evaluations += series->torque_evaluations;
        }
    }
    const bool any = tolerance.method.empty();
    for (const std::string& name : any ? contestants(problem) : std::vector{tolerance.method})
        if (const auto entered = contest.enter(name, floor, any ? limit : most_work_to_choose); !entered)
            return entered.error();
    torque_evaluations += contest.torque_evaluations;
    Expected<Curve> winner = contest.winner();
    if (!winner) return winner.error();
    return Chosen{*std::move(winner), torque_evaluations};
}

/// Why no run can meet it, if that is known before any is made: the last digit of the first angular velocity decides
/// more than is asked for, as long as nothing slows the body down.
std::optional<Error> refused_at_once(const Problem& problem, const core::State<double>& start, double end,
                                     double tolerance) {
    if (is_free(problem) || rate_dependence(problem.torque) != RateDependence::none
        || has_breakpoints(problem, end))
        return std::nullopt;
    constexpr double last_digit = 0x1p-53, surely = 0.1;
    const double angle = end / natural_time(problem, start);
    if (!(surely * last_digit * angle > tolerance)) return std::nullopt;
    return out_of_reach(
        tolerance,
        fmt::format("the body turns by about {:.1e} radians, over which the last digit of its state comes "
                    "to about {:.1e}; ask for a larger tolerance or a shorter run",
                    angle, last_digit * angle));
}

}  // namespace

Choice choose(const Problem& problem, const Tolerance& tolerance) {
    return try_choose(problem, tolerance).or_throw();
}

Expected<Choice> try_choose(const Problem& problem, const Tolerance& tolerance) {
    const Expected<Resolved> wanted =
        resolve(problem, {.method = tolerance.method,
                          .steps = ToTolerance{tolerance.error, tolerance.sample_spacing},
                          .end = tolerance.end,
                          .times = tolerance.times,
                          .every_time = tolerance.every_time});
    if (!wanted) return wanted.error();
    const double end = wanted->end;
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    Tolerance sampled = tolerance;  // also where neither the caller nor the problem says how densely
    sampled.sample_spacing = std::get<ToTolerance>(wanted->steps).sample_spacing;
    if (auto refused = refused_at_once(problem, *start, end, tolerance.error)) return *std::move(refused);
    const std::optional<double> jump = unstated_jump(problem, end);
    const auto by_pairs = choose_by_pairs(problem, *start, end, sampled, jump.has_value());
    if (!by_pairs) return by_pairs.error();
    if (*by_pairs) return **by_pairs;
    const Expected<Yardstick> followed = Yardstick::along(problem, end, tolerance.error, tolerance.go_on);
    if (!followed && followed.error().field == "tolerance")
        return out_of_reach(tolerance.error, followed.error().message);
    if (!followed) return followed.error();
    Yardstick yardstick = *followed;
    yardstick.look_between_steps(wanted->sampling, tolerance.events);
    Choice choice;
    choice.asked = tolerance.error;
    choice.end = end;
    choice.estimated_by = yardstick.in_words() + ", over the whole run";
    choice.pilot_torque_evaluations = yardstick.torque_evaluations();
    // pilot runs are not looked at between steps: where the error is larger there, a smaller one is aimed at
    constexpr double less = 0.25, least = 1e-3;
    for (Tolerance aim = tolerance;; aim.error *= less) {
        const Expected<Chosen> chosen = choose_curve(yardstick, aim);
        if (!chosen && aim.error < tolerance.error && chosen.error().field == "tolerance")
            return beyond_the_best(tolerance.error, choice.estimate, choice.method, yardstick);
        if (!chosen) return chosen.error();
        const auto& [curve, evaluations] = *chosen;
        choice.method = curve.method;
        // a method that is exact in one step or chooses its steps is sampled as often as was asked for
        const bool any_step = curve.own_steps || (is_free(problem) && curve.fit->steps == 1);
        const double spacing = *std::get<ToTolerance>(wanted->steps).sample_spacing;
        const long steps = any_step ? std::max(1L, steps_for(end, spacing)) : curve.fit->steps;
        const auto measured = measured_run(curve, yardstick, steps, any_step, tolerance.error);
        if (!measured) return measured.error();
        const auto& [run, tried] = *measured;
        choice.pilot_torque_evaluations += evaluations + tried;
        choice.estimate = run.error;
        choice.step = end / static_cast<double>(run.steps);
        choice.steps = curve.own_steps ? std::nullopt : std::optional(run.steps);
        if (run.error <= tolerance.error) return choice;
        const bool between = wanted->sampling.by_time() || tolerance.events;
        if (!between || aim.error < least * tolerance.error)
            return beyond_the_best(tolerance.error, run.error, curve.method, yardstick);
    }
}

Plan plan_of(const Choice& choice, Plan plan) {
    plan.method = choice.method;
    plan.steps = choice.steps ? StepChoice(StepCount{*choice.steps}) : AutomaticSteps{choice.step};
    plan.end = choice.end;
    return plan;
}

}  // namespace polhode
