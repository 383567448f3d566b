/// The rotation group: exponential, logarithm, their differentials, Cayley's map.
///
/// | operation                          | code                  |
/// |------------------------------------|-----------------------|
/// | v̂, v̂ w = v × w                     | hat(v)                |
/// | exp(v) (Rodrigues)                 | exp(v)                |
/// | log R, angle in [0, π]             | log(q)                |
/// | cay(v) = (1 − v̂/2)⁻¹(1 + v̂/2)      | cayley(v)             |
/// | dexp_v w                           | dexp(v, w)            |
/// | dexp_v⁻¹ w                         | dexp_inverse(v, w)    |
#pragma once

#include "polhode/so3/quaternion.hpp"
#include "polhode/so3/small_angle.hpp"

namespace polhode::core {

/// The rotation by |v| about v.
template <class Real>
Quaternion<Real> exp(const Vector3<Real>& v) {
    const CosSinc<Real> half = cos_and_sinc(Real(0.25) * norm2(v));  // of |v|/2
    return {(Real(0.5) * half.sinc) * v, half.cos};
}

/// The rotation vector of q, |log q| in [0, π]; q and −q are the same rotation. At a half turn the sign of
/// the axis is that of the vector part.
template <class Real>
Vector3<Real> log(const Quaternion<Real>& q) {
    const Real s2 = norm2(q.vector()), c = select(q.w < Real(0), -q.w, q.w);
    const Real flip = select(q.w < Real(0), Real(-1), Real(1));
    // 2 atan(s/c)/s: in powers of (s/c)² at small angles, so that derivatives pass through zero
    if (all(s2 < Real(0.01) * c * c)) return (flip * Real(2) / c * atanc(s2 / (c * c))) * q.vector();
    const Real s = norm(q.vector());
    return (flip * Real(2) * arc_tangent(s, c) / s) * q.vector();
}

/// cay(v) = (1 − v̂/2)⁻¹ (1 + v̂/2): the rotation by 2 atan(|v|/2) about v.
template <class Real>
Quaternion<Real> cayley(const Vector3<Real>& v) {
    using std::sqrt;
    const Real c = Real(1) / sqrt(Real(1) + Real(0.25) * norm2(v));
    return {(Real(0.5) * c) * v, c};
}

/// dexp_v w = w + (1−cos θ)/θ² v×w + (θ−sin θ)/θ³ v×(v×w): d/dt exp(v) = (dexp_v v')^ exp(v).
template <class Real>
Vector3<Real> dexp(const Vector3<Real>& v, const Vector3<Real>& w) {
    const Real x2 = norm2(v);
    const Vector3<Real> vw = cross(v, w);
    return w + cosc(x2) * vw + sinc_tail(x2) * cross(v, vw);
}

/// dexp_v⁻¹ w = w − ½ v×w + (1 − (θ/2) cot(θ/2))/θ² v×(v×w), θ = |v| < 2π.
template <class Real>
Vector3<Real> dexp_inverse(const Vector3<Real>& v, const Vector3<Real>& w) {
    const Vector3<Real> vw = cross(v, w);
    return w - Real(0.5) * vw + cot_tail(norm2(v)) * cross(v, vw);
}

/// The quaternion of a rotation matrix, by the largest of the four candidates (Shepperd): no cancellation.
template <class Real>
Quaternion<Real> from_matrix(const Matrix3<Real>& m) {
    using std::sqrt;
    const Real one(1), trace = m(0, 0) + m(1, 1) + m(2, 2);
    int largest = 3;
    Real best = trace;
    for (int i = 0; i < 3; ++i)
        if (m(i, i) > best) best = m(i, i), largest = i;
    if (largest == 3) {
        const Real r = sqrt(one + trace), s = Real(0.5) / r;
        return {s * (m(2, 1) - m(1, 2)), s * (m(0, 2) - m(2, 0)), s * (m(1, 0) - m(0, 1)), Real(0.5) * r};
    }
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    const Real r = sqrt(one + m(i, i) - m(j, j) - m(k, k)), s = Real(0.5) / r;
    Vector3<Real> v;
    v[i] = Real(0.5) * r;
    v[j] = s * (m(j, i) + m(i, j));
    v[k] = s * (m(k, i) + m(i, k));
    return {v, s * (m(k, j) - m(j, k))};
}

}  // namespace polhode::core
