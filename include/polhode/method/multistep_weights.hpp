/// Weights by interpolation between rates that are a step apart: for rates half-way between them, for states between
/// steps, and for the error of a step.
#pragma once

#include "polhode/method/multistep_tables.hpp"

#include <array>
#include <cstddef>

namespace polhode::core::multistep {

inline constexpr int most_nodes = 13;
template <class Number>
using NodeWeights = std::array<Number, most_nodes>;

/// 1/∏(k − j) over the other nodes k, for each node j.
template <class Number>
constexpr NodeWeights<Number> inverse_products(int nodes) {
    NodeWeights<Number> inverse{};
    for (int j = 0; j < nodes; ++j) {
        Number product(1);
        for (int k = 0; k < nodes; ++k)
            if (k != j) product = product * Number(k - j);
        inverse[static_cast<std::size_t>(j)] = Number(1) / product;
    }
    return inverse;
}
template <class Number>
inline constexpr std::array<NodeWeights<Number>, most_nodes + 1> all_inverse_products = [] {
    std::array<NodeWeights<Number>, most_nodes + 1> all{};
    for (int n = 1; n <= most_nodes; ++n) all[static_cast<std::size_t>(n)] = inverse_products<Number>(n);
    return all;
}();

/// The polynomial through values at 0, −1, …, 1 − nodes has the value Σ wⱼf₋ⱼ at x.
template <class Number>
constexpr NodeWeights<Number> value_weights(int nodes, const Number& x) {
    NodeWeights<Number> w = all_inverse_products<Number>[static_cast<std::size_t>(nodes)];
    Number before(1), behind(1);
    for (int j = 0; j < nodes; ++j) {
        w[static_cast<std::size_t>(j)] *= before;
        before *= x + Number(j);
    }
    for (int j = nodes; j-- > 0;) {
        w[static_cast<std::size_t>(j)] *= behind;
        behind *= x + Number(j);
    }
    return w;
}

/// And Σ wⱼf₋ⱼ is its integral from a to b, by Gauss' formula of eight points, which is exact for as many nodes.
template <class Number>
constexpr NodeWeights<Number> integral_weights(int nodes, const Number& a, const Number& b) {
    constexpr std::array<long double, 4> points{0.183434642495649804939L, 0.525532409916328985818L,
                                                0.796666477413626739592L, 0.960289856497536231684L},
        shares{0.362683783378361982965L, 0.313706645877887287338L, 0.222381034453374470544L,
               0.101228536290376259153L};
    const Number half = (b - a) / Number(2), middle = (a + b) / Number(2);
    NodeWeights<Number> w{};
    for (std::size_t p = 0; p < points.size(); ++p)
        for (const int side : {-1, 1}) {
            const Number share = half * static_cast<Number>(shares[p]);
            const NodeWeights<Number> there =
                value_weights(nodes, middle + half * (Number(side) * static_cast<Number>(points[p])));
            for (std::size_t j = 0; j < w.size(); ++j) w[j] += share * there[j];
        }
    return w;
}

/// The errors of so many steps are added up, with their signs, before they are judged: those of a smooth motion cancel.
inline constexpr int steps_together = 8;

/// The error of the step from −1 to 0 by the rates at 0, −1, …, −taps: the integral of the polynomial through the
/// newest of them, which knows the end of the step, less the formula, which does not.
template <class Number>
using ErrorWeights = std::array<Number, most_taps + steps_together>;
template <class Number>
constexpr ErrorWeights<Number> error_weights(const Table& table) {
    const int nodes = table.taps + 1 < most_nodes ? table.taps + 1 : most_nodes;
    const NodeWeights<long double> implicit = integral_weights<long double>(nodes, -1, 0);
    ErrorWeights<Number> w{};
    for (int j = 0; j <= table.taps; ++j) {
        const long double formula =
            j > 0 ? static_cast<long double>(table.b[static_cast<std::size_t>(j - 1)]) : 0.0L;
        w[static_cast<std::size_t>(j)] =
            static_cast<Number>((j < nodes ? implicit[static_cast<std::size_t>(j)] : 0.0L) - formula);
    }
    return w;
}

/// Rates half-way between those that are known: at −½, −3/2, … from those at 0, −1, …
template <class Number>
struct HalfWay {
    int count, nodes;
    std::array<int, most_taps / 2> first;  ///< of the nodes for each
    std::array<NodeWeights<Number>, most_taps / 2> w;
};
template <class Number>
constexpr HalfWay<Number> half_way(int taps) {
    HalfWay<Number> all{taps / 2, taps < 12 ? taps : 12, {}, {}};
    for (int i = 0; i < all.count; ++i) {
        const int centred = i + 1 - all.nodes / 2, first = centred < 0 ? 0 : centred;
        all.first[static_cast<std::size_t>(i)] = first;
        all.w[static_cast<std::size_t>(i)] =
            value_weights<Number>(all.nodes, Number(first - i) - Number(1) / Number(2));
    }
    return all;
}

/// For each table.
template <class Number>
inline constexpr std::array<ErrorWeights<Number>, tables.size()> weights_of_error = [] {
    std::array<ErrorWeights<Number>, tables.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = error_weights<Number>(tables[i]);
    return all;
}();
/// Of the last steps_together steps, by as many rates more.
template <class Number>
inline constexpr std::array<ErrorWeights<Number>, tables.size()> weights_of_errors = [] {
    std::array<ErrorWeights<Number>, tables.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ErrorWeights<long double> one = error_weights<long double>(tables[i]);
        for (std::size_t j = 0; j < one.size(); ++j) {
            long double sum = 0;
            for (std::size_t k = 0; k < steps_together && k <= j; ++k) sum += one[j - k];
            all[i][j] = static_cast<Number>(sum);
        }
    }
    return all;
}();
template <class Number>
inline constexpr std::array<HalfWay<Number>, tables.size()> weights_half_way = [] {
    std::array<HalfWay<Number>, tables.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = half_way<Number>(tables[i].taps);
    return all;
}();

}  // namespace polhode::core::multistep
