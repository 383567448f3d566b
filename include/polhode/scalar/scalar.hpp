/// The few operations the kernels need of a scalar beyond + − × ÷ and comparisons.
/// A kernel is written once for a type `Real`; plain floating point, dual numbers and (one lane per body)
/// packs provide these functions. Branches on values go through `select`, loops through `any`.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

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

/// Is Wide a Narrow that carries (more) derivatives? Then both may stand in one formula, and what they make
/// is Wide.
template <class Wide, class Narrow>
inline constexpr bool extends = false;

/// The scalar of a formula in which two of them meet.
template <class A, class B>
    requires(extends<A, B> || extends<B, A>)
using Wider = std::conditional_t<extends<A, B>, A, B>;

/// The number without what it carries along (derivatives).
template <class Real>
constexpr Real value_of(const Real& x) {
    return x;
}

/// One body per lane?
template <class Real>
inline constexpr bool is_pack = requires { Real::lanes; };

/// What a comparison gives: bool, or one truth per lane.
template <class Real>
using Mask = decltype(std::declval<Real>() < std::declval<Real>());

/// One truth per lane. For a plain bool, `select` chooses between things of any kind; for lanes, each kind
/// says how.
template <class M>
concept LaneMask = !std::is_same_v<M, bool>;

constexpr bool any(bool mask) { return mask; }
constexpr bool all(bool mask) { return mask; }

/// One bit per lane, the first lane lowest.
constexpr std::uint64_t lane_bits(bool mask) { return mask ? 1 : 0; }

template <class Real>
constexpr Real select(bool mask, const Real& yes, const Real& no) {
    return mask ? yes : no;
}

/// x where it is positive, 0 elsewhere. Of a number that carries derivatives the value decides.
template <class Real>
constexpr Real positive_part(const Real& x) {
    const auto value = value_of(x);
    return select(value > decltype(value)(0), x, Real(0));
}

/// Out of the way of the code that calls it, arguments by value: for what is seldom needed.
template <class Function, class... Arguments>
[[gnu::noinline, gnu::cold]] auto rarely(Function f, Arguments... x) {
    return f(x...);
}

/// f(x...) where `mask` holds, g(x...) elsewhere. Each lane gets the formula of its own side, whatever its
/// neighbours need; what no lane needs is not computed. Write the usual case as f.
template <class Mask, class F, class G, class... Arguments>
[[gnu::always_inline]] inline auto piecewise(const Mask& mask, F f, G g, const Arguments&... x) {
    if constexpr (std::is_same_v<Mask, bool>) {
        return mask ? f(x...) : g(x...);
    } else {
        auto result = f(x...);
        if (!all(mask)) [[unlikely]]
            result = select(mask, result, rarely(g, x...));
        return result;
    }
}

/// Which lanes are neither infinite nor NaN.
template <class Real>
[[gnu::always_inline]] inline Mask<Real> finite_lanes(const Real& x) {
    return x - x <= Real(0);  // NOLINT(misc-redundant-expression): NaN for both
}

/// All lanes.
template <class Real>
bool is_finite(const Real& x) {
    if constexpr (is_pack<Real>)
        return all(finite_lanes(x));
    else
        return std::isfinite(value_of(x));
}

}  // namespace polhode::core
