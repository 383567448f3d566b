/// Reproducible random vectors and rotations of any scalar.
#pragma once

#include "polhode/so3/quaternion.hpp"

#include <cmath>
#include <random>

namespace polhode::test {

template <class Real>
class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}

    Real between(Real low, Real high) { return std::uniform_real_distribution<Real>(low, high)(engine_); }

    core::Vector3<Real> vector(Real size = 1) {
        return {between(-size, size), between(-size, size), between(-size, size)};
    }

    /// A unit vector.
    core::Vector3<Real> direction() {
        core::Vector3<Real> v{normal_(engine_), normal_(engine_), normal_(engine_)};
        return (1 / core::norm(v)) * v;
    }

    /// A unit quaternion, evenly distributed.
    core::Quaternion<Real> rotation() {
        const core::Quaternion<Real> q{normal_(engine_), normal_(engine_), normal_(engine_),
                                       normal_(engine_)};
        const Real scale = 1 / std::sqrt(core::norm2(q));
        return {scale * q.x, scale * q.y, scale * q.z, scale * q.w};
    }

private:
    std::mt19937_64 engine_;
    std::normal_distribution<Real> normal_;
};

}  // namespace polhode::test
