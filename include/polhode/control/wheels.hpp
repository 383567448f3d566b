/// Reaction and momentum wheels: their momentum along axes fixed in the body, and how a held torque and
/// friction change it.
///
/// A wheel i with unit axis aᵢ and momentum hᵢ (of its rotation relative to the body) gives the body the rotor
/// momentum h = Σ hᵢaᵢ. From one call of the control to the next,
///     hᵢ' = −uᵢ − frictionᵢ hᵢ(at the call),     u = A⁺T,   A = (a₁ … aₙ):
/// the motors' torques u on the body have the sum T, or the nearest to it that the axes allow, and of those
/// with the same sum the smallest squares; friction has the unit 1/time. A wheel that comes to ±limit stays
/// there until the next call that takes it back.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/body.hpp"

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

namespace polhode {

struct Wheel {
    Eigen::Vector3d axis = {0, 0, 1};                        ///< in the body; of any length
    double momentum = 0;                                     ///< along the axis, at the start
    double limit = std::numeric_limits<double>::infinity();  ///< of |momentum|
    double friction = 0;                                     ///< 1/time
    std::string name = {};
};

/// Wheels in motion.
class WheelBank {
public:
    /// No wheels.
    WheelBank() = default;
    /// An Error ("wheel 2: …") for a zero axis, a limit that is not positive, a momentum beyond it or a
    /// negative friction.
    static Expected<WheelBank> of(const std::vector<Wheel>& wheels);

    bool empty() const { return wheels_.empty(); }
    /// Of each wheel along its axis, now.
    const std::vector<double>& momenta() const { return momenta_; }
    /// h, body frame, now.
    Eigen::Vector3d momentum() const { return along_axes(momenta_); }
    /// h' until the next stop or call: what the wheels take from the body.
    Eigen::Vector3d rate() const { return along_axes(rates_); }
    /// Of all wheels the largest, 1/time.
    double friction() const;

    /// A call of the control: from now on the motors hold the torque on the body.
    void hold(const Eigen::Vector3d& torque);
    /// The time from now until the next wheel comes to its limit; infinite if none does.
    double until_stop() const;
    /// So much later, which may not be beyond the next stop: there those that stop have their limit exactly.
    void advance(double time);

    /// What has changed since the start (core::Archive).
    template <class Archive>
    void keep(Archive& archive) {
        archive(momenta_, rates_);
        if (momenta_.size() == wheels_.size() && rates_.size() == wheels_.size()) return;
        archive.refuse();
        momenta_.resize(wheels_.size());
        rates_.resize(wheels_.size());
    }

private:
    double until_stop(std::size_t i) const;
    Eigen::Vector3d along_axes(const std::vector<double>& values) const;

    std::vector<Wheel> wheels_;            // with unit axes
    std::vector<Eigen::Vector3d> shares_;  // the rows of A⁺
    std::vector<double> momenta_, rates_;
};

/// The body as it is with these wheels inside from the time t on, beside what rotors it has.
Body with_wheels(const Body& body, const WheelBank& wheels, double t = 0);

}  // namespace polhode
