/// How long a body is along its principal axes, by its moments of inertia.
#pragma once

#include <Eigen/Core>

namespace polhode {

/// The half-axes of a homogeneous ellipsoid with these principal moments, or half the edges of a box, the longest being
/// 1; what is flat keeps some thickness, to be seen. The same as in web/viewer/shapes.ts.
inline Eigen::Vector3d proportions(const Eigen::Vector3d& I) {
    const Eigen::Vector3d squares =
        Eigen::Vector3d(I.y() + I.z() - I.x(), I.x() + I.z() - I.y(), I.x() + I.y() - I.z()).cwiseMax(0);
    return (squares.cwiseSqrt() / squares.cwiseSqrt().maxCoeff()).cwiseMax(0.07);
}

}  // namespace polhode
