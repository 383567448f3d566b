/// Unit quaternions as rotations body → space, scalar last.
#pragma once

#include "polhode/so3/vector3.hpp"

namespace polhode::core {

template <class Real>
struct Quaternion {
    Real x{0}, y{0}, z{0}, w{1};

    constexpr Quaternion() = default;
    constexpr Quaternion(const Real& x_, const Real& y_, const Real& z_, const Real& w_)
        : x(x_), y(y_), z(z_), w(w_) {}
    constexpr Quaternion(const Vector3<Real>& v, const Real& w_) : x(v.x), y(v.y), z(v.z), w(w_) {}
    template <class Other>
        requires(!std::is_same_v<Other, Real>)
    explicit constexpr Quaternion(const Quaternion<Other>& q)
        : x(Real(q.x)), y(Real(q.y)), z(Real(q.z)), w(Real(q.w)) {}

    constexpr Vector3<Real> vector() const { return {x, y, z}; }

    /// Composition of rotations: (a b) v = a (b v).
    friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
        return {
            a.w * b.x + b.w * a.x + (a.y * b.z - a.z * b.y), a.w * b.y + b.w * a.y + (a.z * b.x - a.x * b.z),
            a.w * b.z + b.w * a.z + (a.x * b.y - a.y * b.x), a.w * b.w - (a.x * b.x + a.y * b.y + a.z * b.z)};
    }
};

/// The same where one of them carries derivatives and the other does not.
template <class A, class B>
constexpr Quaternion<Wider<A, B>> operator*(const Quaternion<A>& a, const Quaternion<B>& b) {
    return {a.w * b.x + b.w * a.x + (a.y * b.z - a.z * b.y), a.w * b.y + b.w * a.y + (a.z * b.x - a.x * b.z),
            a.w * b.z + b.w * a.z + (a.x * b.y - a.y * b.x), a.w * b.w - (a.x * b.x + a.y * b.y + a.z * b.z)};
}

template <LaneMask Mask, class Real>
constexpr Quaternion<Real> select(const Mask& mask, const Quaternion<Real>& yes, const Quaternion<Real>& no) {
    return {select(mask, yes.vector(), no.vector()), select(mask, yes.w, no.w)};
}

template <class Real>
constexpr Quaternion<Real> conjugate(const Quaternion<Real>& q) {
    return {-q.x, -q.y, -q.z, q.w};
}

template <class Real>
constexpr Real norm2(const Quaternion<Real>& q) {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/// R v: body components → space components.
template <class Real>
constexpr Vector3<Real> to_space(const Quaternion<Real>& q, const Vector3<Real>& v) {
    const Vector3<Real> u = q.vector(), t = cross(u, v);
    return v + Real(2) * (q.w * t + cross(u, t));
}

template <class A, class B>
constexpr Vector3<Wider<A, B>> to_space(const Quaternion<A>& q, const Vector3<B>& v) {
    const Vector3<A> u = q.vector();
    const Vector3<Wider<A, B>> t = cross(u, v);
    return v + A(2) * (q.w * t + cross(u, t));
}

/// Rᵀ v: space components → body components.
template <class Real>
constexpr Vector3<Real> to_body(const Quaternion<Real>& q, const Vector3<Real>& v) {
    return to_space(conjugate(q), v);
}
template <class A, class B>
constexpr Vector3<Wider<A, B>> to_body(const Quaternion<A>& q, const Vector3<B>& v) {
    return to_space(conjugate(q), v);
}

/// (1 − |q|²)/2 for |q| near one. Not from norm2(q): numbers are twice as dense below one as above, and norm2
/// rounds to one more often from above.
template <class Real>
constexpr Real norm_defect(const Quaternion<Real>& q) {
    const Real half(0.5);
    return half * ((half - q.x * q.x - q.y * q.y) + (half - q.z * q.z - q.w * q.w));
}

/// q + δq. Multiplying by a factor near one instead would bias the rounding, and the bias adds up over
/// millions of steps.
template <class Real>
constexpr Quaternion<Real> lengthened(const Quaternion<Real>& q, const Real& delta) {
    return {q.x + delta * q.x, q.y + delta * q.y, q.z + delta * q.z, q.w + delta * q.w};
}

/// q brought back to unit length from close by.
template <class Real>
constexpr Quaternion<Real> renormalised(const Quaternion<Real>& q) {
    return lengthened(q, norm_defect(q));
}

/// v brought back to squared length `length2` from close by, additively for the same reason.
template <class Real>
constexpr Vector3<Real> restore_length(const Vector3<Real>& v, const Real& length2) {
    const Real zero(0);
    const Real safe = select(length2 > zero, length2, Real(1));
    return v + ((length2 - norm2(v)) * (Real(0.5) / safe)) * v;
}

template <class Real>
constexpr Matrix3<Real> to_matrix(const Quaternion<Real>& q) {
    const Real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z,
               wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    const Real one(1), two(2);
    return {{{one - two * (yy + zz), two * (xy - wz), two * (xz + wy)},
             {two * (xy + wz), one - two * (xx + zz), two * (yz - wx)},
             {two * (xz - wy), two * (yz + wx), one - two * (xx + yy)}}};
}

}  // namespace polhode::core
