#include "advise/paired_runs.hpp"

#include "advise/yardstick.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/method/multistep.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/pieces.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace polhode {
namespace {

/// Both runs pass a common time after so many steps.
constexpr long steps_together = 16, checking_steps_together = 24;  // both are multiples of 8
/// A formula of order four in the worst case: the second run has (2/3)⁴ of the error of the first.
constexpr double error_per_difference = 1.25;
/// Between steps the error may be half as large again as at the steps.
constexpr double share_of_tolerance = 0.6;

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

/// For a symmetric body under a weak torque: long steps of a splitting over its exact motion, which is cheap. One of
/// them takes the time of so many steps of the formulas.
constexpr Couple splitting{0, "se6-rkn", "se6-rkn", 0};
constexpr double steps_per_splitting = 55;

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

/// Both runs round the start alike; where the motion magnifies that, only a start beside it shows.
core::State<double> in_the_last_digit_beside(core::State<double> state) {
    constexpr double digit = 0x1p-53;
    const core::Vector3<double> turn{digit, -digit, digit};
    state.attitude = core::renormalised(state.attitude * core::Quaternion<double>(turn, 1));
    state.momentum += digit * norm(state.momentum) * core::Vector3<double>(1, 1, -1);
    return state;
}

class Pairs {
public:
    Pairs(const Problem& problem, const core::State<double>& start, const Couple& couple,
          const std::function<bool()>& go_on)
        : problem_(problem),
          start_(start),
          run_(method(couple.method)),
          check_(method(couple.check)),
          go_on_(go_on) {}

    struct Measured {
        double error = INFINITY;  ///< of the first run, at every common time; infinite if one fails
        bool stopped = false;     ///< by the user
        bool violent = false;     ///< between two common times the torque changed the momentum by much
    };
    /// Up to a time, by `stretches` times the steps that both make together, seen `looks` times on each. Ends early,
    /// with the error up to there, when that is `hopeless`.
    Measured measure(double end, long stretches, double hopeless, long looks = 1) {
        constexpr double much = 0.3;
        stretches *= looks;
        const long steps = steps_together / looks, checking_steps = checking_steps_together / looks;
        const double stretch = end / static_cast<double>(stretches);
        const auto first = run_.on_double(problem_.body, problem_.torque),
                   second = check_.on_double(problem_.body, problem_.torque);
        core::State<double> a = start_, b = in_the_last_digit_beside(start_);
        const core::TimeGrid<double> grid{0, stretch / static_cast<double>(steps)},
            finer{0, stretch / static_cast<double>(checking_steps)};
        double apart2 = 0, momentum_apart2 = 0, momentum2 = norm2(a.momentum), push2 = 0;
        core::Vector3<double> in_space = to_space(a.attitude, a.momentum);
        // |p − q| = 2 sin of a quarter of the angle
        const auto error = [&] {
            return error_per_difference
                 * std::max(2 * std::sqrt(apart2), std::sqrt(momentum_apart2 / momentum2));
        };
        bool made = true;
        for (long n = 0; made && n < stretches; ++n) {
            if (n % 1024 == 0 && go_on_ && !go_on_()) return {.stopped = true};
            const auto there = first->march(a, grid, n * steps, steps),
                       beside = second->march(b, finer, n * checking_steps, checking_steps);
            made = there.first == steps && beside.first == checking_steps;
            const core::Quaternion<double>&p = a.attitude, &q = b.attitude;
            const core::Vector3<double> dp = p.vector() - q.vector();
            apart2 = std::max(apart2, norm2(dp) + (p.w - q.w) * (p.w - q.w));
            momentum_apart2 = std::max(momentum_apart2, norm2(a.momentum - b.momentum));
            momentum2 = std::max(momentum2, norm2(b.momentum));
            const core::Vector3<double> before = std::exchange(in_space, to_space(q, b.momentum));
            push2 = std::max(push2, norm2(in_space - before));
            if (n % 64 == 63 && error() > hopeless) break;
        }
        evaluations_ += first->torque_evaluations() + second->torque_evaluations();
        if (!made) return {};
        return {.error = error(), .violent = push2 > much * much * momentum2};
    }

    long evaluations() const { return evaluations_; }

private:
    const Problem& problem_;
    const core::State<double>& start_;
    const Method &run_, &check_;
    const std::function<bool()>& go_on_;
    long evaluations_ = 0;
};

long stretches_for(double end, double step) {
    return std::max(1L, static_cast<long>(std::ceil(end / (step * steps_together))));
}

bool is_symmetric(const Body& body) {
    const Eigen::Vector3d& I = body.moments();
    return I.x() == I.y() || I.y() == I.z() || I.z() == I.x();
}

/// A run that meets the tolerance.
struct Found {
    Couple couple;
    long stretches;
    double error;
};

/// The splitting with the fewest steps, if it takes less time than what was found.
Expected<Found> fewest_splittings(Pairs& pairs, const Found& found, double end, const Tolerance& tolerance) {
    constexpr double less = 0.7;
    Found best = found;
    for (double most = less * static_cast<double>(found.stretches) / steps_per_splitting; most >= 1;
         most /= 1.5) {
        const long stretches = std::lround(most);
        const auto [error, was_stopped, violent] = pairs.measure(end, stretches, tolerance.error);
        if (was_stopped) return run_error("stopped on the way");
        if (!(error <= share_of_tolerance * tolerance.error)) break;
        best = {splitting, stretches, error};
    }
    return best;
}

Choice choice_of(const Found& found, double end, const Tolerance& tolerance, long evaluations) {
    Choice choice;
    choice.asked = tolerance.error;
    choice.method = std::string(found.couple.method);
    choice.end = end;
    choice.steps = found.stretches * steps_together;
    choice.step = end / static_cast<double>(*choice.steps);
    choice.estimate = found.error;
    choice.estimated_by =
        fmt::format("{} with {} steps, seen every {} steps, over the whole run", found.couple.check,
                    found.stretches * checking_steps_together, steps_together);
    choice.pilot_torque_evaluations = evaluations;
    return choice;
}

}  // namespace

Expected<std::optional<Choice>> choose_by_pairs(const Problem& problem, const core::State<double>& start,
                                                double end, const Tolerance& tolerance) {
    constexpr long most_stretches = 2'000'000;
    constexpr double part_of_run = 1.0 / 16;
    constexpr long least_part = 12;  // stretches
    constexpr int most_pilots = 8, most_runs = 16, most_in_vain = 3;
    const std::optional<Choice> none;
    if (is_free(problem) || has_kinks(problem.torque) || has_breakpoints(problem, end)
        || !problem.wheels.empty())
        return none;
    const double rate = fastest_rate(problem, start);
    if (!(rate > 0 && std::isfinite(rate))) return none;

    const Couple& couple =
        *std::ranges::find_if(couples, [&](const Couple& f) { return tolerance.error >= f.from; });
    Pairs pairs(problem, start, couple, tolerance.go_on);
    const auto stopped = [] { return run_error("stopped on the way"); };
    const double longest = 0.9 * method(couple.method).sheet.stable_to / rate;
    double step = std::min(longest, couple.angle / rate);

    // on the first part of the run, whose error is a part of the whole
    const double part =
        std::min(end, std::max(part_of_run * end, static_cast<double>(least_part * steps_together) * step));
    if (part < 0.5 * end) {
        const double target = share_of_tolerance * tolerance.error * (part / end);
        for (int pilot = 0; pilot < most_pilots; ++pilot) {
            const auto [error, was_stopped, violent] =
                pairs.measure(part, stretches_for(part, step), 1e3 * target);
            if (was_stopped) return stopped();
            if (std::isfinite(error) && error <= target && (error >= 0.02 * target || step >= longest)) break;
            const double wanted = std::isfinite(error) && error > 0 ? core::power(0.4 * target / error, 0.1)
                                                                    : (error > 0 ? 0.6 : 1.5);
            step = std::min(longest, step * std::clamp(wanted, 0.5, 1.5));
        }
    }
    double best = INFINITY;
    int in_vain = 0;
    for (int run = 0; run < most_runs; ++run) {
        const long stretches = stretches_for(end, step);
        if (stretches > most_stretches) return none;
        Pairs::Measured measured = pairs.measure(end, stretches, 4 * tolerance.error);
        // a body that bounces has its largest error for a few steps, which must not be missed
        if (measured.violent && measured.error <= share_of_tolerance * tolerance.error)
            measured = pairs.measure(end, stretches, 4 * tolerance.error, 8);
        if (measured.stopped) return stopped();
        const double error = measured.error;
        if (error <= share_of_tolerance * tolerance.error) {
            const Found found{couple, stretches, error};
            if (!is_symmetric(problem.body))
                return std::optional(choice_of(found, end, tolerance, pairs.evaluations()));
            Pairs longer(problem, start, splitting, tolerance.go_on);
            const Expected<Found> fewest = fewest_splittings(longer, found, end, tolerance);
            if (!fewest) return fewest.error();
            return std::optional(
                choice_of(*fewest, end, tolerance, pairs.evaluations() + longer.evaluations()));
        }
        // more steps gain nothing where round-off or chaos is left; a run that fails says nothing of that
        in_vain = error < best || !std::isfinite(error) ? 0 : in_vain + 1;
        if (in_vain == most_in_vain) return none;
        best = std::min(best, error);
        const double wanted = std::isfinite(error)
                                ? core::power(0.4 * share_of_tolerance * tolerance.error / error, 0.125)
                                : 0.5;
        step = end / static_cast<double>(stretches * steps_together) * std::clamp(wanted, 0.4, 0.9);
    }
    return none;
}

}  // namespace polhode
