/// Several bodies' numbers side by side, as one scalar for the kernels: Pack is one SIMD register, Pair two
/// packs (or pairs), which hides the latency of one behind the other.
///
/// Made of the vector extensions of g++ and clang, so that everything inlines into kernels that know nothing of them.
/// `Tag` names the instruction set for which a file is compiled: the same template compiled for two sets must not be
/// taken for one by the linker.
///
/// Every operation here is one rounded operation per lane, without contraction: a lane has the bits that `double` has.
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

/// True or false, per lane; all bits of a lane set or none.
template <int N, class Tag>
struct PackMask {
    static constexpr int lanes = N;
    typedef std::int64_t Bits __attribute__((vector_size(8 * N)));
    Bits bits;

    POLHODE_INLINE friend PackMask operator&(const PackMask& a, const PackMask& b) {
        return {a.bits & b.bits};
    }
    POLHODE_INLINE friend PackMask operator|(const PackMask& a, const PackMask& b) {
        return {a.bits | b.bits};
    }
    POLHODE_INLINE friend PackMask operator!(const PackMask& a) { return {~a.bits}; }

    /// One bit per lane, the first lane lowest.
    POLHODE_INLINE friend std::uint64_t lane_bits(const PackMask& m) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
        if constexpr (N == 8) return _mm512_movepi64_mask(reinterpret_cast<__m512i>(m.bits));
#endif
#if defined(__AVX__)
        if constexpr (N == 4)
            return static_cast<std::uint64_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(m.bits)));
#endif
#if defined(__SSE2__)
        if constexpr (N == 2)
            return static_cast<std::uint64_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(m.bits)));
#endif
        std::uint64_t bits = 0;
        for (int i = 0; i < N; ++i) bits |= static_cast<std::uint64_t>(m.bits[i] != 0) << i;
        return bits;
    }
    POLHODE_INLINE friend bool any(const PackMask& m) { return lane_bits(m) != 0; }
    POLHODE_INLINE friend bool all(const PackMask& m) { return lane_bits(m) == (std::uint64_t{1} << N) - 1; }
};

template <int N, class Tag>
struct Pack {
    static constexpr int lanes = N;
    typedef double Vector __attribute__((vector_size(8 * N)));
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

    POLHODE_INLINE friend Mask operator<(const Pack& a, const Pack& b) { return {a.v < b.v}; }
    POLHODE_INLINE friend Mask operator>(const Pack& a, const Pack& b) { return {a.v > b.v}; }
    POLHODE_INLINE friend Mask operator<=(const Pack& a, const Pack& b) { return {a.v <= b.v}; }
    POLHODE_INLINE friend Mask operator>=(const Pack& a, const Pack& b) { return {a.v >= b.v}; }

    POLHODE_INLINE friend Pack select(const Mask& mask, const Pack& yes, const Pack& no) {
        return Pack(mask.bits ? yes.v : no.v);
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
        return Pack(reinterpret_cast<Vector>(reinterpret_cast<typename Mask::Bits>(a.v) & magnitude));
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

    POLHODE_INLINE friend bool any(const PairMask& m) { return any(m.a | m.b); }
    POLHODE_INLINE friend bool all(const PairMask& m) { return all(m.a & m.b); }
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
