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
class ErrorControl final : public StepControl {
public:
    ErrorControl(const Sheet& sheet, const Piece& piece, PieceStepper<double>& stepper,
                 PieceStepper<double> coarse, double first_step, double tolerance)
        : sheet_(sheet),
          order_(order_of(sheet, piece.torque)),
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
        coarse_.enter(piece);
    }

    long torque_evaluations() const override { return coarse_.torque_evaluations(); }
    long rejected_steps() const override { return rejected_; }
    int parts() const override { return 2; }

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
        // halving divides the error by 2ᵖ at small steps; beyond order 4 this is too much to rely on at
        // larger steps
        return {status, state_distance(whole, state, unit) / (std::ldexp(1, std::min(order_, 4)) - 1)};
    }

    const Sheet& sheet_;
    int order_;
    PieceStepper<double>& stepper_;
    PieceStepper<double> coarse_;
    double next_, tolerance_, largest_momentum_ = 0;
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
