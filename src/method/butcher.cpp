#include "polhode/method/butcher.hpp"

#include "method/coefficient.hpp"
#include "polhode/error.hpp"
#include "polhode/scalar/double_double.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode {

namespace {

using Numbers = std::vector<long double>;

// --- order ------------------------------------------------------------------------------------------------------

/// A rooted tree in terms of a tableau: the internal weights Φ_i and the density γ; Σ b_i Φ_i = 1/γ is its
/// condition.
struct Tree {
    Numbers weights;
    long double density;  // of the tree itself, the factor of its root included
};

/// A tree is a multiset of smaller trees hung on a root.
struct TreeMaker {
    const Tableau& tableau;
    const std::vector<std::vector<Tree>>& smaller;  // smaller[n − 1]: trees of n nodes

    /// Σ_j a_ij Φ_j of a child: the factor it brings to its parent.
    Numbers hung(const Tree& child) const {
        Numbers factor(tableau.stages(), 0);
        for (std::size_t i = 0; i < factor.size(); ++i)
            for (std::size_t j = 0; j < factor.size(); ++j) factor[i] += tableau.a[i][j] * child.weights[j];
        return factor;
    }

    /// Hangs children of `rest` nodes in all on `so_far`, each no larger than the one before: of `largest`
    /// nodes at most and, among those, no further down the list than `last`.
    void add(std::size_t rest, std::size_t largest, std::size_t last, const Tree& so_far,
             std::vector<Tree>& found) const {
        if (rest == 0) {
            found.push_back(so_far);
            return;
        }
        for (std::size_t n = std::min(rest, largest); n > 0; --n) {
            const std::size_t end = n == largest ? last + 1 : smaller[n - 1].size();
            for (std::size_t index = 0; index < end; ++index) {
                const Tree& child = smaller[n - 1][index];
                const Numbers factor = hung(child);
                Tree next = so_far;
                for (std::size_t i = 0; i < factor.size(); ++i) next.weights[i] *= factor[i];
                next.density *= child.density;
                add(rest - n, n, index, next, found);
            }
        }
    }
};

constexpr int largest_tree = 8;

/// The order up to which every tree's condition holds, at most `largest_tree`.
int order_by_trees(const Tableau& t, long double tolerance) {
    std::vector<std::vector<Tree>> trees;
    for (std::size_t n = 1; n <= largest_tree; ++n) {
        std::vector<Tree> found;
        const Tree root{Numbers(t.stages(), 1), static_cast<long double>(n)};
        const TreeMaker maker{t, trees};
        if (n == 1)
            found.push_back(root);
        else
            maker.add(n - 1, n - 1, trees[n - 2].size() - 1, root, found);
        for (const Tree& tree : found) {
            long double weight = 0;
            for (std::size_t i = 0; i < t.stages(); ++i) weight += t.b[i] * tree.weights[i];
            if (std::abs(weight - 1 / tree.density) > tolerance) return static_cast<int>(n) - 1;
        }
        trees.push_back(std::move(found));
    }
    return largest_tree;
}

/// The largest r with D(r): Σ_i b_i c_i^(k−1) a_ij = b_j (1 − c_j^k)/k for k ≤ r and all j.
int adjoint_stage_order(const Tableau& t, long double tolerance) {
    for (int k = 1;; ++k)
        for (std::size_t j = 0; j < t.stages(); ++j) {
            long double sum = 0;
            for (std::size_t i = 0; i < t.stages(); ++i) sum += t.b[i] * std::pow(t.c[i], k - 1) * t.a[i][j];
            if (std::abs(sum - t.b[j] * (1 - std::pow(t.c[j], k)) / k) > tolerance || k > 100) return k - 1;
        }
}

// --- Gauss ------------------------------------------------------------------------------------------------------
// In double-double, so that the coefficients do not depend on how wide long double is.

using core::DoubleDouble;

struct Legendre {
    DoubleDouble value, slope;
};

/// P_n and its derivative at |x| < 1, by the recurrence of three terms.
Legendre legendre(int n, const DoubleDouble& x) {
    DoubleDouble before(0), now(1);
    for (int k = 1; k <= n; ++k) {
        const DoubleDouble next = (DoubleDouble(2 * k - 1) * x * now - DoubleDouble(k - 1) * before) / k;
        before = now;
        now = next;
    }
    return {now, DoubleDouble(n) * (x * now - before) / (x * x - 1)};
}

/// The i-th root of P_n from above, i = 0 … n − 1: Newton from Tricomi's estimate.
DoubleDouble legendre_root(int n, int i) {
    const double angle = std::numbers::pi * (4 * i + 3) / (4.0 * n + 2);
    DoubleDouble x((1 - (n - 1) / (8.0 * n * n * n)) * core::sin_cos(angle).cos);
    for (int round = 0; round < 20; ++round) {
        const Legendre p = legendre(n, x);
        const DoubleDouble step = p.value / p.slope;
        x = x - step;
        if (std::abs(step.high) < 1e-30) break;
    }
    return x;
}

/// The j-th Lagrange polynomial of the nodes, at x.
DoubleDouble lagrange(const std::vector<DoubleDouble>& nodes, std::size_t j, const DoubleDouble& x) {
    DoubleDouble product(1);
    for (std::size_t m = 0; m < nodes.size(); ++m)
        if (m != j) product = product * (x - nodes[m]) / (nodes[j] - nodes[m]);
    return product;
}

/// The long double nearest to x, or the one beside it: its double is x.high on every machine. (The sum alone,
/// rounded to 64 bits, may lie half-way between two doubles, and be rounded to the wrong one of them.)
long double widened(const DoubleDouble& x) {
    const long double sum = static_cast<long double>(x.high) + static_cast<long double>(x.low);
    return static_cast<double>(sum) == x.high ? sum : std::nextafter(sum, static_cast<long double>(x.high));
}

}  // namespace

bool Tableau::is_explicit() const {
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = i; j < a[i].size(); ++j)
            if (a[i][j] != 0) return false;
    return true;
}

std::optional<Error> fault(const Tableau& t) {
    const long double tolerance = 1e-13L;
    const std::size_t s = t.stages();
    if (s == 0) return input_error("the tableau has no weights b, expected at least one");
    if (t.a.size() != s || t.c.size() != s)
        return input_error(
            fmt::format("the tableau has {} weights b, {} nodes c and {} rows of a, expected as many of each",
                        s, t.c.size(), t.a.size()));
    long double total = 0, size = 0;
    for (std::size_t i = 0; i < s; ++i) {
        if (t.a[i].size() != s)
            return input_error(
                fmt::format("row {} of the tableau has {} coefficients, expected {} (zeros are written out)",
                            i + 1, t.a[i].size(), s));
        if (auto error =
                fault_of_coefficient(fmt::format("weight b of stage {} of the tableau", i + 1), t.b[i]))
            return error;
        if (auto error = fault_of_coefficient(fmt::format("node c of row {} of the tableau", i + 1), t.c[i]))
            return error;
        long double sum = 0, row_size = std::abs(t.c[i]);
        for (std::size_t j = 0; j < s; ++j) {
            if (auto error = fault_of_coefficient(
                    fmt::format("coefficient {} of row {} of the tableau", j + 1, i + 1), t.a[i][j]))
                return error;
            sum += t.a[i][j];
            row_size += std::abs(t.a[i][j]);
        }
        if (std::abs(sum - t.c[i]) > tolerance * (1 + row_size))
            return input_error(
                fmt::format("row {} of the tableau adds up to {:.17g}, expected its node c = {:.17g}", i + 1,
                            sum, t.c[i]));
        total += t.b[i];
        size += std::abs(t.b[i]);
    }
    if (std::abs(total - 1) > tolerance * (1 + size))
        return input_error(fmt::format("the weights b of the tableau add up to {:.17g}, expected 1", total));
    return std::nullopt;
}

void check(const Tableau& tableau) {
    if (const auto error = fault(tableau)) error->raise();
}

int quadrature_order(const Tableau& t, long double tolerance) {
    for (int k = 1;; ++k) {
        long double sum = 0;
        for (std::size_t i = 0; i < t.stages(); ++i) sum += t.b[i] * std::pow(t.c[i], k - 1);
        if (std::abs(sum - 1.0L / k) > tolerance || k > 100) return k - 1;
    }
}

int stage_order(const Tableau& t, long double tolerance) {
    for (int k = 1;; ++k)
        for (std::size_t i = 0; i < t.stages(); ++i) {
            long double sum = 0;
            for (std::size_t j = 0; j < t.stages(); ++j) sum += t.a[i][j] * std::pow(t.c[j], k - 1);
            if (std::abs(sum - std::pow(t.c[i], k) / k) > tolerance || k > 100) return k - 1;
        }
}

int order(const Tableau& t) {
    check(t);
    const long double tolerance = 1e-13L;
    const int by_trees = order_by_trees(t, tolerance);
    if (by_trees < largest_tree) return by_trees;
    // Butcher: B(p), C(q), D(r) with p ≤ q + r + 1 and p ≤ 2q + 2 give order p; no method of s stages has
    // more than 2s, but a condition just beyond may be missed by less than the tolerance
    const int b = quadrature_order(t, tolerance), c = stage_order(t, tolerance),
              d = adjoint_stage_order(t, tolerance);
    return std::max(by_trees, std::min({b, c + d + 1, 2 * c + 2, 2 * static_cast<int>(t.stages())}));
}

namespace butcher {

Tableau euler() { return {{{0}}, {1}, {0}}; }
Tableau backward_euler() { return {{{1}}, {1}, {1}}; }
Tableau midpoint() { return {{{0.5L}}, {1}, {0.5L}}; }
Tableau trapezoid() { return {{{0, 0}, {0.5L, 0.5L}}, {0.5L, 0.5L}, {0, 1}}; }
Tableau rk4() {
    return {{{0, 0, 0, 0}, {0.5L, 0, 0, 0}, {0, 0.5L, 0, 0}, {0, 0, 1, 0}},
            {1 / 6.0L, 1 / 3.0L, 1 / 3.0L, 1 / 6.0L},
            {0, 0.5L, 0.5L, 1}};
}
Tableau gauss4() { return gauss(2); }
Tableau gauss6() { return gauss(3); }

Tableau gauss(int stages) {
    if (stages < 1 || stages > 32)
        throw InputError(fmt::format("a Gauss method of {} stages was asked for, expected 1 to 32", stages));
    const auto s = static_cast<std::size_t>(stages);
    std::vector<DoubleDouble> b(s), c(s);
    for (std::size_t i = 0; i < s; ++i) {
        const DoubleDouble x = legendre_root(stages, stages - 1 - static_cast<int>(i));
        const Legendre p = legendre(stages, x);
        c[i] = DoubleDouble(0.5) * (DoubleDouble(1) + x);
        b[i] = DoubleDouble(1) / ((DoubleDouble(1) - x * x) * p.slope * p.slope);
    }
    Tableau t{std::vector<Numbers>(s, Numbers(s)), Numbers(s), Numbers(s)};
    for (std::size_t i = 0; i < s; ++i) {
        t.b[i] = widened(b[i]);
        t.c[i] = widened(c[i]);
        // a_ij = ∫₀^c_i ℓ_j by the quadrature itself, exact for this degree; no power of c is ever formed
        for (std::size_t j = 0; j < s; ++j) {
            DoubleDouble a(0);
            for (std::size_t m = 0; m < s; ++m) a = a + c[i] * b[m] * lagrange(c, j, c[i] * c[m]);
            t.a[i][j] = widened(a);
        }
    }
    return t;
}

}  // namespace butcher

}  // namespace polhode
