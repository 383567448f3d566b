/// The loops of the multistep formulas: the steps themselves, and the blocks of eight points that start them. Each
/// is written once, for rows in memory and for rows in registers (src/method/registers/).
#pragma once

#include "polhode/method/multistep_row.hpp"
#include "polhode/method/multistep_weights.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
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

/// How far |Q|² is from the 2 of a rotation.
template <class Row>
[[gnu::always_inline]] inline auto length_defect(const Row& y) {
    using std::abs;
    const auto length2 = value_of(norm2(y.attitude()));
    return abs(length2 - std::decay_t<decltype(length2)>(2));
}
inline constexpr double most_defect = 4e-3;

/// Where parasitic roots have grown large, |Q|² goes off and comes back from step to step: whether a run fails must not
/// depend on where it happens to be looked at. So it is looked at after steps that are counted from its beginning, and
/// no others: after every fourth whether it is far from a rotation, and now and then more closely.
struct LengthTests {
    static constexpr long between = 4, between_close_ones = 32;
    static constexpr double far_away = 0.04;

    long known = -1;  ///< rates before the first step; −1: no tests

    /// Steps up to the first test.
    constexpr long first() const {
        return known < 0 ? std::numeric_limits<long>::max() : between - known % between;
    }
    /// The defect that may be there after so many steps.
    constexpr double most_after(long steps) const {
        return (known + steps) % between_close_ones == 0 ? most_defect : far_away;
    }
};

struct StepsMade {
    long steps;
    bool passed;  ///< all tests
};

/// `count` steps y₁ = ready + b₀f₀; the rates go to next[0], next[1] …, behind those that are known. Two sums
/// run side by side, so that neither waits for the other. `rates(y, n)` are those at the beginning of step n. Ends at the
/// first test that y does not pass: `is_sound(y, most)`, by the defect that it may have.
template <class Row, class Stored, class Taps, class Coefficient, class Rates, class IsSound>
[[gnu::always_inline]] inline StepsMade make_steps(const Taps& taps, const Coefficient* b, Place<Row>& place,
                                                   Stored* next, long count, const Rates& rates,
                                                   const LengthTests& tests, const IsSound& is_sound) {
    Row y = place.y, ready = place.ready, carry = place.carry;
    const Coefficient both = b[0] + b[1];
    const int m = taps;
    long test = tests.first(), n = 0;
    bool passed = true;
    while (passed && n < count) {
        for (const long end = count < test ? count : test; n < end; ++n, ++next) {
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
        if (n == test) {
            passed = is_sound(y, tests.most_after(n));
            test += tests.between;
        }
    }
    place = {y, ready, carry};
    return {n, passed};
}
/// The same without tests.
template <class Row, class Stored, class Taps, class Coefficient, class Rates>
[[gnu::always_inline]] inline void make_steps(const Taps& taps, const Coefficient* b, Place<Row>& place,
                                              Stored* next, long count, const Rates& rates) {
    make_steps(taps, b, place, next, count, rates, LengthTests{},
               [](const Row&, double) __attribute__((always_inline)) { return true; });
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

/// The row of one of them.
template <class Real>
constexpr Row<Real> row_of(const PointRows<Real>& points, std::size_t k) {
    Row<Real> row{};
    for (std::size_t i = 0; i < points.size(); ++i) row.of[i] = points[i][k];
    return row;
}

/// Σ wⱼf₋ⱼ over `count` rates, two or more, the newest first; w(j) is a number by which rows are multiplied.
template <class Row, class Stored, class Weight>
[[gnu::always_inline]] inline Row weighted_sum(const Weight& w, const Stored* newest, int count) {
    Row even = w(0) * Row::load(newest[0]), odd = w(1) * Row::load(newest[-1]);
    int j = 2;
    for (; j + 1 < count; j += 2) {
        even = even + w(j) * Row::load(newest[-j]);
        odd = odd + w(j + 1) * Row::load(newest[-j - 1]);
    }
    if (j < count) even = even + w(j) * Row::load(newest[-j]);
    return even + odd;
}

/// What is to be thought of steps by their error: too large, about to become so, good, so small that longer ones
/// would do.
enum class Verdict { bad, soon_bad, good, calm };

/// How the error of steps is judged.
template <class Number>
struct Test {
    const Number* weights = nullptr;           ///< of taps + 1 rates, the newest first: the error of a step,
    const Number* weights_together = nullptr;  ///< and of more rates: that of several together
    long known = 0;                            ///< rates before the first step
    Number tolerance2 = 0;                     ///< of the error squared,
    Number calm2 = 0;   ///< and what part of that is calm; negative: longer steps are out of the question
    long between = 1;   ///< steps between tests
    Number last2 = -1;  ///< (error per tolerance)² at the test before; negative: there was none
};
/// Steps that were made, those after which the verdict is bad left out.
template <class Number>
struct Tested {
    long steps = 0;
    Verdict verdict = Verdict::good;
    Number error2 = -1;  ///< of the last test
    long evaluations = 0;
};

/// (error per tolerance)² of a step that differs by d from a better formula: of the attitude as an angle, of the
/// angular velocity relative to its size; y and f are at its end.
template <class Real, class Number>
[[gnu::always_inline]] inline Number judged2(const Row<Real>& d, const Row<Real>& y, const Row<Real>& f,
                                             const Number& tolerance2) {
    using std::abs;
    constexpr Number noise =
        256 * std::numeric_limits<Number>::epsilon();  // of rates in the difference of two sums
    // shorter steps make the noise of rates smaller, but not that of the attitude that they end with
    constexpr Number rounding = 4 * std::numeric_limits<Number>::epsilon();
    const auto size2 = [](const Row<Real>& row, std::size_t first, std::size_t last) {
        Number sum(0);
        for (std::size_t i = first; i < last; ++i) sum += value_of(row.of[i]) * value_of(row.of[i]);
        return sum;
    };
    if (!(abs(size2(y, 0, 4) - 2) <= Number(most_defect))) return std::numeric_limits<Number>::infinity();
    // a body that is let go from rest has the speed that it gets in some steps
    const Number speed2 = size2(y, 4, 7) + 64 * size2(f, 4, 7), angle2 = 2 * size2(d, 0, 4),
                 change2 = size2(d, 4, 7), floor2 = noise * noise * 2 * size2(f, 0, 4) + rounding * rounding,
                 most2 = floor2 > tolerance2 ? floor2 : tolerance2;
    const Number worst2 = change2 > angle2 * speed2 ? change2 / speed2 : angle2;
    return worst2 / most2;
}

/// Up to `count` steps, with a test every few of them. Ends after the first verdict that is not good. What is tested is
/// the last step whose end has rates.
template <class Plain, class Row, class Stored, class Taps, class Coefficient, class Rates, class Weight,
          class Number>
[[gnu::always_inline]] inline Tested<Number> make_tested_steps(const Taps& taps, const Coefficient* b,
                                                               Place<Row>& place, Stored* next, long count,
                                                               const Rates& rates, const Weight& weight,
                                                               const Test<Number>& test) {
    constexpr Number growing =
        Number(0x1p-8L);  // it is worth while to look at how an error of this size grows
    Tested<Number> result{0, Verdict::good, test.last2};
    while (result.steps < count) {
        const long some = count - result.steps < test.between ? count - result.steps : test.between;
        const Place<Row> before = place;
        make_steps(taps, b, place, next + result.steps, some,
                   [&](const Row& y, long n)
                       __attribute__((always_inline)) { return rates(y, result.steps + n); });
        const Stored* newest = next + result.steps + some - 1;
        Plain d, y;
        const bool together = test.known + result.steps + some >= taps + steps_together;
        const Number* weights = together ? test.weights_together : test.weights;
        weighted_sum<Row>([&](int j) __attribute__((always_inline)) { return weight(weights[j]); }, newest,
                          together ? taps + steps_together : taps + 1)
            .store(d);
        place.y.store(y);
        const Number last2 = result.error2, now2 = judged2(d, y, *newest, test.tolerance2);
        result.error2 = now2;
        result.evaluations += some;
        if (!(now2 <= 1)) {
            place = before;
            result.verdict = Verdict::bad;
            return result;
        }
        result.steps += some;
        const bool grows = last2 >= 0 && now2 > last2;
        if (grows && now2 > growing && now2 * now2 > last2) {
            result.verdict = Verdict::soon_bad;
            return result;
        }
        if (now2 <= test.calm2 && !grows) {
            result.verdict = Verdict::calm;
            return result;
        }
    }
    return result;
}

/// The largest |hλ| of the linearised motion from above: ‖J¹²⁸‖^(1/128) of J = ∂f/∂y, by differences, and f
/// itself. `rates_at(points, rates)` evaluates eight points.
template <class Real>
struct Speed {
    Row<Real> f;
    Real fastest;
};
/// √ΣJ² over rows and columns of a matrix; never 0.
template <class Real>
[[gnu::always_inline]] inline Real size_of(const PointRows<Real>& J, std::size_t first_row,
                                           std::size_t last_row, std::size_t first_column,
                                           std::size_t last_column) {
    using std::sqrt;
    Real sum(1e-300);
    for (std::size_t i = first_row; i < last_row; ++i)
        for (std::size_t k = first_column; k < last_column; ++k) sum += J[i][k] * J[i][k];
    return sqrt(sum);
}
/// A step that is short beside the motion has small angles in y and smaller ones in f. So W is varied by a part of
/// itself; J is taken in units of W in which its parts are alike, since 128 powers are not enough to forget units;
/// and powers that would leave the range of numbers are divided by their size.
template <class Real, class RatesAt>
[[gnu::always_inline]] inline Speed<Real> speed_at(const Row<Real>& y, const RatesAt& rates_at) {
    using std::abs, std::sqrt;
    constexpr std::size_t n = Row<Real>::size, q = 4;
    static_assert(block == n + 1);
    constexpr int squarings = 7, rescaled_after = 4;
    const Real turn = abs(y.of[4]) + abs(y.of[5]) + abs(y.of[6]) + Real(0x1p-20);
    const std::array<Real, 2> delta{Real(0x1p-20), Real(0x1p-20) * turn};
    PointRows<Real> points, J;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < block; ++k) points[i][k] = y.of[i];
        points[i][i] += delta[i < q ? 0 : 1];
    }
    // the differences that were made, not those that were meant
    Points<Real> per_delta;
    for (std::size_t k = 0; k < n; ++k) per_delta[k] = Real(1) / (points[k][k] - y.of[k]);
    per_delta[n] = Real(0);
    rates_at(points, J);
    Speed<Real> speed{};
    for (std::size_t i = 0; i < n; ++i) {
        const Real f = speed.f.of[i] = J[i][n];
        for (std::size_t k = 0; k < block; ++k) J[i][k] = per_delta[k] * (J[i][k] - f);
    }
    const Real turning = size_of(J, 0, q, q, n),
               unit =
                   (sqrt(turning * size_of(J, q, n, 0, q)) + size_of(J, 0, q, 0, q) + size_of(J, q, n, q, n))
                   / turning,
               per_unit = Real(1) / unit;
    for (std::size_t i = 0; i < q; ++i)
        for (std::size_t k = q; k < n; ++k) {
            J[i][k] = unit * J[i][k];
            J[k][i] = per_unit * J[k][i];
        }
    speed.fastest = Real(1);
    for (int s = 0; s <= squarings; ++s) {
        if (s == 0 || s == rescaled_after || s == squarings) {
            Real size = size_of(J, 0, n, 0, n);
            const Real per_size = Real(1) / size;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < block; ++k) J[i][k] = per_size * J[i][k];
            for (int r = 0; r < s; ++r) size = sqrt(size);
            speed.fastest = speed.fastest * size;
        }
        if (s == squarings) break;
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
