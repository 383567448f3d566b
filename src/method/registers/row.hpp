/// One body on double whose vectors are registers: a scalar InRegister<Tag>, vectors and quaternions of it, and
/// rows of the multistep formulas. Formulas that are written with whole vectors run on them as they are, and give
/// the bits that they give on plain numbers.
#pragma once

#include "method/registers/quad.hpp"
#include "polhode/method/multistep_motion.hpp"

namespace polhode::core {

/// A double that knows for which instruction set it is compiled.
template <class Tag>
struct InRegister {
    double v;

    InRegister() = default;
    template <class Number>
        requires std::is_arithmetic_v<Number>
    POLHODE_INLINE explicit InRegister(Number x) : v(static_cast<double>(x)) {}

    POLHODE_INLINE friend InRegister operator+(InRegister a, InRegister b) { return InRegister(a.v + b.v); }
    POLHODE_INLINE friend InRegister operator-(InRegister a, InRegister b) { return InRegister(a.v - b.v); }
    POLHODE_INLINE friend InRegister operator*(InRegister a, InRegister b) { return InRegister(a.v * b.v); }
    POLHODE_INLINE friend InRegister operator/(InRegister a, InRegister b) { return InRegister(a.v / b.v); }
    POLHODE_INLINE friend InRegister operator-(InRegister a) { return InRegister(-a.v); }
    POLHODE_INLINE friend bool operator<(InRegister a, InRegister b) { return a.v < b.v; }
};

template <class Tag>
POLHODE_INLINE double value_of(const InRegister<Tag>& x) {
    return x.v;
}

template <class Tag>
struct Vector3<InRegister<Tag>> {
    Quad<Tag> v;

    Vector3() = default;
    POLHODE_INLINE explicit Vector3(const Quad<Tag>& quad) : v(quad) {}
    POLHODE_INLINE explicit Vector3(const Vector3<double>& d) : v(Quad<Tag>::of(d.x, d.y, d.z, 0)) {}

    POLHODE_INLINE friend Vector3 operator+(const Vector3& a, const Vector3& b) { return Vector3(a.v + b.v); }
    POLHODE_INLINE friend Vector3 operator-(const Vector3& a, const Vector3& b) { return Vector3(a.v - b.v); }
    POLHODE_INLINE friend Vector3 operator*(InRegister<Tag> s, const Vector3& a) {
        return Vector3(Quad<Tag>::of(s.v) * a.v);
    }
};

template <class Tag>
POLHODE_INLINE InRegister<Tag> dot(const Vector3<InRegister<Tag>>& a, const Vector3<InRegister<Tag>>& b) {
    const Quad<Tag> p = a.v * b.v;
    return InRegister<Tag>(p.template get<0>() + p.template get<1>() + p.template get<2>());
}
template <class Tag>
POLHODE_INLINE Vector3<InRegister<Tag>> cross(const Vector3<InRegister<Tag>>& a,
                                              const Vector3<InRegister<Tag>>& b) {
    return Vector3<InRegister<Tag>>(shuffled<1, 2, 0, 3>(a.v) * shuffled<2, 0, 1, 3>(b.v)
                                    - shuffled<2, 0, 1, 3>(a.v) * shuffled<1, 2, 0, 3>(b.v));
}
template <class Tag>
POLHODE_INLINE Vector3<InRegister<Tag>> hadamard(const Vector3<InRegister<Tag>>& a,
                                                 const Vector3<InRegister<Tag>>& b) {
    return Vector3<InRegister<Tag>>(a.v * b.v);
}

template <class Tag>
struct Quaternion<InRegister<Tag>> {
    Quad<Tag> v;
};

template <class Tag>
POLHODE_INLINE InRegister<Tag> norm2(const Quaternion<InRegister<Tag>>& q) {
    const Quad<Tag> p = q.v * q.v;
    return InRegister<Tag>(p.template get<0>() + p.template get<1>() + p.template get<2>()
                           + p.template get<3>());
}
/// As of plain numbers (so3/normalised.hpp).
template <class Tag>
POLHODE_INLINE Quaternion<InRegister<Tag>> normalised(const Quaternion<InRegister<Tag>>& q) {
    const Quad<Tag> unit = Quad<Tag>::of(1 / __builtin_sqrt(norm2(q).v)) * q.v, p = unit * unit;
    const double defect = 0.5
                        * ((0.5 - p.template get<0>() - p.template get<1>())
                           + (0.5 - p.template get<2>() - p.template get<3>()));
    return {unit + Quad<Tag>::of(defect) * unit};
}

template <class Tag>
POLHODE_INLINE Vector3<InRegister<Tag>> pairs(const Vector3<InRegister<Tag>>& W) {
    return Vector3<InRegister<Tag>>(shuffled<1, 2, 0, 3>(W.v) * shuffled<2, 0, 1, 3>(W.v));
}

template <class Tag>
POLHODE_INLINE Quaternion<InRegister<Tag>> turned(const Quaternion<InRegister<Tag>>& Q,
                                                  const Vector3<InRegister<Tag>>& W) {
    const Quad<Tag> x = negated<false, false, true, true>(shuffled<0, 0, 0, 0>(W.v)),
                    y = negated<true, false, false, true>(shuffled<1, 1, 1, 1>(W.v)),
                    z = negated<false, true, false, true>(shuffled<2, 2, 2, 2>(W.v));
    // the second sum of two in each is the same with the two exchanged
    return {(shuffled<1, 0, 3, 2>(Q.v) * z + shuffled<2, 3, 0, 1>(Q.v) * y) + shuffled<3, 2, 1, 0>(Q.v) * x};
}

template <class Tag>
POLHODE_INLINE Vector3<InRegister<Tag>> third_axis(const Quaternion<InRegister<Tag>>& Q) {
    const Quad<Tag> sum =
        shuffled<0, 1, 0, 3>(Q.v) * shuffled<2, 2, 0, 2>(Q.v)
        + negated<true, false, false, false>(shuffled<1, 0, 1, 3>(Q.v)) * shuffled<3, 3, 1, 3>(Q.v);
    return Vector3<InRegister<Tag>>(with_third(sum, Quad<Tag>::of(1) - sum));
}

/// For a model that multiplies a vector u with an axis of the body, where that axis is the third one: products with its
/// zeros are left out.
template <class Tag>
struct ByThirdAxis;

template <class Tag>
struct Vector3<InRegister<ByThirdAxis<Tag>>> {
    Quad<Tag> across;  ///< the first two numbers; of u × e, zeros behind them
    double third;

    POLHODE_INLINE Vector3(const Quad<Tag>& first, double last) : across(first), third(last) {}
    /// The axis.
    POLHODE_INLINE explicit Vector3(const Vector3<double>&) : Vector3(Quad<Tag>::of(0), 1) {}

    POLHODE_INLINE friend Vector3 operator*(InRegister<ByThirdAxis<Tag>> s, const Vector3& a) {
        return {Quad<Tag>::of(s.v) * a.across, s.v * a.third};
    }
};

/// u·e
template <class Tag>
POLHODE_INLINE InRegister<ByThirdAxis<Tag>> dot(const Vector3<InRegister<ByThirdAxis<Tag>>>& u,
                                                const Vector3<InRegister<ByThirdAxis<Tag>>>&) {
    return InRegister<ByThirdAxis<Tag>>(u.third);
}
/// u × e
template <class Tag>
POLHODE_INLINE Vector3<InRegister<ByThirdAxis<Tag>>> cross(const Vector3<InRegister<ByThirdAxis<Tag>>>& u,
                                                           const Vector3<InRegister<ByThirdAxis<Tag>>>&) {
    return {first_two(negated<false, true, false, false>(shuffled<1, 0, 2, 3>(u.across))), 0};
}
/// As third_axis above.
template <class Tag>
POLHODE_INLINE Vector3<InRegister<ByThirdAxis<Tag>>> third_axis_by_parts(
    const Quaternion<InRegister<Tag>>& Q) {
    const double x = Q.v.template get<0>(), y = Q.v.template get<1>();
    return {Q.v * shuffled<2, 2, 2, 2>(Q.v)
                + negated<true, false, false, false>(shuffled<1, 0, 3, 2>(Q.v)) * shuffled<3, 3, 3, 3>(Q.v),
            1 - (x * x + y * y)};
}

namespace multistep {

template <class Tag>
struct Row<InRegister<Tag>> {
    using Real = InRegister<Tag>;
    Quad<Tag> q, w;

    Row() = default;
    POLHODE_INLINE Row(const Quad<Tag>& first, const Quad<Tag>& second) : q(first), w(second) {}
    POLHODE_INLINE Row(const Quaternion<Real>& attitude, const Vector3<Real>& vector)
        : q(attitude.v), w(vector.v) {}

    POLHODE_INLINE Quaternion<Real> attitude() const { return {q}; }
    POLHODE_INLINE Vector3<Real> half_turn() const { return Vector3<Real>(w); }

    POLHODE_INLINE static Row load(const Row<double>& from) {
        return {Quad<Tag>::load(from.of), Quad<Tag>::load(from.of + 4)};
    }
    POLHODE_INLINE void store(Row<double>& to) const {
        q.store(to.of);
        w.store(to.of + 4);
    }

    POLHODE_INLINE friend Row operator+(const Row& a, const Row& b) { return {a.q + b.q, a.w + b.w}; }
    POLHODE_INLINE friend Row operator-(const Row& a, const Row& b) { return {a.q - b.q, a.w - b.w}; }
    POLHODE_INLINE friend Row operator*(const Quad<Tag>& b, const Row& a) { return {b * a.q, b * a.w}; }
    POLHODE_INLINE friend Row operator*(double b, const Row& a) { return Quad<Tag>::of(b) * a; }
};

}  // namespace multistep
}  // namespace polhode::core
