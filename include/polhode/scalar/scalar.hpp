/// The few operations the kernels need of a scalar beyond + − × ÷ and comparisons.
/// A kernel is written once for a type `Real`; plain floating point, dual numbers and (one lane per body)
/// packs provide these functions. Branches on values go through `select`, loops through `any`.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

namespace polhode::core {

/// The floating-point type underneath a scalar: its precision, its constants.
template <class Real>
struct ScalarTraits {
    using Plain = Real;
    /// How often a converged Newton iteration must be repeated until derivatives carried along have
    /// converged too: once per order of derivative.
    static constexpr int derivative_depth = 0;
};

template <class Real>
using Plain = typename ScalarTraits<Real>::Plain;

template <class Real>
inline constexpr Plain<Real> epsilon = std::numeric_limits<Plain<Real>>::epsilon();

/// The number without what it carries along (derivatives).
template <class Real>
constexpr Real value_of(const Real& x) {
    return x;
}

constexpr bool any(bool mask) { return mask; }
constexpr bool all(bool mask) { return mask; }

template <class Real>
constexpr Real select(bool mask, const Real& yes, const Real& no) {
    return mask ? yes : no;
}

template <class Real>
bool is_finite(const Real& x) {
    return std::isfinite(value_of(x));
}

}  // namespace polhode::core
