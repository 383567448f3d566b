#include "polhode/mechanics/body.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace polhode {

namespace {

/// Of three moments none may exceed the sum of the others; thin plates and rods sit on the equality, so
/// rounding must not refuse them.
std::optional<Error> wrong_moments(const Eigen::Vector3d& moments) {
    for (int i = 0; i < 3; ++i)
        if (!(moments[i] > 0) || !std::isfinite(moments[i]))
            return input_error(fmt::format("inertia: principal moment {} is {}, expected a positive number",
                                           i + 1, moments[i]));
    std::array<double, 3> sorted{moments[0], moments[1], moments[2]};
    std::ranges::sort(sorted);
    if (sorted[0] + sorted[1] < sorted[2] * (1 - 1e-9))
        return input_error(
            fmt::format("inertia: moments {}, {}, {} are impossible for a rigid body: the largest exceeds "
                        "the sum of the other two",
                        sorted[0], sorted[1], sorted[2]));
    return {};
}

/// Rounding in whatever produced a tensor does not turn its axes.
bool is_diagonal(const Eigen::Matrix3d& tensor) {
    const Eigen::Matrix3d diagonal = tensor.diagonal().asDiagonal();
    return (tensor - diagonal).cwiseAbs().maxCoeff()
        <= 4 * std::numeric_limits<double>::epsilon() * tensor.diagonal().cwiseAbs().maxCoeff();
}

struct PrincipalAxes {
    Eigen::Vector3d moments;
    Eigen::Matrix3d axes;
};

/// Of the 24 right-handed ways to number the principal axes and to point them, the one that turns least from
/// the user's axes. So each is called after the user's axis that it is nearest to, and the moments of a body
/// change little when its tensor does.
PrincipalAxes nearest_to_users(const Eigen::Vector3d& moments, const Eigen::Matrix3d& axes) {
    constexpr double tie = 1e-9;  // rounding must not decide between two that turn alike
    PrincipalAxes nearest{moments, axes};
    double largest = -4;  // the trace, which is 1 + 2 cos of the angle turned by
    std::array<Eigen::Index, 3> order{0, 1, 2};
    do {
        for (unsigned signs = 0; signs < 8; ++signs) {
            PrincipalAxes named;
            for (Eigen::Index i = 0; i < 3; ++i) {
                const Eigen::Index from = order[static_cast<std::size_t>(i)];
                named.moments[i] = moments[from];
                named.axes.col(i) = ((signs >> i & 1U) != 0 ? -1.0 : 1.0) * axes.col(from);
            }
            if (named.axes.determinant() < 0 || named.axes.trace() <= largest + tie) continue;
            largest = named.axes.trace();
            nearest = named;
        }
    } while (std::ranges::next_permutation(order).found);
    return nearest;
}

}  // namespace

Expected<Body> Body::checked(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal) {
    if (auto error = wrong_moments(moments)) return std::move(*error);
    return Body(moments, principal);
}

Body Body::from_moments(const Eigen::Vector3d& moments) { return try_from_moments(moments).or_throw(); }

Body Body::from_tensor(const Eigen::Matrix3d& tensor) { return try_from_tensor(tensor).or_throw(); }

Expected<Body> Body::try_from_moments(const Eigen::Vector3d& moments) {
    return checked(moments, Eigen::Quaterniond::Identity());
}

Expected<Body> Body::try_from_tensor(const Eigen::Matrix3d& tensor) {
    if (!tensor.allFinite())
        return input_error("inertia: the matrix has an entry that is not a finite number");
    if ((tensor - tensor.transpose()).norm() > 1e-12 * tensor.norm())
        return input_error(
            fmt::format("inertia: the matrix is not symmetric (entries 12 and 21 are {} and {}, 13 and 31 "
                        "{} and {}, 23 and 32 {} and {})",
                        tensor(0, 1), tensor(1, 0), tensor(0, 2), tensor(2, 0), tensor(1, 2), tensor(2, 1)));
    if (is_diagonal(tensor)) return try_from_moments(tensor.diagonal());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(0.5 * (tensor + tensor.transpose()));
    const auto [moments, axes] = nearest_to_users(eigen.eigenvalues(), eigen.eigenvectors());
    return checked(moments, Eigen::Quaterniond(axes).normalized());
}

Eigen::Matrix3d Body::tensor() const {
    const Eigen::Matrix3d axes = principal_.toRotationMatrix();
    return axes * moments_.asDiagonal() * axes.transpose();
}

Expected<Body> Body::try_with_moments(const Eigen::Vector3d& moments) const {
    Expected<Body> body = checked(moments, principal_);
    if (!body) return body;
    return body->try_with_rotor(rotor_);
}

Expected<Body> Body::try_with_rotor(const RotorMomentum& rotor) const {
    const auto listed = [](const Eigen::Vector3d& v) {
        return fmt::format("({}, {}, {})", v[0], v[1], v[2]);
    };
    if (!rotor.momentum.allFinite())
        return input_error(
            fmt::format("rotor momentum: {}, expected three finite numbers", listed(rotor.momentum)));
    if (!rotor.rate.allFinite() || !std::isfinite(rotor.since))
        return input_error(fmt::format("rotor momentum: a rate of {} since {}, expected finite numbers",
                                       listed(rotor.rate), rotor.since));
    Body body = *this;
    body.rotor_ = rotor;
    body.has_rotor_ = !rotor.momentum.isZero(0) || !rotor.rate.isZero(0);
    return body;
}

Eigen::Vector3d Body::angular_velocity(const Eigen::Vector3d& momentum, double t) const {
    const Eigen::Vector3d own = has_rotor_ ? Eigen::Vector3d(momentum - rotor_momentum(t)) : momentum;
    return principal_ * (principal_.conjugate() * own).cwiseQuotient(moments_);
}

Eigen::Vector3d Body::momentum(const Eigen::Vector3d& angular_velocity, double t) const {
    const Eigen::Vector3d own =
        principal_ * (principal_.conjugate() * angular_velocity).cwiseProduct(moments_);
    return has_rotor_ ? Eigen::Vector3d(own + rotor_momentum(t)) : own;
}

double Body::kinetic_energy(const State& state, double t) const {
    const Eigen::Vector3d own =
        has_rotor_ ? Eigen::Vector3d(state.momentum - rotor_momentum(t)) : state.momentum;
    return 0.5 * own.dot(angular_velocity(state.momentum, t));
}

}  // namespace polhode
