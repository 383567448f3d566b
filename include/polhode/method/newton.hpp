/// One safeguarded Newton iteration for every implicit method: the method states its residual as a generic function,
/// the Jacobian comes from dual numbers, a step that does not reduce the residual is halved.
#pragma once

#include "polhode/method/status.hpp"
#include "polhode/scalar/dual.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace polhode::core {

/// In-place solution of A x = b with partial pivoting; b becomes x.
template <class Real, std::size_t N>
void solve_linear(std::array<std::array<Real, N>, N>& a, std::array<Real, N>& b) {
    using std::abs;
    for (std::size_t k = 0; k < N; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < N; ++i)
            if (abs(a[i][k]) > abs(a[pivot][k])) pivot = i;
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < N; ++i) {
            const Real factor = a[i][k] / a[k][k];
            for (std::size_t j = k + 1; j < N; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = N; k-- > 0;) {
        for (std::size_t j = k + 1; j < N; ++j) b[k] -= a[k][j] * b[j];
        b[k] = b[k] / a[k][k];
    }
}

/// Largest |component|, without derivatives.
template <class Real, std::size_t N>
auto largest(const std::array<Real, N>& v) {
    using std::abs;
    Plain<Real> most(0);
    for (const Real& x : v) {
        const Plain<Real> size = abs(value_of(x));
        if (!(size <= most)) most = size;  // NaN wins, so that it is noticed
    }
    return most;
}

/// Finds x with residual(x) = 0 from the guess in x. `residual` takes and returns std::array<Scalar, N> for
/// Scalar = Dual<Real, N>. It has converged when a step is small relative to x.
template <class Real, std::size_t N, class Residual>
Status newton(Residual&& residual, std::array<Real, N>& x) {
    using Variable = Dual<Real, static_cast<int>(N)>;
    constexpr int most_iterations = 50, most_halvings = 12;

    const auto evaluate = [&](const std::array<Real, N>& at, std::array<Real, N>& f,
                              std::array<std::array<Real, N>, N>& jacobian) {
        std::array<Variable, N> variable;
        for (std::size_t i = 0; i < N; ++i) variable[i] = Variable::variable(at[i], static_cast<int>(i));
        const std::array<Variable, N> r = residual(variable);
        for (std::size_t i = 0; i < N; ++i) {
            f[i] = r[i].value;
            jacobian[i] = r[i].slope;
        }
    };

    std::array<Real, N> f;
    std::array<std::array<Real, N>, N> jacobian;
    evaluate(x, f, jacobian);
    int polish = ScalarTraits<Real>::derivative_depth;
    Plain<Real> change(0);
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
        std::array<Real, N> step = f;
        const Plain<Real> before = largest(f);
        solve_linear(jacobian, step);
        const Plain<Real> size = largest(step);
        if (!(size <= std::numeric_limits<Plain<Real>>::max())) return {Outcome::no_convergence, iteration, NAN};

        const std::array<Real, N> old = x;
        for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - step[i];
        const Plain<Real> reference = largest(x);
        change = size > 0 ? size / reference : size;
        if (change <= newton_tolerance<Real>) {
            if (polish-- == 0) return {Outcome::done, iteration, 0};
            evaluate(x, f, jacobian);
            continue;
        }
        evaluate(x, f, jacobian);
        Real part(1);
        for (int halving = 0; halving < most_halvings && !(largest(f) < before); ++halving) {
            part = Real(0.5) * part;
            for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - part * step[i];
            evaluate(x, f, jacobian);
        }
    }
    return {Outcome::no_convergence, most_iterations, static_cast<double>(change)};
}

}  // namespace polhode::core
