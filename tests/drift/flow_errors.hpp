/// The exact flow of one sampled motion on any scalar, and how far two results are apart.
#pragma once

#include "polhode/drift/exact.hpp"

#include "drift/free_motions.hpp"
#include "support/quad.hpp"

namespace polhode::test {

template <class Real>
core::Vector3<Real> as(const Vec& v) {
    return {Real(v.x), Real(v.y), Real(v.z)};
}
template <class Real>
core::Inertia<Real> inertia_of(const Motion& m) {
    return core::Inertia<Real>(as<Real>(m.moments));
}

/// From the identity attitude, so that the attitude reached is F itself.
template <class Real>
core::State<Real> moved(const Motion& m) {
    core::State<Real> state{{}, as<Real>(m.momentum)};
    core::ExactDrift{}(inertia_of<Real>(m), state, Real(m.time));
    return state;
}

template <class Real>
core::Vector3<Quad> as_quad(const core::Vector3<Real>& v) {
    return {Quad(v.x), Quad(v.y), Quad(v.z)};
}
template <class Real>
core::Quaternion<Quad> as_quad(const core::Quaternion<Real>& q) {
    return {Quad(q.x), Quad(q.y), Quad(q.z), Quad(q.w)};
}

struct Errors {
    double momentum;  ///< relative to |Π|
    double attitude;  ///< in the Frobenius norm
};

template <class A, class B>
Errors errors(const core::State<A>& a, const core::State<B>& b) {
    const core::Vector3<Quad> off = as_quad(a.momentum) - as_quad(b.momentum);
    const core::Quaternion<Quad> turn = conjugate(as_quad(a.attitude)) * as_quad(b.attitude);
    const Quad size2 = norm2(as_quad(b.momentum));
    return {static_cast<double>(sqrt(size2 > Quad(0) ? norm2(off) / size2 : norm2(off))),
            static_cast<double>(sqrt(Quad(8) * norm2(turn.vector()) / norm2(turn)))};
}

/// The larger of two; a NaN stays.
inline double larger(double a, double b) { return !(b <= a) ? b : a; }
inline Errors larger(const Errors& a, const Errors& b) {
    return {larger(a.momentum, b.momentum), larger(a.attitude, b.attitude)};
}

}  // namespace polhode::test
