/// Section 5: the series of the product integral on any Lie group.
#include "buss2001/figures.hpp"
#include "polhode/method/product_integral.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace polhode::reproduce::buss {

namespace {

using Matrix = Eigen::Matrix4d;

Matrix bracket(const Matrix& a, const Matrix& b) { return a * b - b * a; }

/// By its series, of a matrix that is small enough.
Matrix exponential(const Matrix& a) {
    Matrix sum = Matrix::Identity(), term = sum;
    for (int k = 1; k < 30; ++k) {
        term = (term * a / k).eval();
        sum += term;
    }
    return sum;
}

/// W(t) = Σ sin(aᵢt + bᵢ) Eᵢ with the six twists Eᵢ of space, its Taylor coefficients at t.
std::vector<Matrix> twists(double t, int order) {
    std::vector<Matrix> W(static_cast<std::size_t>(order), Matrix::Zero());
    for (int i = 0; i < 6; ++i) {
        Matrix generator = Matrix::Zero();
        if (i < 3) {
            generator((i + 2) % 3, (i + 1) % 3) = 1;
            generator((i + 1) % 3, (i + 2) % 3) = -1;
        } else {
            generator(i - 3, 3) = 1;
        }
        const double a = 0.7 + 0.2 * i, x = a * t + 0.4 + i;
        double factor = 1;
        for (int k = 0; k < order; ++k) {
            W[static_cast<std::size_t>(k)] += factor * std::sin(x + k * 1.5707963267948966) * generator;
            factor *= a / (k + 1);
        }
    }
    return W;
}

/// Rotation with translation: y' = W y up to t = 2.
Matrix end_of_run(int order, int steps) {
    const double h = 2.0 / steps;
    Matrix y = Matrix::Identity();
    for (int i = 0; i < steps; ++i)
        y = (exponential(h * product_integral(twists(h * i, order), h, bracket)) * y).eval();
    return y;
}

Claim printed_terms() {
    return {
        .id = "terms",
        .what = "Y₀ to Y₅ of the product integral, as printed",
        .published = "Y₂ = Ẅ + ½[Ẇ, W], Y₃ = W‴ + [Ẅ, W], Y₄, Y₅",
        .criterion =
            "equal to those of the recursion with Bernoulli's numbers to 1e-13, for twists of space at t = 0.3",
        .examine = [](Lab&) -> Finding {
            const std::vector<Matrix> W = twists(0.3, 6);
            std::array<Matrix, 6> D;
            double factorial = 1;
            for (std::size_t k = 0; k < D.size(); ++k) {
                if (k > 0) factorial *= static_cast<double>(k);
                D[k] = factorial * W[k];
            }
            const auto b2 = [](const Matrix& x, const Matrix& y, const Matrix& z) {
                return bracket(x, bracket(y, z));
            };
            const auto b3 = [&](const Matrix& w, const Matrix& x, const Matrix& y, const Matrix& z) {
                return bracket(w, b2(x, y, z));
            };
            const std::array<Matrix, 6> printed{
                D[0],
                D[1],
                D[2] + 0.5 * bracket(D[1], D[0]),
                D[3] + bracket(D[2], D[0]),
                D[4] + 1.5 * bracket(D[3], D[0]) + bracket(D[2], D[1]) + 0.5 * b2(D[1], D[1], D[0])
                    - 1.0 / 6 * b2(D[0], D[2], D[0]) - 1.0 / 6 * b3(D[0], D[0], D[1], D[0]),
                D[5] + 2.5 * bracket(D[3], D[1]) + 2.0 * bracket(D[4], D[0]) + 2.0 * b2(D[2], D[1], D[0])
                    + 0.5 * b2(D[1], D[2], D[0]) - 0.5 * b2(D[0], D[3], D[0])
                    - 0.5 * b3(D[0], D[0], D[2], D[0]) - b3(D[0], D[1], D[1], D[0])};
            const auto Y = product_integral_series<double>(W, bracket);
            double off = 0;
            factorial = 1;
            for (std::size_t k = 0; k < printed.size(); ++k) {
                factorial *= static_cast<double>(k + 1);
                off = std::max(off, (factorial * Y[k] - printed[k]).norm());
            }
            return {fmt::format("apart by {}", off < 1e-14 ? "round-off" : fmt::format("{:.0e}", off)),
                    measured(off) < 1e-13};
        },
        .quick = true};
}

Claim general_groups() {
    return {
        .id = "general",
        .what =
            "the higher-order methods can be extended from the rotation group to general Lie groups, and to even higher "
            "orders",
        .published = "general Lie groups",
        .criterion =
            "orders within 0.2 of 2, 4 and 6 for rotations with translations, SE(3); up to 8 in the tests, in long double",
        .examine = [](Lab&) -> Finding {
            const Matrix exact = end_of_run(10, 80);
            Finding f{"", true};
            for (const int order : {2, 4, 6}) {
                const int steps = order < 5 ? 40 : 10;
                const double seen = std::log2((end_of_run(order, steps) - exact).norm()
                                              / (end_of_run(order, 2 * steps) - exact).norm());
                f.ours += fmt::format("{}{:.2f}", f.ours.empty() ? "" : ", ", seen);
                f.holds = f.holds && measured(std::abs(seen - order)) < 0.2;
            }
            return f;
        },
        .quick = true};
}

// --- how many terms ------------------------------------------------------------------------------------------------

/// A polynomial in letters that do not commute, W, W', W'', … being the letters 0, 1, 2, …: words and coefficients.
struct Polynomial {
    std::map<std::vector<int>, double> words;

    void add(const std::vector<int>& word, double coefficient) { words[word] += coefficient; }

    friend Polynomial operator+(Polynomial a, const Polynomial& b) {
        for (const auto& [word, c] : b.words) a.add(word, c);
        return a;
    }
    friend Polynomial operator*(double s, Polynomial a) {
        for (auto& [word, c] : a.words) c *= s;
        return a;
    }
};

Polynomial commutator(const Polynomial& a, const Polynomial& b) {
    Polynomial out;
    for (const auto& [left, l] : a.words)
        for (const auto& [right, r] : b.words) {
            std::vector<int> both = left;
            both.insert(both.end(), right.begin(), right.end());
            out.add(both, l * r);
            std::ranges::copy(left, std::ranges::copy(right, both.begin()).out);
            out.add(both, -l * r);
        }
    return out;
}

/// Smaller than each of its proper ends.
bool is_lyndon(const std::vector<int>& word) {
    for (std::size_t i = 1; i < word.size(); ++i)
        if (!std::ranges::lexicographical_compare(word.begin(), word.end(),
                                                  word.begin() + static_cast<long>(i), word.end()))
            return false;
    return true;
}

/// The basis element of a Lyndon word: nested brackets, split at the longest proper end that is one. Its smallest word is
/// the word itself, with the coefficient 1.
Polynomial basis_element(const std::vector<int>& word) {
    if (word.size() == 1) return {{{word, 1.0}}};
    auto cut = word.begin() + 1;
    while (!is_lyndon({cut, word.end()})) ++cut;
    return commutator(basis_element({word.begin(), cut}), basis_element({cut, word.end()}));
}

/// How many elements of the basis of Lyndon words a polynomial of brackets is made of.
int terms(Polynomial p) {
    int count = 0;
    for (;;) {
        std::erase_if(p.words, [](const auto& entry) { return std::abs(entry.second) < 1e-12; });
        if (p.words.empty()) return count;
        const auto [word, c] = *p.words.begin();
        p = p + (-c) * basis_element(word);
        p.words.erase(word);
        ++count;
    }
}

/// All brackets of total degree n, W⁽ᵏ⁾ counting as k + 1: the dimension (1/n) Σ μ(n/d) (2ᵈ − 1) of that part of the free
/// Lie algebra (Witt).
int brackets_of_degree(int n) {
    const auto moebius = [](int m) {
        int sign = 1;
        for (int p = 2; m > 1; ++p)
            if (m % p == 0) {
                m /= p;
                if (m % p == 0) return 0;
                sign = -sign;
            }
        return sign;
    };
    int sum = 0;
    for (int d = 1; d <= n; ++d)
        if (n % d == 0) sum += moebius(n / d) * ((1 << d) - 1);
    return sum / n;
}

Claim growth() {
    return {
        .id = "growth",
        .what =
            "the number of terms apparently grows exponentially with the degree; the only cases where a term was unexpectedly "
            "dropped are those of fourth and of sixth order",
        .published = "1, 1, 2, 2, 6, 8 terms; exponentially",
        .criterion =
            "in a basis of brackets the terms are 1, 1, 2, 2, 6, 8, one less than all there are in the fourth and the sixth "
            "place only; from the fifth to the tenth every two degrees multiply them by 2.2 at least",
        .examine = [](Lab& lab) -> Finding {
            constexpr int degrees = 10;
            const Values counts = lab.values("buss2001 terms of the product integral", []() -> Values {
                std::vector<Polynomial> W;
                for (int k = 0; k < degrees; ++k) W.push_back({{{{k}, 1.0}}});
                Values out;
                for (const Polynomial& y : product_integral_series<double>(W, commutator))
                    out.push_back(terms(y));
                return out;
            });
            std::vector<int> all;
            for (int n = 1; n <= degrees; ++n) all.push_back(brackets_of_degree(n));
            const auto dropped = [&](std::size_t n) { return all[n - 1] - static_cast<int>(counts[n - 1]); };
            double slowest = INFINITY;
            for (std::size_t n = 7; n <= degrees; ++n)
                slowest = std::min(slowest, counts[n - 1] / counts[n - 3]);
            Check as_printed = true;
            for (std::size_t n = 1; n <= 6; ++n)
                as_printed = as_printed && dropped(n) == (n == 4 || n == 6 ? 1 : 0);
            return {fmt::format("{} of {}", fmt::join(counts, ", "), fmt::join(all, ", ")),
                    as_printed && measured(slowest) > 2.2};
        },
        .quick = true};
}

}  // namespace

Figure section5() {
    return {
        "section5", "Higher-order methods over Lie algebras", {printed_terms(), general_groups(), growth()}};
}

}  // namespace polhode::reproduce::buss
