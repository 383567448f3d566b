/// Vectors and 3×3 matrices of any scalar.
/// Our own rather than Eigen's: Eigen orders the operations of a quaternion product on double differently
/// from those on other scalars, so that the same formula on double and on a pack would not give the same
/// bits. Speed is about the same; kernels on these types compile in less than half the time.
/// bench/vector_type shows bits and speed.
#pragma once

#include "polhode/scalar/scalar.hpp"

namespace polhode::core {

template <class Real>
struct Vector3 {
    Real x{}, y{}, z{};

    constexpr Vector3() = default;
    constexpr Vector3(const Real& x_, const Real& y_, const Real& z_) : x(x_), y(y_), z(z_) {}
    template <class Other>
        requires(!std::is_same_v<Other, Real>)
    explicit constexpr Vector3(const Vector3<Other>& v) : x(Real(v.x)), y(Real(v.y)), z(Real(v.z)) {}

    constexpr Real& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    constexpr const Real& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

    friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vector3 operator*(const Real& s, const Vector3& a) {
        return {s * a.x, s * a.y, s * a.z};
    }
    constexpr Vector3& operator+=(const Vector3& b) { return *this = *this + b; }
    constexpr Vector3& operator-=(const Vector3& b) { return *this = *this - b; }
};

template <class Real>
constexpr Real dot(const Vector3<Real>& a, const Vector3<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real>
constexpr Vector3<Real> cross(const Vector3<Real>& a, const Vector3<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Component-wise product: a diagonal matrix applied to a vector.
template <class Real>
constexpr Vector3<Real> hadamard(const Vector3<Real>& a, const Vector3<Real>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

// The same where one side carries derivatives and the other does not.
template <class A, class B>
constexpr Vector3<Wider<A, B>> operator+(const Vector3<A>& a, const Vector3<B>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
constexpr Vector3<Wider<A, B>> operator-(const Vector3<A>& a, const Vector3<B>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class A, class B>
constexpr Vector3<Wider<A, B>> operator*(const A& s, const Vector3<B>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class A, class B>
constexpr Vector3<Wider<A, B>> cross(const Vector3<A>& a, const Vector3<B>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class A, class B>
constexpr Vector3<Wider<A, B>> hadamard(const Vector3<A>& a, const Vector3<B>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

template <class Real>
constexpr Real norm2(const Vector3<Real>& a) {
    return dot(a, a);
}

template <class Real>
Real norm(const Vector3<Real>& a) {
    using std::sqrt;
    return sqrt(norm2(a));
}

template <class Real>
bool is_finite(const Vector3<Real>& a) {
    return is_finite(a.x) && is_finite(a.y) && is_finite(a.z);
}

template <LaneMask Mask, class Real>
constexpr Vector3<Real> select(const Mask& mask, const Vector3<Real>& yes, const Vector3<Real>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// A 3×3 matrix by rows.
template <class Real>
struct Matrix3 {
    Vector3<Real> row[3];

    static constexpr Matrix3 identity() { return diagonal({Real(1), Real(1), Real(1)}); }
    static constexpr Matrix3 diagonal(const Vector3<Real>& d) {
        return {{{d.x, Real(0), Real(0)}, {Real(0), d.y, Real(0)}, {Real(0), Real(0), d.z}}};
    }

    constexpr Real& operator()(int i, int j) { return row[i][j]; }
    constexpr const Real& operator()(int i, int j) const { return row[i][j]; }

    friend constexpr Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
        return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
    }
    friend constexpr Matrix3 operator-(const Matrix3& a, const Matrix3& b) {
        return {{a.row[0] - b.row[0], a.row[1] - b.row[1], a.row[2] - b.row[2]}};
    }
    friend constexpr Matrix3 operator*(const Real& s, const Matrix3& a) {
        return {{s * a.row[0], s * a.row[1], s * a.row[2]}};
    }
    friend constexpr Vector3<Real> operator*(const Matrix3& a, const Vector3<Real>& v) {
        return {dot(a.row[0], v), dot(a.row[1], v), dot(a.row[2], v)};
    }
    friend constexpr Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
        const Matrix3 t = transpose(b);
        return {{t * a.row[0], t * a.row[1], t * a.row[2]}};
    }
};

template <LaneMask Mask, class Real>
constexpr Matrix3<Real> select(const Mask& mask, const Matrix3<Real>& yes, const Matrix3<Real>& no) {
    return {{select(mask, yes.row[0], no.row[0]), select(mask, yes.row[1], no.row[1]),
             select(mask, yes.row[2], no.row[2])}};
}

template <class Real>
constexpr Matrix3<Real> transpose(const Matrix3<Real>& a) {
    return {{{a.row[0].x, a.row[1].x, a.row[2].x},
             {a.row[0].y, a.row[1].y, a.row[2].y},
             {a.row[0].z, a.row[1].z, a.row[2].z}}};
}

/// a bᵀ
template <class Real>
constexpr Matrix3<Real> outer(const Vector3<Real>& a, const Vector3<Real>& b) {
    return {{a.x * b, a.y * b, a.z * b}};
}

/// A⁻¹ by cross products of the rows: no branches, no pivoting; for well-conditioned A.
template <class Real>
constexpr Matrix3<Real> inverse(const Matrix3<Real>& a) {
    const Vector3<Real> c0 = cross(a.row[1], a.row[2]), c1 = cross(a.row[2], a.row[0]),
                        c2 = cross(a.row[0], a.row[1]);
    return (Real(1) / dot(a.row[0], c0)) * transpose(Matrix3<Real>{{c0, c1, c2}});
}

/// A⁻¹ b, for well-conditioned A.
template <class Real>
constexpr Vector3<Real> solve(const Matrix3<Real>& a, const Vector3<Real>& b) {
    return inverse(a) * b;
}

/// v̂: the skew matrix of v, v̂ w = v × w.
template <class Real>
constexpr Matrix3<Real> hat(const Vector3<Real>& v) {
    return {{{Real(0), -v.z, v.y}, {v.z, Real(0), -v.x}, {-v.y, v.x, Real(0)}}};
}

/// The vector of the skew part of A: vee(v̂) = v.
template <class Real>
constexpr Vector3<Real> vee(const Matrix3<Real>& a) {
    return Real(0.5) * Vector3<Real>{a(2, 1) - a(1, 2), a(0, 2) - a(2, 0), a(1, 0) - a(0, 1)};
}

}  // namespace polhode::core
