/// Four numbers of one body side by side: a quaternion, or a vector and a zero. Compiled for one instruction set,
/// whose name is part of every type here (scalar/pack.hpp says why).
#pragma once

#include "polhode/scalar/pack.hpp"

#include <cstdint>

namespace polhode::core {

template <class Tag>
struct Quad {
#if defined(__AVX__)
    using Doubles = Register<4>::Doubles;
    using Bits = Register<4>::Bits;
    Doubles v;

    POLHODE_INLINE static Quad of(double a, double b, double c, double d) { return {Doubles{a, b, c, d}}; }
    POLHODE_INLINE static Quad of(double all) { return {Doubles{all, all, all, all}}; }
    template <int i>
    POLHODE_INLINE double get() const {
        return v[i];
    }
    POLHODE_INLINE friend Quad operator+(const Quad& a, const Quad& b) { return {a.v + b.v}; }
    POLHODE_INLINE friend Quad operator-(const Quad& a, const Quad& b) { return {a.v - b.v}; }
    POLHODE_INLINE friend Quad operator*(const Quad& a, const Quad& b) { return {a.v * b.v}; }
    template <int i, int j, int k, int l>
    POLHODE_INLINE friend Quad shuffled(const Quad& a) {
        return {__builtin_shufflevector(a.v, a.v, i, j, k, l)};
    }
    /// From and to rows, which are aligned.
    POLHODE_INLINE static Quad load(const double* from) { return {_mm256_load_pd(from)}; }
    POLHODE_INLINE void store(double* to) const { _mm256_store_pd(to, v); }
    /// With the signs of some changed, which rounds nothing.
    template <bool i, bool j, bool k, bool l>
    POLHODE_INLINE friend Quad negated(const Quad& a) {
        constexpr std::int64_t sign = INT64_MIN;
        constexpr Bits signs{i ? sign : 0, j ? sign : 0, k ? sign : 0, l ? sign : 0};
        return {reinterpret_cast<Doubles>(reinterpret_cast<Bits>(a.v) ^ signs)};
    }
    /// a with the third number of b.
    POLHODE_INLINE friend Quad with_third(const Quad& a, const Quad& b) {
        return {__builtin_shufflevector(a.v, b.v, 0, 1, 6, 3)};
    }
    /// a with zeros behind its first two numbers.
    POLHODE_INLINE friend Quad first_two(const Quad& a) {
        return {__builtin_shufflevector(a.v, Doubles{}, 0, 1, 6, 7)};
    }
#else
    // in two halves: vectors of four would go through memory
    using Half = Register<2>::Doubles;
    using Bits = Register<2>::Bits;
    Half low, high;

    POLHODE_INLINE static Quad of(double a, double b, double c, double d) { return {Half{a, b}, Half{c, d}}; }
    POLHODE_INLINE static Quad of(double all) { return {Half{all, all}, Half{all, all}}; }
    template <int i>
    POLHODE_INLINE double get() const {
        return i < 2 ? low[i % 2] : high[i % 2];
    }
    POLHODE_INLINE friend Quad operator+(const Quad& a, const Quad& b) {
        return {a.low + b.low, a.high + b.high};
    }
    POLHODE_INLINE friend Quad operator-(const Quad& a, const Quad& b) {
        return {a.low - b.low, a.high - b.high};
    }
    POLHODE_INLINE friend Quad operator*(const Quad& a, const Quad& b) {
        return {a.low * b.low, a.high * b.high};
    }
    template <int i, int j, int k, int l>
    POLHODE_INLINE friend Quad shuffled(const Quad& a) {
        return {__builtin_shufflevector(a.low, a.high, i, j), __builtin_shufflevector(a.low, a.high, k, l)};
    }
    POLHODE_INLINE static Quad load(const double* from) {
        Quad q;
        __builtin_memcpy(&q, from, sizeof q);
        return q;
    }
    POLHODE_INLINE void store(double* to) const { __builtin_memcpy(to, this, sizeof *this); }
    template <bool i, bool j, bool k, bool l>
    POLHODE_INLINE friend Quad negated(const Quad& a) {
        constexpr std::int64_t sign = INT64_MIN;
        constexpr Bits of_low{i ? sign : 0, j ? sign : 0}, of_high{k ? sign : 0, l ? sign : 0};
        return {reinterpret_cast<Half>(reinterpret_cast<Bits>(a.low) ^ of_low),
                reinterpret_cast<Half>(reinterpret_cast<Bits>(a.high) ^ of_high)};
    }
    POLHODE_INLINE friend Quad with_third(const Quad& a, const Quad& b) {
        return {a.low, __builtin_shufflevector(b.high, a.high, 0, 3)};
    }
    POLHODE_INLINE friend Quad first_two(const Quad& a) { return {a.low, Half{}}; }
#endif
};

}  // namespace polhode::core
