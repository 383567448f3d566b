/// The steps of Gauss' collocation: written once, for stages in arrays and for stages on the lanes of registers
/// (src/method/registers/). A step's rates are f = h y', so that no product is spent on h.
#pragma once

#include "polhode/method/gauss_weights.hpp"
#include "polhode/scalar/scalar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace polhode::core::gauss {

/// One number of all stages. Those beyond the stages that a method has are unused.
template <class Real>
struct alignas(std::is_same_v<Real, double> ? most_stages * sizeof(Real) : alignof(Real)) Stages {
    std::array<Real, most_stages> of{};
};

/// Where the steps of one length are, for y of `size` numbers; the first four are the attitude's.
template <class Real, std::size_t size>
struct Memory {
    std::array<Real, size> y{}, carry{};  ///< carry: what the last sum has rounded away
    Real step{};                          ///< of the rates below; 0: there are none
    std::array<Stages<Real>, size> rates{};
};

/// How an iteration went: the sweeps, and what the last one has changed.
template <class Number>
struct Solved {
    bool done = false;
    int sweeps = 0;
    Number change = 0;
};
/// How steps went: those made, the sweeps of all, and the last iteration.
template <class Number>
struct Marched {
    long made = 0, sweeps = 0;
    Solved<Number> last;
};

/// Numbers of all stages as the loops hold them: here, in arrays. Of other scalars than double only those that are
/// used are computed.
template <class Real>
struct InArrays {
    using Number = Plain<Real>;
    using All = std::array<Real, most_stages>;
    using Sizes = std::array<Number, most_stages>;

    std::size_t width;

    explicit InArrays(std::size_t stages) : width(std::is_same_v<Real, double> ? most_stages : stages) {}

    All filled(const Real& x) const {
        All all;
        all.fill(x);
        return all;
    }
    All product(const std::array<Number, most_stages>& w, const Real& f) const {
        All all{};
        for (std::size_t i = 0; i < width; ++i) all[i] = w[i] * f;
        return all;
    }
    void add(All& sum, const std::array<Number, most_stages>& w, const Real& f) const {
        for (std::size_t i = 0; i < width; ++i) sum[i] += w[i] * f;
    }
    All plus(const Real& y, const All& x) const {
        All all{};
        for (std::size_t i = 0; i < width; ++i) all[i] = y + x[i];
        return all;
    }
    Sizes no_sizes() const { return {}; }
    void include(Sizes& most, const All& x) const {
        using std::abs;
        for (std::size_t i = 0; i < width; ++i) most[i] = larger(abs(value_of(x[i])), most[i]);
    }
    void include(Sizes& most, const All& x, const All& before) const {
        using std::abs;
        for (std::size_t i = 0; i < width; ++i) most[i] = larger(abs(value_of(x[i] - before[i])), most[i]);
    }
    Sizes larger_of(const Sizes& x, const Number& factor, const Sizes& y) const {
        Sizes most{};
        for (std::size_t i = 0; i < width; ++i) most[i] = larger(x[i], factor * y[i]);
        return most;
    }
    Number largest(const Sizes& x) const {
        Number most = x[0];
        for (std::size_t i = 1; i < width; ++i) most = larger(x[i], most);
        return most;
    }
    /// Σ wᵢfᵢ, by halves: those of the first and of the second half, and so on.
    Real total(const std::array<Number, most_stages>& w, const Stages<Real>& f) const {
        All p{};
        for (std::size_t i = 0; i < width; ++i) p[i] = w[i] * f.of[i];
        for (std::size_t half = most_stages / 2; half > 0; half /= 2)
            for (std::size_t i = 0; i < half; ++i) p[i] += p[i + half];
        return p[0];
    }

private:
    /// The first one if it is no number: a sweep later at the latest, everything is none.
    static Number larger(const Number& a, const Number& b) { return b > a ? b : a; }
};

/// y + Σⱼ wᵢⱼfⱼ, for all i.
template <class Lanes, class Count, class Number, class Real>
[[gnu::always_inline]] inline typename Lanes::All stages_from(
    const Lanes& lanes, const Count& stages,
    const std::array<std::array<Number, most_stages>, most_stages>& w, const Real& y, const Stages<Real>& f) {
    typename Lanes::All total = lanes.product(w[0], f.of[0]);
    const std::size_t s = stages;
#pragma GCC unroll 8
    for (std::size_t j = 1; j < s; ++j) lanes.add(total, w[j], f.of[j]);
    return lanes.plus(y, total);
}

/// Iterates Y ← y + h A f(Y) to the end: until nothing changes any more, or what changes are last digits, which shows
/// by changes that no longer fall. (Those of a slow iteration do not fall in every sweep, so that larger ones have to
/// stay for longer; a torque may have noise of its own.) Changes are measured by the largest number of the attitude,
/// and of the rest relative to its largest number. `rates_at(stage, rates)` evaluates all stages.
template <class Lanes, class Count, class Number, class Real, std::size_t size, class RatesAt>
[[gnu::always_inline]] inline Solved<Number> solve(const Lanes& lanes, const Count& stages,
                                                   const Weights<Number>& weights, Memory<Real, size>& m,
                                                   std::array<typename Lanes::All, size>& stage,
                                                   const RatesAt& rates_at) {
    constexpr int most_sweeps = 200, most_stale = 20;
    constexpr Number unit = std::numeric_limits<Number>::epsilon(), small = Number(1e-10L);
    constexpr std::size_t attitude_size = 4;
    Solved<Number> solved;
    Number least = std::numeric_limits<Number>::infinity(), per_size(1);
    int stale = 0, enough = most_sweeps;
    while (solved.sweeps < enough) {
        ++solved.sweeps;
        rates_at(stage, m.rates);
        typename Lanes::Sizes turned = lanes.no_sizes(), pushed = lanes.no_sizes(), sizes = lanes.no_sizes();
#pragma GCC unroll 8
        for (std::size_t k = 0; k < size; ++k) {
            const typename Lanes::All next = stages_from(lanes, stages, weights.a, m.y[k], m.rates[k]);
            lanes.include(k < attitude_size ? turned : pushed, next, stage[k]);
            if (k >= attitude_size) lanes.include(sizes, next);
            stage[k] = next;
        }
        if (solved.done) continue;  // derivatives follow
        if (solved.sweeps == 1)
            if (const Number largest = lanes.largest(sizes); largest > 0) per_size = 1 / largest;
        const Number change = solved.change = lanes.largest(lanes.larger_of(turned, per_size, pushed));
        if (!(change <= std::numeric_limits<Number>::max())) break;
        stale = change < least ? 0 : stale + 1;
        least = std::min(least, change);
        if (!(change > 0) || (stale >= 1 && change <= 4 * unit) || (stale >= 3 && change <= 64 * unit)
            || (stale >= most_stale && change <= small)) {
            solved.done = true;
            if constexpr (ScalarTraits<Real>::derivative_depth == 0) break;
            enough = (solved.sweeps + 1) * (1 + ScalarTraits<Real>::derivative_depth);
        } else if (stale >= most_stale) {
            break;
        }
    }
    return solved;
}

/// y₁ = y₀ + h Σ bⱼf(Yⱼ), summed with the part that the sum before has lost.
template <class Lanes, class Number, class Real, std::size_t size>
[[gnu::always_inline]] inline void advance(const Lanes& lanes, const Weights<Number>& weights,
                                           Memory<Real, size>& m) {
    for (std::size_t k = 0; k < size; ++k) {
        const Real whole = lanes.total(weights.b, m.rates[k]) + m.carry[k], before = m.y[k];
        m.y[k] = before + whole;
        m.carry[k] = whole - (m.y[k] - before);
    }
}

/// `count` steps, up to one that fails. The first guess of the stages is the polynomial of the step before, if there
/// was one; where that leads nowhere, they begin at y. `rates_in(n)` evaluates the stages of step n.
template <class Lanes, class Count, class Number, class Real, std::size_t size, class RatesIn>
[[gnu::always_inline]] inline Marched<Number> make_steps(const Lanes& lanes, const Count& stages,
                                                         const Weights<Number>& weights,
                                                         Memory<Real, size>& m, bool goes_on, long count,
                                                         const RatesIn& rates_in) {
    Marched<Number> marched;
    for (; marched.made < count; ++marched.made) {
        const auto rates_at = rates_in(marched.made);
        int before = 0;
        for (bool foresees = goes_on;; foresees = false) {
            std::array<typename Lanes::All, size> stage;
            if (foresees) {
#pragma GCC unroll 8
                for (std::size_t k = 0; k < size; ++k)
                    stage[k] = stages_from(lanes, stages, weights.ahead, m.y[k], m.rates[k]);
            } else {
#pragma GCC unroll 8
                for (std::size_t k = 0; k < size; ++k) stage[k] = lanes.filled(m.y[k]);
            }
            marched.last = solve(lanes, stages, weights, m, stage, rates_at);
            marched.last.sweeps += before;
            if (marched.last.done || !foresees) break;
            before = marched.last.sweeps;  // what the step before foresees may lie far off
        }
        marched.sweeps += marched.last.sweeps;
        if (!marched.last.done) break;
        advance(lanes, weights, m);
        goes_on = true;
    }
    return marched;
}

}  // namespace polhode::core::gauss
