#include "polhode/simulate/transition.hpp"

#include "polhode/mechanics/eigen.hpp"

namespace polhode {

Eigen::Matrix<double, 6, 6> canonical_form(const Eigen::Vector3d& momentum) {
    TransitionMatrix form = TransitionMatrix::Zero();
    const core::Matrix3<double> hat = core::hat(core::from_eigen(momentum));
    for (int i = 0; i < 3; ++i)
        form.block<1, 3>(i, 0) = -core::to_eigen(hat.row[static_cast<std::size_t>(i)]).transpose();
    form.topRightCorner<3, 3>().setIdentity();
    form.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
    return form;
}

double symplectic_defect(const TransitionMatrix& transition, const Eigen::Vector3d& momentum_before,
                         const Eigen::Vector3d& momentum_after) {
    const double size = momentum_before.norm(), unit = size > 0 ? size : 1;
    TransitionMatrix D = transition;
    D.topRightCorner<3, 3>() *= unit;
    D.bottomLeftCorner<3, 3>() /= unit;
    const TransitionMatrix defect =
        D.transpose() * canonical_form(momentum_after / unit) * D - canonical_form(momentum_before / unit);
    const double largest = D.cwiseAbs().maxCoeff();
    return defect.cwiseAbs().maxCoeff() / (largest * largest);
}

}  // namespace polhode
