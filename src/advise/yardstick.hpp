/// An independent and more accurate run, against which the errors of others are measured.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace polhode {

/// The time in which the body turns by a radian, or the torque would turn it by one from rest, computed from
/// the state at the start; infinite at rest without torque.
double natural_time(const Problem& problem);

/// The same state in wider arithmetic, its quaternion normalised there.
core::State<long double> precise(const core::State<double>& state);

/// Follows the motion; each time asked for must be later than the one before.
class Walker {
public:
    /// `go_on`, if given, is called now and then; the walk ends when it returns false.
    Walker(const Method& method, const Problem& problem, double longest_step, std::function<bool()> go_on);

    /// An Error if the motion cannot be followed to this time, or `go_on` has returned false.
    Expected<const core::State<long double>*> at(double time);
    const core::Stepper<long double>& stepper() const { return *stepper_; }

private:
    std::unique_ptr<core::Stepper<long double>> stepper_;
    core::State<long double> state_;
    long double time_ = 0, longest_step_;
    std::function<bool()> go_on_;
};

/// The motion in 80-bit arithmetic: by Taylor series that choose their steps where the torque can be
/// expanded, else by a splitting of eighth order with steps halved until two runs agree.
class Yardstick {
public:
    static constexpr long checkpoints = 64;

    /// An Error if the motion cannot be followed, or `go_on`, called now and then, returns false; one about
    /// "tolerance" if no two runs agree to a tenth of it.
    static Expected<Yardstick> along(const Problem& problem, double end, double tolerance,
                                     std::function<bool()> go_on = {});

    /// Whether the torque can be expanded in Taylor series.
    static bool has_series(const Torque& torque);

    const Problem& problem() const { return problem_; }
    double end() const { return end_; }
    /// The number of steps of this run, a measure of how much happens in the motion.
    long natural_steps() const { return natural_steps_; }
    long torque_evaluations() const { return torque_evaluations_; }
    std::string in_words() const;
    /// A walker that follows the same motion from the start.
    Walker walker() const { return Walker(method_, problem_, longest_step_, go_on_); }
    /// The largest momentum of the motion, at the checkpoints.
    long double largest_momentum() const { return largest_momentum_; }

    double distance(const core::State<long double>& a, const core::State<long double>& b) const;
    /// The largest error, at the checkpoints, of a run with a given number of steps, a power of two; infinite
    /// if a step fails. Throws RunError, as error_at_all_steps does, if `go_on` returns false.
    double error_at_checkpoints(core::Stepper<double>& stepper, long steps) const;
    struct Measured {
        double error;             ///< the largest over all steps
        long torque_evaluations;  ///< of the walker
    };
    Measured error_at_all_steps(core::Stepper<double>& stepper, long steps) const;

private:
    using States = std::array<core::State<long double>, checkpoints + 1>;

    Yardstick(const Problem& problem, double end, std::function<bool()> go_on);
    /// Computes the states at the checkpoints, with steps of at most `longest_step_`.
    std::optional<Error> walk();
    /// Halves the longest step until two runs agree, twice in a row.
    std::optional<Error> refine(double tolerance);
    /// Largest distance from truth(step, time) after every `stride` steps; infinite if a step fails.
    template <class Truth>
    double largest_distance(core::Stepper<double>& stepper, long steps, long stride,
                            const Truth& truth) const;

    Problem problem_;
    double end_;
    std::function<bool()> go_on_;
    bool series_;
    Method method_;
    double longest_step_;
    long double largest_momentum_ = 0;
    long natural_steps_ = 0, torque_evaluations_ = 0;
    States states_;
};

}  // namespace polhode
