/// The product integral on any Lie group: given W(t) in its algebra, the element Z with exp(hZ) equal to the limit of
///     exp((h/N) W(h − h/N)) … exp((h/N) W(h/N)) exp((h/N) W(0)),
/// that is y(h) of y' = W y, y(0) = 1. Buss (2001), "Accurate and efficient simulation of rigid-body rotations",
/// section 5, where the terms up to the sixth order are written out; here to any order, by the recursion from which they
/// come: Y(t) = tZ solves Y' = dexp⁻¹_Y W = Σ (Bₙ/n!) ad_Yⁿ W with Bernoulli's numbers, and power by power of t
///     (k + 1) Yₖ₊₁ = Σₙ (Bₙ/n!) (ad_Yⁿ W)ₖ,   (ad_Y U)ₖ = Σⱼ [Yⱼ, Uₖ₋ⱼ],
/// whose right side needs Y₁, …, Yₖ only. For y' = y W, as of attitudes with ω in the body, every bracket has the other
/// sign.
///
///     const auto Z = product_integral(W, h, bracket);   // W: Taylor coefficients W(0), W'(0), W''(0)/2, …
///     g = exp(h * Z) * g;                               // of order W.size()
#pragma once

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace polhode {

/// What an element of a Lie algebra must allow beside its bracket. Zero is 0 times any element.
template <class Element, class Real>
concept LieAlgebraElement = requires(const Element& a, const Real& s) {
    { a + a } -> std::convertible_to<Element>;
    { s* a } -> std::convertible_to<Element>;
};

namespace lie {

/// Bₙ/n!, with B₁ = −½: the coefficients of x/(eˣ − 1), by the series of its inverse.
inline std::vector<long double> bernoulli_over_factorial(std::size_t count) {
    std::vector<long double> b(count), inverse(count + 1, 1);  // inverse[n] = 1/n!
    for (std::size_t n = 1; n <= count; ++n) inverse[n] = inverse[n - 1] / static_cast<long double>(n);
    for (std::size_t n = 0; n < count; ++n) {
        b[n] = n == 0 ? 1 : 0;
        for (std::size_t j = 0; j < n; ++j) b[n] -= b[j] * inverse[n + 1 - j];
        if (n > 1 && n % 2 == 1) b[n] = 0;  // exactly
    }
    return b;
}

}  // namespace lie

/// Y₁, Y₂, …, as many as there are coefficients of W: the Taylor coefficients of Y without Y₀ = 0. Throws
/// std::invalid_argument if there are none.
template <class Real, class Element, class Bracket>
    requires LieAlgebraElement<Element, Real>
          && std::is_invocable_r_v<Element, Bracket, const Element&, const Element&>
std::vector<Element> product_integral_series(const std::vector<Element>& W, const Bracket& bracket) {
    const std::size_t order = W.size();
    if (order == 0)
        throw std::invalid_argument("product_integral: expected at least one coefficient of W, got 0");
    const std::vector<long double> b = lie::bernoulli_over_factorial(order);
    const Element zero = Real(0) * W[0];
    std::vector<Element> Y(order, zero);  // Y[k] is the coefficient of t^(k+1)
    // nested[n][k] is the coefficient of t^k of ad_Yⁿ W; it begins at k = n
    std::vector<std::vector<Element>> nested(order, std::vector<Element>(order, zero));
    for (std::size_t k = 0; k < order; ++k) {
        nested[0][k] = W[k];
        Element sum = W[k];
        for (std::size_t n = 1; n <= k; ++n) {
            Element here = zero;
            for (std::size_t j = 1; j + n <= k + 1; ++j)
                here = here + bracket(Y[j - 1], nested[n - 1][k - j]);
            nested[n][k] = here;
            if (b[n] < 0 || b[n] > 0) sum = sum + Real(b[n]) * here;
        }
        Y[k] = Real(1 / static_cast<long double>(k + 1)) * sum;
    }
    return Y;
}

/// Z. The error of exp(hZ) is O(h^(order + 1)), that of a run of many steps one power less.
template <class Real, class Element, class Bracket>
Element product_integral(const std::vector<Element>& W, const Real& h, const Bracket& bracket) {
    const std::vector<Element> Y = product_integral_series<Real>(W, bracket);
    Element sum = Y.back();
    for (std::size_t k = Y.size() - 1; k > 0; --k) sum = Y[k - 1] + h * sum;
    return sum;
}

}  // namespace polhode
