/// The numbers of a body that statistics are made of.
#pragma once

#include "polhode/control/target.hpp"
#include "polhode/ensemble/ensemble.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/step/watch.hpp"

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
               const Pointing& pointing, std::size_t chunk, int threads);

    /// The quantities that these bodies have.
    const std::vector<Quantity>& all() const { return all_; }

    /// One value per body at time t; NaN for those that have failed.
    void evaluate(Quantity quantity, double t, std::span<const std::uint8_t> failed,
                  std::span<double> values) const;

private:
    void energies(double t, std::span<double> values) const;
    double momentum_error(std::size_t k) const;
    template <class Function>
    void for_all(const Function& function) const;

    const EnsembleIntegrator& integrator_;
    const Ensemble& ensemble_;
    bool has_wheels_;
    AttitudeTarget attitude_target_;  // empty without one
    std::size_t chunk_;
    int threads_;
    core::Vector3<double> axis_, target_;  // the axis in principal axes
    core::MomentumLaw<double> law_;
    std::vector<Quantity> all_;
    std::vector<double> energy_;
    std::vector<core::Vector3<double>> momentum_;
    std::vector<double> axis_momentum_;
};

}  // namespace polhode
