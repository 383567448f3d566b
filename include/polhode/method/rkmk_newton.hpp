/// Newton's method for the 3s equations Ψ_k = h Σ_j a_kj K_j of the stages of an implicit tableau.
/// The stages know of each other through sums only, so that derivatives along the three components of each
/// stage's own Ψ make up the whole Jacobian, for any number of stages:
///     ∂F_k/∂Ψ_l = δ_kl − h a_kl B_l − h Σ_j a_kj C_j ∂P_j/∂Ψ_l,
///     B = ∂K/∂Ψ at fixed P,   C = ∂K/∂P,   D = ∂(exp(Ψ) T)/∂Ψ at fixed P,   E = ∂(exp(Ψ) T)/∂P,
/// where ∂P_j/∂Ψ_l = h a_jl D_l, unless the torque depends on the angular velocity: then these solve
///     ∂P_j/∂Ψ_l − h Σ_m a_jm E_m ∂P_m/∂Ψ_l = h a_jl D_l.
#pragma once

#include "polhode/method/rkmk_stages.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/step/lu.hpp"
#include "polhode/step/newton_iteration.hpp"

namespace polhode::core::rkmk {

/// What the solution needs beside the stages; kept from step to step, so that only the first allocates.
template <class Real>
struct NewtonWork {
    /// Unknowns that carry derivatives need a Jacobian without any: the next step corrects what it leaves.
    using Number = Plain<Real>;
    struct Block {
        Matrix3<Number> B, C, D, E;
    };
    std::vector<Block> block;
    std::vector<std::vector<Number>> jacobian;
    std::vector<std::size_t> pivot;
    std::vector<std::vector<Number>> coupling, momentum_slopes;  // columns of ∂P/∂Ψ
    std::vector<Real> unknown;
    NewtonVectors<std::vector<Real>> vectors;

    void fit(std::size_t stages) {
        block.resize(stages);
        jacobian.resize(3 * stages);
        for (auto& row : jacobian) row.resize(3 * stages);
        pivot.resize(3 * stages);
        unknown.resize(3 * stages);
        vectors.residual.resize(3 * stages);
    }
};

template <class Real>
Vector3<Plain<Real>> plain(const Vector3<Real>& v) {
    return {value_of(v.x), value_of(v.y), value_of(v.z)};
}

/// The stages as newton_iteration takes them: numbers in, numbers out.
template <class Real, class Model>
class StageEquations {
public:
    using Number = Plain<Real>;
    using Numbers = std::vector<Real>;

    StageEquations(Stages<Real, Model>& stages, NewtonWork<Real>& work) : stages_(stages), work_(work) {}

    Status solve() {
        work_.fit(stages_.count());
        for (std::size_t k = 0; k < stages_.count(); ++k) put(stages_.stage[k].psi, k, work_.unknown);
        const Status status =
            newton_iteration(*this, work_.unknown, work_.vectors, value_of(stages_.largest_turn()));
        residual(work_.unknown, work_.vectors.residual);  // the stages at the solution
        return status;
    }

    void residual(const Numbers& x, Numbers& f) {
        for (std::size_t k = 0; k < stages_.count(); ++k)
            stages_.stage[k].psi = {x[3 * k], x[3 * k + 1], x[3 * k + 2]};
        stages_.evaluate_to_the_end();
        for (std::size_t k = 0; k < stages_.count(); ++k) put(stages_.stage[k].residual, k, f);
    }

    void linearise(const Numbers& x, Numbers& f) {
        residual(x, f);
        for (std::size_t k = 0; k < stages_.count(); ++k) differentiate(k);
        if (stages_.by_rate()) differentiate_momenta();
        for (std::size_t k = 0; k < stages_.count(); ++k)
            for (std::size_t l = 0; l < stages_.count(); ++l) {
                const Matrix3<Number> m = derivative(k, l);
                for (std::size_t i = 0; i < 3; ++i) put(m.row[i], l, work_.jacobian[3 * k + i]);
            }
        lu_factor(work_.jacobian, work_.pivot);
    }

    void solve(Numbers& f) const { lu_solve(work_.jacobian, work_.pivot, f); }

private:
    template <class Scalar>
    static void put(const Vector3<Scalar>& v, std::size_t k, std::vector<Scalar>& numbers) {
        numbers[3 * k] = v.x;
        numbers[3 * k + 1] = v.y;
        numbers[3 * k + 2] = v.z;
    }

    /// B, C and D of one stage. K is linear in P, so that C needs no derivatives.
    void differentiate(std::size_t k) {
        using Variable = Dual<Number, 3>;
        const Vector3<Number> at = plain(stages_.stage[k].psi);
        const Inertia<Number> inertia(plain(stages_.system.inertia.moments));
        const Vector3<Variable> psi{Variable::variable(at.x, 0), Variable::variable(at.y, 1),
                                    Variable::variable(at.z, 2)};
        const Quaternion<Variable> turn = exp(psi);
        const Vector3<Variable> carried(plain(stages_.stage[k].carried));
        const Vector3<Variable> K = slope(psi, Inertia<Variable>(inertia).solve(to_body(turn, carried)));
        const Vector3<Variable> kick = stages_.kick(k, turn, carried);
        auto& block = work_.block[k];
        for (int i = 0; i < 3; ++i) {
            Vector3<Number> unit(Number(0), Number(0), Number(0));
            unit[i] = Number(1);
            const Vector3<Number> by_carried = slope(at, inertia.solve(to_body(exp(at), unit)));
            for (int n = 0; n < 3; ++n) {
                block.B(n, i) = K[n].slope[static_cast<std::size_t>(i)];
                block.C(n, i) = by_carried[n];
                block.D(n, i) = kick[n].slope[static_cast<std::size_t>(i)];
            }
        }
        if (!stages_.by_rate()) return;
        const Vector3<Number> P = plain(stages_.stage[k].carried);
        const Vector3<Variable> varied{Variable::variable(P.x, 0), Variable::variable(P.y, 1),
                                       Variable::variable(P.z, 2)};
        const Vector3<Variable> by_carried = stages_.kick(k, Quaternion<Variable>(exp(at)), varied);
        for (int n = 0; n < 3; ++n)
            for (int i = 0; i < 3; ++i) block.E(n, i) = by_carried[n].slope[static_cast<std::size_t>(i)];
    }

    /// ∂P/∂Ψ, column by column.
    void differentiate_momenta() {
        const auto& a = stages_.weights.a;
        const Number h = value_of(stages_.h);
        const std::size_t n = 3 * stages_.count();
        auto &coupling = work_.coupling, &slopes = work_.momentum_slopes;
        coupling.assign(n, std::vector<Number>(n, Number(0)));
        slopes.assign(n, std::vector<Number>(n, Number(0)));
        for (std::size_t j = 0; j < n; ++j) {
            coupling[j][j] = Number(1);
            for (std::size_t l = 0; l < n; ++l) {
                const auto row = static_cast<int>(j % 3), column = static_cast<int>(l % 3);
                const Number weight = h * a[j / 3][l / 3];
                coupling[j][l] -= weight * work_.block[l / 3].E(row, column);
                slopes[l][j] = weight * work_.block[l / 3].D(row, column);
            }
        }
        lu_factor(coupling, work_.pivot);
        for (std::vector<Number>& column : slopes) lu_solve(coupling, work_.pivot, column);
    }

    /// ∂F_k/∂Ψ_l
    Matrix3<Number> derivative(std::size_t k, std::size_t l) const {
        const auto& a = stages_.weights.a;
        const Number h = value_of(stages_.h);
        Matrix3<Number> C{}, change = (h * a[k][l]) * work_.block[l].B;
        if (stages_.by_rate()) {
            for (std::size_t j = 0; j < stages_.count(); ++j)
                change = change + (h * a[k][j]) * (work_.block[j].C * momentum_slope(j, l));
        } else {
            for (std::size_t j = 0; j < stages_.count(); ++j) C = C + (a[k][j] * a[j][l]) * work_.block[j].C;
            change = change + (h * h) * (C * work_.block[l].D);
        }
        return (k == l ? Matrix3<Number>::identity() : Matrix3<Number>{}) - change;
    }

    /// ∂P_j/∂Ψ_l
    Matrix3<Number> momentum_slope(std::size_t j, std::size_t l) const {
        Matrix3<Number> m;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t n = 0; n < 3; ++n)
                m(static_cast<int>(n), static_cast<int>(i)) = work_.momentum_slopes[3 * l + i][3 * j + n];
        return m;
    }

    Stages<Real, Model>& stages_;
    NewtonWork<Real>& work_;
};

}  // namespace polhode::core::rkmk
