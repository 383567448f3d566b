/// One safeguarded Newton iteration for every implicit method. A method states its residual as a function
/// generic over the scalar; the Jacobian comes from dual numbers. A Jacobian is kept for as long as the steps
/// it gives shrink fast, since a plain residual costs a fraction of one with derivatives; a step that does
/// not reduce the residual is halved.
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/so3/vector3.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polhode::core {

/// LU factors with partial pivoting, to solve with the same matrix several times.
template <class Entry, std::size_t N>
class LinearSolver {
public:
    void factor(const std::array<std::array<Entry, N>, N>& matrix) {
        using std::abs;
        a_ = matrix;
        for (std::size_t k = 0; k < N; ++k) {
            std::size_t pivot = k;
            for (std::size_t i = k + 1; i < N; ++i)
                if (abs(a_[i][k]) > abs(a_[pivot][k])) pivot = i;
            pivot_[k] = pivot;
            std::swap(a_[k], a_[pivot]);
            inverse_[k] = Entry(1) / a_[k][k];
            for (std::size_t i = k + 1; i < N; ++i) {
                a_[i][k] = a_[i][k] * inverse_[k];
                for (std::size_t j = k + 1; j < N; ++j) a_[i][j] -= a_[i][k] * a_[k][j];
            }
        }
    }

    /// The right side may carry derivatives which the matrix does not.
    template <class Real>
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
    std::array<std::array<Entry, N>, N> a_{};
    std::array<Entry, N> inverse_{};
    std::array<std::size_t, N> pivot_{};
};

/// The scalar with which the residual is differentiated by N unknowns of type Real. An unknown that carries
/// derivatives of its own gets N more directions beside them: the derivatives of the solution need a Jacobian
/// without derivatives only.
template <class Real, int N>
struct Differentiated {
    using Entry = Real;
    using Variable = Dual<Real, N>;
    static constexpr std::size_t first = 0;  // the direction of the first unknown
    static Real value(const Variable& r) { return r.value; }
};
template <class Inner, int M, int N>
struct Differentiated<Dual<Inner, M>, N> {
    using Entry = Inner;
    using Variable = Dual<Inner, M + N>;
    static constexpr std::size_t first = M;
    static Dual<Inner, M> value(const Variable& r) {
        Dual<Inner, M> v(r.value);
        for (std::size_t i = 0; i < M; ++i) v.slope[i] = r.slope[i];
        return v;
    }
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

/// Finds x with residual(x) = 0 from the guess in x. `residual` maps std::array<Scalar, N> to the same, for
/// Scalar = Real and for dual numbers over it. Converged when what is left after the last step (that step
/// times the rate at which steps shrink) is below round-off relative to x, or to `scale` if x may vanish
/// while the numbers it is made of do not; or when tiny steps shrink no more, because the residual is all
/// rounding.
template <class Real, std::size_t N, class Residual>
Status newton_steps(Residual&& residual, std::array<Real, N>& x, Plain<Real> scale) {
    using Vector = std::array<Real, N>;
    using Derivative = Differentiated<Real, static_cast<int>(N)>;
    using Entry = typename Derivative::Entry;
    using Variable = typename Derivative::Variable;
    using Number = Plain<Real>;
    constexpr int most_iterations = 50, most_halvings = 10;
    constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;

    LinearSolver<Entry, N> jacobian;
    const auto with_jacobian = [&](const Vector& at) {
        std::array<Variable, N> variable;
        for (std::size_t i = 0; i < N; ++i) {
            variable[i] = Variable(at[i]);
            variable[i].slope[Derivative::first + i] = Entry(1);
        }
        const std::array<Variable, N> r = residual(variable);
        Vector f;
        std::array<std::array<Entry, N>, N> slopes;
        for (std::size_t i = 0; i < N; ++i) {
            f[i] = Derivative::value(r[i]);
            for (std::size_t j = 0; j < N; ++j) slopes[i][j] = r[i].slope[Derivative::first + j];
        }
        jacobian.factor(slopes);
        return f;
    };

    int polish = ScalarTraits<Real>::derivative_depth, iteration = 0;
    int halvings = most_halvings;  // none at the guess
    Vector step{}, old{};          // the last step, and where it began
    Number before(0), last(0), size(0);
    Real part(1);
    bool fresh = true, tiny = false;
    while (true) {
        const Vector f = carries_derivatives || fresh ? with_jacobian(x) : residual(x);
        if (!tiny && halvings < most_halvings && !(largest(f) < before)) {
            ++halvings;
            part = Real(0.5) * part;
            for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - part * step[i];
            fresh = true;
            continue;
        }
        if (iteration == most_iterations) break;
        ++iteration;
        step = jacobian.solve(f);
        old = x;
        before = largest(f);
        size = largest(step);
        if (!(size <= std::numeric_limits<Number>::max())) break;  // singular, or not a number
        for (std::size_t i = 0; i < N; ++i) x[i] = old[i] - step[i];

        // what the next step would be: a kept Jacobian shrinks steps by a constant rate, a fresh one by its
        // square
        const Number rate = iteration > 1 ? size / last : Number(1);
        const Number left = fresh ? size * rate * rate : size * rate,
                     unit = epsilon<Real> * std::max(largest(x), scale);
        tiny = size <= 256 * unit;
        const bool converged =
            left <= unit / 8 || size <= 4 * unit || (tiny && iteration > 1 && rate > Number(0.1L));
        if (converged && polish-- == 0) return {Outcome::done, iteration, 0};

        tiny = tiny || converged;
        last = size;
        halvings = 0;
        part = Real(1);
        fresh = carries_derivatives || (iteration > 1 && !(rate < Number(1e-2L)));
    }
    return {Outcome::no_convergence, iteration, static_cast<double>(size / std::max(largest(x), scale))};
}

/// Flattened on double: left to itself g++ inlines the residual or not by the number of instantiations beside
/// it, and the time of a step depends on that. Other scalars are not worth the time of the compiler.
template <std::size_t N, class Residual>
[[gnu::flatten]] Status newton_flat(Residual&& residual, std::array<double, N>& x, double scale) {
    return newton_steps(residual, x, scale);
}
template <class Real, std::size_t N, class Residual>
Status newton(Residual&& residual, std::array<Real, N>& x, Plain<Real> scale = 0) {
    if constexpr (std::is_same_v<Real, double>)
        return newton_flat(residual, x, scale);
    else
        return newton_steps(residual, x, scale);
}

/// The same for an unknown 3-vector: `residual` maps Vector3<Scalar> to the same; `like` has the size of the
/// numbers that x is made of.
template <class Real, class Residual>
Status newton(Residual&& residual, Vector3<Real>& x, const Vector3<Real>& like = {}) {
    std::array<Real, 3> unknown{x.x, x.y, x.z};
    const Status status = newton(
        [&]<class Scalar>(const std::array<Scalar, 3>& v) {
            const Vector3<Scalar> r = residual(Vector3<Scalar>(v[0], v[1], v[2]));
            return std::array<Scalar, 3>{r.x, r.y, r.z};
        },
        unknown, largest(std::array<Real, 3>{like.x, like.y, like.z}));
    x = {unknown[0], unknown[1], unknown[2]};
    return status;
}

}  // namespace polhode::core
