/// The coefficients of Gauss' collocation with 2 to 8 stages, in the precision of a run and on a grid.
///
/// Rounded one by one, the weights do not add up to 1 and the tableau is not symmetric in time: an error of
/// the last digit, but the same one in every step, so that the energy of a long run drifts by it. So all weights
/// are multiples of the last digit of the largest, and of two opposite coefficients the larger is rounded and the
/// other one taken as what is left:
///     Σ bⱼ = 1,   aᵢⱼ + a₍ₛ₊₁₋ᵢ₎₍ₛ₊₁₋ⱼ₎ = bⱼ   exactly.
/// What is left of the rounding is no larger than it has to be: it breaks bᵢaᵢⱼ + bⱼaⱼᵢ = bᵢbⱼ in the last digits.
#pragma once

#include "polhode/method/butcher.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace polhode::core::gauss {

/// Of the arrays over stages; a register or two of eight doubles.
inline constexpr std::size_t most_stages = 8;

template <class Number>
struct Weights {
    using Row = std::array<Number, most_stages>;

    std::size_t stages;
    std::array<Row, most_stages> a{};  ///< a[j][i] = aᵢⱼ: by columns
    /// The same for the stages of the step after, from the rates of this one: ahead[j][i] = ∫ ℓⱼ from 1 to 1 + cᵢ.
    std::array<Row, most_stages> ahead{};
    Row b{}, c{};

    explicit Weights(int count) : stages(static_cast<std::size_t>(count)) {
        const Tableau exact = butcher::gauss(count);
        const std::size_t s = stages, half = s / 2;
        Number rest(1);
        for (std::size_t j = 0; j < half; ++j) {
            const bool last = s % 2 == 0 && j + 1 == half;
            b[j] = b[s - 1 - j] = last ? rest / 2 : on_grid(exact.b[j], 0.25L);
            rest -= 2 * b[j];
        }
        if (s % 2 != 0) b[half] = rest;
        for (std::size_t i = 0; i < s; ++i) {
            c[i] = static_cast<Number>(exact.c[i]);
            for (std::size_t j = 0; j < s; ++j) {
                const std::size_t place = i * s + j, mirrored = (s - 1 - i) * s + (s - 1 - j);
                const long double x = exact.a[i][j];
                // as doubles: aᵢᵢ = bᵢ / 2 is its own opposite, and digits beyond depend on how wide long double is
                const double size = std::abs(static_cast<double>(x)),
                             size_opposite = std::abs(static_cast<double>(exact.a[s - 1 - i][s - 1 - j]));
                if (place == mirrored)
                    a[j][i] = b[j] / 2;
                else if (size > size_opposite || (!(size < size_opposite) && place < mirrored)) {
                    a[j][i] = on_grid(x, x);
                    a[s - 1 - j][s - 1 - i] = b[j] - a[j][i];
                }
            }
        }
        // the integral by the quadrature itself, exact for this degree
        for (std::size_t i = 0; i < s; ++i)
            for (std::size_t j = 0; j < s; ++j)
                for (std::size_t m = 0; m < s; ++m) ahead[j][i] += c[i] * b[m] * lagrange(j, 1 + c[i] * c[m]);
    }

    /// ∫ ℓⱼ from 0 to x, by the quadrature itself, exact for this degree.
    Row integrals_to(Number x) const {
        Row result{};
        for (std::size_t j = 0; j < stages; ++j)
            for (std::size_t m = 0; m < stages; ++m) result[j] += x * b[m] * lagrange(j, x * c[m]);
        return result;
    }
    /// The weights of the last coefficient of a polynomial through the stages, in Legendre's polynomials.
    Row last_coefficient() const {
        Row result{};
        for (std::size_t j = 0; j < stages; ++j) {
            const Number x = 2 * c[j] - 1;
            Number before(1), legendre = x;
            for (std::size_t n = 2; n < stages; ++n) {
                const auto degree = static_cast<Number>(n);
                const Number next = ((2 * degree - 1) * x * legendre - (degree - 1) * before) / degree;
                before = legendre;
                legendre = next;
            }
            result[j] = static_cast<Number>(2 * stages - 1) * b[j] * legendre;
        }
        return result;
    }

private:
    /// To a multiple of the last digit of numbers of a size.
    static Number on_grid(long double x, long double size) {
        const Number digit =
            std::ldexp(std::numeric_limits<Number>::epsilon(), std::ilogb(static_cast<Number>(size)));
        return std::nearbyint(static_cast<Number>(x) / digit) * digit;
    }
    /// The j-th Lagrange polynomial of the nodes.
    Number lagrange(std::size_t j, Number x) const {
        Number product(1);
        for (std::size_t m = 0; m < stages; ++m)
            if (m != j) product = product * ((x - c[m]) / (c[j] - c[m]));
        return product;
    }
};

}  // namespace polhode::core::gauss
