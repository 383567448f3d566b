/// A rigid body: its inertia, diagonalised once, and the momentum of rotors inside it.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/state.hpp"

namespace polhode {

/// The angular momentum that rotors or wheels have beside that of the body they turn in, in the user's body
/// axes: momentum + (t − since) rate.
struct RotorMomentum {
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
    Eigen::Vector3d rate = Eigen::Vector3d::Zero();
    double since = 0;

    Eigen::Vector3d at(double t) const { return momentum + (t - since) * rate; }
};

/// Inertia about the fixed point or the centre of mass, in the user's body axes.
/// Every function takes and returns components in those axes; the kernels work in principal axes.
class Body {
public:
    /// Principal moments; the body axes are the principal axes, in the order given.
    /// Throws InputError unless all are positive, finite and I_lo + I_mid ≥ I_hi (1 − 1e-9).
    static Body from_moments(const Eigen::Vector3d& moments);

    /// Any tensor symmetric to 1e-12 and positive-definite; axes are numbered as the body axes nearest to them.
    static Body from_tensor(const Eigen::Matrix3d& tensor);

    /// The same without exceptions.
    static Expected<Body> try_from_moments(const Eigen::Vector3d& moments);
    static Expected<Body> try_from_tensor(const Eigen::Matrix3d& tensor);

    /// The same principal axes with other moments about them.
    Body with_moments(const Eigen::Vector3d& moments) const { return try_with_moments(moments).or_throw(); }
    Expected<Body> try_with_moments(const Eigen::Vector3d& moments) const;

    /// The same body with rotors inside (a gyrostat). The momentum of its states is then the total one, Π = I ω
    /// + h; h is fixed in the body. Throws InputError unless all numbers are finite.
    Body with_rotor_momentum(const Eigen::Vector3d& momentum) const {
        return with_rotor({.momentum = momentum});
    }
    Body with_rotor(const RotorMomentum& rotor) const { return try_with_rotor(rotor).or_throw(); }
    Expected<Body> try_with_rotor(const RotorMomentum& rotor) const;

    const RotorMomentum& rotor() const { return rotor_; }
    bool has_rotor() const { return has_rotor_; }
    Eigen::Vector3d rotor_momentum(double t = 0) const { return rotor_.at(t); }  ///< h

    const Eigen::Vector3d& moments() const { return moments_; }              ///< principal moments
    const Eigen::Quaterniond& principal_axes() const { return principal_; }  ///< principal → body axes
    Eigen::Matrix3d tensor() const;

    // The time matters only if the momentum h of rotors changes with it.
    /// ω = I⁻¹(Π − h)
    Eigen::Vector3d angular_velocity(const Eigen::Vector3d& momentum, double t = 0) const;
    /// Π = Iω + h
    Eigen::Vector3d momentum(const Eigen::Vector3d& angular_velocity, double t = 0) const;
    /// ½ (Π − h)·I⁻¹(Π − h)
    double kinetic_energy(const State& state, double t = 0) const;

private:
    Body(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal)
        : moments_(moments), principal_(principal) {}
    static Expected<Body> checked(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal);

    Eigen::Vector3d moments_;
    Eigen::Quaterniond principal_;
    RotorMomentum rotor_ = {};
    bool has_rotor_ = false;
};

}  // namespace polhode
