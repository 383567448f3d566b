#include "simulate/inside_step.hpp"

#include "simulate/count_of.hpp"
#include "simulate/failure.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {

long dense_pieces(double natural_rate, double length) {
    constexpr double longest = 0.25;  // radians
    return std::max(1L, count_of(std::ceil(natural_rate * std::abs(length) / longest - 1e-9)));
}

InsideTools::InsideTools(const Piece& piece, const Sheet& sheet, const MakeStepper<double>& make, int parts,
                         int dense_order)
    : piece_(piece),
      make_(make),
      parts_(parts),
      self_starting_(sheet.self_starting()),
      dense_order_(dense_order) {}

DenseOutput& InsideTools::dense() {
    if (!dense_) dense_.emplace(piece_.body, piece_.torque, dense_order_);
    return *dense_;
}

core::Stepper<double>& InsideTools::stepper() {
    if (!stepper_)
        stepper_ = (self_starting_ ? make_ : method("se8-kl").on_double)(piece_.body, piece_.torque, {});
    return *stepper_;
}

long InsideTools::torque_evaluations() const {
    return torque_evaluations_ + (dense_ ? dense_->torque_evaluations() : 0)
         + (stepper_ ? stepper_->torque_evaluations() : 0);
}

void InsideTools::enter() {
    torque_evaluations_ = torque_evaluations();
    dense_.reset();
    stepper_.reset();
    pause_ = 0;
}

void InsideTools::keep(core::Archive& archive) {
    bool has_dense = dense_.has_value(), has_stepper = stepper_ != nullptr;
    archive(has_dense, has_stepper);
    if (has_dense) archive(dense());
    if (has_stepper) archive(stepper());
    archive(pause_, torque_evaluations_);
}

InsideStep::InsideStep(InsideTools& tools, const Ends& ends)
    : tools_(tools), ends_(ends), has_series_(ends.by && ends.by->inside(ends.to)) {
    tools_.begin_step();
}

double InsideStep::start_of_part(int i) const {
    if (i == tools_.parts()) return ends_.to;
    return ends_.from + i * ((ends_.to - ends_.from) / tools_.parts());
}

int InsideStep::part_of(double t) const {
    int i = 0;
    while (i + 1 < tools_.parts() && (t - start_of_part(i + 1)) * (ends_.to - ends_.from) >= 0) ++i;
    return i;
}

std::optional<Error> InsideStep::make(core::State<double>& state, double t, double h) {
    const core::State<double> from = state;
    const core::Status status = tools_.stepper().step(state, t, h);
    if (!status.ok() || !is_finite(state)) return step_failure(status, tools_.stepper(), from, state, t, h);
    return std::nullopt;
}

/// The state with which a part of the step begins.
Expected<core::State<double>> InsideStep::before_part(int i) {
    if (i == 0) return ends_.before;
    if (made_part_ > i - 1) made_part_ = -1;
    while (made_part_ < i - 1) {
        const int next = made_part_ + 1;
        if (next == 0) made_state_ = ends_.before;
        const double t = start_of_part(next);
        if (auto failure = make(made_state_, t, start_of_part(next + 1) - t)) return *failure;
        made_part_ = next;
    }
    return made_state_;
}

/// By a step of the method that ends there.
Expected<core::State<double>> InsideStep::made_to(double t) {
    if (!tools_.is_method()) return beside_method(t);
    if (tools_.stepper().own_steps()) return gone_on_to(t);
    const int part = part_of(t);
    const auto start = before_part(part);
    if (!start) return start.error();
    core::State<double> state = *start;
    if (auto failure = make(state, start_of_part(part), t - start_of_part(part))) return *failure;
    return state;
}

/// A method that chooses its steps may make very many within what it was asked for as one: it goes on from where it came
/// to last, and reads states within its own steps off their dense output.
Expected<core::State<double>> InsideStep::gone_on_to(double t) {
    if (!reached_ || (t - reached_->first) * (ends_.to - ends_.from) < 0)
        reached_.emplace(ends_.from, ends_.before);
    auto& [time, state] = *reached_;
    if (t == time) return state;
    if (auto failure = make(state, time, t - time)) return *failure;
    time = t;
    return state;
}

/// Another method does not come to the end of the step: what it lacks there is spread over the step.
Expected<core::State<double>> InsideStep::beside_method(double t) {
    const auto made = [&](double to) -> Expected<core::State<double>> {
        core::State<double> state = ends_.before;
        if (auto failure = make(state, ends_.from, to - ends_.from)) return *failure;
        return state;
    };
    if (!beside_end_) {
        const auto end = made(ends_.to);
        if (!end) return end.error();
        beside_end_ = *end;
    }
    const auto there = made(t);
    if (!there) return there.error();
    const double part = (t - ends_.from) / (ends_.to - ends_.from);
    const core::Vector3<double> turn = log(ends_.after.attitude * conjugate(beside_end_->attitude)),
                                push = to_space(ends_.after.attitude, ends_.after.momentum)
                                     - to_space(beside_end_->attitude, beside_end_->momentum);
    const core::Quaternion<double> attitude = renormalised(exp(part * turn) * there->attitude);
    return core::State<double>{attitude,
                               to_body(attitude, to_space(there->attitude, there->momentum) + part * push)};
}

/// Nothing if the series of the method does not reach there.
Expected<std::optional<core::State<double>>> InsideStep::by_series(double t) {
    const int part = part_of(t);
    if (part == tools_.parts() - 1) return ends_.by->inside(t);
    if (made_part_ != part)
        if (const auto end = before_part(part + 1); !end) return end.error();
    return tools_.stepper().inside(t);
}

namespace {

constexpr double most_radians = 1e6;  // to look at all of them takes seconds

/// By which the body turns, or swings, in a step.
Expected<double> radians_in(InsideTools& tools, const InsideStep::Ends& step) {
    const auto rate = tools.dense().natural_rate(step.from, step.before);
    if (!rate) return rate.error();
    return *rate * std::abs(step.to - step.from);
}

}  // namespace

Expected<core::State<double>> InsideStep::at(double t) {
    interpolated_ = false;
    if (t == ends_.to) return ends_.after;
    if (has_series_) {
        const auto state = by_series(t);
        if (!state) return state.error();
        if (*state) return **state;
        return made_to(t);
    }
    if (!tools_.tries_polynomials() && !good_) return made_to(t);
    if (!pieces_) {
        const auto turning = radians_in(tools_, ends_);
        if (!turning) return turning.error();
        if (!(*turning <= most_radians)) return made_to(t);  // which needs no look at the whole step
    }
    const auto count = pieces();
    if (!count) return count.error();
    return *count == 1 ? at(0, t) : made_to(t);
}

Expected<long> InsideStep::pieces() {
    if (!pieces_) {
        const auto turning = radians_in(tools_, ends_);
        if (!turning) return turning.error();
        if (!(*turning <= most_radians))
            return run_error(fmt::format(
                "the body turns, or swings, by about {:.1e} radians in the step from {} to {}: too many to "
                "look into it; take shorter steps",
                *turning, ends_.from, ends_.to));
        pieces_ = dense_pieces(*turning, 1);
    }
    return *pieces_;
}

double InsideStep::time_of(long k) const {
    if (k == *pieces_) return ends_.to;
    return ends_.from + static_cast<double>(k) * ((ends_.to - ends_.from) / static_cast<double>(*pieces_));
}

Expected<core::State<double>> InsideStep::end_of(long k) {
    if (k < 0) return ends_.before;
    if (k == *pieces_ - 1) return ends_.after;
    if (k == last_) return last_end_;
    return has_series_ ? at(time_of(k + 1)) : made_to(time_of(k + 1));
}

Expected<core::State<double>> InsideStep::at(long k, double t) {
    if (has_series_) return at(t);
    const auto good = has_good_curve(k);
    if (!good) return good.error();
    interpolated_ = *good && *pieces_ == 1;
    if (!*good) return made_to(t);
    return curve_->at((t - curve_->time(0)) / curve_->length());
}

Expected<const core::DenseStep<double>*> InsideStep::curve(long k) {
    if (k != last_) {
        const auto from = end_of(k - 1);
        if (!from) return from.error();
        const auto to = end_of(k);
        if (!to) return to.error();
        const auto made = tools_.dense().between(time_of(k), *from, time_of(k + 1), *to);
        if (!made) return made.error();
        curve_ = *made;
        good_.reset();
        last_ = k;
        last_end_ = *to;
    }
    return &*curve_;
}

Expected<bool> InsideStep::has_good_curve(long k) {
    if (k != last_ || !good_) {
        if (!tools_.tries_polynomials()) return false;
        const auto made = curve(k);
        if (!made) return made.error();
        // nothing is interpolated of what a free body does, only the error of its step
        good_ = tools_.is_free() || (*made)->is_good();
        if (!*good_) tools_.doubt_polynomials();
    }
    return *good_;
}

}  // namespace polhode
