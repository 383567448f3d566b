/// Quadruple precision (113 bits) as a scalar of the kernels: the reference of accuracy tests. Our own square
/// root, sine and cosine, so that neither libquadmath nor a compiler's dialect is needed.
#pragma once

#include "polhode/scalar/scalar.hpp"

#include <limits>

namespace polhode::test {

struct Quad {
    __extension__ typedef __float128 Bits;
    Bits bits = 0;

    constexpr Quad() = default;
    template <class Number>
        requires std::is_arithmetic_v<Number>
    explicit constexpr Quad(Number x) : bits(static_cast<Bits>(x)) {}
    constexpr Quad(const Quad&) = default;
    constexpr Quad& operator=(const Quad&) = default;
    static constexpr Quad of(Bits b) {
        Quad q;
        q.bits = b;
        return q;
    }
    template <class Number>
        requires std::is_arithmetic_v<Number>
    explicit constexpr operator Number() const {
        return static_cast<Number>(bits);
    }

    friend constexpr Quad operator-(Quad a) { return of(-a.bits); }
    friend constexpr Quad operator+(Quad a, Quad b) { return of(a.bits + b.bits); }
    friend constexpr Quad operator-(Quad a, Quad b) { return of(a.bits - b.bits); }
    friend constexpr Quad operator*(Quad a, Quad b) { return of(a.bits * b.bits); }
    friend constexpr Quad operator/(Quad a, Quad b) { return of(a.bits / b.bits); }
    constexpr Quad& operator+=(Quad b) { return *this = *this + b; }
    constexpr Quad& operator-=(Quad b) { return *this = *this - b; }
    constexpr Quad& operator*=(Quad b) { return *this = *this * b; }
    constexpr Quad& operator/=(Quad b) { return *this = *this / b; }
    friend constexpr bool operator<(Quad a, Quad b) { return a.bits < b.bits; }
    friend constexpr bool operator>(Quad a, Quad b) { return a.bits > b.bits; }
    friend constexpr bool operator<=(Quad a, Quad b) { return a.bits <= b.bits; }
    friend constexpr bool operator>=(Quad a, Quad b) { return a.bits >= b.bits; }
};

inline Quad abs(Quad a) { return a < Quad(0) ? -a : a; }

/// Newton from 64 bits: two steps are more than enough.
inline Quad sqrt(Quad a) {
    if (!(a > Quad(0))) return a < Quad(0) ? Quad(NAN) : a;
    Quad root(std::sqrt(static_cast<long double>(a)));
    for (int i = 0; i < 2; ++i) root = Quad(0.5) * (root + a / root);
    return root;
}

namespace quad {

/// Σ (−1)ᵏ x²ᵏ⁺ᶠ/(2k+f)!, |x| ≤ π/4.
inline Quad taylor(Quad x, int first) {
    Quad term = first == 0 ? Quad(1) : x, sum = term;
    for (int k = first + 1; k < 34; k += 2) {
        term = -(term * x * x / Quad(k * (k + 1)));
        sum += term;
    }
    return sum;
}

/// sin(x + quarters · π/2)
inline Quad sine(Quad x, int quarters) {
    // π/2 as three 64-bit numbers
    const Quad high(1.570796326794896619256404L), middle(-2.508278806334166011725879e-20L),
        low(-5.278473996974668265905122e-40L);
    const auto n = static_cast<long>(std::lround(static_cast<double>(x / high)));
    Quad y = x - Quad(n) * high;
    y -= Quad(n) * middle;
    y -= Quad(n) * low;
    switch (((n + quarters) % 4 + 4) % 4) {
        case 0: return taylor(y, 1);
        case 1: return taylor(y, 0);
        case 2: return -taylor(y, 1);
        default: return -taylor(y, 0);
    }
}

}  // namespace quad

inline Quad sin(Quad x) { return quad::sine(x, 0); }
inline Quad cos(Quad x) { return quad::sine(x, 1); }

}  // namespace polhode::test

template <>
struct std::numeric_limits<polhode::test::Quad> {
    using Quad = polhode::test::Quad;
    static constexpr bool is_specialized = true;
    static constexpr int digits = 113, max_exponent = 16384;
    static constexpr Quad epsilon() { return Quad(0x1p-112L); }
    static constexpr Quad max() { return Quad(std::numeric_limits<long double>::max()); }
};
