/// A rigid body: its inertia, diagonalised once.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/state.hpp"

namespace polhode {

/// Inertia about the fixed point or the centre of mass, in the user's body axes.
/// Every function takes and returns components in those axes; the kernels work in principal axes.
class Body {
public:
    /// Principal moments; the body axes are the principal axes, in the order given.
    /// Throws InputError unless all are positive, finite and I_lo + I_mid ≥ I_hi (1 − 1e-9).
    static Body from_moments(const Eigen::Vector3d& moments);

    /// Any symmetric positive-definite tensor (asymmetry beyond 1e-12 relative is an error).
    static Body from_tensor(const Eigen::Matrix3d& tensor);

    /// The same without exceptions.
    static Expected<Body> try_from_moments(const Eigen::Vector3d& moments);
    static Expected<Body> try_from_tensor(const Eigen::Matrix3d& tensor);

    /// The same principal axes with other moments about them.
    Body with_moments(const Eigen::Vector3d& moments) const { return try_with_moments(moments).or_throw(); }
    Expected<Body> try_with_moments(const Eigen::Vector3d& moments) const {
        return checked(moments, principal_);
    }

    const Eigen::Vector3d& moments() const { return moments_; }              ///< principal moments
    const Eigen::Quaterniond& principal_axes() const { return principal_; }  ///< principal → body axes
    Eigen::Matrix3d tensor() const;

    Eigen::Vector3d angular_velocity(const Eigen::Vector3d& momentum) const;  ///< ω = I⁻¹Π
    Eigen::Vector3d momentum(const Eigen::Vector3d& angular_velocity) const;  ///< Π = Iω
    double kinetic_energy(const State& state) const;                          ///< ½ Π·I⁻¹Π

private:
    Body(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal)
        : moments_(moments), principal_(principal) {}
    static Expected<Body> checked(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal);

    Eigen::Vector3d moments_;
    Eigen::Quaterniond principal_;
};

}  // namespace polhode
