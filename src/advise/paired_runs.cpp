#include "advise/paired_runs.hpp"

#include "advise/beside.hpp"
#include "advise/pairs.hpp"
#include "advise/yardstick.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/method/multistep.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/advance.hpp"
#include "simulate/method_order.hpp"
#include "simulate/pieces.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace polhode {
namespace {

/// Between steps the error may be half as large again as at the steps.
constexpr double share_of_tolerance = 0.6;
constexpr long stride = 8;  // steps from look to look

/// A formula, and the one that checks it: other taps, the same bound of stability.
struct Couple {
    double from;  ///< for tolerances from here on
    std::string_view method, check;
    double angle;  ///< h|λ| to begin with
};
constexpr std::array<Couple, 4> couples{{{1e-5, "multistep-12-wide", "multistep-16-wide", 0.06},
                                         {1e-7, "multistep-16-wide", "multistep-20-wide", 0.05},
                                         {1e-11, "multistep-16", "multistep-20", 0.03},
                                         {0, "multistep-20", "multistep-24", 0.02}}};

/// The fastest rate of the linearised motion; no number for a body at rest without a torque.
double fastest_rate(const Problem& problem, const core::State<double>& start) {
    const auto torque = bound_torque<double>(problem.body, problem.torque);
    core::System<double, core::ErasedTorque<double>> system{core::inertia_of<double>(problem.body),
                                                            core::ErasedTorque<double>(*torque), 0,
                                                            core::rotor_of<double>(problem.body)};
    const double h =
        0.3 * natural_time(problem, start);  // h times the rate is near one: powers of it stay numbers
    const core::multistep::Motion<double, core::ErasedTorque<double>> motion(system, h);
    const auto speed = core::multistep::speed_at(
        motion.row_of(start, 0),
        [&](const core::multistep::PointRows<double>& points, core::multistep::PointRows<double>& rates) {
            for (std::size_t k = 0; k < core::multistep::block; ++k) {
                core::multistep::Row<double> y{};
                for (std::size_t i = 0; i < points.size(); ++i) y.of[i] = points[i][k];
                const core::multistep::Row<double> f = motion.rates(y, 0);
                for (std::size_t i = 0; i < points.size(); ++i) rates[i][k] = f.of[i];
            }
        });
    return speed.fastest / h;
}

bool is_symmetric(const Body& body) {
    const Eigen::Vector3d& I = body.moments();
    return I.x() == I.y() || I.y() == I.z() || I.z() == I.x();
}

Error stopped() { return run_error("stopped on the way"); }

/// A run that meets the tolerance.
struct Found {
    std::string method, check;  ///< and what it was compared with, in words
    long steps = 0;
    double error = 0;
    double cost = 0;  ///< in steps of a formula
};
using Search = Expected<std::optional<Found>>;

std::string with_more_steps(std::string_view method) {
    return fmt::format("{} with half as many steps more", method);
}

/// What all searches share.
struct Task {
    const Problem& problem;
    const core::State<double>& start;
    double end;
    const Tolerance& tolerance;
    bool jumps = false;    ///< the torque does, where no step ends: short searches tell what can be had
    long evaluations = 0;  ///< of all runs

    double target() const { return share_of_tolerance * tolerance.error; }
};

/// A one-step method beside itself.
Pair with_itself(const Method& method, const Problem& problem) {
    // a kink inside a step leaves no more than order two
    const int order = has_kinks(problem.torque) ? 2 : order_of(method.sheet, problem.torque);
    return {method, method, 1 / (1 - core::power(2.0 / 3, order))};
}

/// What a torque evaluation of a method costs, and what comes with it, in steps of a formula under a built-in torque.
/// Counted, not timed, so that the same question always has the same answer.
double cost_of_evaluation(const Problem& problem, bool formula) {
    double torque = 0.3;
    for_each_part(problem.torque, [&](const Torque& part) {
        if (std::holds_alternative<FormulaTorque>(part) || holds_function(part)) torque += 5;
    });
    if (formula) return 0.7 + torque;
    return torque + (is_symmetric(problem.body) ? 3.5 : 11);
}

// --- formulas -------------------------------------------------------------------------------------------------

constexpr long most_formula_steps = 32'000'000;

/// At least so many steps, a multiple of `unit`; more than any run makes where the number has no bound.
long whole_steps(double steps, long unit) {
    constexpr double most = 1e15;
    const double units = std::ceil(steps / static_cast<double>(unit));
    return unit * std::max(1L, static_cast<long>(units < most ? units : most));
}
long even(double steps) { return whole_steps(steps, 2); }
/// Whole looks, if the run is one piece.
long steps_for_looks(double end, double step) { return whole_steps(end / step, stride); }

/// The step with which the first part of a run has its part of the error. An Error if the user has stopped it.
Expected<double> step_by_first_part(Pairs& pairs, const Task& task, double step, double longest) {
    constexpr double part_of_run = 1.0 / 16;
    constexpr double least_part = 12 * stride;  // steps
    constexpr int most_pilots = 8;
    const double part = std::min(task.end, std::max(part_of_run * task.end, least_part * step));
    if (part >= 0.5 * task.end) return step;
    const double target = task.target() * (part / task.end);
    for (int pilot = 0; pilot < most_pilots; ++pilot) {
        const long steps = steps_for_looks(part, step);
        if (steps > most_formula_steps) break;
        const Pairs::Measured measured = pairs.measure(part, steps, 1e3 * target);
        if (measured.stopped) return stopped();
        const double error = measured.error;
        if (std::isfinite(error) && error <= target && (error >= 0.02 * target || step >= longest)) break;
        const double wanted = std::isfinite(error) && error > 0 ? core::power(0.4 * target / error, 0.1)
                                                                : (error > 0 ? 0.6 : 1.5);
        step = std::min(longest, step * std::clamp(wanted, 0.5, 1.5));
    }
    return step;
}

/// What the roundings of a run's steps come to: they add up like the root of their number, and the motion magnifies
/// them, those at the start most. Sums are compensated, so that a step leaves less than the last digit. Two runs show
/// only one of the values that this may have.
double round_off(Pairs& pairs, long steps, long coarse_steps) {
    constexpr double of_a_step = 0x1p-56;
    double magnified = pairs.magnification(std::min(steps, coarse_steps));
    if (!std::isfinite(magnified) && coarse_steps < steps) magnified = pairs.magnification(steps);
    return of_a_step * std::sqrt(static_cast<double>(steps)) * magnified;
}

const Couple& couple_for(double tolerance) {
    return *std::ranges::find_if(couples, [&](const Couple& f) { return tolerance >= f.from; });
}

/// How errors fall with the steps: whether they do so too slowly to ever meet the target, as where the torque of a
/// user's function jumps with the state. Torques whose formulas are known here do not.
class Decline {
public:
    explicit Decline(const Task& task)
        : target_(task.target()), is_looked_at_(holds_function(task.problem.torque)) {}

    bool is_hopeless(long steps, const Pairs::Measured& measured) {
        // steps may have to become much shorter before they resolve what a function does
        constexpr std::size_t least_runs = 7, runs_back = 3;
        constexpr double smooth = 1.5, least_order = 0.5;
        if (!is_looked_at_ || !(measured.error > 0 && std::isfinite(measured.error))) return false;
        seen_.push_back({static_cast<double>(steps), measured.error, measured.reached});
        if (seen_.size() < least_runs) return false;
        const Seen &now = seen_.back(), &before = seen_[seen_.size() - 1 - runs_back];
        if (now.reached > 1.05 * before.reached) return false;
        const double order = std::log(before.error / now.error) / std::log(now.steps / before.steps);
        if (order >= smooth) return false;
        const double needed = now.steps * core::power(now.error / target_, 1 / std::max(order, least_order));
        return needed > static_cast<double>(most_formula_steps);
    }

private:
    struct Seen {
        double steps, error, reached;
    };
    std::vector<Seen> seen_;
    double target_;
    bool is_looked_at_;
};

/// The formula that suits the tolerance, with a step that meets it; none if no step does.
Search formula_run(Task& task) {
    const int most_runs = task.jumps ? 6 : 16;
    constexpr int most_in_vain = 3;
    const double rate = fastest_rate(task.problem, task.start);
    if (!(rate > 0 && std::isfinite(rate))) return std::optional<Found>();
    const double tolerance = task.tolerance.error;
    const Couple& couple = couple_for(tolerance);
    const Method& run = method(couple.method);
    const bool kinks = has_kinks(task.problem.torque);
    Pairs pairs(task.problem, task.start, task.end,
                {run, method(couple.check), kinks ? 1.8 : error_of_formula_per_difference},
                task.tolerance.go_on);
    // nothing is known of the kinks of a function, behind which the error is larger for a few steps
    const bool often = holds_function(task.problem.torque);
    const double longest = 0.9 * run.sheet.stable_to / rate;
    double step = std::min(longest, couple.angle / rate);
    const bool one_piece = !has_breakpoints(task.problem, task.end);
    if (one_piece) {
        const Expected<double> by_part = step_by_first_part(pairs, task, step, longest);
        if (!by_part) return by_part.error();
        step = *by_part;
    }
    std::optional<Found> found;
    Decline decline(task);
    // errors that rise with more steps are round-off, magnified: a small one among them is luck
    constexpr double of_noise = 0.1;
    bool noisy = false;
    double best = INFINITY, farthest = 0;
    int in_vain = 0;
    for (int n = 0; n < most_runs && in_vain < most_in_vain; ++n) {
        const long steps = one_piece ? steps_for_looks(task.end, step) : even(task.end / step);
        if (steps > most_formula_steps) break;
        Pairs::Measured measured = pairs.measure(steps, 4 * tolerance, often ? 2 : stride);
        // a body that bounces has its largest error for a few steps, which must not be missed
        if (!often && measured.violent && measured.error <= task.target())
            measured = pairs.measure(steps, 4 * tolerance, 2);
        if (measured.stopped) return stopped();
        const double error = measured.error;
        if (error <= (noisy ? of_noise : 1) * task.target()) {
            const double noise = round_off(pairs, steps, steps_for_looks(task.end, longest));
            if (!(noise <= task.target())) break;  // that the two agree so well is luck
            found = Found{
                .method = std::string(couple.method),
                .check = std::string(couple.check),
                .steps = steps,
                .error = error,
                .cost = static_cast<double>(measured.evaluations) * cost_of_evaluation(task.problem, true)};
            break;
        }
        if (decline.is_hopeless(steps, measured)) break;
        // more steps gain nothing where round-off or chaos is left; a run that fails, or was left early, says nothing of that
        const bool gains = error < best || !std::isfinite(error) || measured.reached > farthest;
        in_vain = gains ? 0 : in_vain + 1;
        noisy = noisy || !gains;
        if (measured.reached > farthest) best = INFINITY;
        farthest = std::max(farthest, measured.reached);
        best = std::min(best, error);
        const double left = core::power(measured.reached, 2);  // what was not made has its error too
        const double wanted =
            std::isfinite(error) ? core::power(0.4 * task.target() * left / error, 0.125) : 0.5;
        step = task.end / static_cast<double>(steps) * std::clamp(wanted, 0.4, 0.9);
    }
    task.evaluations += pairs.evaluations();
    return found;
}

// --- one-step methods -----------------------------------------------------------------------------------------

Found found_with_itself(const Method& method, long steps, const Pairs::Measured& measured,
                        const Problem& problem) {
    const std::string name(method.sheet.name);
    return {.method = name,
            .check = with_more_steps(name),
            .steps = steps,
            .error = measured.error,
            .cost = static_cast<double>(measured.evaluations)
                  * cost_of_evaluation(problem, method.sheet.stable_to > 0)};
}

/// A method beside itself with half as many steps more, from long steps to shorter ones: what is tried in vain is cheap.
Search run_of(Task& task, const Method& method, long steps, double most_cost) {
    const double most_evaluations = task.jumps ? 1e6 : 1e8;
    constexpr int most_runs = 40, most_in_vain = 4;
    const Pair pair = with_itself(method, task.problem);
    Pairs pairs(task.problem, task.start, task.end, pair, task.tolerance.go_on);
    const double order = has_kinks(task.problem.torque) ? 2 : order_of(method.sheet, task.problem.torque);
    std::optional<Found> found;
    double best = INFINITY;
    int in_vain = 0;
    long too_few = 0;
    for (int n = 0; n < most_runs && in_vain < most_in_vain; ++n) {
        if (static_cast<double>(steps) > most_evaluations) break;
        const Pairs::Measured measured = pairs.measure(steps, 0.5, 2);
        if (measured.stopped) return stopped();
        const double error = measured.error;
        if (error <= task.target()) {
            found = found_with_itself(method, steps, measured, task.problem);
            // fewer, as the order predicts, but at least halfway to a number that was too small
            const double count = static_cast<double>(steps);
            const double share =
                std::clamp(core::power(error / (0.5 * task.target()), 1 / order), 0.25, 0.85);
            const long fewer = even(std::max(share * count, std::sqrt(static_cast<double>(too_few) * count)));
            if (error > 0.1 * task.target() || static_cast<double>(fewer) > 0.9 * count) break;
            steps = fewer;
            continue;
        }
        too_few = std::max(too_few, steps);
        if (found) {
            if (static_cast<double>(found->steps) < 1.3 * static_cast<double>(too_few)) break;
            steps = even(std::sqrt(static_cast<double>(too_few) * static_cast<double>(found->steps)));
            continue;
        }
        in_vain = error < best || !std::isfinite(error) || error > 0.1 ? 0 : in_vain + 1;
        best = std::min(best, error);
        double wanted = std::isfinite(error) && error < 0.1
                          ? std::clamp(core::power(error / (0.4 * task.target()), 1 / order), 1.2, 6.0)
                          : 2;
        const double evaluations = static_cast<double>(measured.evaluations),
                     each = cost_of_evaluation(task.problem, method.sheet.stable_to > 0);
        const double most = std::min(most_evaluations, most_cost / each) / evaluations;
        // errors may fall faster than the order says: as many as may be, if that is not far from what it says
        if (wanted > most && most > 1.2 && wanted < 2 * most) wanted = most;
        if (wanted > most) break;
        steps = even(wanted * static_cast<double>(steps));
    }
    task.evaluations += pairs.evaluations();
    return found;
}

/// Two natural times a step, to begin with.
long few_steps(const Task& task) {
    const double natural = natural_time(task.problem, task.start);
    return even(std::isfinite(natural) ? 0.5 * task.end / natural : 1);
}

/// What the formula is likely to cost, without a run of it; none if no formula can be taken.
double likely_cost_of_formula(const Task& task) {
    const double rate = fastest_rate(task.problem, task.start);
    const double steps = task.end * rate / couple_for(task.tolerance.error).angle;
    return std::isfinite(steps) ? steps * cost_of_evaluation(task.problem, true) : 0;
}

/// For a symmetric body under a weak torque there are long steps of a splitting over its exact motion, which is cheap. A
/// formula may take a hundred times as long, and is therefore not run before them.
Search formula_or_splitting(Task& task) {
    constexpr double less = 0.7;
    const Method& splitting = method("se6-rkn");
    const double likely = less * likely_cost_of_formula(task);
    Search longer = run_of(task, splitting, stride, likely);
    if (!longer || *longer) return longer;
    Search formula = formula_run(task);
    if (!formula || !*formula || (*formula)->cost * less < 1.5 * likely) return formula;
    // it takes more than it seemed to, so that more splittings still take less
    const double each = splitting.sheet.torque_evaluations * cost_of_evaluation(task.problem, false);
    Search shorter = run_of(task, splitting, even(likely / each), less * (*formula)->cost);
    return !shorter || *shorter ? shorter : formula;
}

/// Of a free body, with impulses or without: exact in one step, so that only the samples decide how many there are. What
/// is left is round-off, which wider arithmetic shows.
Search free_run(Task& task) {
    constexpr long looks = 64;
    const Method& exact = method("se");
    const double spacing = task.tolerance.sample_spacing.value_or(task.problem.defaults.step);
    const Expected<EqualSteps> grid = equal_steps(task.end, spacing);
    if (!grid) return grid.error();
    Resolved plan;
    plan.method = &exact;
    plan.end = task.end;
    plan.steps = *grid;
    Advance run(task.problem, plan, task.start);
    Walker truth(exact, task.problem, task.start, task.end, task.tolerance.go_on);
    long double unit = norm(task.start.momentum), angle = 0, momentum = 0;
    while (!run.finished()) {
        run.prepare();
        if (run.make_steps(std::max(1L, grid->count / looks))) return std::optional<Found>();
        run.give_impulses();
        const auto there = truth.at(run.time());
        if (!there) return there.error();
        const core::State<long double> seen = precise(run.state());
        angle = std::max(angle, attitude_angle(seen.attitude, (*there)->attitude));
        momentum = std::max(momentum, norm(seen.momentum - (*there)->momentum));
        unit = std::max(unit, norm((*there)->momentum));
    }
    task.evaluations += run.torque_evaluations() + truth.stepper().torque_evaluations();
    const double error = static_cast<double>(std::max(angle, unit > 0 ? momentum / unit : momentum));
    // between the steps it is no larger, since the motion is exact there too
    if (!(error <= task.tolerance.error))
        return out_of_reach(
            task.tolerance.error,
            fmt::format("the body is free, and the rounding of its exact motion comes to about {:.1e}; "
                        "ask for a larger tolerance or a shorter run, or take its closed form "
                        "(free_motion)",
                        error));
    return std::optional(Found{.method = "se",
                               .check = fmt::format("se in {}", wide_arithmetic()),
                               .steps = grid->count,
                               .error = error});
}

/// The formula, or one of two splittings that takes clearly less: for runs that begin anew again and again, or whose
/// torque has kinks.
Search cheapest_run(Task& task) {
    constexpr double less = 0.7;
    Search best = formula_run(task);
    // where it finds nothing, the digits are lost, and would be by others; kicks iterate under a torque of the rates
    const bool smooth = !has_kinks(task.problem.torque);
    if (!best || (smooth && !*best) || rate_dependence(task.problem.torque) != RateDependence::none)
        return best;
    for (const std::string_view name : {"se6-rkn", "se4-rkn"}) {
        if (!best) break;
        Search search = run_of(task, method(name), few_steps(task), *best ? less * (*best)->cost : INFINITY);
        if (!search || *search) best = std::move(search);
    }
    return best;
}

/// The longest that is made where every piece of the run has its own equal steps.
double longest_step(const Task& task, double step) {
    if (!has_breakpoints(task.problem, task.end)) return step;
    Pieces pieces(task.problem, task.end);
    double longest = 0;
    do {
        pieces.enter(task.start);  // when they begin does not depend on the state
        const TimeSpan& span = pieces.now().span;
        if (const auto grid = equal_steps(span.to - span.from, step)) longest = std::max(longest, grid->step);
    } while (!pieces.last() && !pieces.failure());
    return longest;
}

Choice choice_of(const Found& found, const Task& task) {
    Choice choice;
    choice.asked = task.tolerance.error;
    choice.method = found.method;
    choice.end = task.end;
    choice.steps = found.steps;
    choice.step = longest_step(task, task.end / static_cast<double>(found.steps));
    choice.estimate = found.error;
    choice.estimated_by = found.check + ", over the whole run";
    choice.pilot_torque_evaluations = task.evaluations;
    return choice;
}

}  // namespace

Expected<std::optional<Choice>> choose_by_pairs(const Problem& problem, const core::State<double>& start,
                                                double end, const Tolerance& tolerance, bool jumps) {
    const std::optional<Choice> none;
    Task task{problem, start, end, tolerance, jumps};
    const auto chosen = [&](const Search& search) -> Expected<std::optional<Choice>> {
        if (!search) return search.error();
        return *search ? std::optional(choice_of(**search, task)) : none;
    };
    if (!tolerance.method.empty()) {
        const Method& wanted = method(tolerance.method);
        if (wanted.automatic || is_free(problem)) return none;
        return chosen(run_of(task, wanted, few_steps(task), INFINITY));
    }
    if (is_free(problem)) return chosen(free_run(task));
    if (has_breakpoints(problem, end) || has_kinks(problem.torque) || !problem.wheels.empty())
        return chosen(cheapest_run(task));
    const bool splits = is_symmetric(problem.body) && rate_dependence(problem.torque) == RateDependence::none;
    return chosen(splits ? formula_or_splitting(task) : formula_run(task));
}

}  // namespace polhode
