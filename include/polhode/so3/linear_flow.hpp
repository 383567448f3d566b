/// The flow of a linear equation with constant coefficients in three dimensions.
#pragma once

#include "polhode/so3/vector3.hpp"

namespace polhode::core {

namespace linear_flow {

/// The largest sum of moduli of a row.
template <class Real>
Real size(const Matrix3<Real>& m) {
    using std::abs;
    Real most(0);
    for (const Vector3<Real>& row : m.row) {
        const Real sum = abs(row.x) + abs(row.y) + abs(row.z);
        most = select(sum > most, sum, most);
    }
    return most;
}

/// Σ Mᵏ v/(k + 1)! up to k = terms, for a vector or a matrix v.
template <int terms, class Real, class Value>
Value series(const Matrix3<Real>& m, const Value& v) {
    Value sum = v;
    for (int k = terms; k > 0; --k) sum = v + (Real(1) / Real(k + 1)) * (m * sum);
    return sum;
}

/// The same for an M of any size: φ₁(2M) = φ₁(M) + ½ M φ₁(M)², from a half of M that is small enough.
/// Nothing cancels where eᴹ decays. Each lane is halved as often as it needs.
template <int terms, class Real>
Vector3<Real> by_halves(Matrix3<Real> m, const Vector3<Real>& v) {
    constexpr int most_halvings = 1100;  // of the largest number there is
    const Real half(0.5), limit(0.5);
    Real halvings(0);
    int most = 0;
    for (; most < most_halvings; ++most) {
        const Mask<Real> large = size(m) > limit;
        if (!any(large)) break;
        m = select(large, half * m, m);
        halvings = select(large, halvings + Real(1), halvings);
    }
    Matrix3<Real> phi = series<terms>(m, Matrix3<Real>::identity());
    for (int k = 0; k < most; ++k) {
        const Mask<Real> more = Real(k) < halvings;
        phi = select(more, phi + half * (m * (phi * phi)), phi);
        m = select(more, m + m, m);
    }
    return phi * v;
}

}  // namespace linear_flow

/// φ₁(M) v with φ₁(x) = (eˣ − 1)/x, also of a singular M: what solves y' = A y + b is
///     y(h) = y(0) + h φ₁(hA) (A y(0) + b).
template <class Real>
Vector3<Real> phi1(const Matrix3<Real>& m, const Vector3<Real>& v) {
    using linear_flow::by_halves, linear_flow::series;
    constexpr bool is_double = epsilon<Real> > 1e-17L;
    constexpr int few = is_double ? 8 : 10, many = is_double ? 15 : 18;
    return piecewise(
        linear_flow::size(m) <= Real(1.0 / 32),
        [](const Matrix3<Real>& a, const Vector3<Real>& b) { return series<few>(a, b); },
        [](const Matrix3<Real>& a, const Vector3<Real>& b) { return by_halves<many>(a, b); }, m, v);
}

}  // namespace polhode::core
