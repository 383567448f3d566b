/// Butcher tableaux: the coefficients of Runge–Kutta methods, as data.
///     c | A
///       | bᵀ        with c_i = Σ_j a_ij and Σ b_i = 1.
/// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.1; Hairer, Wanner, II, IV.5
/// (Gauss).
#pragma once

#include "polhode/expected.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace polhode {

/// A tableau of any size; rows of `a` are the stages. Explicit if a_ij = 0 for j ≥ i.
struct Tableau {
    std::vector<std::vector<long double>> a;
    std::vector<long double> b;
    std::vector<long double> c;

    std::size_t stages() const { return b.size(); }
    bool is_explicit() const;
};

/// What is wrong with it, if anything: sizes that do not agree, a number beyond ±1000, or c_i = Σ_j a_ij or
/// Σ b_i = 1 not satisfied (to 1e-13, which coefficients written as double keep and a misprint does not).
std::optional<Error> fault(const Tableau& tableau);
/// The same thrown as InputError.
void check(const Tableau& tableau);

/// The order of convergence, from the coefficients: exact up to 8 by the order conditions of all rooted
/// trees; above that by the simplifying assumptions B, C and D of Butcher, which show what the known methods
/// of such order have.
int order(const Tableau& tableau);

/// The largest p with B(p): Σ_i b_i c_i^(k−1) = 1/k for k ≤ p, and the largest q with
/// C(q): Σ_j a_ij c_j^(k−1) = c_i^k/k for k ≤ q and all i; both to `tolerance`.
int quadrature_order(const Tableau& tableau, long double tolerance);
int stage_order(const Tableau& tableau, long double tolerance);

namespace butcher {

Tableau euler();
Tableau backward_euler();
Tableau midpoint();   ///< implicit
Tableau trapezoid();  ///< implicit
Tableau rk4();        ///< Kutta's classical method
Tableau gauss4();     ///< Gauss with two stages
Tableau gauss6();     ///< with three

/// Gauss' method of 1 to 32 stages, order twice that: the nodes are the roots of the Legendre polynomial, by
/// Newton.
Tableau gauss(int stages);

}  // namespace butcher

}  // namespace polhode
