/// The variational drift of the exponential map, VEXP: the discrete Lagrangian h ½ (Ψ/h)·I(Ψ/h), R₁ = R₀
/// exp(Ψ). Its Legendre transform gives
///     dexp⁻¹₋Ψ (I Ψ) = h Π,   R → R exp(Ψ),   Π → exp(−Ψ) Π,
/// the symplectic sibling of LIEMID.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/newton.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

struct VariationalExpDrift {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::drift;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = false;

    static constexpr long double full_turn = 6.28318530717958647693L;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        const Vector3<Real> b = h * state.momentum;
        Vector3<Real> rotation = inertia.solve(b);
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& psi) {
                const Inertia<Scalar> I(inertia);
                // times I⁻¹, so that the residual has the size of an angle whatever the inertia
                return I.solve(dexp_inverse(-psi, I * psi) - Vector3<Scalar>(b));
            },
            rotation);
        turn(state, exp(rotation));
        // dexp⁻¹ is singular at a full turn; a solution beyond it is not the one that tends to hω
        if (status.ok() && norm2(rotation) > Real(full_turn * full_turn))
            return {Outcome::rotation_too_big, status.iterations, 0};
        return status;
    }
};

}  // namespace polhode::core
