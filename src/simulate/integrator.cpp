#include "polhode/integrator.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/resolve.hpp"
#include "polhode/step/archive.hpp"
#include "simulate/failure.hpp"
#include "simulate/kept_records.hpp"
#include "simulate/piece_stepper.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <ostream>

namespace polhode {

Integrator::Integrator(std::string_view name, const Body& body, const Torque& torque, const State& start,
                       double time)
    : Integrator(method(name), body, torque, start, time) {}

struct Integrator::Inside {
    Inside(const Method& method, const Body& body, const Torque& given)
        : torque(given),
          breakpoints(polhode::breakpoints(given)),
          calls_user(holds_function(given)),
          has_history(!method.sheet.goes_on_from_state()),
          stepper(method.on_double, {piece, body, given}) {}

    Torque torque;
    std::vector<double> breakpoints;
    bool calls_user, has_history;
    TimeSpan piece;  // between two of them
    PieceStepper<double> stepper;
    core::State<double> last;  // the end of the last step, in principal axes

    /// The torque at the end of the last step, if carried torques are checked.
    struct Known {
        double time;
        core::Vector3<double> torque;
    };
    bool checks = false;
    std::optional<Known> known;

    /// A function of the user's that throws leaves the stepper in the middle of a step, where it knows nothing that the
    /// next step could begin with. This is seen when that step begins, since only then may the function be called
    /// again, which some methods do: what was known is forgotten, or put back where the steps before are part of it.
    bool step_under_way = false;
    core::Archive before_step;
    TimeSpan piece_of_step;

    void begin_step() {
        if (!calls_user) return;
        if (step_under_way) {
            stepper->restart();
            core::Archive remembered(before_step.bytes());
            if (has_history && piece_of_step == piece) stepper->keep(remembered);
        }
        if (has_history) {
            piece_of_step = piece;
            before_step = {};
            stepper->keep(before_step);
        }
        step_under_way = true;
    }
};

Integrator::Integrator(const Method& method, const Body& body, const Torque& torque, const State& start,
                       double time)
    : method_(method.sheet.name),
      body_(body),
      inside_(std::make_unique<Inside>(method, body, torque)),
      state_(start),
      time_(time),
      since_(time) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

void Integrator::advance(double h, long steps) {
    if (steps < 0) throw InputError(fmt::format("steps: {}, expected none or more", steps));
    for (long n = 0; n < steps; ++n) {
        step(state_, time_, h);
        if (h != length_) since_ = time_, length_ = h, count_ = 0;
        time_ = since_ + static_cast<double>(++count_) * h;
    }
}

void Integrator::advance_to(double end, double longest, const std::function<bool()>& go_on) {
    constexpr long steps_between_looks = 256;
    if (!std::isfinite(end)) throw InputError(fmt::format("end is {}, expected a finite number", end));
    const std::vector<double>& times = inside_->breakpoints;
    while (time_ != end) {
        double to = end;
        if (end > time_) {
            const auto next = std::ranges::upper_bound(times, time_);
            if (next != times.end()) to = std::min(end, *next);
        } else {
            const auto next = std::ranges::lower_bound(times, time_);
            if (next != times.begin()) to = std::max(end, *(next - 1));
        }
        const long steps = steps_for(std::abs(to - time_), longest);
        const double h = (to - time_) / static_cast<double>(steps);
        for (long left = steps; left > 0; left -= steps_between_looks) {
            if (go_on && left < steps && !go_on()) return;
            advance(h, std::min(left, steps_between_looks));
        }
        set(state_, to);  // without the rounding of the length of a step
    }
}

void Integrator::set(const State& state, double time) {
    state_ = state;
    time_ = since_ = time;
    length_ = 0;
    count_ = 0;
}

void Integrator::restart() {
    inside_->stepper->restart();
    inside_->step_under_way = false;
    inside_->known.reset();
}

void Integrator::check_carried_torques(bool on) {
    inside_->checks = on;
    inside_->known.reset();
}

/// Of the torque that the last step left behind.
void Integrator::check_torque(const core::State<double>& state) const {
    const auto& [time, was] = *inside_->known;
    const core::Vector3<double> is = inside_->stepper->torque(time, state);
    if (is.x == was.x && is.y == was.y && is.z == was.z) return;
    throw RunError(
        fmt::format("the torque at t = {} was ({}, {}, {}) at the end of a step and is ({}, {}, {}) at the "
                    "start of the next, expected one that depends on its arguments alone: call restart() "
                    "when it changes",
                    time, was.x, was.y, was.z, is.x, is.y, is.z));
}

void Integrator::enter_piece(double middle) {
    const std::vector<double>& times = inside_->breakpoints;
    TimeSpan& piece = inside_->piece;
    if (times.empty() || (piece != TimeSpan{} && piece.contains(middle))) return;
    const auto next = std::ranges::upper_bound(times, middle);
    piece = TimeSpan{};
    if (next != times.end()) piece.to = *next;
    if (next != times.begin()) piece.from = *(next - 1);
    make_stepper_of_piece();
    inside_->known.reset();
}

void Integrator::make_stepper_of_piece() {
    const TimeSpan& piece = inside_->piece;
    inside_->stepper.enter(
        {piece, body_, piece == TimeSpan{} ? inside_->torque : within(inside_->torque, piece)});
}

void Integrator::step(State& state, double t, double h) {
    if (!std::isfinite(t) || !std::isfinite(h))
        throw InputError(fmt::format("the step at t = {} is {}, expected finite numbers", t, h));
    enter_piece(t + h / 2);
    core::Stepper<double>& stepper = *inside_->stepper;
    const core::Quaternion<double> principal = core::from_eigen(body_.principal_axes());
    // between two of our own steps the kernel's state goes on as it is, without the rounding of a change of
    // axes
    const bool continues =
        last_ && last_->attitude.coeffs() == state.attitude.coeffs() && last_->momentum == state.momentum;
    const core::State<double> before = continues ? inside_->last : starting_state(state, body_).or_throw();
    if (continues && inside_->known) check_torque(before);
    core::State<double> after = before;
    inside_->begin_step();
    const core::Status status = stepper.step(after, t, h);
    if (!status.ok() || !is_finite(after)) {
        inside_->step_under_way = false;
        step_failure(status, stepper, before, after, t, h).raise();
    }
    if (inside_->checks) inside_->known = {t + h, stepper.torque(t + h, after)};
    inside_->step_under_way = false;
    state = core::from_principal(after, principal);
    last_ = state;
    inside_->last = after;
}

void Integrator::keep(core::Archive& archive) {
    std::string method = method_;
    archive(method, time_, since_, length_, count_);
    if (method != method_) archive.refuse();
    keep_state(archive, state_);
    bool has_stepped = last_.has_value();
    archive(has_stepped);
    if (archive.is_reading()) last_ = has_stepped ? std::optional<State>(std::in_place) : std::nullopt;
    if (last_) keep_state(archive, *last_);
    Inside& inside = *inside_;
    archive(inside.last, inside.checks, inside.known, inside.piece);
    if (!archive.is_good()) return;
    if (archive.is_reading()) make_stepper_of_piece();
    archive(inside.stepper, inside.step_under_way, inside.piece_of_step);
    std::vector<std::byte> before_step = inside.before_step.bytes();
    archive(before_step);
    if (archive.is_reading()) inside.before_step = core::Archive(std::move(before_step));
}

std::optional<double> Integrator::energy(const State& state, double t) const {
    if (!has_potential(inside_->torque)) return std::nullopt;  // in a piece without torque there is one
    return inside_->stepper
        ->invariants(core::to_principal(state, core::from_eigen(body_.principal_axes())), t)
        .energy;
}

long Integrator::torque_evaluations() const { return inside_->stepper.torque_evaluations(); }
long Integrator::missed_projections() const { return inside_->stepper.missed_projections(); }

std::ostream& operator<<(std::ostream& out, const Integrator& integrator) {
    const auto list = [&](const auto& numbers) {
        for (Eigen::Index i = 0; i < numbers.size(); ++i) out << (i == 0 ? "[" : ", ") << numbers[i];
        out << "]";
    };
    out << integrator.method_ << " at t = " << integrator.time_ << ": attitude ";
    list(integrator.state_.attitude.coeffs());
    out << ", angular velocity ";
    list(integrator.angular_velocity());
    if (const auto energy = integrator.energy()) out << ", energy " << *energy;
    return out;
}

}  // namespace polhode
