/// One safeguarded Newton iteration for every implicit method. A method states its residual as a function generic over
/// the scalar; the Jacobian comes from dual numbers. A Jacobian is kept for as long as the steps it gives shrink
/// fast, since a plain residual costs a fraction of one with derivatives; a step that does not reduce the residual is
/// halved.
#pragma once

#include "polhode/method/status.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/so3/vector3.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polhode::core {

/// LU factors with partial pivoting, to solve with the same matrix several times.
template <class Real, std::size_t N>
class LinearSolver {
public:
    void factor(const std::array<std::array<Real, N>, N>& matrix) {
        using std::abs;
        a_ = matrix;
        for (std::size_t k = 0; k < N; ++k) {
            std::size_t pivot = k;
            for (std::size_t i = k + 1; i < N; ++i)
                if (abs(a_[i][k]) > abs(a_[pivot][k])) pivot = i;
            pivot_[k] = pivot;
            std::swap(a_[k], a_[pivot]);
            inverse_[k] = Real(1) / a_[k][k];
            for (std::size_t i = k + 1; i < N; ++i) {
                a_[i][k] = a_[i][k] * inverse_[k];
                for (std::size_t j = k + 1; j < N; ++j) a_[i][j] -= a_[i][k] * a_[k][j];
            }
        }
    }

    std::array<Real, N> solve(std::array<Real, N> b) const {
        for (std::size_t k = 0; k < N; ++k) std::swap(b[k], b[pivot_[k]]);
        for (std::size_t k = 1; k < N; ++k)
            for (std::size_t j = 0; j < k; ++j) b[k] -= a_[k][j] * b[j];
        for (std::size_t k = N; k-- > 0;) {
            for (std::size_t j = k + 1; j < N; ++j) b[k] -= a_[k][j] * b[j];
            b[k] = b[k] * inverse_[k];
        }
        return b;
    }

private:
    std::array<std::array<Real, N>, N> a_{};
    std::array<Real, N> inverse_{};
    std::array<std::size_t, N> pivot_{};
};

/// Largest |component|, without derivatives; NaN if there is one.
template <class Real, std::size_t N>
Plain<Real> largest(const std::array<Real, N>& v) {
    using std::abs;
    Plain<Real> most(0);
    for (const Real& x : v) {
        const Plain<Real> size = abs(value_of(x));
        if (!(size <= most)) most = size;
    }
    return most;
}

/// Finds x with residual(x) = 0 from the guess in x. `residual` maps std::array<Scalar, N> to the same, for Scalar =
/// Real and Scalar = Dual<Real, N>. Converged when what is left after the last step (that step times the rate at which
/// steps shrink) is below round-off relative to x, or to `scale` if x may vanish while the numbers it is made of do not.
template <class Real, std::size_t N, class Residual>
Status newton(Residual&& residual, std::array<Real, N>& x, Plain<Real> scale = 0) {
    using Vector = std::array<Real, N>;
    using Variable = Dual<Real, static_cast<int>(N)>;
    using Number = Plain<Real>;
    constexpr int most_iterations = 50, most_halvings = 10;
    constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;

    LinearSolver<Real, N> jacobian;
    const auto with_jacobian = [&](const Vector& at) {
        std::array<Variable, N> variable;
        for (std::size_t i = 0; i < N; ++i) variable[i] = Variable::variable(at[i], static_cast<int>(i));
        const std::array<Variable, N> r = residual(variable);
        Vector f;
        std::array<Vector, N> slopes;
        for (std::size_t i = 0; i < N; ++i) {
            f[i] = r[i].value;
            slopes[i] = r[i].slope;
        }
        jacobian.factor(slopes);
        return f;
    };

    int polish = ScalarTraits<Real>::derivative_depth;
    Vector f = with_jacobian(x);
    Number last(0);  // size of the step before
    bool fresh = true;
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
        const Vector step = jacobian.solve(f), old = x;
        const Number size = largest(step), before = largest(f);
        if (!(size <= std::numeric_limits<Number>::max())) break;  // singular, or not a number
        for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - step[i];

        // what the next step would be: a kept Jacobian shrinks steps by a constant rate, a fresh one by its square
        const Number rate = iteration > 1 ? size / last : Number(1);
        const Number left = fresh ? size * rate * rate : size * rate, unit = epsilon<Real> * std::max(largest(x), scale);
        const bool converged = left <= unit / 8 || size <= 4 * unit;
        if (converged && polish-- == 0) return {Outcome::done, iteration, 0};

        last = size;
        fresh = carries_derivatives || (iteration > 1 && !(rate < Number(1e-2L)));
        f = fresh ? with_jacobian(x) : residual(x);
        Real part(1);
        for (int halving = 0; halving < most_halvings && !converged && !(largest(f) < before); ++halving) {
            part = Real(0.5) * part;
            for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - part * step[i];
            f = with_jacobian(x);
            fresh = true;
        }
    }
    return {Outcome::no_convergence, most_iterations, static_cast<double>(last)};
}

/// The same for an unknown 3-vector: `residual` maps Vector3<Scalar> to the same.
template <class Real, class Residual>
Status newton(Residual&& residual, Vector3<Real>& x) {
    std::array<Real, 3> unknown{x.x, x.y, x.z};
    const Status status = newton(
        [&]<class Scalar>(const std::array<Scalar, 3>& v) {
            const Vector3<Scalar> r = residual(Vector3<Scalar>(v[0], v[1], v[2]));
            return std::array<Scalar, 3>{r.x, r.y, r.z};
        },
        unknown);
    x = {unknown[0], unknown[1], unknown[2]};
    return status;
}

}  // namespace polhode::core
