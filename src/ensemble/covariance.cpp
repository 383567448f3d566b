#include "ensemble/covariance.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

Expected<Eigen::MatrixXd> factor_of_covariance(const Eigen::MatrixXd& covariance) {
    const Eigen::Index n = covariance.rows();
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) {
            if (!std::isfinite(covariance(i, j)))
                return input_error(fmt::format("covariance: {}, expected finite numbers", covariance(i, j)));
            if (covariance(i, j) != covariance(j, i))
                return input_error(
                    fmt::format("covariance: {} in row {} and {} in row {}, expected a symmetric matrix",
                                covariance(i, j), i + 1, covariance(j, i), j + 1));
        }
    Eigen::MatrixXd factor = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        // what rounding may leave of a variance that the quantities before this one explain
        const double nothing = 1e-12 * std::abs(covariance(i, i));
        for (Eigen::Index j = 0; j <= i; ++j) {
            double rest = covariance(i, j);
            for (Eigen::Index k = 0; k < j; ++k) rest -= factor(i, k) * factor(j, k);
            const bool possible =
                i == j ? rest >= -nothing
                       : factor(j, j) > 0 || std::abs(rest) <= std::sqrt(nothing * covariance(j, j));
            if (!possible)
                return input_error(fmt::format(
                    "covariance: row {} is impossible, expected a positive semidefinite matrix", i + 1));
            if (i != j)
                factor(i, j) = factor(j, j) > 0 ? rest / factor(j, j) : 0;
            else
                factor(i, i) = rest > nothing ? std::sqrt(rest) : 0;
        }
    }
    return factor;
}

}  // namespace polhode
