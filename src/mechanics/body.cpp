#include "polhode/mechanics/body.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

namespace polhode {

namespace {

/// Of three moments none may exceed the sum of the others; thin plates and rods sit on the equality, so
/// rounding must not refuse them.
void check_moments(const Eigen::Vector3d& moments) {
    for (int i = 0; i < 3; ++i)
        if (!(moments[i] > 0) || !std::isfinite(moments[i]))
            throw InputError(fmt::format("inertia: principal moment {} is {}, expected a positive number",
                                         i + 1, moments[i]));
    std::array<double, 3> sorted{moments[0], moments[1], moments[2]};
    std::ranges::sort(sorted);
    if (sorted[0] + sorted[1] < sorted[2] * (1 - 1e-9))
        throw InputError(
            fmt::format("inertia: moments {}, {}, {} are impossible for a rigid body: the largest exceeds "
                        "the sum of the other two",
                        sorted[0], sorted[1], sorted[2]));
}

}  // namespace

Body::Body(const Eigen::Vector3d& moments, const Eigen::Quaterniond& principal)
    : moments_(moments), principal_(principal) {
    check_moments(moments);
}

Body Body::from_moments(const Eigen::Vector3d& moments) { return {moments, Eigen::Quaterniond::Identity()}; }

Body Body::from_tensor(const Eigen::Matrix3d& tensor) {
    if (!tensor.allFinite()) throw InputError("inertia: the matrix has an entry that is not a finite number");
    if ((tensor - tensor.transpose()).norm() > 1e-12 * tensor.norm())
        throw InputError(
            fmt::format("inertia: the matrix is not symmetric (entries 12 and 21 are {} and {}, 13 and 31 "
                        "{} and {}, 23 and 32 {} and {})",
                        tensor(0, 1), tensor(1, 0), tensor(0, 2), tensor(2, 0), tensor(1, 2), tensor(2, 1)));
    // a diagonal matrix keeps its axes in their order
    if (tensor.isDiagonal(0.0)) return from_moments(tensor.diagonal());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(0.5 * (tensor + tensor.transpose()));
    Eigen::Matrix3d axes = eigen.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
    return {eigen.eigenvalues(), Eigen::Quaterniond(axes).normalized()};
}

Eigen::Matrix3d Body::tensor() const {
    const Eigen::Matrix3d axes = principal_.toRotationMatrix();
    return axes * moments_.asDiagonal() * axes.transpose();
}

Eigen::Vector3d Body::angular_velocity(const Eigen::Vector3d& momentum) const {
    return principal_ * (principal_.conjugate() * momentum).cwiseQuotient(moments_);
}

Eigen::Vector3d Body::momentum(const Eigen::Vector3d& angular_velocity) const {
    return principal_ * (principal_.conjugate() * angular_velocity).cwiseProduct(moments_);
}

double Body::kinetic_energy(const State& state) const {
    return 0.5 * state.momentum.dot(angular_velocity(state.momentum));
}

}  // namespace polhode
