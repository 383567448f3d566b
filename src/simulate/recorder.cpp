#include "simulate/recorder.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "simulate/momentum_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

/// Steps between two readings of the clock: about a millisecond at a microsecond for each step.
constexpr long steps_between_looks = 1000;

Conservation::Trend trend_of(double max_error, const core::Trend<double>& trend) {
    return {max_error, trend.mean(), trend.slope(), trend.slope_error()};
}

}  // namespace

Recorder::Recorder(const Problem& problem, const Resolved& run, const Hooks& hooks, Advance& advance)
    : problem_(problem),
      run_(run),
      hooks_(hooks),
      advance_(advance),
      principal_(core::from_eigen(problem.body.principal_axes())),
      times_(run.sampling, run.end),
      search_(run.events, principal_),
      initial_(advance.invariants(0, advance.state())),
      law_(momentum_law(problem.torque)),
      watch_(initial_, law_) {
    watch_.see(0, advance.state(), initial_);
    if (run.balance) balance_.emplace(advance.new_balance());
}

std::optional<Error> Recorder::start() {
    if (auto failure = search_.start(0, advance_.state())) return failure;
    if (balance_)
        if (auto failure = balance_->enter(problem_, 0, advance_.state())) return failure;
    return sample(0, 0, advance_.state());
}

std::optional<Error> Recorder::go_on() {
    if (advance_.on_grid() && search_.empty() && !balance_) {
        const long left = advance_.grid().count - advance_.done();
        if (auto failure = advance_.make_steps(std::min({unseen_steps(), left, steps_between_looks}), watch_))
            return failure;
    } else if (auto failure = make_one_step()) {
        return failure;
    }
    return take_samples();
}

/// Makes a step that has to be seen from inside.
std::optional<Error> Recorder::make_one_step() {
    if (auto failure = advance_.make_step()) return failure;
    if (!search_.empty())
        if (auto failure = find_events()) return failure;
    const double t = advance_.time();
    watch_.see(t, advance_.state(), advance_.invariants(t, advance_.state()));
    return balance_ ? balance_->step(t, advance_.state()) : std::nullopt;
}

std::optional<Error> Recorder::finish() {
    if (balance_)
        if (auto failure = balance_->finish()) return failure;
    if (last_sample_ == advance_.time()) return std::nullopt;
    return sample(last_whole_step(), advance_.time(), advance_.state());
}

std::optional<Error> Recorder::sample(long n, double t, const core::State<double>& state) {
    last_sample_ = t;
    if (!hooks_.on_sample) return std::nullopt;
    Sample s{n, t, core::from_principal(state, principal_), {}, {}, {}};
    s.spatial_momentum = s.state.spatial_momentum();
    s.angular_velocity = problem_.body.angular_velocity(s.state.momentum, t);
    s.energy = advance_.invariants(t, state).energy;
    if (advance_.has_transition()) {
        const auto transition = advance_.transition_at(t);
        if (!transition) return transition.error();
        s.transition = *transition;
    }
    hooks_.on_sample(s);
    return std::nullopt;
}

/// The number of steps before the next one at whose end, or within which, a state is needed.
long Recorder::unseen_steps() const {
    const EqualSteps& grid = advance_.grid();
    if (!hooks_.on_sample) return grid.count;
    if (!run_.sampling.by_time()) return run_.sampling.every - advance_.done() % run_.sampling.every;
    // all steps up to the one that contains the next sample; that one is made alone
    const auto next = times_.next();
    if (!next) return grid.count;
    return std::max(1L, static_cast<long>(std::floor(*next / grid.step)) - 1 - advance_.done());
}

/// Finds the events of the last step, and ends the run at a terminal one.
std::optional<Error> Recorder::find_events() {
    const auto inside = advance_.last_step().inside();
    if (!inside) return inside.error();
    InsideStep& step = **inside;
    for (long k = 0; k < step.pieces() && !ended(); ++k) {
        const auto piece = step.piece(k);
        if (!piece) return piece.error();
        const auto end = step.end_of(k);
        if (!end) return end.error();
        const auto happened = search_.within(**piece, *end);
        if (!happened) return happened.error();
        for (const EventSearch::Found& found : *happened) {
            const double t = std::min((*piece)->time(found.part), advance_.last_step().to());
            const core::State<double> at = (*piece)->at(found.part);
            events_.push_back({found.event->name, t, core::from_principal(at, principal_), found.rising});
            if (!found.event->terminal) continue;
            ended_by_ = found.event->name;
            advance_.stop_at(t, at);
        }
    }
    return std::nullopt;
}

/// Equal up to rounding: multiples of two numbers seldom meet in the last bit.
bool Recorder::same_time(double a, double b) const {
    return std::abs(a - b)
        <= 8 * std::numeric_limits<double>::epsilon() * (std::abs(b) + advance_.grid().step);
}

std::optional<Error> Recorder::take_samples() {
    if (!hooks_.on_sample) return std::nullopt;
    const double now = advance_.time();
    if (!run_.sampling.by_time()) {
        if (advance_.done() % run_.sampling.every != 0 || ended()) return std::nullopt;
        return sample(advance_.done(), now, advance_.state());
    }
    for (auto t = times_.next(); t; t = times_.next()) {
        if (same_time(*t, now)) {
            if (auto failure = sample(last_whole_step(), *t, advance_.state())) return failure;
        } else if (*t < now) {
            const auto inside = advance_.last_step().inside();
            if (!inside) return inside.error();
            const auto state = (*inside)->at(*t);
            if (!state) return state.error();
            if (auto failure = sample(advance_.done() - 1, *t, *state)) return failure;
        } else {
            return std::nullopt;
        }
        times_.pass();
    }
    return std::nullopt;
}

void Recorder::report(Result& result) const {
    result.events = events_;
    result.ended_by = ended_by_;
    result.energy_initial = initial_.energy;
    Conservation& seen = result.conservation;
    if (initial_.energy) seen.energy = trend_of(watch_.max_energy_error, watch_.energy);
    const bool has_law = law_.kind != core::MomentumLaw<double>::Kind::nothing;
    if (balance_) seen.energy_balance = balance_->energy();
    if (balance_ && !has_law) seen.momentum_balance = balance_->momentum();
    if (has_law) seen.momentum = trend_of(watch_.max_momentum_error, watch_.momentum);
    seen.max_quaternion_norm_error = watch_.max_quaternion_error;
}

}  // namespace polhode
