/// The numbers of a body that statistics are made of.
#pragma once

#include "polhode/control/target.hpp"
#include "polhode/ensemble/ensemble.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/step/watch.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace polhode {

enum class Quantity {
    pointing_error,  ///< angle between a body axis and a direction of space
    energy_error,    ///< H − H₀, if the torque has a potential and there is no control
    momentum_error,  ///< ‖L − L₀‖ of a free body, (L − L₀)·axis in a field with an axis, else nothing
    rate,            ///< |ω|
    attitude_error  ///< angle of the rotation between the attitude and the target of the control, if it has one
};

std::string_view name(Quantity quantity);

/// Body axis (in the user's axes) and the direction of space that it should point to; unit vectors.
struct Pointing {
    Eigen::Vector3d axis, target;
};

/// Remembers how the bodies began: 8 bytes each for the energy, 8 or 24 for the momentum.
class Quantities {
public:
    /// Of the bodies of an ensemble that the integrator moves, now at their start, which are of this problem.
    Quantities(const EnsembleIntegrator& integrator, const Ensemble& ensemble, const Problem& problem,
               const Pointing& pointing, int threads);

    /// The quantities that these bodies have.
    const std::vector<Quantity>& all() const { return all_; }

    /// All of them at time t, one value per body, one quantity behind the other: all().size() times as many
    /// values as bodies; NaN for those that have failed. On the lanes of a target, whatever the method runs on; a
    /// body has the same bits on all of them.
    void evaluate(double t, std::span<const std::uint8_t> failed, std::span<double> values,
                  Target target = Target::best) const;

private:
    const EnsembleIntegrator& integrator_;
    const Ensemble& ensemble_;
    bool has_wheels_;
    AttitudeTarget attitude_target_;  // empty without one
    int threads_;
    core::Vector3<double> axis_, target_;  // the axis in principal axes
    core::MomentumLaw<double> law_;
    std::vector<Quantity> all_;
    std::vector<double> energy_;                   // at the start
    std::array<std::vector<double>, 3> momentum_;  // or in the first place its component along the axis
};

}  // namespace polhode
