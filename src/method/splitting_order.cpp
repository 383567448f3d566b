/// A splitting is a product of exponentials of the vector fields A (drift) and B (kick). Its logarithm is
/// compared, power by power of h, with that of the exact flow, h (A + B).
#include "polhode/method/splitting_order.hpp"

#include "method/coefficient.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace polhode {
namespace {

using Number = long double;
constexpr int highest = 8;

/// A polynomial in the letters A and B that do not commute, all words of one length: the bits of the index
/// are the letters, the first one highest, 0 for A.
using Words = std::vector<Number>;

/// A series in words, by length from 0 to `highest`.
struct Series {
    std::array<Words, highest + 1> of_length;

    Series() {
        for (std::size_t n = 0; n <= highest; ++n) of_length[n].assign(std::size_t{1} << n, 0);
    }
};

void add_product(Words& sum, const Words& left, const Words& right, Number factor = 1) {
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != 0)
            for (std::size_t j = 0; j < right.size(); ++j)
                sum[i * right.size() + j] += factor * left[i] * right[j];
}

Series product(const Series& left, const Series& right) {
    Series result;
    for (std::size_t n = 0; n <= highest; ++n)
        for (std::size_t k = 0; k <= n; ++k)
            add_product(result.of_length[n], left.of_length[k], right.of_length[n - k]);
    return result;
}

/// exp(weight · letter), 0 for A and 1 for B.
Series exponential(Number weight, std::size_t letter) {
    Series result;
    Number term = 1;
    for (std::size_t n = 0; n <= highest; ++n) {
        result.of_length[n][letter * (result.of_length[n].size() - 1)] = term;
        term *= weight / static_cast<Number>(n + 1);
    }
    return result;
}

Series logarithm(Series of) {
    of.of_length[0][0] = 0;
    Series result, power = of;
    for (int k = 1; k <= highest; ++k) {
        const Number factor = (k % 2 == 1 ? 1.0L : -1.0L) / static_cast<Number>(k);
        for (std::size_t n = 0; n <= highest; ++n)
            for (std::size_t i = 0; i < result.of_length[n].size(); ++i)
                result.of_length[n][i] += factor * power.of_length[n][i];
        power = product(power, of);
    }
    return result;
}

Number length(const Words& v) {
    Number sum = 0;
    for (const Number x : v) sum += x * x;
    return std::sqrt(sum);
}

/// [x₁, [x₂, … [xₙ₋₁, xₙ]]] for the letters of a word.
Words nested_bracket(std::size_t word, std::size_t letters) {
    Words bracket(2, 0);
    bracket[word & 1] = 1;
    for (std::size_t n = 1; n < letters; ++n) {
        Words letter(2, 0), wider(std::size_t{2} << n, 0);
        letter[(word >> n) & 1] = 1;
        add_product(wider, letter, bracket);
        add_product(wider, bracket, letter, -1);
        bracket = std::move(wider);
    }
    return bracket;
}

/// Does some end of the word have at least two B more than A? Torques that depend on the attitude alone lower
/// the degree in Π by one, free motion raises it by one at most, and no vector field has a degree below −1:
/// brackets of such an end vanish, and what contains them does too.
bool vanishes(std::size_t word, std::size_t letters) {
    int excess = 0;
    for (std::size_t n = 0; n < letters; ++n) {
        excess += ((word >> n) & 1) != 0 ? 1 : -1;
        if (n > 0 && excess >= 2) return true;
    }
    return false;
}

/// What is left of v without the brackets that vanish for torques of the attitude alone: their span is made
/// orthogonal as it grows (Gram and Schmidt, twice against rounding).
Words without_vanishing_brackets(Words v, std::size_t letters) {
    std::vector<Words> basis;
    const auto remove = [&](Words& from) {
        for (int twice = 0; twice < 2; ++twice)
            for (const Words& e : basis) {
                Number along = 0;
                for (std::size_t i = 0; i < e.size(); ++i) along += e[i] * from[i];
                for (std::size_t i = 0; i < e.size(); ++i) from[i] -= along * e[i];
            }
    };
    for (std::size_t word = 0; word < std::size_t{1} << letters; ++word) {
        if (!vanishes(word, letters)) continue;
        Words bracket = nested_bracket(word, letters);
        const Number before = length(bracket);
        remove(bracket);
        const Number left = length(bracket);
        if (!(left > 1e-9L * before)) continue;
        for (Number& x : bracket) x /= left;
        basis.push_back(std::move(bracket));
    }
    remove(v);
    return v;
}

std::optional<Error> fault_of_sum(std::span<const long double> numbers, std::string_view what) {
    long double sum = 0, size = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (auto error = fault_of_coefficient(fmt::format("{} {} of the scheme", what, i + 1), numbers[i]))
            return error;
        sum += numbers[i];
        size += std::abs(numbers[i]);
    }
    if (std::abs(sum - 1) > 1e-13L * (1 + size))
        return input_error(fmt::format("the {}s of the scheme add up to {:.17g}, expected 1", what, sum));
    return std::nullopt;
}

}  // namespace

std::optional<Error> fault(const SplittingCoefficients& c) {
    if (c.drifts.empty()) return input_error("the scheme has no drifts, expected at least one");
    if (c.kicks.size() != c.drifts.size() + 1)
        return input_error(
            fmt::format("the scheme has {} kicks and {} drifts, expected one kick more than drifts (zeros "
                        "are written out)",
                        c.kicks.size(), c.drifts.size()));
    if (auto error = fault_of_sum(c.kicks, "kick")) return error;
    return fault_of_sum(c.drifts, "drift");
}

int order(const SplittingCoefficients& c, OrderFor use) {
    Series flow = exponential(c.kicks.front(), 1);
    Number size = std::abs(c.kicks.front());  // of the terms that cancel
    for (std::size_t i = 0; i < c.drifts.size(); ++i) {
        flow = product(product(flow, exponential(c.drifts[i], 0)), exponential(c.kicks[i + 1], 1));
        size = std::max({size, std::abs(c.drifts[i]), std::abs(c.kicks[i + 1])});
    }
    const Series generator = logarithm(std::move(flow));
    Number tolerance = 1e-12L;
    for (std::size_t n = 2; n <= highest; ++n) {
        tolerance *= std::max(size, 1.0L);
        Words defect = generator.of_length[n];
        if (length(defect) <= tolerance) continue;
        if (use == OrderFor::attitude_torques) defect = without_vanishing_brackets(std::move(defect), n);
        if (length(defect) > tolerance) return static_cast<int>(n) - 1;
    }
    return highest;
}

bool of_strang_steps(const SplittingCoefficients& c) {
    const auto drift = [&](std::size_t i) { return i < c.drifts.size() ? c.drifts[i] : 0; };
    for (std::size_t i = 0; i < c.kicks.size(); ++i) {
        const long double mean = (drift(i) + (i > 0 ? drift(i - 1) : 0)) / 2;
        if (std::abs(c.kicks[i] - mean) > 1e-13L * (1 + std::abs(mean))) return false;
    }
    return true;
}

}  // namespace polhode
