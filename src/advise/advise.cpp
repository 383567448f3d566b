#include "polhode/advise/advise.hpp"

#include "advise/curve.hpp"
#include "advise/growth.hpp"
#include "polhode/scalar/exponential.hpp"
#include "simulate/method_order.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"

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
/// A run of more steps is compared at the checkpoints alone: the yardstick would have to stop at every step.
constexpr long most_steps_looked_at = 20'000;

/// Efficient methods of every kind: splittings of orders 2 to 8 and for weak torques, other drifts, multistep formulas,
/// Gauss collocation, Runge–Kutta methods, series.
std::vector<std::string> candidates(const Problem& problem) {
    if (is_free(problem)) return {"se", "mr2-auto", "mr4-auto", "liemid", "rkmk-rk4", "taylor-20"};
    std::vector<std::string> names{"se",           "liemid-ea",    "se-aba1064",        "se4-rkn",
                                   "rkmk-rk4",     "se6-rkn",      "multistep-12-wide", "multistep-16-wide",
                                   "multistep-16", "multistep-20", "gauss-16-rate"};
    if (Yardstick::has_series(problem.torque)) names.insert(names.end(), {"se8-kl", "taylor-20"});
    return names;
}

/// Those that choose their steps to an error of each.
std::string pair_to(double error) { return fmt::format("dop853@{:.0e}", std::min(error, 0.9)); }
using NameToError = std::string (*)(double);
std::vector<NameToError> families(const Problem& problem) {
    if (is_free(problem)) return {};
    if (Yardstick::has_series(problem.torque)) return {&pair_to, &series_to};
    return {&pair_to};
}

/// The time of a run without samples, the least of several runs. `go_on` is asked so rarely that it takes none of it.
double seconds_of(const Method& method, bool own_steps, const Yardstick& piece, long steps,
                  const std::function<bool()>& go_on) {
    const Resolved plan = piece.run_of(method, own_steps, steps);
    using Clock = std::chrono::steady_clock;
    constexpr double enough = 0.01;
    constexpr int most_repeats = 20;
    constexpr long steps_between_looks = 1L << 16;
    double least = std::numeric_limits<double>::infinity(), total = 0;
    for (int repeat = 0; repeat < most_repeats && total < enough; ++repeat) {
        Advance run(piece.problem(), plan, piece.start());
        const auto begin = Clock::now();
        while (!run.finished()) {
            run.prepare();
            if (run.make_steps(std::min(steps, steps_between_looks))) break;
            run.give_impulses();
            if (go_on && steps > steps_between_looks && !go_on()) return least;
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        least = std::min(least, seconds);
        total += seconds;
    }
    return least;
}

/// Whether neighbouring motions part so fast that no method can hold the tolerance up to the end.
bool is_beyond_the_horizon(const Advice& advice) {
    return advice.growth.kind == Growth::Kind::exponential && advice.horizon < advice.end;
}

/// The part of the tolerance that is left for the piece. In a regular motion the error of a method that keeps the
/// structure grows like t, that of others like t²; in a chaotic one, as neighbouring motions part.
double target_on_piece(double tolerance, bool keeps_structure, const Advice& advice) {
    constexpr double least = 1e-12;
    const double share = advice.piece / advice.end;
    if (!(share < 1) || is_beyond_the_horizon(advice)) return tolerance;
    if (advice.growth.kind == Growth::Kind::exponential)
        return std::max(std::min(tolerance, least),
                        tolerance * share / ratio_of_norms(advice.growth, advice.piece, advice.end));
    return tolerance * (keeps_structure ? share : share * share);
}

Expected<AdviceRow> row_of(const Method& method, const Yardstick& piece, const Advice& advice) {
    const AdviceQuestion& question = advice.question;
    const Sheet& sheet = method.sheet;
    AdviceRow row;
    row.keeps_structure = sheet.symplectic || sheet.time_symmetric;
    const double share = piece.end() / advice.end;
    const double target = target_on_piece(question.tolerance, row.keeps_structure, advice);
    Expected<Curve> measured = measure_curve(method, piece, target, 0, most_work);
    if (!measured) return measured.error();
    Curve& curve = *measured;
    if (curve.fit && curve.fit->steps <= most_steps_looked_at) {
        const auto fit = measured_run(curve, piece, curve.fit->steps, curve.own_steps, target);
        if (!fit) return fit.error();
        curve.fit = fit->run;
        if (curve.fit->error > target) curve.fit.reset();
    }
    row.method = curve.method;
    row.own_steps = curve.own_steps;
    row.best_error = curve.best.error;
    const Pilot& timed = curve.fit ? *curve.fit : curve.best;
    const double per_step = seconds_of(method, row.own_steps, piece, timed.steps, question.go_on)
                          / static_cast<double>(timed.steps);
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
    row.error_at_end = row.error * (question.tolerance / target);
    row.measured_until = piece.end();
    row.step = piece.end() / static_cast<double>(curve.fit->steps);
    row.torque_evaluations = static_cast<double>(curve.fit->torque_evaluations) / share;
    row.seconds = seconds(*curve.fit) / share;
    row.seconds_here = static_cast<double>(curve.fit->steps) * per_step / share;
    return row;
}

/// The largest error to the measured error that meets the target, or the last one tried: errors of single steps add up;
/// how many of them is measured.
Expected<AdviceRow> row_of(NameToError name_of, const Yardstick& piece, const Advice& advice) {
    const double tolerance = advice.question.tolerance;
    std::vector<AdvicePoint> points;
    for (double each = tolerance;; each /= 10) {
        Expected<AdviceRow> row = row_of(method(name_of(each)), piece, advice);
        if (!row) return row;
        points.insert(points.end(), row->points.begin(), row->points.end());
        if (!row->reached && each / 10 > 1e-15 && each / 10 >= 1e-6 * tolerance) continue;
        row->points = std::move(points);
        return row;
    }
}

// --- how far a row holds --------------------------------------------------------------------------------------

/// A run along with one that is more accurate.
struct Followed {
    double until = 0;
    double error = INFINITY;  ///< the largest up to there; infinite if one of them fails
    double error_to_half = 0;
};

/// Makes the run of a row beside one with half as many steps more, or with other steps of its own.
class Follower {
public:
    Follower(const Problem& problem, const core::State<double>& start, const Advice& advice)
        : problem_(problem),
          start_(start),
          piece_(advice.piece),
          end_(advice.end),
          seconds_(advice.question.seconds_to_follow),
          unit_(norm(start.momentum)),
          go_on_(advice.question.go_on) {}

    bool is_stopped() const { return go_on_ && !go_on_(); }
    /// As far as is cheap, and beyond the piece in any case. Sets the step to the one that was made.
    Followed follow(AdviceRow& row) const {
        const double cheap = std::max(end_ * (seconds_ / row.seconds_here), 2 * piece_);
        const Method& run = method(row.method);
        if (row.own_steps) {
            constexpr long looks = 256;
            const double until = std::min(end_, cheap);
            const bool series = Yardstick::has_series(problem_.torque);
            const Method& check = method(series ? "taylor-24" : "dop853@1e-14");
            return compared(run_to(until, run, true, looks), run_to(until, check, true, looks), looks, 1);
        }
        // both runs pass all looks
        constexpr double most_steps = 1e15;
        const double steps = std::min(most_steps, std::min(end_, cheap) / row.step);
        const long looks = std::clamp(static_cast<long>(steps / 32), 4L, 256L);
        const long pairs = std::max(1L, std::lround(steps / static_cast<double>(2 * looks)));
        const double until = std::min(end_, static_cast<double>(2 * looks * pairs) * row.step);
        // what is left of the run is too short to matter, or the step becomes a little longer or shorter
        const double reached = until > 0.9 * end_ ? end_ : until;
        row.step = reached / static_cast<double>(2 * looks * pairs);
        const double gained = 1 - core::power(2.0 / 3, order_of(run.sheet, problem_.torque));
        return compared(run_to(reached, run, false, 2 * looks * pairs),
                        run_to(reached, run, false, 3 * looks * pairs), looks, gained);
    }

private:
    Followed compared(const Resolved& plan, const Resolved& finer, long looks, double gained) const {
        Advance run(problem_, plan, start_), check(problem_, finer, start_);
        const auto steps = [&](const Advance& of) { return of.steps_left() / looks; };
        const long each = steps(run), each_of_check = steps(check);
        Followed followed{.until = plan.end, .error = 0};
        double unit = unit_;
        for (long n = 0; n < looks; ++n) {
            if (is_stopped()) return {.until = run.time()};
            run.prepare();
            check.prepare();
            if (run.make_steps(each) || check.make_steps(each_of_check)) return {.until = run.time()};
            unit = std::max(unit, norm(check.state().momentum));
            followed.error =
                std::max(followed.error, state_distance(run.state(), check.state(), unit) / gained);
            if (2 * (n + 1) == looks) followed.error_to_half = followed.error;
        }
        return followed;
    }

    const Problem& problem_;
    const core::State<double>& start_;
    double piece_, end_, seconds_, unit_;
    const std::function<bool()>& go_on_;
};

/// The error at the end, if it goes on to grow as it did: like t for a method that keeps the structure, up to t² else.
double extended(const Followed& followed, const AdviceRow& row, double end) {
    if (!(followed.until < end)) return followed.error;
    const double power = followed.error_to_half > 0
                           ? core::logarithm(followed.error / followed.error_to_half) / core::logarithm(2)
                           : 1;
    return followed.error
         * core::power(end / followed.until, std::clamp(power, 1.0, row.keeps_structure ? 1.5 : 2.2));
}

/// Follows a row, with shorter steps if that is what it takes; returns whether it meets the tolerance at the end.
bool holds_to_the_end(AdviceRow& row, const Follower& follower, const Problem& problem,
                      const Advice& advice) {
    constexpr int most_attempts = 5;
    const double tolerance = advice.question.tolerance;
    const int order = order_of(method(row.method).sheet, problem.torque);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        const double before = row.error_at_end;
        const Followed followed = follower.follow(row);
        row.measured_until = followed.until;
        row.error_at_end = extended(followed, row, advice.end);
        if (row.error_at_end <= tolerance) return true;
        if (follower.is_stopped()) break;
        // shorter steps gain nothing where neighbouring motions part
        if (row.own_steps || (attempt > 1 && row.error_at_end > before)) break;
        const double share =
            std::isfinite(row.error_at_end)
                ? std::clamp(core::power(0.5 * tolerance / row.error_at_end, 1.0 / order), 0.3, 0.95)
                : 0.5;
        row.step *= share;
        row.torque_evaluations /= share;
        row.seconds /= share;
        row.seconds_here /= share;
    }
    row.reached = false;
    return false;
}

// --- what is said ---------------------------------------------------------------------------------------------

void sort_by_time(std::vector<AdviceRow>& rows) {
    std::ranges::stable_sort(rows, {}, [](const AdviceRow& row) {
        return row.reached ? row.seconds : std::numeric_limits<double>::infinity();
    });
}

std::string growth_in_words(const Growth& growth) {
    return fmt::format("neighbouring motions part like t^{:.1f} up to t = {:.4g}", growth.power,
                       growth.until);
}

/// Nothing is promised for the whole run.
void promise_nothing(Advice& advice, AdviceBasis basis, std::string reason) {
    advice.basis = basis;
    advice.reason = std::move(reason);
    advice.recommended.reset();
    for (AdviceRow& row : advice.rows) row.reached = false;
}

std::string chaotic_in_words(const Advice& advice) {
    return fmt::format(
        "nothing up to t = {:.6g}: the motion is chaotic, or unstable all along; neighbouring motions part "
        "exponentially, by a factor of 10 in {:.3g} (measured up to t = {:.4g}). The rounding of the start alone "
        "exceeds the tolerance from t = {:.3g} on: ask for an end before that, or for a larger tolerance",
        advice.end, core::logarithm(10) / advice.growth.rate, advice.growth.until, advice.horizon);
}

/// Why the error beyond what was measured cannot be told; empty if it can.
std::string why_unknown(const Advice& advice, const AdviceRow& row) {
    if (!(row.measured_until < advice.end)) return "";
    const Growth& growth = advice.growth;
    const std::string measured = fmt::format("nothing up to t = {:.6g}: {} was measured up to t = {:.4g}",
                                             advice.end, row.method, row.measured_until);
    switch (growth.kind) {
        case Growth::Kind::unknown:
            return fmt::format("{}, and how neighbouring motions part is not known", measured);
        case Growth::Kind::exponential:
            return fmt::format(
                "{}, and neighbouring motions part exponentially, by a factor of 10 in {:.3g}; the rounding of "
                "the start exceeds the tolerance at t = {:.3g}",
                measured, core::logarithm(10) / growth.rate, advice.horizon);
        case Growth::Kind::undecided:
            return fmt::format("{}, and {}, faster and faster: the motion may be chaotic", measured,
                               growth_in_words(growth));
        case Growth::Kind::regular: break;
    }
    if (advice.end <= std::max(advice.horizon, row.measured_until)) return "";
    return fmt::format("{}, and {}, which says nothing of times beyond {:.3g}", measured,
                       growth_in_words(growth), advice.horizon);
}

std::string reason_for(const Advice& advice, const AdviceRow& row, bool fastest) {
    const std::string why =
        fastest ? fmt::format("{} takes the least time", row.method)
                : fmt::format(
                      "the run is long, and {} keeps the structure of the motion (symplectic or "
                      "time-symmetric), so that its energy error stays bounded",
                      row.method);
    if (!(row.measured_until < advice.end))
        return fmt::format("{}; its error was measured on the whole run", why);
    return fmt::format(
        "{}; it was measured up to t = {:.4g}, and {}: an error of {:.1e} at the end is a prediction", why,
        row.measured_until, growth_in_words(advice.growth), row.error_at_end);
}

/// Takes the fastest row that holds to the end. Of a run too long to be made, one that keeps the structure, if its price
/// is at most threefold.
void recommend(Advice& advice, const Follower& follower, const Problem& problem) {
    constexpr double worth = 3;
    constexpr int most_tried = 4;
    sort_by_time(advice.rows);
    std::string unknown;
    for (int tried = 0; advice.rows.front().reached && !follower.is_stopped(); ++tried) {
        if (tried == most_tried)
            return promise_nothing(
                advice, AdviceBasis::unknown,
                fmt::format(
                    "nothing up to t = {:.6g}: the methods that meet the tolerance up to t = {:.4g} exceed it "
                    "later, with shorter steps too; ask for a larger one, or a shorter run",
                    advice.end, advice.piece));
        AdviceRow* row = &advice.rows.front();
        if (advice.piece < advice.end) {
            if (!holds_to_the_end(*row, follower, problem, advice)) {
                sort_by_time(advice.rows);
                continue;
            }
            const auto keeps = std::ranges::find_if(advice.rows, [&](const AdviceRow& other) {
                return other.reached && other.keeps_structure && other.seconds <= worth * row->seconds;
            });
            if (row->measured_until < advice.end && keeps != advice.rows.end() && &*keeps != row) {
                if (!holds_to_the_end(*keeps, follower, problem, advice)) {
                    sort_by_time(advice.rows);
                    continue;
                }
                row = &*keeps;
            }
            if (unknown = why_unknown(advice, *row); !unknown.empty())
                return promise_nothing(advice, AdviceBasis::unknown, unknown);
        }
        const std::string chosen = row->method;
        sort_by_time(advice.rows);
        const auto at = std::ranges::find(advice.rows, chosen, &AdviceRow::method);
        advice.recommended = static_cast<std::size_t>(at - advice.rows.begin());
        advice.basis = at->measured_until < advice.end ? AdviceBasis::predicted : AdviceBasis::measured;
        advice.reason = reason_for(advice, *at, at == advice.rows.begin());
        return;
    }
    const std::string why =
        "no method of the list reaches the tolerance: ask for a larger one, or a shorter run";
    if (advice.piece < advice.end) return promise_nothing(advice, AdviceBasis::unknown, why);
    advice.reason = why;  // measured on the whole run
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
    if (!(question.seconds_to_follow >= 0 && std::isfinite(question.seconds_to_follow)))
        return input_error(
            fmt::format("seconds to follow is {}, expected a finite number ≥ 0", question.seconds_to_follow),
            "seconds_to_follow");
    const double end = question.end.value_or(problem.defaults.end);
    if (!std::isfinite(end) || end <= 0)
        return input_error(fmt::format("end is {}, expected a finite number > 0", end), "end");
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    Advice advice{.problem = problem.name,
                  .end = end,
                  .piece = end,
                  .question = question,
                  .basis = AdviceBasis::measured,
                  .growth = growth_along(problem, *start, end, question.go_on),
                  .horizon = 0,
                  .rows = {},
                  .recommended = {},
                  .reason = {}};
    advice.horizon = horizon_of(advice.growth, question.tolerance);
    // of a run that changes at breakpoints, no part stands for the whole
    if (!has_breakpoints(problem, end))
        advice.piece = std::min(end, longest_piece * natural_time(problem, *start));
    if (is_beyond_the_horizon(advice)) advice.piece = std::min(advice.piece, advice.horizon / 2);
    const Expected<Yardstick> piece = Yardstick::along(
        problem, advice.piece, target_on_piece(question.tolerance, false, advice), question.go_on);
    if (!piece) return piece.error();

    for (const std::string& name : candidates(problem)) {
        Expected<AdviceRow> row = row_of(method(name), *piece, advice);
        if (!row) return row.error();
        advice.rows.push_back(*std::move(row));
    }
    for (const NameToError family : families(problem)) {
        Expected<AdviceRow> row = row_of(family, *piece, advice);
        if (!row) return row.error();
        advice.rows.push_back(*std::move(row));
    }
    if (is_beyond_the_horizon(advice))
        promise_nothing(advice, AdviceBasis::chaotic, chaotic_in_words(advice));
    else
        recommend(advice, Follower(problem, *start, advice), problem);
    if (question.go_on && !question.go_on()) return run_error("the advice was stopped before its end");
    return advice;
}

std::string_view basis_name(AdviceBasis basis) {
    switch (basis) {
        case AdviceBasis::measured: return "measured";
        case AdviceBasis::predicted: return "predicted";
        case AdviceBasis::chaotic: return "chaotic";
        case AdviceBasis::unknown: break;
    }
    return "unknown";
}

std::string_view growth_name(Growth::Kind kind) {
    switch (kind) {
        case Growth::Kind::regular: return "regular";
        case Growth::Kind::exponential: return "exponential";
        case Growth::Kind::undecided: return "undecided";
        case Growth::Kind::unknown: break;
    }
    return "unknown";
}

}  // namespace polhode
