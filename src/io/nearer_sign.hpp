/// q and −q are the same attitude.
#pragma once

#include <Eigen/Geometry>
#include <optional>

namespace polhode {

/// The one that is nearer to the attitude before: between samples far apart in time the body may turn by more than half a
/// turn, and the sign would jump.
inline Eigen::Quaterniond nearer_sign(const Eigen::Quaterniond& q,
                                      const std::optional<Eigen::Quaterniond>& before) {
    return before && before->dot(q) < 0 ? Eigen::Quaterniond(-q.coeffs()) : q;
}

}  // namespace polhode
