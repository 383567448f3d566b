#include "advise/yardstick.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/failure.hpp"
#include "simulate/natural_rate.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
    : stepper_(method.on_long_double(problem.body, problem.torque)),
      state_(precise(start)),
      longest_step_(longest_step),
      go_on_(std::move(go_on)) {}

Expected<const Precise*> Walker::at(double time) {
    const long double distance = time - time_;
    if (!(distance > 0)) return &state_;
    const long count = std::max(1L, static_cast<long>(std::ceil(distance / longest_step_ - 1e-9L)));
    const long double step = distance / static_cast<long double>(count);
    for (long n = 0; n < count; ++n) {
        const long double now = time_ + static_cast<long double>(n) * step;
        if (go_on_ && !go_on_()) return run_error("stopped on the way");
        if (!stepper_->step(state_, now, step).ok() || !is_finite(state_.momentum))
            return run_error(
                fmt::format("the motion cannot be followed beyond time {:.6g}, where the torque "
                            "or the momentum is too large or not finite",
                            static_cast<double>(now)));
    }
    time_ = time;
    return &state_;
}

bool Yardstick::has_series(const Torque& torque) {
    return holds_of_all_parts(torque, [](const Torque& part) {
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
    if (const auto failure = yardstick.walk()) return *failure;
    if (!yardstick.series_)
        if (const auto failure = yardstick.refine(tolerance)) return *failure;
    return yardstick;
}

std::optional<Error> Yardstick::refine(double tolerance) {
    constexpr int most_halvings = 10;
    int agreed = 0;  // times in a row, since two runs across a jump of the torque may agree by chance
    double difference = 0;
    for (int halving = 0; agreed < 2; ++halving) {
        if (halving == most_halvings) {
            Error never = run_error(fmt::format(
                "two runs of se8-kl at halved steps still differ by {:.1e}; the torque may not be "
                "smooth, or the motion chaotic",
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
        agreed = difference <= tolerance / 10 ? agreed + 1 : 0;
    }
    return std::nullopt;
}

std::optional<Error> Yardstick::walk() {
    Walker walker = this->walker();
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
    constexpr int digits = std::numeric_limits<long double>::digits;
    constexpr int bits = digits == 64 ? 80 : digits == 53 ? 64 : 128;
    return series_
             ? fmt::format("taylor-24, which chooses its steps, in {}-bit arithmetic", bits)
             : fmt::format("se8-kl in {}-bit arithmetic at steps of at most {:.4g}", bits, longest_step_);
}

double Yardstick::distance(const Precise& a, const Precise& b) const {
    return static_cast<double>(state_distance(a, b, largest_momentum_));
}

template <class Truth>
Expected<double> Yardstick::largest_distance(core::Stepper<double>& stepper, long steps, long stride,
                                             const Truth& truth) const {
    const core::TimeGrid<double> grid{0, end_ / static_cast<double>(steps)};
    core::State<double> state = start_;
    double error = 0;
    for (long done = 0; done < steps; done += stride) {
        if (go_on_ && !go_on_()) return run_error("stopped on the way");
        const auto [made, status] = stepper.march(state, grid, done, stride);
        if (const auto failure = lasting_failure(status)) return *failure;
        if (made < stride) return std::numeric_limits<double>::infinity();
        const long now = done + stride;
        const Expected<const Precise*> there = truth(now, now == steps ? end_ : grid.at(now));
        if (!there) return there.error();
        error = std::max(error, distance(precise(state), **there));
    }
    return error;
}

Expected<double> Yardstick::error_at_checkpoints(core::Stepper<double>& stepper, long steps) const {
    return largest_distance(stepper, steps, std::max(1L, steps / checkpoints), [&](long step, double) {
        const long point = steps < checkpoints ? step * (checkpoints / steps) : step / (steps / checkpoints);
        return &states_[static_cast<std::size_t>(point)];
    });
}

Expected<Yardstick::Measured> Yardstick::error_at_all_steps(core::Stepper<double>& stepper,
                                                            long steps) const {
    Walker walker = this->walker();
    const Expected<double> error =
        largest_distance(stepper, steps, 1, [&](long, double time) { return walker.at(time); });
    if (!error) return error.error();
    return Measured{*error, walker.stepper().torque_evaluations()};
}

}  // namespace polhode
