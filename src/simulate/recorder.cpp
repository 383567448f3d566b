#include "simulate/recorder.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "simulate/failure.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

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
      law_(momentum_law(problem)),
      watch_(initial_, law_),
      changes_(run.events.size()) {
    watch_.see(0, advance.state(), initial_);
    if (run.balance) balance_.emplace(advance.new_balance());
}

std::optional<Error> Recorder::start() {
    if (auto failure = search_.start(0, advance_.state())) return failure;
    for (const Advance::Given& given : advance_.given()) note(given);
    if (auto failure = balance_piece()) return failure;
    return sample(0, 0, advance_.state());
}

std::optional<Error> Recorder::go_on() {
    if (has_samples_left_) return take_samples();
    advance_.prepare();
    if (auto failure = balance_piece()) return failure;
    const bool seen_from_inside = advance_.between_looks() || advance_.has_long_looks() || !search_.empty()
                               || balance_ || !advance_.on_grid();
    const long unseen = seen_from_inside ? 0 : unseen_steps();
    // a method that chooses its steps knows the motion within the last of them only
    if (!seen_from_inside && !(advance_.chooses_steps() && run_.sampling.by_time() && unseen <= 1)) {
        if (auto failure = pace_.make_steps(std::min(unseen, advance_.steps_left()),
                                            [&](long count) { return make_steps(count); }))
            return failure;
    } else if (auto failure = make_one_step()) {
        return failure;
    }
    if (!ended()) {
        advance_.give_impulses();
        if (auto failure = see_impulses()) return failure;
    }
    return take_samples();
}

/// Tells the balance of a piece that it has not seen yet.
std::optional<Error> Recorder::balance_piece() {
    if (!balance_ || balanced_pieces_ == advance_.pieces()) return std::nullopt;
    balanced_pieces_ = advance_.pieces();
    return balance_->enter(advance_.piece(), advance_.time(), advance_.state());
}

std::optional<Error> Recorder::make_steps(long count) {
    return run_.conservation ? advance_.make_steps(count, watch_) : advance_.make_steps(count);
}

/// Makes a step that has to be seen from inside.
std::optional<Error> Recorder::make_one_step() {
    if (auto failure = advance_.make_step_to_look_into()) return failure;
    if (!search_.empty())
        if (auto failure = find_events()) return failure;
    const double t = advance_.time();
    if (run_.conservation && !advance_.between_looks())
        watch_.see(t, advance_.state(), advance_.invariants(t, advance_.state()));
    if (!balance_ || changed_) return std::nullopt;  // an event has told of its step
    return balance_->step(t, advance_.state());      // also of the method's own: looks may be many of them
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
    if (auto failure = error_unless_finite(s.state, t)) return failure;
    s.spatial_momentum = s.state.spatial_momentum();
    s.angular_velocity = advance_.piece().body.angular_velocity(s.state.momentum, t);
    if (auto failure = error_unless_finite(s.angular_velocity, t)) return failure;
    s.energy = advance_.invariants(t, state).energy;
    if (const Sensitivity* sensitivity = advance_.sensitivity())
        if (auto failure = sensitivity->report(t, advance_.last_step().interpolated(), s)) return failure;
    hooks_.on_sample(s);
    return std::nullopt;
}

/// The number of steps before the next one at whose end, or within which, a state is needed.
long Recorder::unseen_steps() const {
    if (!hooks_.on_sample) return advance_.steps_left();
    if (!run_.sampling.by_time()) return run_.sampling.every - advance_.done() % run_.sampling.every;
    // all steps up to the one that contains the next sample; that one is made alone
    const auto next = times_.next();
    if (!next) return advance_.steps_left();
    return std::max(1L, advance_.steps_before(*next));
}

/// Finds the events of the last step. The run ends at a terminal one, and goes on afresh from one that changes
/// the state.
std::optional<Error> Recorder::find_events() {
    changed_ = false;
    InsideStep& step = advance_.last_step().inside();
    const auto pieces = step.pieces();
    if (!pieces) return pieces.error();
    for (long k = 0; k < *pieces && !ended() && !changed_; ++k) {
        const auto found = search_.within(step, k);
        if (!found) return found.error();
        for (const EventSearch::Found& f : *found)
            // a state that has been changed is not the one within the step any more
            if (auto failure = happens(*f.event, f.rising, f.time, changed_ ? advance_.state() : f.state))
                return failure;
    }
    return std::nullopt;
}

std::optional<Error> Recorder::happens(const Event& event, bool rising, double t,
                                       const core::State<double>& at) {
    events_.push_back({{event.name, t, core::from_principal(at, principal_), rising}});
    if (auto failure = error_unless_finite(events_.back().state, t)) return failure;
    if (event.terminal && !ended()) {
        ended_by_ = event.name;
        advance_.stop_at(t, at);
    }
    return event.change ? changes(event, t, at) : std::nullopt;
}

/// The event changes the state.
std::optional<Error> Recorder::changes(const Event& event, double t, const core::State<double>& at) {
    auto& [any, last, longest] = changes_[static_cast<std::size_t>(&event - run_.events.data())];
    const double since = t - last;
    // ever shorter times between changes add up to no progress; at the end rounding would hide the next one
    if (any && (since <= 1e-8 * advance_.grid().requested || since <= 1e-6 * longest))
        return run_error(
            fmt::format("event \"{}\" changes the state at t = {} and again {:.1e} later: expected a change "
                        "that leads away from where the event happens",
                        event.name, last, since));
    any = true;
    last = t;
    longest = std::max(longest, since);
    const State new_state = event.change(events_.back().state, advance_.piece().body.rotor_momentum(t));
    const auto after = starting_state(new_state, problem_.body);
    if (!after)
        return run_error(fmt::format("event \"{}\": the state that it leads to at t = {} is wrong: {}",
                                     event.name, t, after.error().message));
    events_.back().after = new_state;
    changed_ = true;
    if (ended())
        advance_.stop_at(t, *after);
    else
        advance_.go_on_from(t, *after);
    return see_change(t, at, *after, &event);
}

/// What something other than the motion has done is no error of a conserved quantity, but may be an event.
std::optional<Error> Recorder::see_change(double t, const core::State<double>& before,
                                          const core::State<double>& after, const Event* by) {
    watch_.change(advance_.invariants(t, before), advance_.invariants(t, after));
    if (balance_) {
        if (by)
            if (auto failure = balance_->step(t, before)) return failure;
        if (auto failure = balance_->jump(after)) return failure;
    }
    if (search_.empty()) return std::nullopt;
    const auto crossed = search_.changed(t, before, after, by);
    if (!crossed) return crossed.error();
    for (const EventSearch::Crossed& c : *crossed)
        if (auto failure = happens(*c.event, c.rising, t, advance_.state())) return failure;
    return std::nullopt;
}

void Recorder::note(const Advance::Given& given) {
    impulses_.push_back({{given.impulse.name, advance_.time(), core::from_principal(given.before, principal_),
                          core::from_principal(given.after, principal_)}});
}

std::optional<Error> Recorder::see_impulses() {
    const std::vector<Advance::Given>& given = advance_.given();
    for (const Advance::Given& g : given) note(g);
    if (given.empty()) return std::nullopt;
    return see_change(advance_.time(), given.front().before, given.back().after, nullptr);
}

/// Equal up to rounding: multiples of two numbers seldom meet in the last bit.
bool Recorder::same_time(double a, double b) const {
    return std::abs(a - b)
        <= 8 * std::numeric_limits<double>::epsilon() * (std::abs(b) + advance_.grid().step);
}

std::optional<Error> Recorder::take_samples() {
    constexpr long between_looks = 256;  // samples: who wants to end the run is answered soon
    has_samples_left_ = false;
    if (!hooks_.on_sample) return std::nullopt;
    const double now = advance_.time();
    if (!run_.sampling.by_time()) {
        if (advance_.done() % run_.sampling.every != 0 || ended()) return std::nullopt;
        return sample(advance_.done(), now, advance_.state());
    }
    long taken = 0;
    for (auto t = times_.next(); t; t = times_.next()) {
        if (!same_time(*t, now) && *t > now) return std::nullopt;
        if (++taken > between_looks) {
            has_samples_left_ = true;
            return std::nullopt;
        }
        if (same_time(*t, now)) {
            if (auto failure = sample(last_whole_step(), *t, advance_.state())) return failure;
        } else {
            const auto state = advance_.last_step().inside().at(*t);
            if (!state) return state.error();
            const long whole = advance_.between_looks() ? advance_.done() : advance_.done() - 1;
            if (auto failure = sample(whole, *t, *state)) return failure;
        }
        times_.pass();
    }
    return std::nullopt;
}

void Recorder::keep(core::Archive& archive) {
    archive(times_, search_, watch_, balanced_pieces_, last_sample_, events_, impulses_, changes_, changed_);
    if (changes_.size() != run_.events.size()) archive.refuse();
    if (balance_ && archive.is_good()) balance_->keep(archive, advance_.piece());
}

void Recorder::report(Result& result) const {
    result.events.assign(events_.begin(), events_.end());
    result.impulses.assign(impulses_.begin(), impulses_.end());
    result.ended_by = ended_by_;
    result.energy_initial = initial_.energy;
    Conservation& seen = result.conservation;
    if (initial_.energy && run_.conservation) seen.energy = trend_of(watch_.max_energy_error, watch_.energy);
    const bool has_law = law_.kind != core::MomentumLaw<double>::Kind::nothing;
    if (balance_) seen.energy_balance = balance_->energy();
    if (balance_ && !has_law) seen.momentum_balance = balance_->momentum();
    if (has_law && run_.conservation) seen.momentum = trend_of(watch_.max_momentum_error, watch_.momentum);
    seen.max_quaternion_norm_error = watch_.max_quaternion_error;
}

}  // namespace polhode
