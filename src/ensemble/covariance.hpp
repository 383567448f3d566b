/// The factor of a covariance matrix, by which independent normal numbers become correlated ones.
#pragma once

#include "polhode/expected.hpp"

#include <Eigen/Core>

namespace polhode {

/// The lower triangular L with L Lᵀ = covariance, which may be singular: quantities that depend on each other
/// entirely. An Error if no distribution has this covariance.
Expected<Eigen::MatrixXd> factor_of_covariance(const Eigen::MatrixXd& covariance);

}  // namespace polhode
