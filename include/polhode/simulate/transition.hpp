/// How a state depends on the one at the start of a run, to first order (docs/sensitivity.md).
#pragma once

#include <Eigen/Core>

namespace polhode {

/// Leads from (ξ₀, ρ₀) at the start to (ξ, ρ) at a later time, where δR = R ξ̂ and δΠ = ρ: ξ is a rotation
/// vector in body axes (radians), ρ a change of the body angular momentum.
using TransitionMatrix = Eigen::Matrix<double, 6, 6>;

/// The canonical form of T*SO(3) at Π in these variables: Ω((ξ,ρ),(ξ',ρ')) = ρ'·ξ − ρ·ξ' + Π·(ξ×ξ').
Eigen::Matrix<double, 6, 6> canonical_form(const Eigen::Vector3d& momentum);

/// How far Φ is from ΦᵀΩ₁Φ = Ω₀: the largest entry of the difference relative to that of Φ, squared as Φ is
/// in the product. Momenta are taken in units of |Π| at the start (1 if it is at rest), so that all six
/// directions have the same scale.
double symplectic_defect(const TransitionMatrix& transition, const Eigen::Vector3d& momentum_before,
                         const Eigen::Vector3d& momentum_after);

}  // namespace polhode
