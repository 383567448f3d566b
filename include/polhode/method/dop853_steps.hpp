/// The sums of DOP853, its stages and its steps: written once, for rows in memory and for rows in registers
/// (src/method/registers/). They are unrolled, with the coefficients as constants and without those that are zero.
#pragma once

#include "polhode/method/dop853_tables.hpp"
#include "polhode/method/multistep_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace polhode::core::dop853 {

/// The sums Σ wⱼfⱼ by number: first those of the stages and of the end of the step, then those of the two estimates
/// of the error and of the dense output.
inline constexpr std::size_t of_fifth = dense_stages, of_third = of_fifth + 1, of_dense = of_third + 1,
                             sums = of_dense + d.size();

namespace tables {

constexpr std::array<Row<long double>, sums> all_weights() {
    std::array<Row<long double>, sums> all{};
    std::copy(a.begin(), a.end(), all.begin());
    all[of_fifth] = e5;
    for (std::size_t j = 0; j < stages; ++j) all[of_third][j] = b[j] - b3[j];
    std::copy(d.begin(), d.end(), all.begin() + of_dense);
    return all;
}
template <class Number>
constexpr Row<Number> in_precision(const Row<long double>& row) {
    Row<Number> result{};
    for (std::size_t j = 0; j < row.size(); ++j) result[j] = static_cast<Number>(row[j]);
    return result;
}
template <class Number>
constexpr std::array<Row<Number>, sums> in_precision(const std::array<Row<long double>, sums>& rows) {
    std::array<Row<Number>, sums> result{};
    for (std::size_t i = 0; i < sums; ++i) result[i] = in_precision<Number>(rows[i]);
    return result;
}

}  // namespace tables

/// Coefficients in the precision of a run.
template <class Number>
inline constexpr std::array<Row<Number>, sums> weights = tables::in_precision<Number>(tables::all_weights());
template <class Number>
inline constexpr Row<Number> nodes = tables::in_precision<Number>(c);

/// Σ wⱼfⱼ over j < n, of the sum `row`. All of them begin with j = 0.
template <class Number, std::size_t row, std::size_t n, class Y>
[[gnu::always_inline]] inline Y sum(const Y* f) {
    static_assert(weights<Number>[row][0] < 0 || weights<Number>[row][0] > 0);
    Y total = weights<Number>[row][0] * f[0];
    const auto add = [&]<std::size_t j>(std::integral_constant<std::size_t, j>)
                         __attribute__((always_inline)) {
                             constexpr Number w = weights<Number>[row][j];
                             if constexpr (w < 0 || w > 0) total = total + w * f[j];
                         };
    [&]<std::size_t... j>(std::index_sequence<j...>) __attribute__((always_inline)) {
        (add(std::integral_constant<std::size_t, j + 1>{}), ...);
    }(std::make_index_sequence<n - 1>{});
    return total;
}

/// Yᵢ from the rates before. Only the last product waits for the rates before it.
template <class Number, std::size_t i, class Y>
[[gnu::always_inline]] inline Y stage(const Y& y0, const Y* f) {
    const Y last = weights<Number>[i][i - 1] * f[i - 1];
    if constexpr (i == 1)
        return y0 + last;
    else
        return (y0 + sum<Number, i, i - 1>(f)) + last;
}

/// The rates of the stages first … last − 1. `rates(y, x)` are those at the part x of the step.
template <class Number, std::size_t first, std::size_t last, class Y, class Rates>
[[gnu::always_inline]] inline void make_stages(const Y& y0, Y* f, const Rates& rates) {
    const auto make =
        [&]<std::size_t i>(std::integral_constant<std::size_t, i>)
            __attribute__((always_inline)) { f[i] = rates(stage<Number, i>(y0, f), nodes<Number>[i]); };
    [&]<std::size_t... k>(std::index_sequence<k...>) __attribute__((always_inline)) {
        (make(std::integral_constant<std::size_t, first + k>{}), ...);
    }(std::make_index_sequence<last - first>{});
}

/// Where steps of one length are: y, and what the last sum has rounded away.
template <class Y>
struct Place {
    Y y{}, carry{};
};

/// One of them. Twelve torque evaluations.
template <class Number, class Y, class Rates>
[[gnu::always_inline]] inline void make_constant_step(Place<Y>& place, const Rates& rates) {
    Y f[stages];
    f[0] = rates(place.y, Number(0));
    make_stages<Number, 1, stages>(place.y, f, rates);
    const Y whole = sum<Number, end_of_step, stages>(f) + place.carry, before = place.y;
    place.y = before + whole;
    place.carry = whole - (place.y - before);
}

/// The error of y₁ as the two embedded formulas see it: of the attitude as an angle, of the angular velocity
/// relative to its size.
template <class Number, class Y>
[[gnu::always_inline]] inline Number error_of(const Y& y0, const Y& y1, const Y* f) {
    using std::sqrt;
    const auto turn2 = [](const Y& y) { return value_of(norm2(y.half_turn())); };
    const Number first = turn2(y0), second = turn2(y1), speed2 = first < second ? second : first;
    const auto size2 = [&](const Y& y) {
        const Number angle2 = 4 * value_of(norm2(y.attitude())), W2 = turn2(y);
        return W2 > 0 ? angle2 + W2 / speed2 : angle2;
    };
    const Number by5 = size2(sum<Number, of_fifth, stages>(f)), by3 = size2(sum<Number, of_third, stages>(f));
    return !(by5 <= 0) ? by5 / sqrt(by5 + Number(0.01L) * by3) : Number(0);
}

/// y₁ from y₀ and the rates there, with the error in units of the tolerance; the rates at y₁ if that is at most
/// one. Eleven torque evaluations, or twelve.
template <class Number, class Y, class Rates>
[[gnu::always_inline]] inline Number make_judged_step(const Y& y0, Y* f, Y& y1, const Number& tolerance,
                                                      const Rates& rates) {
    make_stages<Number, 1, stages>(y0, f, rates);
    y1 = y0 + sum<Number, end_of_step, stages>(f);
    const Number error = error_of<Number>(y0, y1, f) / tolerance;
    if (error <= 1) f[end_of_step] = rates(y1, Number(1));
    return error;
}

}  // namespace polhode::core::dop853
