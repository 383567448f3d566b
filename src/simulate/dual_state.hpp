/// States with their derivatives along six directions, left-trivialised: δR = R ξ̂, δΠ = ρ.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// The state as the independent variable: R exp(ξ), Π + ρ at ξ = ρ = 0.
inline core::State<Dual6> varied(const core::State<double>& state) {
    core::Vector3<Dual6> xi, rho;
    for (int i = 0; i < 3; ++i) {
        xi[i] = Dual6::variable(0, i);
        rho[i] = Dual6::variable(0, i + 3);
    }
    return {core::Quaternion<Dual6>(state.attitude) * core::exp(xi),
            core::Vector3<Dual6>(state.momentum) + rho};
}

inline core::State<double> value_of(const core::State<Dual6>& state) {
    const auto& [q, p] = state;
    return {{q.x.value, q.y.value, q.z.value, q.w.value}, {p.x.value, p.y.value, p.z.value}};
}

/// (ξ, ρ) along each direction, in a column: δq = ½ q ξ, so ξ = 2 Im(q̄ δq).
inline Matrix6 slopes_of(const core::State<Dual6>& state) {
    const core::Quaternion<double> back = core::conjugate(value_of(state).attitude);
    const auto& [q, p] = state;
    Matrix6 slopes;
    for (int j = 0; j < 6; ++j) {
        const auto along = static_cast<std::size_t>(j);
        const core::Quaternion<double> dq{q.x.slope[along], q.y.slope[along], q.z.slope[along],
                                          q.w.slope[along]};
        slopes.col(j) << 2 * core::to_eigen((back * dq).vector()), p.x.slope[along], p.y.slope[along],
            p.z.slope[along];
    }
    return slopes;
}

}  // namespace polhode
