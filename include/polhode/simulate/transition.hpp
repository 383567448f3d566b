/// How a state depends on the one at the start of a run, and on parameters, to first order
/// (docs/sensitivity.md).
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Leads from (ξ₀, ρ₀) at the start to (ξ, ρ) at a later time, where δR = R ξ̂ and δΠ = ρ: ξ is a rotation
/// vector in body axes (radians), ρ a change of the body angular momentum.
using TransitionMatrix = Eigen::Matrix<double, 6, 6>;

/// (ξ, ρ) by parameters of the body and its torque: a column for each.
using ParameterMatrix = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// What remains as it is at the start, beside the attitude, when a parameter changes: Π, or ω = I⁻¹(Π − h), with
/// which Π changes if the moments or the rotors' momentum do.
enum class HeldAtStart { momentum, angular_velocity };

/// "momentum", "angular_velocity"
constexpr std::string_view held_name(HeldAtStart held) {
    return held == HeldAtStart::momentum ? "momentum" : "angular_velocity";
}

struct ParameterSensitivity {
    std::vector<std::string> names;  ///< of the columns: parameter_names(problem)
    HeldAtStart held = HeldAtStart::momentum;
    ParameterMatrix matrix;
};

/// The canonical form of T*SO(3) at Π in these variables: Ω((ξ,ρ),(ξ',ρ')) = ρ'·ξ − ρ·ξ' + Π·(ξ×ξ').
Eigen::Matrix<double, 6, 6> canonical_form(const Eigen::Vector3d& momentum);

/// How far Φ is from ΦᵀΩ₁Φ = Ω₀: the largest entry of the difference relative to that of Φ, squared as Φ is
/// in the product. Momenta are taken in units of |Π| at the start (1 if it is at rest), so that all six
/// directions have the same scale.
double symplectic_defect(const TransitionMatrix& transition, const Eigen::Vector3d& momentum_before,
                         const Eigen::Vector3d& momentum_after);

}  // namespace polhode
