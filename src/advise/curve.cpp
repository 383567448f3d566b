#include "advise/curve.hpp"

#include "polhode/scalar/exponential.hpp"
#include "simulate/method_order.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>

namespace polhode {
namespace {

/// The rough cost of a coefficient of a series, where one torque with the exact drift after it costs 1: a
/// torque that contains powers takes many operations to expand, and the drift of a symmetric body takes few.
/// bench/ten_problems shows how good the choices are that follow from it.
double price_of_coefficient(const Problem& problem) {
    const Eigen::Vector3d& I = problem.body.moments();
    const bool symmetric = I.x() == I.y() || I.y() == I.z() || I.z() == I.x();
    double series = 0;  // of a sum, that of all its parts
    for_each_part(problem.torque, [&](const Torque& part) { series += sheet_of(part).series_price; });
    return symmetric ? series : series / 3.5;
}

/// A pilot run, and what it was compared with: `measured(run)` makes its steps.
template <class Measure>
Expected<MeasuredRun> fly(const Method& method, bool own_steps, const Yardstick& yardstick, long steps,
                          const Measure& measured) {
    const Resolved plan = yardstick.run_of(method, own_steps, steps);
    Advance run(yardstick.problem(), plan, yardstick.start());
    const Expected<Yardstick::Measured> seen = measured(run);
    if (!seen) return seen.error();
    const long evaluations = run.torque_evaluations();
    const double work = run.own_steps()
                          ? price_of_coefficient(yardstick.problem()) * static_cast<double>(evaluations)
                          : static_cast<double>(std::max({steps, run.done(), evaluations}));
    return MeasuredRun{{steps, seen->error, evaluations, work}, evaluations + seen->torque_evaluations};
}

/// The pilot run that would meet the target, on the line through two others in the log–log plot.
Pilot between(const Pilot& coarse, const Pilot& fine, double target) {
    double share = 1;  // part of the way from coarse to fine
    if (std::isfinite(coarse.error) && fine.error > 0)
        share = core::logarithm(coarse.error / target) / core::logarithm(coarse.error / fine.error);
    const auto at = [&](auto a, auto b) {
        return static_cast<double>(a) * core::power(static_cast<double>(b) / static_cast<double>(a), share);
    };
    Pilot p = fine;
    p.steps = std::clamp(std::lround(std::ceil(at(coarse.steps, fine.steps))), coarse.steps, fine.steps);
    const double part = static_cast<double>(p.steps) / static_cast<double>(fine.steps);
    p.torque_evaluations = std::lround(part * static_cast<double>(fine.torque_evaluations));
    p.work *= part;
    p.error = target;
    return p;
}

/// Whether the last two doublings of the steps hardly reduced an error that is close to round-off.
bool is_stuck(const std::vector<Pilot>& pilots, double floor) {
    const std::size_t n = pilots.size();
    return n > 2 && pilots[n - 1].error > pilots[n - 3].error / 2
        && pilots[n - 1].error < std::max(1e-8, 1000 * floor);
}

/// Whether the target takes more than `most_work`, even if the error continues to fall as fast as it just
/// did, or as the order predicts. Errors may fall faster at large steps, so nothing is predicted while
/// further runs are cheap.
bool is_hopeless(const std::vector<Pilot>& pilots, int order, double target, double most_work) {
    constexpr double cheap = 1e6;
    const Pilot& last = pilots.back();
    if (last.work >= most_work) return true;
    if (last.work < cheap || last.error > 0.1 || pilots.size() < 2) return false;
    const double fell = core::logarithm(pilots[pilots.size() - 2].error / last.error) / core::logarithm(2);
    return last.error / target > core::power(most_work / last.work, std::max<double>(order, fell));
}

}  // namespace

std::string series_to(double tolerance) {
    // the optimum of Jorba and Zou is at −½ ln ε if all terms cost the same; the ends of a step cost too
    const long order = std::clamp(std::lround(-0.5 * core::logarithm(tolerance)) + 6, 8L, 24L);
    // one that is rounded to 1 is no name
    return fmt::format("taylor-{}@{:.0e}", order, std::min(tolerance, 0.9));
}

Expected<Curve> measure_curve(const Method& method, const Yardstick& yardstick, double target, double floor,
                              double most_work) {
    Curve curve{.method = std::string(method.sheet.name),
                .own_steps = static_cast<bool>(method.automatic),
                .pilots = {},
                .fit = {},
                .best = {}};
    std::vector<Pilot>& pilots = curve.pilots;
    const auto pilot = [&](long steps) -> Expected<Pilot> {
        const auto made = fly(method, curve.own_steps, yardstick, steps,
                              [&](Advance& run) { return yardstick.error_at_checkpoints(run, steps); });
        if (!made) return made.error();
        curve.torque_evaluations += made->torque_evaluations;
        return made->run;
    };
    if (curve.own_steps) {
        const Expected<Pilot> only = pilot(Yardstick::checkpoints);
        if (!only) return only.error();
        pilots.push_back(*only);
        if (pilots.back().error <= target) curve.fit = pilots.back();
    } else {
        const auto start = std::bit_ceil(static_cast<unsigned long>(yardstick.natural_steps() + 3) / 4);
        const Expected<Pilot> first_pilot = pilot(static_cast<long>(start));
        if (!first_pilot) return first_pilot.error();
        pilots.push_back(*first_pilot);
        while (pilots.front().error <= target && pilots.front().steps > 1) {
            const Expected<Pilot> coarser = pilot(pilots.front().steps / 2);
            if (!coarser) return coarser.error();
            pilots.insert(pilots.begin(), *coarser);
        }
        const int order = order_of(method.sheet, yardstick.problem().torque);
        while (pilots.back().error > target && !is_stuck(pilots, floor)
               && !is_hopeless(pilots, order, target, most_work)) {
            const Expected<Pilot> finer = pilot(2 * pilots.back().steps);
            if (!finer) return finer.error();
            pilots.push_back(*finer);
        }
        std::size_t first = pilots.size();  // that meets the target with all finer ones
        while (first > 0 && pilots[first - 1].error <= target) --first;
        if (first < pilots.size())
            curve.fit = first > 0 ? between(pilots[first - 1], pilots[first], target) : pilots[first];
    }
    curve.best = *std::ranges::min_element(pilots, {}, &Pilot::error);
    return curve;
}

Expected<MeasuredRun> measured_run(const Curve& curve, const Yardstick& yardstick, long steps, bool any_step,
                                   double tolerance) {
    constexpr int most_attempts = 12, most_savings = 4;
    const Method& entry = method(curve.method);
    long torque_evaluations = 0;
    const auto measured = [&](long count) -> Expected<Pilot> {
        const auto made = fly(entry, curve.own_steps, yardstick, count,
                              [&](Advance& run) { return yardstick.error_at_all_steps(run); });
        if (!made) return made.error();
        torque_evaluations += made->torque_evaluations;
        return made->run;
    };
    Expected<Pilot> run = measured(steps);
    if (any_step && run) return MeasuredRun{*run, torque_evaluations};
    for (int attempt = 0; run && attempt < most_attempts && run->error > tolerance; ++attempt)
        run = measured(run->steps + std::max(1L, run->steps / 8));
    if (!run) return run.error();

    // fewer steps, as the order of the method predicts, but at least halfway to a number that was too small
    const int order = order_of(entry.sheet, yardstick.problem().torque);
    long too_few = 0;
    for (int saving = 0; saving < most_savings && run->error < 0.3 * tolerance; ++saving) {
        const double share = std::max(0.5, core::power(run->error / (0.6 * tolerance), 1.0 / order));
        const long fewer = std::max(std::lround(std::ceil(share * static_cast<double>(run->steps))),
                                    (too_few + run->steps) / 2);
        if (fewer >= run->steps) break;
        const Expected<Pilot> saved = measured(fewer);
        if (!saved) return saved.error();
        if (saved->error <= tolerance)
            run = saved;
        else
            too_few = fewer;
    }
    return MeasuredRun{*run, torque_evaluations};
}

}  // namespace polhode
