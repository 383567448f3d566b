/// The loops of the multistep formulas: the steps themselves, and the blocks of eight points that start them. Each
/// is written once, for rows in memory and for rows in registers (src/method/registers/).
#pragma once

#include "polhode/method/multistep_row.hpp"
#include "polhode/method/multistep_tables.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace polhode::core::multistep {

/// A number without derivatives; one for each lane.
template <class Real>
using Number = decltype(value_of(std::declval<const Real&>()));

/// Where a run of the formula is.
template <class Row>
struct Place {
    Row y;
    Row ready;  ///< y + Σ bⱼf₋ⱼ over j ≥ 1, which is known before f₀ is
    Row carry;  ///< what the last addition to `ready` has rounded away
};

/// `count` steps y₁ = ready + b₀f₀; the rates go to next[0], next[1] …, behind those that are known. Two sums
/// run side by side, so that neither waits for the other. `rates(y, n)` are those at the beginning of step n.
template <class Row, class Stored, class Taps, class Coefficient, class Rates>
[[gnu::always_inline]] inline void make_steps(const Taps& taps, const Coefficient* b, Place<Row>& place,
                                              Stored* next, long count, const Rates& rates) {
    Row y = place.y, ready = place.ready, carry = place.carry;
    const Coefficient both = b[0] + b[1];
    const int m = taps;
    for (long n = 0; n < count; ++n, ++next) {
        const Row f = rates(y, n);
        f.store(*next);
        y = ready + b[0] * f;
        Row even = b[2] * Row::load(next[-1]), odd = b[3] * Row::load(next[-2]);
#pragma GCC unroll 12
        for (int j = 4; j < m; j += 2) {
            even = even + b[j] * Row::load(next[1 - j]);
            odd = odd + b[j + 1] * Row::load(next[-j]);
        }
        const Row gain = ((even + odd) + carry) + both * f, before = ready;
        ready = before + gain;
        carry = gain - (ready - before);
    }
    place = {y, ready, carry};
}

/// The first `ready`, from the taps − 1 rates that end before `next`.
template <class Real, class Coefficient>
void prepare(int taps, const Coefficient* b, Place<Row<Real>>& place, const Row<Real>* next) {
    Row<Real> sum = b[1] * next[-1];
    for (int j = 2; j < taps; ++j) sum = sum + b[j] * next[-j];
    place.ready = place.y + sum;
    place.carry = sum - (place.ready - place.y);
}

/// A number at each of the eight points of a block, and whole rows of them, component by component.
template <class Real>
using Points = std::array<Real, block>;
template <class Real>
using PointRows = std::array<Points<Real>, Row<Real>::size>;

/// The largest |hλ| of the linearised motion from above: ‖J¹²⁸‖^(1/128) of J = ∂f/∂y, by differences, and f
/// itself. `rates_at(points, rates)` evaluates eight points.
template <class Real>
struct Speed {
    Row<Real> f;
    Real fastest;
};
template <class Real, class RatesAt>
[[gnu::always_inline]] inline Speed<Real> speed_at(const Row<Real>& y, const RatesAt& rates_at) {
    using std::sqrt;
    constexpr std::size_t n = Row<Real>::size;
    static_assert(block == n + 1);
    constexpr int squarings = 7;
    const Real delta(0x1p-20), per_delta(0x1p20);
    PointRows<Real> points, J;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < block; ++k) points[i][k] = y.of[i];
        points[i][i] += delta;
    }
    rates_at(points, J);
    Speed<Real> speed{};
    for (std::size_t i = 0; i < n; ++i) {
        const Real f = speed.f.of[i] = J[i][n];
        for (std::size_t k = 0; k < block; ++k) J[i][k] = per_delta * (J[i][k] - f);
    }
    for (int s = 0; s < squarings; ++s) {
        PointRows<Real> square;
        for (std::size_t i = 0; i < n; ++i) {
            Points<Real> row;
            for (std::size_t k = 0; k < block; ++k) row[k] = J[i][0] * J[0][k];
            for (std::size_t l = 1; l < n; ++l)
                for (std::size_t k = 0; k < block; ++k) row[k] += J[i][l] * J[l][k];
            square[i] = row;
        }
        J = square;
    }
    Real size(0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k) size += J[i][k] * J[i][k];
    for (int s = 0; s <= squarings; ++s) size = sqrt(size);
    speed.fastest = size;
    return speed;
}

/// Weights in the precision of a scalar, by nodes.
template <class Plain, std::size_t Nodes>
constexpr std::array<Points<Plain>, Nodes> by_nodes(const Weights<Nodes>& weights) {
    std::array<Points<Plain>, Nodes> result{};
    for (std::size_t j = 0; j < Nodes; ++j)
        for (std::size_t k = 0; k < block; ++k) result[j][k] = static_cast<Plain>(weights[k][j]);
    return result;
}

/// What a block is made with, after Past rates that are known.
template <class Plain, std::size_t Past>
struct BlockWeights {
    std::array<Points<Plain>, Past> guess;
    std::array<Points<Plain>, Past + block> integral;
};
template <class Plain>
inline constexpr BlockWeights<Plain, 1> first_weights{by_nodes<Plain>(first_guess),
                                                      by_nodes<Plain>(first_block)};
template <class Plain>
inline constexpr BlockWeights<Plain, 9> later_weights{by_nodes<Plain>(later_guess),
                                                      by_nodes<Plain>(later_block)};

/// A sweep over a block that changes less than this has converged, but for one more.
template <class Plain>
inline constexpr Plain settled_change = 64 * std::numeric_limits<Plain>::epsilon();

/// How a block went.
template <class Mask>
struct BlockMade {
    Mask converged;
    int sweeps;
};

/// Eight numbers as the loop over a block holds them: in an array, or in registers (src/method/registers/).
template <class Real>
struct InArrays {
    using Eight = Points<Real>;

    static Eight filled(const Real& x) {
        Eight all;
        all.fill(x);
        return all;
    }
    /// sum + w f
    static void add(Eight& sum, const Points<Plain<Real>>& w, const Real& f) {
        for (std::size_t k = 0; k < block; ++k) sum[k] += Number<Real>(w[k]) * f;
    }
    static void store(const Eight& x, Points<Real>& to) { to = x; }
    /// Whether a sweep has changed next to nothing, at any point.
    static Mask<Number<Real>> settled(const std::array<Eight, Row<Real>::size>& before,
                                      const std::array<Eight, Row<Real>::size>& after) {
        using std::abs;
        Mask<Number<Real>> has = Number<Real>(0) < Number<Real>(1);
        for (std::size_t k = 0; k < block; ++k) {
            Number<Real> change(0);
            for (std::size_t i = 0; i < before.size(); ++i)
                change += abs(value_of(after[i][k] - before[i][k]));
            has = has & (change <= Number<Real>(settled_change<Plain<Real>>));
        }
        return has;
    }
};

/// The next eight points from the rates `known` at the Past points up to here: y at each is the integral of the
/// polynomial through all rates, iterated to round-off. `rates_at(points, rates)` evaluates all eight. On lanes, each
/// body makes the sweeps that it would make alone.
template <class Lanes, std::size_t Past, class Real, class RatesAt>
[[gnu::always_inline]] inline BlockMade<Mask<Number<Real>>> iterate_block(
    const BlockWeights<Plain<Real>, Past>& weights, const Row<Real>& y, const Row<Real>* known,
    PointRows<Real>& points, PointRows<Real>& rates, const RatesAt& rates_at) {
    constexpr int most_sweeps = 60;
    constexpr std::size_t n = Row<Real>::size;
    std::array<typename Lanes::Eight, n> base, here;
    for (std::size_t i = 0; i < n; ++i) {
        base[i] = here[i] = Lanes::filled(y.of[i]);
        for (std::size_t j = 0; j < Past; ++j) {
            Lanes::add(here[i], weights.guess[j], known[j].of[i]);
            Lanes::add(base[i], weights.integral[j], known[j].of[i]);
        }
    }
    // after a change near round-off one more sweep brings it there; derivatives follow the values
    BlockMade<Mask<Number<Real>>> made{Number<Real>(1) < Number<Real>(0), 0};
    [[maybe_unused]] Mask<Number<Real>> finished = made.converged;
    for (int enough = most_sweeps; made.sweeps < enough;) {
        const auto before = here;
        if constexpr (is_pack<Real>) {
            PointRows<Real> fresh;
            rates_at(here, fresh);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < block; ++k)
                    rates[i][k] = made.sweeps == 0 ? fresh[i][k] : select(finished, rates[i][k], fresh[i][k]);
        } else {
            rates_at(here, rates);
        }
        for (std::size_t i = 0; i < n; ++i) {
            here[i] = base[i];
            for (std::size_t j = 0; j < block; ++j)
                Lanes::add(here[i], weights.integral[Past + j], rates[i][j]);
        }
        if constexpr (is_pack<Real>) {
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < block; ++k)
                    here[i][k] = select(finished, before[i][k], here[i][k]);
            finished = made.converged;
        }
        made.converged = made.converged | Lanes::settled(before, here);
        ++made.sweeps;
        if (enough == most_sweeps && all(made.converged))
            enough = (made.sweeps + 1) * (1 + ScalarTraits<Real>::derivative_depth);
    }
    for (std::size_t i = 0; i < n; ++i) Lanes::store(here[i], points[i]);
    return made;
}

}  // namespace polhode::core::multistep
