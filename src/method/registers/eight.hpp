/// Eight numbers side by side, in as many registers as the instruction set needs for them: the eight points of a
/// block, or the stages of a step. For a file that is compiled with POLHODE_TARGET and POLHODE_LANES.
#pragma once

#include "method/registers/row.hpp"
#include "polhode/scalar/pack.hpp"

namespace polhode::core::registers {

struct POLHODE_TARGET;  // only its name is used
using Tag = POLHODE_TARGET;
using One = InRegister<Tag>;
inline constexpr int eight = 8;

using Lanes = Pack<POLHODE_LANES, Tag>;
template <int lanes, class Real>
struct EightOf {
    using type = typename EightOf<lanes * 2, Pair<Real, Real>>::type;
};
template <class Real>
struct EightOf<8, Real> {
    using type = Real;
};
using Eight = EightOf<POLHODE_LANES, Lanes>::type;

template <class Real>
POLHODE_INLINE Real load(const double* from) {
    if constexpr (requires(Real r) { r.v; })
        return Real::load(from);
    else
        return {load<decltype(Real::a)>(from), load<decltype(Real::b)>(from + decltype(Real::a)::lanes)};
}
template <class Real>
POLHODE_INLINE void store(const Real& x, double* to) {
    if constexpr (requires { x.v; }) {
        x.store(to);
    } else {
        store(x.a, to);
        store(x.b, to + decltype(x.a)::lanes);
    }
}

}  // namespace polhode::core::registers
