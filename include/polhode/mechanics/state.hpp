/// The state of a rigid body in the user's body axes, in Eigen's types.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace polhode {

/// Attitude (unit quaternion, body → space) and angular momentum Π in the body frame.
struct State {
    Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity();
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();

    /// L = RΠ: constant for a free body.
    Eigen::Vector3d spatial_momentum() const { return attitude * momentum; }
};

}  // namespace polhode
