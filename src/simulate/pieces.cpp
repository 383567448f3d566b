#include "simulate/pieces.hpp"

#include "polhode/torque/varying_parameters.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

/// Times that differ by no more than rounding are one.
double just_after(double t) { return t + 8 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

Pieces::Pieces(const Problem& problem, double end, std::function<void(const ControlRecord&)> on_control)
    : on_control_(std::move(on_control)),
      end_(end),
      body_(problem.body),
      torque_(problem.torque),
      impulses_(problem.impulses),
      breakpoints_(breakpoints(problem.torque, {0, end})),
      now_{{0, 0}, problem.body, problem.torque} {
    if (!breakpoints_.empty()) in_time_.emplace(problem.torque);
    if (problem.control || !problem.wheels.empty()) {
        Expected<WheelBank> wheels = WheelBank::of(problem.wheels);
        if (!wheels) failure_ = wheels.error();
        control_.emplace(problem.control, wheels ? *std::move(wheels) : WheelBank());
    }
    if (impulses_.empty()) return;
    std::ranges::stable_sort(impulses_, {}, &Impulse::time);
    for (const Impulse& impulse : impulses_) breakpoints_.push_back(impulse.time);
    std::ranges::sort(breakpoints_);
}

double Pieces::next_breakpoint(double after) {
    while (next_breakpoint_ < breakpoints_.size() && breakpoints_[next_breakpoint_] <= just_after(after))
        ++next_breakpoint_;
    if (next_breakpoint_ == breakpoints_.size() || just_after(breakpoints_[next_breakpoint_]) >= end_)
        return end_;
    return breakpoints_[next_breakpoint_];
}

void Pieces::enter(const core::State<double>& state) {
    const double from = now_.span.to;
    now_.span = {from, next_breakpoint(from)};
    ++entered_;
    if (control_) hold(state);
    if (!failure_) set_up();  // else no step will be made
}

/// The next call of the control, or a wheel that stops, ends the piece.
void Pieces::hold(const core::State<double>& state) {
    const core::Quaternion<double> principal = core::from_eigen(body_.principal_axes());
    const double from = now_.span.from;
    failure_ = control_->reach(from, core::from_principal(state, principal), body_, on_control_);
    if (failure_) return;
    if (const double next = control_->next(); just_after(next) < now_.span.to) now_.span.to = next;
}

/// What the control holds in this piece is one more torque, or a change of the wheels' momentum.
void Pieces::set_up() {
    now_.torque = in_time_ ? in_time_->within(now_.span) : torque_;
    if (!control_) return;
    now_.body = control_->with_wheels(body_);
    now_.torque = control_->beside(std::move(now_.torque), now_.span);
}

void Pieces::keep(core::Archive& archive) {
    archive(now_.span, entered_, next_impulse_, next_breakpoint_);
    if (control_) archive(*control_);
    if (next_impulse_ > impulses_.size() || next_breakpoint_ > breakpoints_.size()) archive.refuse();
    if (archive.is_reading() && archive.is_good()) set_up();
}

/// Each number of the torque is replaced by its place, and those are looked up that are left in the piece.
std::vector<std::size_t> Pieces::parameters() const {
    Torque numbered = torque_;
    double next = 0;
    for (double* number : parameter_places(numbered)) *number = next++;
    if (in_time_) numbered = within(numbered, now_.span);
    const std::vector<double> places = parameters_of(numbered);
    std::vector<std::size_t> result;
    result.reserve(places.size());
    for (const double place : places) result.push_back(static_cast<std::size_t>(place));
    return result;
}

std::span<const Impulse> Pieces::take_impulses(double t) {
    const std::size_t first = next_impulse_;
    while (next_impulse_ < impulses_.size() && impulses_[next_impulse_].time <= just_after(t))
        ++next_impulse_;
    return {impulses_.data() + first, next_impulse_ - first};
}

std::optional<Error> bad_impulse(const std::vector<Impulse>& impulses) {
    for (const Impulse& impulse : impulses) {
        const Eigen::Vector3d& p = impulse.momentum;
        if (!std::isfinite(impulse.time) || impulse.time < 0)
            return input_error(
                fmt::format("impulse: its time is {}, expected a finite number ≥ 0", impulse.time),
                "impulses");
        if (!p.allFinite())
            return input_error(
                fmt::format("impulse at t = {}: its momentum is ({}, {}, {}), expected finite numbers",
                            impulse.time, p.x(), p.y(), p.z()),
                "impulses");
    }
    return std::nullopt;
}

}  // namespace polhode
