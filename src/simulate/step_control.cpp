#include "simulate/step_control.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/step/counted_torque.hpp"
#include "simulate/method_order.hpp"
#include "simulate/natural_rate.hpp"
#include "simulate/state_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

using core::State, core::Vector3;

bool succeeded(const core::Status& status, const State<double>& state) {
    return status.ok() && is_finite(state.momentum);
}

struct Span {
    double length, to;
};

/// Lengthens a step that would stop short of the end by no more than rounding, so that it ends there.
Span cut(double length, double t, double end) {
    const double longest = end - t;
    return length < (1 - 1e-9) * longest ? Span{length, t + length} : Span{longest, end};
}

/// Holder, Leimkuhler and Reich 2001, "Explicit variable step-size and time-reversible integration": the
/// lengths of the steps before and after a state have a mean that depends on this state alone, so that the
/// steps of the reversed motion are the same. Here it is their geometric mean, which keeps them positive:
///     hₙ₋½ hₙ₊½ = (ε / r(yₙ))²,   h½ = ε / r(y₀),   r: the natural rate.
class ReversibleControl final : public StepControl {
public:
    ReversibleControl(const Piece& piece, PieceStepper<double>& stepper, double first_step)
        : inertia_(core::from_eigen(piece.body.moments())),
          rotor_(core::rotor_of<double>(piece.body)),
          stepper_(stepper),
          first_step_(first_step) {}

    Expected<Made> step(State<double>& state, double t, double end) override {
        const double rate = natural_rate(inertia_, state.momentum - rotor_.at(t), torque(t, state));
        if (last_ == 0) {
            last_ = scale_ > 0 && rate > 0 ? scale_ / rate : first_step_;
            if (scale_ == 0) scale_ = rate > 0 ? first_step_ * rate : first_step_;
        } else {
            last_ = mean(rate) * (mean(rate) / last_);
        }
        const auto [length, to] = cut(last_, t, end);
        return Made{length, to, stepper_->step(state, t, length)};
    }

    void enter(const Piece& piece) override {
        rotor_ = core::rotor_of<double>(piece.body);
        restart();
    }
    void restart() override { last_ = 0; }

    long torque_evaluations() const override { return torque_evaluations_; }
    void keep(core::Archive& archive) override { archive(scale_, last_, torque_evaluations_); }

private:
    /// At zero rate (no rotation, no torque) the last step is kept.
    double mean(double rate) const { return rate > 0 ? scale_ / rate : last_; }

    Vector3<double> torque(double t, const State<double>& state) {
        if (last_ != 0)
            if (const auto known = stepper_->torque_at_end()) return *known;
        return counted_torque(*stepper_, t, state, torque_evaluations_);
    }

    core::Inertia<double> inertia_;
    core::Rotor<double> rotor_;
    PieceStepper<double>& stepper_;
    double first_step_, scale_ = 0, last_ = 0;
    long torque_evaluations_ = 0;
};

/// Each step is made once as a whole and once in two halves, which are kept; the difference tells the error
/// of the halves. The next step has the length for which the order of the method predicts the wanted error.
///
/// For small steps, of order p, the halves are 2ᵖ − 1 times better than the difference says. A step across many
/// radians, or into a wall, gains less by being halved, or nothing. So this is relied on only in a step of few
/// radians, whose difference is not larger than that of the step before it predicts.
class ErrorControl final : public StepControl {
public:
    ErrorControl(const Sheet& sheet, const Piece& piece, PieceStepper<double>& stepper,
                 PieceStepper<double> coarse, double first_step, double tolerance)
        : sheet_(sheet),
          order_(order_of(sheet, piece.torque)),
          inertia_(core::from_eigen(piece.body.moments())),
          rotor_(core::rotor_of<double>(piece.body)),
          stepper_(stepper),
          coarse_(std::move(coarse)),
          next_(first_step),
          tolerance_(tolerance) {}

    Expected<Made> step(State<double>& state, double t, double end) override {
        largest_momentum_ = std::max(largest_momentum_, norm(state.momentum));
        const State<double> start = state;
        bool again = false;
        for (;;) {
            const auto [h, to] = cut(next_, t, end);
            const auto [status, error] = try_step(start, state, t, h);
            const double suitable =
                safety * core::power(tolerance_ / std::max(error, 1e-300), 1.0 / (order_ + 1));
            if (error <= tolerance_) {
                // a step cut short by the end says little about the next one, and after a step that had to be
                // made again the next one must not be longer
                if (h >= next_) next_ = h * std::clamp(suitable, 0.2, again ? 1.0 : 5.0);
                return Made{h, to, status};
            }
            ++rejected_;
            again = true;
            next_ = h * std::clamp(suitable, 0.1, 0.9);
            if (next_ > 64 * std::numeric_limits<double>::epsilon() * (std::abs(t) + std::abs(end))) continue;
            if (!std::isfinite(error)) return Made{h, to, status};
            return run_error(fmt::format(
                "the step at t = {} has come down to {:.1e} and its error is still {:.1e}, expected at most "
                "{} (step_error): the torque jumps there, or round-off is larger than the error allowed",
                t, h, error, tolerance_));
        }
    }

    void enter(const Piece& piece) override {
        order_ = order_of(sheet_, piece.torque);
        rotor_ = core::rotor_of<double>(piece.body);
        coarse_.enter(piece);
        restart();
    }
    void restart() override { known_ = 0; }

    long torque_evaluations() const override { return coarse_.torque_evaluations(); }
    long rejected_steps() const override { return rejected_; }
    int parts() const override { return 2; }
    void keep(core::Archive& archive) override {
        archive(coarse_, next_, largest_momentum_, known_, known_step_, rejected_);
    }

private:
    static constexpr double safety = 0.9;

    struct Tried {
        core::Status status;
        double error;
    };
    Tried try_step(const State<double>& start, State<double>& state, double t, double h) {
        constexpr double failed = std::numeric_limits<double>::infinity();
        State<double> whole = start;
        core::Status status = coarse_->step(whole, t, h);
        state = whole;
        if (!succeeded(status, state)) return {status, failed};
        state = start;
        status = stepper_->step(state, t, h / 2);
        if (succeeded(status, state)) status = stepper_->step(state, t + h / 2, h / 2);
        if (!succeeded(status, state)) return {status, failed};
        const double unit = std::max(largest_momentum_, norm(state.momentum));
        return {status, estimate(state_distance(whole, state, unit),
                                 std::max(radians(start, t, h), radians(state, t + h, h)), h)};
    }

    /// The angle by which the body would turn in the step at the rate that it has in a state.
    double radians(const State<double>& state, double t, double h) const {
        return h * norm(inertia_.solve(state.momentum - rotor_.at(t)));
    }

    /// The error of the halves, from their distance to the whole step. tests/simulate/step_error_test.cpp has
    /// bodies, torques and orders for which the true error is at most this; the numbers are found there.
    double estimate(double difference, double radians, double h) {
        const bool high = order_ > 4;
        const double seen = std::max(difference, 1e-15);
        // how much longer the step before would have to be for this difference, in units of this step
        const double grown = known_ > 0 ? core::power(seen / known_, 1.0 / (order_ + 1)) * known_step_ / h
                                        : std::numeric_limits<double>::infinity();
        // beyond order 4, what is gained at small steps is too much to rely on at larger ones
        const double gained = std::ldexp(1, std::min(order_, 4)) - 1;
        // of orders 3 and 4, less than half of that was found in steps of half a radian
        const double hoped = (high ? 1.3 : order_ > 2 ? 2.7 : 1.1) * difference / gained;
        if (hoped > tolerance_) return hoped;  // to be made again in any case
        known_ = seen;
        known_step_ = h;
        if (radians > 12) return 50 * difference;  // whole and halves may be wrong alike, by chance
        const bool foreseen = grown < (high ? 1.2 : 1.15);
        if (foreseen && radians < (high ? 2 : 1)) return hoped;
        return 1.5 * difference;
    }

    const Sheet& sheet_;
    int order_;
    core::Inertia<double> inertia_;
    core::Rotor<double> rotor_;
    PieceStepper<double>& stepper_;
    PieceStepper<double> coarse_;
    double next_, tolerance_, largest_momentum_ = 0;
    double known_ = 0, known_step_ = 0;  // the difference of the last step that was not refused, 0 for none
    long rejected_ = 0;
};

}  // namespace

std::unique_ptr<StepControl> step_control(const Resolved& run, const Piece& piece,
                                          PieceStepper<double>& stepper) {
    if (const auto* steps = std::get_if<ErrorPerStep>(&run.steps))
        return std::make_unique<ErrorControl>(run.method->sheet, piece, stepper,
                                              PieceStepper<double>(run.method->on_double, piece),
                                              *steps->first_step, steps->error);
    if (const auto* steps = std::get_if<ReversibleSteps>(&run.steps))
        return std::make_unique<ReversibleControl>(piece, stepper, *steps->first_step);
    return nullptr;
}

}  // namespace polhode
