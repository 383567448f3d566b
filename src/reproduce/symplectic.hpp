/// How far a step is from preserving the canonical form of T*SO(3), by its exact Jacobian from dual numbers.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/problem.hpp"
#include "polhode/so3/rotation.hpp"

#include <optional>

namespace polhode::reproduce {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// The form at Π, left-trivialised (δR = R ξ̂, δΠ = ρ): Ω((ξ,ρ),(ξ',ρ')) = ρ'·ξ − ρ·ξ' + Π·(ξ×ξ').
inline Matrix6 canonical_form(const Eigen::Vector3d& momentum) {
    Matrix6 form = Matrix6::Zero();
    Eigen::Matrix3d hat;
    hat << 0, -momentum.z(), momentum.y(), momentum.z(), 0, -momentum.x(), -momentum.y(), momentum.x(), 0;
    form.topLeftCorner<3, 3>() = -hat;
    form.topRightCorner<3, 3>().setIdentity();
    form.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
    return form;
}

/// Largest entry of DᵀΩ₁D − Ω₀ relative to that of D; nothing if the step fails. Momenta are taken in units of |Π|, so
/// that all six directions have the same scale.
inline std::optional<double> symplectic_defect(const Method& method, const Problem& problem,
                                               const core::State<double>& start, double h) {
    const double unit = core::norm(start.momentum);
    core::State<Dual6> s;
    core::Vector3<Dual6> xi, rho;
    for (int i = 0; i < 3; ++i) {
        xi[i] = Dual6::variable(0, i);
        rho[i] = Dual6::variable(0, i + 3);
    }
    s.attitude = core::Quaternion<Dual6>(start.attitude) * core::exp(xi);
    s.momentum = core::Vector3<Dual6>(start.momentum) + Dual6(unit) * rho;
    if (!method.on_dual(problem.body, problem.torque)->step(s, Dual6(0), Dual6(h)).ok()) return std::nullopt;

    const core::Quaternion<double> end{s.attitude.x.value, s.attitude.y.value, s.attitude.z.value,
                                       s.attitude.w.value};
    Matrix6 D;
    for (int j = 0; j < 6; ++j) {
        const auto column = static_cast<std::size_t>(j);
        const core::Quaternion<double> dq{s.attitude.x.slope[column], s.attitude.y.slope[column],
                                          s.attitude.z.slope[column], s.attitude.w.slope[column]};
        D.col(j).head<3>() = 2.0 * core::to_eigen((core::conjugate(end) * dq).vector());
        for (int i = 0; i < 3; ++i) D(3 + i, j) = s.momentum[i].slope[column] / unit;
    }
    const Eigen::Vector3d p0 = core::to_eigen(start.momentum) / unit,
                          p1 = Eigen::Vector3d(s.momentum.x.value, s.momentum.y.value, s.momentum.z.value)
                             / unit;
    const Matrix6 defect = D.transpose() * canonical_form(p1) * D - canonical_form(p0);
    return defect.cwiseAbs().maxCoeff() / D.cwiseAbs().maxCoeff();
}

}  // namespace polhode::reproduce
