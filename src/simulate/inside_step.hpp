/// The motion within one step, however long and whatever happens in it: by the series of the method, if it goes by
/// one; by dense output, where that is as good as the step; else by steps of the method itself from the start of
/// the step, or of a part of it, to the time asked for.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/dense.hpp"
#include "polhode/step/stepper.hpp"
#include "simulate/pieces.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace polhode {

/// In how many pieces a step is examined, given the natural rate at its start. Splittings over the exact drift and
/// series may step over several turns, which no polynomial can follow.
long dense_pieces(double natural_rate, double length);

/// What states within the steps of a piece of the run are found with. Each part is made when first asked for.
class InsideTools {
public:
    /// All arguments have to live as long as this object. A step of the run consists of `parts` steps of `make`.
    InsideTools(const Piece& piece, const Sheet& sheet, const MakeStepper<double>& make, int parts,
                int dense_order);

    DenseOutput& dense();
    /// Makes steps from any state: the method itself, or one of high order for a method that needs its past.
    core::Stepper<double>& stepper();
    int parts() const { return parts_; }
    bool is_free() const { return polhode::is_free(piece_.torque) && !piece_.body.has_rotor(); }
    /// Whether steps of `stepper` are those of the run.
    bool is_method() const { return self_starting_; }

    /// Polynomials are not tried for some steps after one that was no good.
    bool tries_polynomials() const { return pause_ == 0; }
    void begin_step() { pause_ = pause_ > 0 ? pause_ - 1 : 0; }
    void doubt_polynomials() { pause_ = 16; }

    long torque_evaluations() const;
    /// Another piece of the run has begun.
    void enter();
    /// In the same piece.
    void keep(core::Archive& archive);

private:
    const Piece& piece_;
    const MakeStepper<double>& make_;
    int parts_;
    bool self_starting_;
    int dense_order_;
    std::optional<DenseOutput> dense_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    int pause_ = 0;
    long torque_evaluations_ = 0;  // in the pieces before
};

class InsideStep {
public:
    struct Ends {
        double from, to;
        core::State<double> before, after;
        /// What has made the last part of the step and nothing since; null if it is not there any more.
        const core::Stepper<double>* by = nullptr;
    };
    InsideStep(InsideTools& tools, const Ends& ends);

    /// The state at a time within the step. An Error, as of all others here, if the method fails within the step,
    /// or the torque is not finite there.
    Expected<core::State<double>> at(double t);

    /// Whether the state asked for last was interpolated over the whole step.
    bool interpolated() const { return interpolated_; }

    /// The step in pieces of at most a quarter of a radian, for those who look at all of it.
    Expected<long> pieces();
    double time_of(long k) const;
    Expected<core::State<double>> end_of(long k);
    /// At a time within a piece.
    Expected<core::State<double>> at(long k, double t);
    /// Dense output over a piece, be it good or not. That of the piece asked for last.
    Expected<const core::DenseStep<double>*> curve(long k);

private:
    Expected<bool> has_good_curve(long k);
    double start_of_part(int i) const;
    int part_of(double t) const;
    Expected<core::State<double>> made_to(double t);
    Expected<core::State<double>> gone_on_to(double t);
    Expected<core::State<double>> before_part(int i);
    Expected<std::optional<core::State<double>>> by_series(double t);
    Expected<core::State<double>> beside_method(double t);
    [[nodiscard]] std::optional<Error> make(core::State<double>& state, double t, double h);

    InsideTools& tools_;
    Ends ends_;
    bool has_series_;
    std::optional<long> pieces_;
    // the piece that was asked for last, and its end
    long last_ = -1;
    std::optional<core::DenseStep<double>> curve_;
    std::optional<bool> good_;
    bool interpolated_ = false;
    core::State<double> last_end_;
    // the part of the step up to whose end the stepper of the tools has come
    int made_part_ = -1;
    core::State<double> made_state_;
    std::optional<core::State<double>> beside_end_;
    std::optional<std::pair<double, core::State<double>>>
        reached_;  // where a method that chooses its steps is
};

}  // namespace polhode
