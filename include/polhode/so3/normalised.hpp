/// Unit quaternions from those of any length.
#pragma once

#include "polhode/so3/quaternion.hpp"

namespace polhode::core {

/// q scaled to unit length from anywhere, then rounded without bias.
template <class Real>
Quaternion<Real> normalised(const Quaternion<Real>& q) {
    using std::sqrt;
    const Real scale = Real(1) / sqrt(norm2(q));
    return renormalised(Quaternion<Real>{scale * q.x, scale * q.y, scale * q.z, scale * q.w});
}

}  // namespace polhode::core
