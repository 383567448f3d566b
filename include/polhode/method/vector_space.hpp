/// The integrators of M u'' = f(u, t) in a vector space which the papers carry over to the rotation group.
///
/// | map                          | order | symplectic | time-symmetric | as a composition                  |
/// |------------------------------|-------|------------|----------------|-----------------------------------|
/// | SymplecticEuler, SE          | 1     | yes        | no             |                                   |
/// | AdjointSymplecticEuler, SE*  | 1     | yes        | no             |                                   |
/// | ExplicitNewmark              | 2     | yes        | yes            | SE*_{h/2} ∘ SE_{h/2}              |
/// | ForwardEuler, fE             | 1     | no         | no             |                                   |
/// | BackwardEuler, bE            | 1     | no         | no             | adjoint of fE                     |
/// | Trapezoid                    | 2     | no         | yes            | bE_{h/2} ∘ fE_{h/2}               |
/// | Midpoint                     | 2     | yes        | yes            | fE_{h/2} ∘ bE_{h/2}               |
///
/// Trapezoid and Midpoint are conjugate: Trapezoid ∘ bE_{h/2} = bE_{h/2} ∘ Midpoint.
///
/// Sources: Krysl 2005, "Explicit Newmark algorithm for rotational dynamics", section 2 (SE, SE*, Newmark);
/// Krysl 2006, "Dynamically equivalent implicit algorithms …", eqs. (2)–(5) (the other four).
#pragma once

#include "polhode/so3/vector3.hpp"
#include "polhode/step/newton.hpp"

#include <Eigen/Core>
#include <array>
#include <cstddef>

namespace polhode::vector_space {

/// How to take a vector apart, and its sibling over another scalar. A number is a vector of one component.
template <class Number>
struct Components {
    using Scalar = Number;
    template <class Other> using Over = Other;
    static constexpr std::size_t count = 1;
    static auto& at(auto& v, std::size_t) { return v; }
};
template <class Real>
struct Components<core::Vector3<Real>> {
    using Scalar = Real;
    template <class Other> using Over = core::Vector3<Other>;
    static constexpr std::size_t count = 3;
    static auto& at(auto& v, std::size_t i) { return v[static_cast<int>(i)]; }
};
template <class Real, int N>
struct Components<Eigen::Matrix<Real, N, 1>> {
    using Scalar = Real;
    template <class Other> using Over = Eigen::Matrix<Other, N, 1>;
    static constexpr std::size_t count = static_cast<std::size_t>(N);
    static auto& at(auto& v, std::size_t i) { return v[static_cast<Eigen::Index>(i)]; }
};
template <class Vector>
using Scalar = typename Components<Vector>::Scalar;

/// Position u and momentum p = M u'.
template <class Vector>
struct State {
    Vector u, p;
};

/// The two functions of the problem: velocity(p) = M⁻¹p and force(u, t) = f(u, t), or force(u) where the time does
/// not enter. The implicit maps call them on vectors of dual numbers too, for Newton's Jacobian, so they must be
/// generic over the scalar. A map steps from the state at t to that at t + h.
template <class Velocity, class Force>
struct System {
    Velocity velocity;
    Force force;

    template <class Vector>
    Vector force_at(const Vector& u, const Scalar<Vector>& t) const {
        if constexpr (requires { force(u, t); })
            return force(u, t);
        else
            return force(u);
    }
};

/// What is implicit in backward Euler, trapezoid and midpoint: u = a + κ M⁻¹ f(u, t).
template <class V, class F, class Vector>
core::Status solve(const System<V, F>& system, const Vector& a, const Scalar<Vector>& kappa,
                   const Scalar<Vector>& t, Vector& u) {
    using Parts = Components<Vector>;
    static_assert(Parts::count < 64, "the implicit maps need vectors of a small size known at compile time");
    std::array<Scalar<Vector>, Parts::count> unknown;
    for (std::size_t i = 0; i < Parts::count; ++i) unknown[i] = Parts::at(a, i);
    const auto scale = core::largest(unknown);  // u may pass through zero: its rounding is that of a
    const core::Status status = core::newton(
        [&]<class Real>(std::array<Real, Parts::count> x) {
            using Over = Components<typename Parts::template Over<Real>>;
            typename Parts::template Over<Real> at;
            for (std::size_t i = 0; i < Parts::count; ++i) Over::at(at, i) = x[i];
            const typename Parts::template Over<Real> acceleration =
                system.velocity(system.force_at(at, Real(t)));
            for (std::size_t i = 0; i < Parts::count; ++i)
                x[i] = (x[i] - Real(Parts::at(a, i))) - Real(kappa) * Over::at(acceleration, i);
            return x;
        },
        unknown, scale);
    for (std::size_t i = 0; i < Parts::count; ++i) Parts::at(u, i) = unknown[i];
    return status;
}

/// p₁ = p₀ + h f₀,  u₁ = u₀ + h M⁻¹ p₁, where f₀ = f(u₀, t) and f₁ = f(u₁, t + h), here and below
struct SymplecticEuler {
    static constexpr int order = 1;
    static constexpr bool symplectic = true, time_symmetric = false;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        s.p += h * system.force_at(s.u, t);
        s.u += h * system.velocity(s.p);
        return {};
    }
};

/// u₁ = u₀ + h M⁻¹ p₀,  p₁ = p₀ + h f₁
struct AdjointSymplecticEuler {
    static constexpr int order = 1;
    static constexpr bool symplectic = true, time_symmetric = false;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        s.u += h * system.velocity(s.p);
        s.p += h * system.force_at(s.u, t + h);
        return {};
    }
};

/// Newmark's method with γ = ½, β = 0: u₁ = u₀ + h M⁻¹p₀ + ½h² M⁻¹f₀,  p₁ = p₀ + ½h (f₀ + f₁)
struct ExplicitNewmark {
    static constexpr int order = 2;
    static constexpr bool symplectic = true, time_symmetric = true;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        const Scalar<Vector> half = Scalar<Vector>(0.5) * h;
        const Vector f0 = system.force_at(s.u, t), middle = s.p + half * f0;
        s.u += h * system.velocity(middle);
        s.p = middle + half * system.force_at(s.u, t + h);
        return {};
    }
};

/// p₁ = p₀ + h f₀,  u₁ = u₀ + h M⁻¹ p₀   (2)
struct ForwardEuler {
    static constexpr int order = 1;
    static constexpr bool symplectic = false, time_symmetric = false;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        const Vector f0 = system.force_at(s.u, t);
        s.u += h * system.velocity(s.p);
        s.p += h * f0;
        return {};
    }
};

/// p₁ = p₀ + h f₁,  u₁ = u₀ + h M⁻¹ p₁   (3)
struct BackwardEuler {
    static constexpr int order = 1;
    static constexpr bool symplectic = false, time_symmetric = false;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        const Vector a = s.u + h * system.velocity(s.p);
        const core::Status status = solve(system, a, h * h, t + h, s.u);
        s.p += h * system.force_at(s.u, t + h);
        return status;
    }
};

/// p₁ = p₀ + ½h (f₀ + f₁),  u₁ = u₀ + ½h M⁻¹ (p₀ + p₁)   (4)
struct Trapezoid {
    static constexpr int order = 2;
    static constexpr bool symplectic = false, time_symmetric = true;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        const Scalar<Vector> half = Scalar<Vector>(0.5) * h;
        const Vector kicked = s.p + half * system.force_at(s.u, t);
        const Vector a = s.u + half * system.velocity(Vector(s.p + kicked));
        const core::Status status = solve(system, a, half * half, t + h, s.u);
        s.p = kicked + half * system.force_at(s.u, t + h);
        return status;
    }
};

/// p₁ = p₀ + h f(uₘ, t + ½h),  u₁ = u₀ + h M⁻¹ pₘ,  uₘ = ½(u₀ + u₁), pₘ = ½(p₀ + p₁)   (5)
/// The paper prints ½h in the second line, with which u moves at half its speed;
/// tests/method/vector_space_test.cpp.
struct Midpoint {
    static constexpr int order = 2;
    static constexpr bool symplectic = true, time_symmetric = true;

    template <class V, class F, class Vector>
    core::Status operator()(const System<V, F>& system, State<Vector>& s, const Scalar<Vector>& t,
                            const Scalar<Vector>& h) const {
        const Scalar<Vector> half = Scalar<Vector>(0.5) * h;
        const Vector a = s.u + half * system.velocity(s.p);
        Vector middle;
        const core::Status status = solve(system, a, half * half, t + half, middle);
        const Vector f = system.force_at(middle, t + half), p_m = s.p + half * f;
        s.u += h * system.velocity(p_m);
        s.p += h * f;
        return status;
    }
};

}  // namespace polhode::vector_space
