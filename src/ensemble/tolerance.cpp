#include "polhode/ensemble/tolerance.hpp"

#include "advise/beside.hpp"
#include "advise/yardstick.hpp"
#include "ensemble/free_bodies.hpp"
#include "ensemble/paired_ensembles.hpp"
#include "ensemble/sample.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/scalar/exponential.hpp"
#include "simulate/shortest_end.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace polhode {
namespace {

/// Between looks, and of bodies that nobody has looked at, errors may be larger than those measured.
constexpr double share_to_choose = 0.1, share_to_verify = 0.3;
/// Both runs are looked at some times as often as this.
constexpr long looks_unit = 32, most_looks = 8;
constexpr long most_steps = 3'000'000;
constexpr int most_pilots = 16, most_in_vain = 3, most_verifications = 6;

/// A formula, the one that checks it, with half as many steps more, and what a step takes beside that of another.
struct Couple {
    double from, to;  ///< for these tolerances
    std::string_view method, check;
    double angle;  ///< of the fastest body in a step, to begin with
    double cost;
};
constexpr std::array<Couple, 5> couples{{{5e-6, 1, "multistep-8-wide", "multistep-12-wide", 0.08, 5},
                                         {1e-7, 1e-3, "multistep-12-wide", "multistep-16-wide", 0.06, 6.1},
                                         {5e-11, 5e-6, "multistep-12", "multistep-16", 0.04, 6.1},
                                         {1e-12, 1e-8, "multistep-16", "multistep-20", 0.03, 7.5},
                                         {0, 1e-11, "multistep-20", "multistep-24", 0.02, 9}}};
/// For weak torques, torques with kinks and bodies that are controlled.
constexpr std::array<Couple, 3> splittings{{{0, 1, "se", "se4-rkn", 0.05, 18},
                                            {0, 1, "se4-rkn", "se6-rkn", 0.2, 100},
                                            {0, 1, "se6-rkn", "se-aba1064", 0.3, 240}}};

std::string bodies_in_words(std::size_t count) {
    return count == 1 ? "1 body" : fmt::format("{} bodies", count);
}

/// The fewest equal steps that lead to each time at which something jumps, and to other times within the run.
Expected<long> steps_to_jumps(const Problem& problem, double end, std::vector<double> times = {}) {
    for (const double t : breakpoints(problem.torque)) times.push_back(t);
    for (const Impulse& impulse : problem.impulses) times.push_back(impulse.time);
    std::erase_if(times, [&](double t) { return !(t > 0 && t < end); });
    if (problem.control) times.push_back(problem.control->period);
    constexpr long most = 100'000;
    for (long n = 1; n <= most; ++n)
        if (std::ranges::all_of(times, [&](double t) {
                const double steps = t / end * static_cast<double>(n);
                return std::abs(steps - std::round(steps)) <= 1e-10 * std::max(1.0, steps)
                    && std::round(steps) > 0;
            }))
            return n;
    return input_error(
        fmt::format("end: {}, of which no part, down to a {}th, leads to each time at which the torque "
                    "jumps, an impulse is given or the control is called; expected a step",
                    end, most),
        "end");
}

/// The choice without errors.
EnsembleChoice choice_of(const EqualRun& run, const EnsembleTolerance& tolerance) {
    EnsembleChoice choice;
    choice.asked = tolerance.error;
    choice.method = run.method;
    choice.end = tolerance.end;
    choice.steps = run.steps;
    choice.step = tolerance.end / static_cast<double>(run.steps);
    return choice;
}

void set_errors(EnsembleChoice& choice, std::vector<double> errors) {
    std::ranges::sort(errors);
    const auto quantile = [&](std::size_t percent) {
        return errors[(percent * errors.size() + 99) / 100 - 1];
    };
    choice.verified_on = errors.size();
    choice.median = quantile(50);
    choice.q90 = quantile(90);
    choice.q99 = quantile(99);
    choice.max = errors.back();
}

struct Found {
    Couple couple;
    EqualRun run, check;
    double error;
};

class StepSearch {
public:
    StepSearch(const EnsembleSetup& setup, const EnsembleTolerance& tolerance, const EnsembleSamples& samples,
               long unit)
        : tolerance_(tolerance),
          samples_(samples),
          unit_(unit),
          pairs_(setup.problem, tolerance.end, tolerance.threads, tolerance.target, tolerance.go_on) {}

    /// The fewest steps with which the bodies to choose by are well below the tolerance; nothing if none do.
    Expected<std::optional<Found>> fewest_steps(const Couple& couple, double order) {
        const double target = share_to_choose * tolerance_.error;
        const double fastest = samples_.fastest > 0 ? samples_.fastest : 1 / tolerance_.end;
        long steps = whole(tolerance_.end * fastest / couple.angle), too_few = 0;
        std::optional<Found> found;
        double best = INFINITY;
        int in_vain = 0;
        for (int pilot = 0; pilot < most_pilots && in_vain < most_in_vain; ++pilot) {
            if (steps > most_steps) {
                takes_too_many_ = true;
                break;
            }
            const auto errors = measured(samples_.to_choose_by, couple, steps, 1e4 * target);
            if (!errors) return errors.error();
            const double error = errors->worst();
            const double wanted = errors->refused ? 1.4
                                : std::isfinite(error) && error > 0
                                    ? core::power(2 * error / target, 1 / order)
                                    : (error > 0 ? 2.0 : 0.5);
            if (!errors->refused && error <= target) {
                found = Found{couple, run_of(couple, steps), check_of(couple, steps), error};
                steps = whole(static_cast<double>(steps) * std::clamp(wanted, 0.5, 0.97));
            } else {
                too_few = std::max(too_few, steps);
                if (!errors->refused) in_vain = error < 0.7 * best || !std::isfinite(error) ? 0 : in_vain + 1;
                best = std::min(best, error);
                steps =
                    std::max(steps + unit_, whole(static_cast<double>(steps) * std::clamp(wanted, 1.1, 2.5)));
            }
            if (!found) continue;
            // in the middle of what is enough and what is too little, until they are close
            const long enough = found->run.steps;
            in_vain = 0;
            if (steps <= too_few || steps >= enough)
                steps = whole(std::sqrt(static_cast<double>(too_few) * static_cast<double>(enough)));
            if (steps >= enough || enough < too_few + too_few / 12) break;
        }
        least_error_ = std::min(least_error_, best);
        if (!found && std::isfinite(best) && in_vain == most_in_vain) has_floor_ = true;
        return found;
    }

    /// A splitting with fewer steps, where that takes less time.
    Expected<std::optional<Found>> cheaper(const Found& than, const Couple& couple) {
        std::optional<Found> found;
        double most = 0.7 * than.couple.cost * static_cast<double>(than.run.steps) / couple.cost;
        while (most >= static_cast<double>(unit_)) {
            const long steps = whole(most);
            const auto errors =
                measured(samples_.to_choose_by, couple, steps, share_to_choose * tolerance_.error);
            if (!errors) return errors.error();
            if (!(errors->worst() <= share_to_choose * tolerance_.error)) break;
            found = Found{couple, run_of(couple, steps), check_of(couple, steps), errors->worst()};
            most /= 1.5;
        }
        return found;
    }

    /// The errors of the other bodies, after as many more steps as they ask for.
    Expected<EnsembleChoice> verified(Found found, double order) {
        const Couple couple = found.couple;
        double worst = INFINITY;
        for (int i = 0; i < most_verifications && found.run.steps <= most_steps; ++i) {
            bool begins = true;
            for (const Ensemble& share : samples_.seen) {
                const Expected<bool> all = pairs_.begins(share, found.run);
                if (!all) return all.error();
                begins = begins && *all;
            }
            double more = 1.15;
            if (begins) {
                auto errors = measured(samples_.to_verify, couple, found.run.steps, INFINITY);
                if (!errors) return errors.error();
                worst = errors->worst();
                if (worst <= share_to_verify * tolerance_.error) {
                    EnsembleChoice choice = choice_of(found.run, tolerance_);
                    choice.chosen_on = samples_.to_choose_by.count();
                    choice.verified_by =
                        fmt::format("{} with {} steps", found.check.method, found.check.steps);
                    set_errors(choice, std::move(errors->of_bodies));
                    return choice;
                }
                more = std::isfinite(worst)
                         ? core::power(2 * worst / (share_to_verify * tolerance_.error), 1 / order)
                         : 1.5;
            }
            const long steps = std::max(found.run.steps + unit_, whole(static_cast<double>(found.run.steps)
                                                                       * std::clamp(more, 1.05, 2.0)));
            found.run = run_of(couple, steps);
            found.check = check_of(couple, steps);
        }
        return out_of_reach(
            tolerance_.error,
            fmt::format(
                "of {} that were looked at, the worst has an error of {:.1e} by {} with {} steps, more than "
                "{:.1e}, which leaves room for others; {}",
                bodies_in_words(samples_.to_verify.count()), worst, found.run.method, found.run.steps,
                share_to_verify * tolerance_.error,
                found.run.steps > most_steps
                    ? "more steps would take too long"
                    : "its motion may be chaotic over so long a time, or the torque not smooth"));
    }

    /// Why no couple has found anything.
    std::string why_not() const {
        const std::string wanted = fmt::format(
            "of {} to choose by, the worst has to stay below {:.1e}, a tenth of it, which leaves room for others",
            bodies_in_words(samples_.to_choose_by.count()), share_to_choose * tolerance_.error);
        const std::string remedy = "ask for a larger tolerance or a shorter run";
        if (!has_floor_ && takes_too_many_)
            return fmt::format("{}, and that takes more than {} steps; {}", wanted, most_steps, remedy);
        if (!std::isfinite(least_error_))
            return fmt::format("{}, and it fails with all steps that were tried; {}", wanted, remedy);
        // what a regular motion makes of the last digit: phases part like t, and those of kicks like t²
        constexpr double digits = 100 * 0x1p-53, most = 1e-6;
        const double radians = std::max(1.0, tolerance_.end * samples_.fastest);
        if (least_error_ <= std::min(most, digits * radians * radians))
            return fmt::format("{}, and round-off leaves {:.1e}; {}", wanted, least_error_, remedy);
        return fmt::format(
            "{}, and the best is {:.1e}: its motion may be chaotic over so long a time, or the torque not smooth",
            wanted, least_error_);
    }
    /// Whether more steps have gained nothing: round-off or chaos is left.
    bool has_floor() const { return has_floor_; }
    long whole(double steps) const {
        constexpr double most = 1e15;
        return unit_
             * std::max(1L, static_cast<long>(
                                std::ceil((steps < most ? steps : most) / static_cast<double>(unit_))));
    }

private:
    EqualRun run_of(const Couple& couple, long steps) const { return {std::string(couple.method), steps}; }
    EqualRun check_of(const Couple& couple, long steps) const {
        return {std::string(couple.check), steps / 2 * 3};
    }
    Expected<PairedErrors> measured(const Ensemble& bodies, const Couple& couple, long steps,
                                    double hopeless) const {
        const EqualRun run = run_of(couple, steps), check = check_of(couple, steps);
        const long common = std::gcd(run.steps, check.steps);
        long looks = common;
        if (common > looks_unit)
            for (looks = looks_unit * most_looks; common % looks != 0; looks -= looks_unit / 2) {
            }
        return pairs_.measure(bodies, run, check, looks, hopeless);
    }
    const EnsembleTolerance& tolerance_;
    const EnsembleSamples& samples_;
    long unit_;  ///< steps are a multiple of it
    PairedEnsembles pairs_;
    double least_error_ = INFINITY;
    bool has_floor_ = false, takes_too_many_ = false;
};

/// How errors fall with the step where the choosing ends: high by design, or by the order of the sheet.
double order_of(std::string_view name) {
    return name.starts_with("multistep") ? 8 : std::max(1, method(name).sheet.order_attitude);
}

/// Couples to try, and whether the first that is found will do.
std::vector<Couple> couples_for(const Problem& problem, const EnsembleTolerance& tolerance) {
    if (!tolerance.method.empty()) {
        const std::string_view name = method(tolerance.method).sheet.name;
        const bool high = name == "multistep-24" || name == "multistep-20";
        const bool smooth = !has_kinks(problem.torque) && !problem.control;
        return {{0, 1, name, !smooth ? "se6-rkn" : high ? "multistep-16" : "multistep-20", 0.05, 1}};
    }
    std::vector<Couple> all;
    if (!has_kinks(problem.torque) && !problem.control && problem.wheels.empty())
        std::ranges::copy_if(couples, std::back_inserter(all), [&](const Couple& c) {
            return tolerance.error >= c.from && tolerance.error < c.to;
        });
    all.insert(all.end(), splittings.begin(), splittings.end());
    return all;
}

double cost_of(const Found& found) { return found.couple.cost * static_cast<double>(found.run.steps); }

Expected<Found> found_by(StepSearch& search, const Problem& problem, const EnsembleTolerance& tolerance) {
    const std::vector<Couple> all = couples_for(problem, tolerance);
    std::optional<Found> best;
    for (const Couple& couple : all) {
        const bool is_formula = couple.method.starts_with("multistep");
        if (!best && !is_formula && search.has_floor()) break;
        auto found = best && !is_formula ? search.cheaper(*best, couple)
                                         : search.fewest_steps(couple, order_of(couple.method));
        if (!found) return found.error();
        if (*found && (!best || cost_of(**found) < cost_of(*best))) best = *std::move(found);
    }
    if (best) return *std::move(best);
    return out_of_reach(tolerance.error, search.why_not());
}

// --- free bodies ------------------------------------------------------------------------------------------------

/// Steps that lead to the statistics and the snapshots: no others are needed.
Expected<long> steps_to_looks(const Problem& problem, const EnsembleTolerance& tolerance) {
    constexpr long most = 100'000;
    const Expected<long> jumps = steps_to_jumps(problem, tolerance.end);
    if (!jumps) return jumps.error();
    // snapshots at times without a common part are taken at the nearest steps, which are many then
    const Expected<long> snapshots = steps_to_jumps(problem, tolerance.end, tolerance.snapshots);
    const long unit = snapshots ? *snapshots : *jumps * std::max(1L, most / *jumps);
    const long samples = std::clamp(tolerance.samples, 1L, most);
    const long all = std::lcm(unit, samples);
    return all <= most ? all : unit * ((samples + unit - 1) / unit);
}

Expected<EnsembleChoice> choose_for_free_bodies(const EnsembleSetup& setup,
                                                const EnsembleTolerance& tolerance,
                                                const EnsembleSamples& samples) {
    const Expected<long> steps = steps_to_looks(setup.problem, tolerance);
    if (!steps) return steps.error();
    const EqualRun run{"se", *steps};
    auto errors = errors_of_free_bodies(setup.problem, samples.to_verify, run, tolerance.end,
                                        tolerance.threads, tolerance.target, tolerance.go_on);
    if (!errors) return errors.error();
    EnsembleChoice choice = choice_of(run, tolerance);
    choice.verified_by = fmt::format("se in {}", wide_arithmetic());
    set_errors(choice, *std::move(errors));
    if (choice.max <= share_to_verify * tolerance.error) return choice;
    return out_of_reach(
        tolerance.error,
        fmt::format(
            "the bodies are free, and the rounding of their exact motion alone comes to {:.1e} for the "
            "worst of {}, more than {:.3g}, which leaves room for others; ask for a larger tolerance "
            "or a shorter run",
            choice.max, bodies_in_words(choice.verified_on), share_to_verify * tolerance.error));
}

std::optional<Error> refused(const EnsembleSetup& setup, const EnsembleTolerance& tolerance) {
    if (!(tolerance.error > 0 && tolerance.error < 1))
        return input_error(fmt::format("tolerance: {}, expected a number between 0 and 1", tolerance.error),
                           "tolerance");
    if (!(tolerance.end >= shortest_end && std::isfinite(tolerance.end)))
        return input_error(
            fmt::format("end: {}, expected a finite number of at least {}", tolerance.end, shortest_end),
            "end");
    if (setup.count == 0) return input_error("count: 0, expected at least one body", "count");
    if (tolerance.method.empty()) return std::nullopt;
    const Expected<const Method*> method = find_method(tolerance.method);
    if (!method) return method.error();
    return std::nullopt;
}

}  // namespace

EnsembleChoice choose_for_ensemble(const EnsembleSetup& setup, const EnsembleTolerance& tolerance) {
    return try_choose_for_ensemble(setup, tolerance).or_throw();
}

Expected<EnsembleChoice> try_choose_for_ensemble(const EnsembleSetup& setup,
                                                 const EnsembleTolerance& tolerance) {
    if (auto error = refused(setup, tolerance)) return *std::move(error);
    const Expected<EnsembleSamples> samples = draw_samples(setup, std::max(1, tolerance.threads));
    if (!samples) return samples.error();
    if (is_free(setup.problem) && (tolerance.method.empty() || method(tolerance.method).sheet.name == "se"))
        return choose_for_free_bodies(setup, tolerance, *samples);
    const Expected<long> jumps = steps_to_jumps(setup.problem, tolerance.end);
    if (!jumps) return jumps.error();
    StepSearch search(setup, tolerance, *samples, std::lcm(2 * *jumps, looks_unit));
    Expected<Found> found = found_by(search, setup.problem, tolerance);
    if (!found) return found.error();
    const double order = order_of(found->run.method);
    return search.verified(*std::move(found), order);
}

EnsemblePlan plan_of(const EnsembleChoice& choice, EnsemblePlan plan) {
    plan.stepping.method = choice.method;
    plan.stepping.step = choice.step;
    plan.steps = choice.steps;
    plan.end = choice.end;
    plan.samples = std::min(plan.samples, plan.steps);
    return plan;
}

}  // namespace polhode
