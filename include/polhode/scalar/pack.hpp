/// Several bodies' numbers side by side, as one scalar for the kernels: Pack is one SIMD register, Pair two
/// packs (or pairs), which hides the latency of one behind the other.
///
/// Made of the vector extensions of g++ and clang, so that everything inlines into kernels that know nothing
/// of them. `Tag` names the instruction set for which a file is compiled: the same template compiled for two
/// sets must not be taken for one by the linker.
///
/// Every operation here is one rounded operation per lane, without contraction: a lane has the bits that
/// `double` has.
#pragma once

#include "polhode/scalar/scalar.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define POLHODE_INLINE [[gnu::always_inline]] inline

namespace polhode::core {

/// The registers.
template <int N>
struct Register;
template <>
struct Register<2> {
    using Doubles __attribute__((vector_size(16))) = double;
    using Bits __attribute__((vector_size(16))) = std::int64_t;
};
template <>
struct Register<4> {
    using Doubles __attribute__((vector_size(32))) = double;
    using Bits __attribute__((vector_size(32))) = std::int64_t;
};
template <>
struct Register<8> {
    using Doubles __attribute__((vector_size(64))) = double;
    using Bits __attribute__((vector_size(64))) = std::int64_t;
};

/// True or false, per lane; all bits of a lane set or none. Kept as numbers: g++ takes vectors of integers
/// apart.
template <int N, class Tag>
struct PackMask {
    static constexpr int lanes = N;
    using Bits = typename Register<N>::Bits;
    typename Register<N>::Doubles bits;

    POLHODE_INLINE static PackMask of(const Bits& b) {
        return {reinterpret_cast<typename Register<N>::Doubles>(b)};
    }
    POLHODE_INLINE Bits as_bits() const { return reinterpret_cast<Bits>(bits); }

    POLHODE_INLINE friend PackMask operator&(const PackMask& a, const PackMask& b) {
        return of(a.as_bits() & b.as_bits());
    }
    POLHODE_INLINE friend PackMask operator|(const PackMask& a, const PackMask& b) {
        return of(a.as_bits() | b.as_bits());
    }
    POLHODE_INLINE friend PackMask operator!(const PackMask& a) { return of(~a.as_bits()); }

    /// One bit per lane, the first lane lowest.
    POLHODE_INLINE friend std::uint64_t lane_bits(const PackMask& m) {
#if defined(__AVX__)
        if constexpr (N == 4) return static_cast<std::uint64_t>(_mm256_movemask_pd(m.bits));
#endif
#if defined(__SSE2__)
        if constexpr (N == 2) return static_cast<std::uint64_t>(_mm_movemask_pd(m.bits));
#endif
        std::uint64_t set = 0;
        for (int i = 0; i < N; ++i) set |= static_cast<std::uint64_t>(m.as_bits()[i] != 0) << i;
        return set;
    }
    POLHODE_INLINE friend bool any(const PackMask& m) { return lane_bits(m) != 0; }
    POLHODE_INLINE friend bool all(const PackMask& m) { return lane_bits(m) == (std::uint64_t{1} << N) - 1; }
};

#if defined(__AVX512F__) && defined(__AVX512DQ__)
/// The same in a mask register: comparisons and selects are one instruction each.
template <class Tag>
struct PackMask<8, Tag> {
    static constexpr int lanes = 8;
    __mmask8 bits;

    POLHODE_INLINE friend PackMask operator&(const PackMask& a, const PackMask& b) {
        return {_kand_mask8(a.bits, b.bits)};
    }
    POLHODE_INLINE friend PackMask operator|(const PackMask& a, const PackMask& b) {
        return {_kor_mask8(a.bits, b.bits)};
    }
    POLHODE_INLINE friend PackMask operator!(const PackMask& a) { return {_knot_mask8(a.bits)}; }

    POLHODE_INLINE friend std::uint64_t lane_bits(const PackMask& m) { return m.bits; }
    POLHODE_INLINE friend bool any(const PackMask& m) { return m.bits != 0; }
    POLHODE_INLINE friend bool all(const PackMask& m) { return m.bits == 0xff; }
};
#define POLHODE_MASK_REGISTERS 1
#endif

// An ordered comparison: its operator, its kind and its function in the manuals. By functions, because g++ 12
// breaks down on comparisons of vectors of two.
// clang-format off
#if defined(POLHODE_MASK_REGISTERS)
#define POLHODE_COMPARE_8(kind) if constexpr (N == 8) return {_mm512_cmp_pd_mask(a.v, b.v, kind)};
#else
#define POLHODE_COMPARE_8(kind)
#endif
#if defined(__AVX__)
#define POLHODE_COMPARE_4(kind) if constexpr (N == 4) return {_mm256_cmp_pd(a.v, b.v, kind)};
#else
#define POLHODE_COMPARE_4(kind)
#endif
#if defined(__SSE2__)
#define POLHODE_COMPARE_2(function) if constexpr (N == 2) return {function(a.v, b.v)};
#else
#define POLHODE_COMPARE_2(function)
#endif
#define POLHODE_COMPARISON(operation, kind, function)                                         \
    POLHODE_INLINE friend Mask operator operation(const Pack& a, const Pack& b) {               \
        POLHODE_COMPARE_8(kind)                                                               \
        POLHODE_COMPARE_4(kind)                                                               \
        POLHODE_COMPARE_2(function)                                                           \
        if constexpr (requires(Mask m) { m.as_bits(); })                                      \
            return Mask::of(reinterpret_cast<typename Register<N>::Bits>(a.v operation b.v)); \
    }
// clang-format on

template <int N, class Tag>
struct Pack {
    static constexpr int lanes = N;
    using Vector = typename Register<N>::Doubles;
    using Mask = PackMask<N, Tag>;

    Vector v;

    Pack() = default;
    POLHODE_INLINE explicit Pack(const Vector& vector) : v(vector) {}
    /// `s − 0` in every lane: unlike `0 + s` it is s for every s, and the compiler knows.
    template <class Number>
        requires std::is_arithmetic_v<Number>
    POLHODE_INLINE explicit Pack(Number s) : v(static_cast<double>(s) - Vector{}) {}

    POLHODE_INLINE static Pack load(const double* from) {
        Pack p;
        __builtin_memcpy(&p.v, from, sizeof p.v);
        return p;
    }
    POLHODE_INLINE void store(double* to) const { __builtin_memcpy(to, &v, sizeof v); }

    POLHODE_INLINE double lane(int i) const { return v[i]; }
    POLHODE_INLINE void set_lane(int i, double x) { v[i] = x; }

    POLHODE_INLINE friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.v + b.v); }
    POLHODE_INLINE friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.v - b.v); }
    POLHODE_INLINE friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.v * b.v); }
    POLHODE_INLINE friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.v / b.v); }
    POLHODE_INLINE friend Pack operator-(const Pack& a) { return Pack(-a.v); }
    POLHODE_INLINE Pack& operator+=(const Pack& b) { return *this = *this + b; }
    POLHODE_INLINE Pack& operator-=(const Pack& b) { return *this = *this - b; }
    POLHODE_INLINE Pack& operator*=(const Pack& b) { return *this = *this * b; }

    POLHODE_COMPARISON(<, _CMP_LT_OQ, _mm_cmplt_pd)
    POLHODE_COMPARISON(>, _CMP_GT_OQ, _mm_cmpgt_pd)
    POLHODE_COMPARISON(<=, _CMP_LE_OQ, _mm_cmple_pd)
    POLHODE_COMPARISON(>=, _CMP_GE_OQ, _mm_cmpge_pd)

    POLHODE_INLINE friend Pack select(const Mask& mask, const Pack& yes, const Pack& no) {
#if defined(POLHODE_MASK_REGISTERS)
        if constexpr (N == 8) return Pack(_mm512_mask_blend_pd(mask.bits, no.v, yes.v));
#endif
#if defined(__AVX__)
        if constexpr (N == 4) return Pack(_mm256_blendv_pd(no.v, yes.v, mask.bits));
#endif
#if defined(__SSE2__)
        if constexpr (N == 2) {
            return Pack(_mm_or_pd(_mm_and_pd(mask.bits, yes.v), _mm_andnot_pd(mask.bits, no.v)));
        }
#endif
        if constexpr (requires { mask.as_bits(); }) {
            using Bits = typename Register<N>::Bits;
            return Pack(reinterpret_cast<Vector>((mask.as_bits() & reinterpret_cast<Bits>(yes.v))
                                                 | (~mask.as_bits() & reinterpret_cast<Bits>(no.v))));
        }
    }
    POLHODE_INLINE friend Pack sqrt(const Pack& a) {
#if defined(__AVX512F__)
        if constexpr (N == 8) return Pack(_mm512_sqrt_pd(a.v));
#endif
#if defined(__AVX__)
        if constexpr (N == 4) return Pack(_mm256_sqrt_pd(a.v));
#endif
#if defined(__SSE2__)
        if constexpr (N == 2) return Pack(_mm_sqrt_pd(a.v));
#endif
        Pack r;
        for (int i = 0; i < N; ++i) r.v[i] = std::sqrt(a.v[i]);
        return r;
    }
    POLHODE_INLINE friend Pack abs(const Pack& a) {
        constexpr auto magnitude = static_cast<std::int64_t>(~std::uint64_t{0} >> 1);
        return Pack(reinterpret_cast<Vector>(reinterpret_cast<typename Register<N>::Bits>(a.v) & magnitude));
    }
    /// 2ⁿ for a whole n in −1022 … 1023: the sum has n in its last bits, which become the exponent.
    POLHODE_INLINE friend Pack power_of_two(const Pack& n) {
        const Vector shifted = n.v + 0x1.8p52;
        return Pack(
            reinterpret_cast<Vector>((reinterpret_cast<typename Register<N>::Bits>(shifted) + 1023) << 52));
    }
};

/// Two scalars side by side, packs or pairs again.
template <class A, class B>
struct PairMask {
    static constexpr int lanes = A::lanes + B::lanes;
    A a;
    B b;

    POLHODE_INLINE friend PairMask operator&(const PairMask& m, const PairMask& n) {
        return {m.a & n.a, m.b & n.b};
    }
    POLHODE_INLINE friend PairMask operator|(const PairMask& m, const PairMask& n) {
        return {m.a | n.a, m.b | n.b};
    }
    POLHODE_INLINE friend PairMask operator!(const PairMask& m) { return {!m.a, !m.b}; }

    POLHODE_INLINE friend bool any(const PairMask& m) {
        if constexpr (std::is_same_v<A, B>) return any(m.a | m.b);
        return any(m.a) || any(m.b);
    }
    POLHODE_INLINE friend bool all(const PairMask& m) {
        if constexpr (std::is_same_v<A, B>) return all(m.a & m.b);
        return all(m.a) && all(m.b);
    }
    POLHODE_INLINE friend std::uint64_t lane_bits(const PairMask& m) {
        return lane_bits(m.a) | lane_bits(m.b) << A::lanes;
    }
};

template <class A, class B>
struct Pair {
    static constexpr int lanes = A::lanes + B::lanes;
    using Mask = PairMask<typename A::Mask, typename B::Mask>;

    A a;
    B b;

    Pair() = default;
    POLHODE_INLINE Pair(const A& a_, const B& b_) : a(a_), b(b_) {}
    template <class Number>
        requires std::is_arithmetic_v<Number>
    POLHODE_INLINE explicit Pair(Number s) : a(s), b(s) {}

    POLHODE_INLINE double lane(int i) const { return i < A::lanes ? a.lane(i) : b.lane(i - A::lanes); }
    POLHODE_INLINE void set_lane(int i, double x) {
        if (i < A::lanes)
            a.set_lane(i, x);
        else
            b.set_lane(i - A::lanes, x);
    }

    POLHODE_INLINE friend Pair operator+(const Pair& x, const Pair& y) { return {x.a + y.a, x.b + y.b}; }
    POLHODE_INLINE friend Pair operator-(const Pair& x, const Pair& y) { return {x.a - y.a, x.b - y.b}; }
    POLHODE_INLINE friend Pair operator*(const Pair& x, const Pair& y) { return {x.a * y.a, x.b * y.b}; }
    POLHODE_INLINE friend Pair operator/(const Pair& x, const Pair& y) { return {x.a / y.a, x.b / y.b}; }
    POLHODE_INLINE friend Pair operator-(const Pair& x) { return {-x.a, -x.b}; }
    POLHODE_INLINE Pair& operator+=(const Pair& y) { return *this = *this + y; }
    POLHODE_INLINE Pair& operator-=(const Pair& y) { return *this = *this - y; }
    POLHODE_INLINE Pair& operator*=(const Pair& y) { return *this = *this * y; }

    POLHODE_INLINE friend Mask operator<(const Pair& x, const Pair& y) { return {x.a < y.a, x.b < y.b}; }
    POLHODE_INLINE friend Mask operator>(const Pair& x, const Pair& y) { return {x.a > y.a, x.b > y.b}; }
    POLHODE_INLINE friend Mask operator<=(const Pair& x, const Pair& y) { return {x.a <= y.a, x.b <= y.b}; }
    POLHODE_INLINE friend Mask operator>=(const Pair& x, const Pair& y) { return {x.a >= y.a, x.b >= y.b}; }

    POLHODE_INLINE friend Pair select(const Mask& mask, const Pair& yes, const Pair& no) {
        return {select(mask.a, yes.a, no.a), select(mask.b, yes.b, no.b)};
    }
    POLHODE_INLINE friend Pair sqrt(const Pair& x) { return {sqrt(x.a), sqrt(x.b)}; }
    POLHODE_INLINE friend Pair abs(const Pair& x) { return {abs(x.a), abs(x.b)}; }
    POLHODE_INLINE friend Pair power_of_two(const Pair& n) { return {power_of_two(n.a), power_of_two(n.b)}; }
};

template <int N, class Tag>
struct ScalarTraits<Pack<N, Tag>> {
    using Plain = double;
    static constexpr int derivative_depth = 0;
};
template <class A, class B>
struct ScalarTraits<Pair<A, B>> {
    using Plain = double;
    static constexpr int derivative_depth = 0;
};

}  // namespace polhode::core
