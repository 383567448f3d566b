#include "simulate/advance.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "simulate/count_of.hpp"
#include "simulate/failure.hpp"
#include "simulate/piece_method.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

EqualSteps grid_of(const Resolved& run) {
    if (const auto* equal = std::get_if<EqualSteps>(&run.steps)) return *equal;
    if (const auto* own = std::get_if<OwnSteps>(&run.steps)) return own->samples;
    const auto* controlled = std::get_if<ErrorPerStep>(&run.steps);
    const double first =
        controlled ? *controlled->first_step : *std::get<ReversibleSteps>(run.steps).first_step;
    return {0, first, first};
}

}  // namespace

Advance::Advance(const Problem& problem, const Resolved& run, const core::State<double>& start,
                 std::function<void(const ControlRecord&)> on_control)
    : run_(run),
      end_(run.end),
      make_stepper_(std::holds_alternative<OwnSteps>(run.steps) ? run.method->automatic
                                                                : run.method->on_double),
      pieces_(problem, run.end, std::move(on_control)),
      state_(start),
      grid_(grid_of(run)),
      stepper_(make_stepper_, first_piece()),
      control_(step_control(run, piece(), stepper_)),
      parts_(control_ ? control_->parts() : 1),
      has_potential_(has_potential(problem.torque) && !problem.control),
      last_(piece(), run.method->sheet, make_stepper_, parts_) {
    divide_rest();
    if (run.sensitivity || run.parameter_sensitivity) {
        sensitivity_.emplace(problem, run, method_now(), pieces_, start);
        for (const Given& g : given_) sensitivity_->take(g.impulse);
    }
}

void Advance::keep(core::Archive& archive) {
    archive(pieces_, state_, time_, done_, grid_, origin_, first_, moved_, between_looks_, shortened_);
    archive(longest_step_, lengths_, length_, last_length_);
    if (archive.is_reading()) {
        if (!archive.is_good()) return;
        const bool by_another = !control_ && &method_now() != run_.method;
        stepper_.enter_with(by_another ? method_now().on_double : make_stepper_, piece());
        if (control_) control_->enter(piece());
        last_.enter();
        if (sensitivity_) sensitivity_->enter(method_now(), pieces_);
    }
    archive(stepper_, last_);
    if (control_) archive(*control_);
    if (sensitivity_) archive(*sensitivity_);
}

/// Gives the impulses at zero first: the piece begins with the state after them.
const Piece& Advance::first_piece() {
    for (const Impulse& impulse : pieces_.take_impulses(0)) {
        const core::State<double> before = state_;
        give(impulse, piece().body, state_);
        given_.push_back({impulse, before, state_});
    }
    pieces_.enter(state_);
    return pieces_.now();
}

long Advance::expected_steps() const {
    if (control_) return std::max(done_, count_of(static_cast<double>(done_) * (end_ / time_)));
    if (pieces_.whole() && !moved_ && first_ == 0) return grid_.count;
    return done_ + steps_left() + count_of(std::ceil((end_ - piece().span.to) / grid_.requested));
}

bool Advance::piece_is_over() const {
    return control_ || moved_ ? time_ >= piece().span.to : done_ - first_ == grid_.count;
}

/// Divides what is left of the piece into equal steps.
void Advance::divide_rest() {
    first_ = done_;
    origin_ = time_;
    moved_ = false;
    if (control_) return;
    if (!pieces_.whole() || time_ > 0)  // no Error: the whole run can be divided by this step
        grid_ = *equal_steps(piece().span.to - time_, grid_.requested);
    if (grid_.count > 0) longest_step_ = std::max(longest_step_, grid_.step);
    shortened_ = shortened_ || grid_.shortened();
    if (&method_now() != run_.method) stepper_.enter_with(method_now().on_double, piece());
}

const Method& Advance::method_now() const { return method_of_piece(*run_.method, grid_.count); }

void Advance::prepare() {
    given_.clear();
    if (moved_ && !piece_is_over()) {
        stepper_->restart();
        if (control_) control_->restart();
        divide_rest();
    }
    while (piece_is_over() && !pieces_.last()) {
        pieces_.enter(state_);
        stepper_.enter_with(make_stepper_, piece());
        if (control_) control_->enter(piece());
        last_.enter();
        divide_rest();
        if (sensitivity_) sensitivity_->enter(method_now(), pieces_);
    }
}

void Advance::give_impulses() {
    if (!piece_is_over()) return;
    for (const Impulse& impulse : pieces_.take_impulses(time_)) {
        const core::State<double> before = state_;
        give(impulse, piece().body, state_);
        if (sensitivity_) sensitivity_->take(impulse);
        given_.push_back({impulse, before, state_});
    }
}

long Advance::steps_before(double t) const {
    return static_cast<long>(std::floor((t - origin_) / grid_.step)) - 1 - (done_ - first_);
}

Expected<StepControl::Made> Advance::next_step() {
    if (control_) return control_->step(state_, time_, piece().span.to);
    return StepControl::Made{grid_.step, time_of(done_ + 1), stepper_->step(state_, time_, grid_.step)};
}

std::optional<Error> Advance::make_step() {
    if (pieces_.failure()) return pieces_.failure();
    last_.begin(time_, state_);
    const Expected<StepControl::Made> made = next_step();
    if (!made) return made.error();
    const auto& [length, to, status] = *made;
    if (!status.ok() || !is_finite(state_))
        return step_failure(status, *stepper_, last_.before(), state_, time_, length);
    if (!(to > time_))
        return run_error(
            fmt::format("the step at t = {} has come down to {:.1e}, which the clock does not see; take "
                        "another first step",
                        time_, length));
    if (sensitivity_)
        if (auto failure = sensitivity_->advance(time_, length, parts_)) return failure;
    if (control_) note_length(length, done_ > 0 && to >= piece().span.to);
    ++done_;
    time_ = to;
    length_ = length;
    last_.end(to, state_, &*stepper_);
    return std::nullopt;
}

std::optional<Error> Advance::make_step_to_look_into() {
    if (!chooses_steps()) return make_step();
    if (pieces_.failure()) return pieces_.failure();
    last_.begin(time_, state_);
    // as `step` has it, to the last bit
    const double look = times().at(done_ - first_) + grid_.step;
    const auto [reached, status] = stepper_->step_towards(state_, time_, look);
    if (!status.ok() || !is_finite(state_))
        return step_failure(status, *stepper_, last_.before(), state_, time_, look - time_);
    between_looks_ = reached < look;
    const double to = between_looks_ ? reached : time_of(done_ + 1);
    if (!(to > time_))
        return step_failure({core::Outcome::no_convergence, 0, 0}, *stepper_, last_.before(), state_, time_,
                            look - time_);
    if (sensitivity_)
        if (auto failure = sensitivity_->advance(time_, reached - time_)) return failure;
    time_ = to;
    last_.end(to, state_, &*stepper_);
    if (between_looks_) return std::nullopt;
    ++done_;
    length_ = grid_.step;
    return std::nullopt;
}

/// Keeps account of the lengths of the steps. A step cut short to meet the end of a piece does not count.
void Advance::note_length(double length, bool cut) {
    if (cut) return;
    if (last_length_ > 0)
        lengths_.largest_ratio =
            std::max({lengths_.largest_ratio, length / last_length_, last_length_ / length});
    lengths_.smallest = last_length_ > 0 ? std::min(lengths_.smallest, length) : length;
    lengths_.largest = std::max(lengths_.largest, length);
    last_length_ = length;
}

template <class March>
std::optional<Error> Advance::make_steps_by(long count, const March& march) {
    if (pieces_.failure()) return pieces_.failure();
    last_.begin(time_, state_);
    const long before = done_ - first_;  // in this piece
    const auto [taken, status] = march(before);
    if (sensitivity_)
        for (long n = 0; n < taken; ++n)
            if (auto failure = sensitivity_->advance(times().at(before + n), grid_.step)) return failure;
    if (taken == count && !is_finite(state_))
        return step_failure(status, *stepper_, last_.before(), state_, time_, grid_.step);
    if (taken == count) {
        done_ += count;
        time_ = time_of(done_);
        last_.end(time_, state_, &*stepper_);
        return std::nullopt;
    }
    // the message tells the state from which the failing step started: the steps before it are made again
    core::State<double> start = last_.before();
    const auto again = stepper_.another(piece());
    for (long n = 0; n < taken; ++n) again->step(start, times().at(before + n), grid_.step);
    return step_failure(status, *stepper_, start, state_, times().at(before + taken), grid_.step);
}

std::optional<Error> Advance::make_steps(long count, core::Watch<double>& watch) {
    return make_steps_by(count,
                         [&](long first) { return stepper_->march(state_, times(), first, count, watch); });
}

std::optional<Error> Advance::make_steps(long count) {
    const long here = std::min(count, steps_left());
    return make_steps_by(here, [&](long first) { return stepper_->march(state_, times(), first, here); });
}

void Advance::stop_at(double t, const core::State<double>& state) {
    time_ = t;
    state_ = state;
    if (between_looks_) ++done_;  // the step that ends here counts
    between_looks_ = false;
}

void Advance::go_on_from(double t, const core::State<double>& state) {
    stop_at(t, state);
    moved_ = true;
}

/// The energy of a motion whose torque has a potential at times only is no constant, and not shown.
core::Invariants<double> Advance::invariants(double t, const core::State<double>& state) const {
    core::Invariants<double> seen = stepper_->invariants(state, t);
    if (!has_potential_) seen.energy.reset();
    return seen;
}

long Advance::torque_evaluations() const {
    return stepper_.torque_evaluations() + last_.torque_evaluations()
         + (control_ ? control_->torque_evaluations() : 0);
}

std::optional<Error> Advance::report(Result& result) const {
    result.method = std::string(run_.method->sheet.name);
    result.step = longest_step_ > 0 ? longest_step_ : grid_.step;
    result.requested_step = grid_.requested;
    result.step_shortened = shortened_;
    result.steps = done_;
    result.pieces = pieces_.entered();
    result.own_steps = stepper_.own_steps();
    result.end = end_;
    result.time = time_;
    result.final_state = core::from_principal(state_, core::from_eigen(piece().body.principal_axes()));
    if (auto failure = error_unless_finite(result.final_state, time_)) return failure;
    result.energy_final = invariants(time_, state_).energy;
    result.torque_evaluations = torque_evaluations();
    result.missed_projections = stepper_.missed_projections();
    if (const auto& held = pieces_.control()) result.control = held->summary(time_);
    if (control_) {
        result.variable = lengths_;
        result.variable->reversible = std::holds_alternative<ReversibleSteps>(run_.steps);
        result.variable->rejected = control_->rejected_steps();
        if (done_ > 0) result.step = time_ / static_cast<double>(done_);
    }
    return sensitivity_ ? sensitivity_->report(time_, last_.interpolated(), result) : std::nullopt;
}

}  // namespace polhode
