#include "advise/yardstick.hpp"

#include "advise/unstated_jump.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/natural_rate.hpp"
#include "simulate/pieces.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace polhode {
namespace {

using Precise = core::State<long double>;

/// For Taylor series, the longest stretch between two checks of `go_on`. Otherwise a step that resolves the
/// initial motion and divides every checkpoint interval.
double first_step(const Problem& problem, const core::State<double>& start, double end, bool series) {
    const double natural = natural_time(problem, start);
    return series ? 100 * natural : std::min(end / Yardstick::checkpoints, natural);
}

}  // namespace

Resolved run_to(double end, const Method& method, bool own_steps, long steps) {
    const double step = end / static_cast<double>(steps);
    const EqualSteps grid{steps, step, step};
    Resolved run;
    run.method = &method;
    run.end = end;
    if (own_steps)
        run.steps = OwnSteps{grid};
    else
        run.steps = grid;
    return run;
}

std::string wide_arithmetic() {
    constexpr int digits = std::numeric_limits<long double>::digits;
    constexpr int bits = digits == 64 ? 80 : digits == 53 ? 64 : 128;
    return fmt::format("{}-bit arithmetic", bits);
}

Precise precise(const core::State<double>& state) {
    core::Quaternion<long double> q(state.attitude);
    const long double length = std::sqrt(norm2(q));
    q = {q.x / length, q.y / length, q.z / length, q.w / length};
    return {q, core::Vector3<long double>(state.momentum)};
}

double natural_time(const Problem& problem, const core::State<double>& start) {
    const core::Inertia<double> inertia(core::from_eigen(problem.body.moments()));
    const core::Vector3<double> own = start.momentum - core::rotor_of<double>(problem.body).at(0.0);
    const core::Vector3<double> torque =
        bound_torque<double>(problem.body, problem.torque)->at(0, start.attitude, inertia.solve(own));
    const double rate = natural_rate(inertia, own, torque);
    return rate > 0 ? 1 / rate : std::numeric_limits<double>::infinity();
}

Walker::Walker(const Method& method, const Problem& problem, const core::State<double>& start,
               double longest_step, std::function<bool()> go_on)
    : pieces_(problem, std::numeric_limits<double>::infinity()),
      state_(precise(start)),
      stepper_(method.on_long_double, enter(0)),
      longest_step_(longest_step),
      go_on_(std::move(go_on)) {}

const Piece& Walker::enter(double time) {
    for (const Impulse& impulse : pieces_.take_impulses(time)) give(impulse, pieces_.now().body, state_);
    pieces_.enter({core::Quaternion<double>(state_.attitude), core::Vector3<double>(state_.momentum)});
    return pieces_.now();
}

Expected<const Precise*> Walker::at(double time) {
    while (time >= pieces_.now().span.to) {
        const double breakpoint = pieces_.now().span.to;
        if (auto failure = walk_to(breakpoint)) return *failure;
        stepper_.enter(enter(breakpoint));
    }
    if (auto failure = walk_to(time)) return *failure;
    return &state_;
}

std::optional<Error> Walker::walk_to(double time) {
    if (pieces_.failure()) return pieces_.failure();
    const long double distance = time - time_;
    if (!(distance > 0)) return std::nullopt;
    constexpr long double most_stretches = 1e12L;  // years
    constexpr long series_to_judge_by = 1000;
    const long double stretches = std::ceil(distance / longest_step_ - 1e-9L);
    if (!(stretches <= most_stretches))
        return run_error(fmt::format(
            "the motion is too fast to be followed from time {:.6g} to {:.6g}: it takes {:.1e} stretches "
            "of {:.1e}",
            static_cast<double>(time_), time, static_cast<double>(stretches),
            static_cast<double>(longest_step_)));
    const long count = std::max(1L, static_cast<long>(stretches));
    const long double step = distance / static_cast<long double>(count);
    for (long n = 0; n < count; ++n) {
        // the last stretch ends at the time itself
        const long double until = n + 1 < count ? time_ + static_cast<long double>(n + 1) * step : time;
        long double now = time_ + static_cast<long double>(n) * step;
        while (now < until) {
            if (go_on_ && !go_on_()) return run_error("stopped on the way");
            if (++series_ > most_series_)
                return run_error(fmt::format(
                    "the motion is too violent to be followed beyond time {:.6g}: it takes {} Taylor series to come "
                    "there",
                    static_cast<double>(now), most_series_));
            if (steady_end_ && series_ == series_to_judge_by) {
                const double all = series_to_judge_by * (*steady_end_ / static_cast<double>(now));
                if (all > 2.0 * static_cast<double>(most_series_))
                    return run_error(fmt::format(
                        "the motion is too fast to be followed up to time {:.6g}: it takes about {:.1e} Taylor series, "
                        "expected at most {}",
                        *steady_end_, all, most_series_));
            }
            const auto [reached, status] = stepper_->step_towards(state_, now, until);
            if (!status.ok() && is_finite(state_.momentum))
                return run_error(fmt::format(
                    "the motion cannot be followed beyond time {:.6g}: the equations of a step have no solution there, "
                    "as where the torque jumps with the angular velocity",
                    static_cast<double>(now)));
            if (!status.ok() || !is_finite(state_.momentum))
                return run_error(
                    fmt::format("the motion cannot be followed beyond time {:.6g}, where the torque "
                                "or the momentum is too large or not finite",
                                static_cast<double>(now)));
            now = reached;
        }
    }
    time_ = time;
    return std::nullopt;
}

/// Steps of series are long: one that does not hold beyond a kink would lead to a wrong state.
bool Yardstick::has_series(const Torque& torque) {
    return !has_kinks(torque) && holds_of_all_parts(torque, [](const Torque& part) {
        const auto* custom = std::get_if<CustomTorque>(&part);
        return !custom || custom->generic;
    });
}

Yardstick::Yardstick(const Problem& problem, const core::State<double>& start, double end,
                     std::function<bool()> go_on)
    : problem_(problem),
      start_(start),
      end_(end),
      go_on_(std::move(go_on)),
      series_(has_series(problem.torque)),
      method_(series_ ? taylor_flow(24, 1e-19) : method("se8-kl")),
      longest_step_(first_step(problem, start, end, series_)) {}

Expected<Yardstick> Yardstick::along(const Problem& problem, double end, double tolerance,
                                     std::function<bool()> go_on) {
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    Yardstick yardstick(problem, *start, end, std::move(go_on));
    constexpr double most_turning = 4e5;  // at steps that become short enough, 1e8 torque evaluations
    // steps this many times shorter than the run are those of the natural time
    if (const double turning = end / yardstick.longest_step_; !yardstick.series_ && turning > most_turning)
        return run_error(fmt::format(
            "the motion is too fast to be followed up to time {:.6g}: the body turns by about {:.1e} radians, expected "
            "at most {:.0e}",
            end, turning, most_turning));
    if (const auto failure = yardstick.walk()) return *failure;
    if (!yardstick.series_)
        if (const auto failure = yardstick.refine(tolerance)) return *failure;
    return yardstick;
}

std::optional<Error> Yardstick::refine(double tolerance) {
    constexpr int most_halvings = 10;
    int agreed = 0;  // times in a row, since two runs across a jump of the torque may agree by chance
    double difference = 0;
    std::vector<double> differences;
    // as they have fallen over the last three halvings; too slowly where the torque jumps
    const auto is_hopeless = [&](int halving) {
        constexpr int least = 6, back = 3;
        if (halving < least || agreed > 0) return false;
        const double of_three = difference / differences[differences.size() - 1 - back];
        return !(difference * core::power(of_three, (most_halvings - halving) / 3.0) <= tolerance / 10);
    };
    for (int halving = 0; agreed < 2; ++halving) {
        if (halving == most_halvings || is_hopeless(halving)) {
            const std::optional<double> jump = unstated_jump(problem_, end_);
            Error never = run_error(
                jump
                    ? fmt::format(
                          "the torque jumps at {:.9g} after the start of the run; state such times as its "
                          "breakpoints (breakpoints= of PythonTorque)",
                          *jump)
                    : fmt::format(
                          "two runs of se8-kl at halved steps still differ by {:.1e}; the torque may jump, at "
                          "times that are not among its breakpoints or with the state, or the motion be chaotic",
                          difference));
            never.field = "tolerance";
            return never;
        }
        const States coarse = states_;
        longest_step_ /= 2;
        if (auto failure = walk()) return failure;
        difference = 0;
        for (std::size_t i = 0; i < states_.size(); ++i)
            difference = std::max(difference, distance(coarse[i], states_[i]));
        differences.push_back(difference);
        agreed = difference <= tolerance / 10 ? agreed + 1 : 0;
    }
    return std::nullopt;
}

std::optional<Error> Yardstick::walk() {
    constexpr long most_series = 100'000;  // they take seconds
    Walker walker = this->walker();
    const bool steady =
        rate_dependence(problem_.torque) == RateDependence::none && !has_breakpoints(problem_, end_);
    walker.end_after_series(most_series, steady ? std::optional(end_) : std::nullopt);
    for (long i = 0; i <= checkpoints; ++i) {
        const double time = i == checkpoints ? end_ : static_cast<double>(i) * (end_ / checkpoints);
        const auto state = walker.at(time);
        if (!state) return state.error();
        states_[static_cast<std::size_t>(i)] = **state;
        largest_momentum_ = std::max(largest_momentum_, norm((*state)->momentum));
    }
    torque_evaluations_ += walker.stepper().torque_evaluations();
    natural_steps_ =
        series_ ? walker.stepper().own_steps().value() : static_cast<long>(std::ceil(end_ / longest_step_));
    return std::nullopt;
}

std::string Yardstick::in_words() const {
    return series_ ? fmt::format("taylor-24, which chooses its steps, in {}", wide_arithmetic())
                   : fmt::format("se8-kl in {} at steps of at most {:.4g}", wide_arithmetic(), longest_step_);
}

double Yardstick::distance(const Precise& a, const Precise& b) const {
    return static_cast<double>(state_distance(a, b, largest_momentum_));
}

Resolved Yardstick::run_of(const Method& method, bool own_steps, long steps) const {
    return run_to(end_, method, own_steps, steps);
}

/// One that fails at any length, not just at this one.
std::optional<Error> Yardstick::lasting(const Error& failure) {
    return failure.kind == Error::Kind::input ? std::optional(failure) : std::nullopt;
}

template <class Truth>
Expected<double> Yardstick::largest_distance(Advance& run, long stride, const Truth& truth) const {
    double error = 0;
    while (!run.finished()) {
        if (go_on_ && !go_on_()) return run_error("stopped on the way");
        run.prepare();
        if (const auto failure = run.make_steps(stride)) {
            if (auto any = lasting(*failure)) return *std::move(any);
            return std::numeric_limits<double>::infinity();
        }
        run.give_impulses();
        const Expected<const Precise*> there = truth(run.done(), run.time());
        if (!there) return there.error();
        error = std::max(error, distance(precise(run.state()), **there));
    }
    return error;
}

Expected<Yardstick::Measured> Yardstick::error_by_walking(Advance& run, long stride) const {
    Walker walker = this->walker();
    const Expected<double> error =
        largest_distance(run, stride, [&](long, double time) { return walker.at(time); });
    if (!error) return error.error();
    return Measured{*error, walker.stepper().torque_evaluations()};
}

Expected<Yardstick::Measured> Yardstick::error_at_checkpoints(Advance& run, long steps) const {
    const long stride = std::max(1L, steps / checkpoints);
    if (!run.in_one_piece()) return error_by_walking(run, stride);
    const Expected<double> error = largest_distance(run, stride, [&](long step, double) {
        const long point = steps < checkpoints ? step * (checkpoints / steps) : step / (steps / checkpoints);
        return &states_[static_cast<std::size_t>(point)];
    });
    if (!error) return error.error();
    return Measured{*error, 0};
}

Expected<Yardstick::Measured> Yardstick::error_at_all_steps(Advance& run) const {
    BetweenSteps between(sampling_, end_, events_);
    if (!between.wanted()) return error_by_walking(run, 1);
    Walker walker = this->walker();
    // between the checkpoints the momentum may be larger: its unit is known at the end
    long double angle = 0, momentum = 0, unit = largest_momentum_;
    std::optional<Error> without_truth;
    const auto see = [&](double t, const core::State<double>& state) -> std::optional<Error> {
        const Expected<const Precise*> there = walker.at(t);
        if (!there) return without_truth = there.error();
        const Precise seen = precise(state);
        angle = std::max(angle, attitude_angle(seen.attitude, (*there)->attitude));
        momentum = std::max(momentum, norm(seen.momentum - (*there)->momentum));
        unit = std::max(unit, norm((*there)->momentum));
        return std::nullopt;
    };
    while (!run.finished()) {
        if (go_on_ && !go_on_()) return run_error("stopped on the way");
        run.prepare();
        auto failure = run.make_step_to_look_into();
        if (!failure) failure = between.within(run, see);
        if (without_truth) return *without_truth;
        if (failure) {
            if (auto any = lasting(*failure)) return *std::move(any);
            return Measured{std::numeric_limits<double>::infinity(), walker.stepper().torque_evaluations()};
        }
        run.give_impulses();
        if (run.between_looks()) continue;
        if (const auto none = see(run.time(), run.state())) return *none;
    }
    return Measured{static_cast<double>(std::max(angle, unit > 0 ? momentum / unit : momentum)),
                    walker.stepper().torque_evaluations()};
}

}  // namespace polhode
