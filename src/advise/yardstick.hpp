/// An independent and more accurate run, against which the errors of others are measured.
#pragma once

#include "advise/between_steps.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"
#include "simulate/advance.hpp"
#include "simulate/piece_stepper.hpp"

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace polhode {

/// The time in which the body turns by a radian, or the torque would turn it by one from rest, computed from
/// the state at the start; infinite at rest without torque.
double natural_time(const Problem& problem, const core::State<double>& start);

/// So many equal steps up to a time, or so many looks at a method that chooses its steps.
Resolved run_to(double end, const Method& method, bool own_steps, long steps);

/// "80-bit arithmetic": what long double is.
std::string wide_arithmetic();

/// The same state in wider arithmetic, its quaternion normalised there.
core::State<long double> precise(const core::State<double>& state);

/// Follows the motion, piece by piece; each time asked for must be later than the one before.
class Walker {
public:
    /// `go_on`, if given, is called now and then; the walk ends when it returns false.
    Walker(const Method& method, const Problem& problem, const core::State<double>& start,
           double longest_step, std::function<bool()> go_on);

    /// An Error if the motion cannot be followed to this time, or `go_on` has returned false.
    Expected<const core::State<long double>*> at(double time);
    const PieceStepper<long double>& stepper() const { return stepper_; }
    /// The walk ends with an Error after so many Taylor series. `end`: where it leads to, if the motion stays about as
    /// fast as it begins: then it ends as soon as it is seen that there would be more.
    void end_after_series(long most, std::optional<double> end = {}) {
        most_series_ = most;
        steady_end_ = end;
    }

private:
    /// To a time within the piece.
    std::optional<Error> walk_to(double time);
    /// Gives the impulses at this time, and enters the piece that begins there.
    const Piece& enter(double time);

    Pieces pieces_;
    core::State<long double> state_;
    PieceStepper<long double> stepper_;
    long double time_ = 0, longest_step_;
    std::function<bool()> go_on_;
    long series_ = 0, most_series_ = std::numeric_limits<long>::max();
    std::optional<double> steady_end_ = {};
};

/// The motion in 80-bit arithmetic: by Taylor series that choose their steps where the torque can be
/// expanded, else by a splitting of eighth order with steps halved until two runs agree.
class Yardstick {
public:
    static constexpr long checkpoints = 64;

    /// An Error if the start is invalid, the motion cannot be followed, or `go_on`, asked now and then, says
    /// no; one about "tolerance" if runs never agree to a tenth of it.
    static Expected<Yardstick> along(const Problem& problem, double end, double tolerance,
                                     std::function<bool()> go_on = {});

    /// Whether the torque can be expanded in Taylor series.
    static bool has_series(const Torque& torque);

    const Problem& problem() const { return problem_; }
    const core::State<double>& start() const { return start_; }
    double end() const { return end_; }
    /// The number of steps of this run, a measure of how much happens in the motion.
    long natural_steps() const { return natural_steps_; }
    long torque_evaluations() const { return torque_evaluations_; }
    std::string in_words() const;
    /// A walker that follows the same motion from the start.
    Walker walker() const { return Walker(method_, problem_, start_, longest_step_, go_on_); }
    /// The largest momentum of the motion, at the checkpoints.
    long double largest_momentum() const { return largest_momentum_; }

    double distance(const core::State<long double>& a, const core::State<long double>& b) const;
    /// A run of this problem with so many equal steps; `own_steps`: sample points between those of the method.
    Resolved run_of(const Method& method, bool own_steps, long steps) const;
    struct Measured {
        double error;             ///< the largest seen; infinite if the run fails
        long torque_evaluations;  ///< of the motion it was compared with
    };
    /// The error of a whole run with a fixed number of steps, a power of two, at the checkpoints that it
    /// passes; of one in pieces, at as many steps. An Error, as of the next one, if `go_on` says no.
    Expected<Measured> error_at_checkpoints(Advance& run, long steps) const;
    /// At every step, and between steps where runs are looked at.
    Expected<Measured> error_at_all_steps(Advance& run) const;
    /// Runs are looked at there, and in the middle of steps if they have events.
    void look_between_steps(const Sampling& sampling, bool events) {
        sampling_ = sampling;
        events_ = events;
    }

private:
    using States = std::array<core::State<long double>, checkpoints + 1>;

    Yardstick(const Problem& problem, const core::State<double>& start, double end,
              std::function<bool()> go_on);
    /// The states at the checkpoints, by steps of at most the longest.
    std::optional<Error> walk();
    /// Halves the longest step until two runs agree, twice in a row.
    std::optional<Error> refine(double tolerance);
    /// Largest distance from truth(step, time) after every `stride` steps; infinite if a step fails.
    template <class Truth>
    Expected<double> largest_distance(Advance& run, long stride, const Truth& truth) const;
    Expected<Measured> error_by_walking(Advance& run, long stride) const;
    /// Why a run cannot be measured; nothing if it has failed at its own steps.
    static std::optional<Error> lasting(const Error& failure);

    Problem problem_;
    core::State<double> start_;
    double end_;
    std::function<bool()> go_on_;
    bool series_;
    Method method_;
    double longest_step_;
    long double largest_momentum_ = 0;
    long natural_steps_ = 0, torque_evaluations_ = 0;
    States states_;
    Sampling sampling_;
    bool events_ = false;
};

}  // namespace polhode
