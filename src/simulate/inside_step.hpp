/// The motion within one step, however long: dense output over pieces that are short enough for it.
#pragma once

#include "polhode/simulate/dense.hpp"
#include "polhode/step/stepper.hpp"

#include <optional>

namespace polhode {

/// In how many pieces dense output follows a step, given the natural rate at its start. Splittings over the
/// exact drift and series may step over several turns, which no polynomial can follow.
long dense_pieces(double natural_rate, double length);

class InsideStep {
public:
    /// The boundaries of the pieces are computed by `inner`, each with as many substeps as the step itself.
    /// `inner` is not used when pieces == 1.
    InsideStep(DenseOutput& dense, core::Stepper<double>* inner, int parts, long pieces, double t0,
               const core::State<double>& before, double t1, const core::State<double>& after);

    long pieces() const { return pieces_; }
    /// An Error if the method fails within the step, or the torque is not finite there. Of the piece asked
    /// for last.
    Expected<const core::DenseStep<double>*> piece(long k);
    Expected<core::State<double>> end_of(long k);
    /// A time within the step.
    Expected<core::State<double>> at(double t);

private:
    double time_of(long k) const;

    DenseOutput& dense_;
    core::Stepper<double>* inner_;
    int parts_;
    long pieces_;
    double t0_, t1_;
    core::State<double> before_, after_;
    // the piece that was asked for last, and its end
    long last_ = -1;
    std::optional<core::DenseStep<double>> piece_;
    core::State<double> last_end_;
};

}  // namespace polhode
