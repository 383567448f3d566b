/// LU factors with partial pivoting, in place, of a square matrix by rows in containers of any kind.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>

namespace polhode::core {

/// The unit lower factor and the upper one share the matrix; `pivot` holds the exchanges of rows.
template <class Matrix, class Pivots>
void lu_factor(Matrix& a, Pivots& pivot) {
    using std::abs;
    const std::size_t n = a.size();
    for (std::size_t k = 0; k < n; ++k) {
        pivot[k] = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (abs(a[i][k]) > abs(a[pivot[k]][k])) pivot[k] = i;
        std::swap(a[k], a[pivot[k]]);
        for (std::size_t i = k + 1; i < n; ++i) {
            a[i][k] = a[i][k] / a[k][k];
            for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

/// b ← A⁻¹ b. The right side may carry derivatives which the matrix does not.
template <class Matrix, class Pivots, class Numbers>
void lu_solve(const Matrix& a, const Pivots& pivot, Numbers& b) {
    const std::size_t n = a.size();
    for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[pivot[k]]);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < k; ++j) b[k] -= a[k][j] * b[j];
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
        b[k] = b[k] / a[k][k];
    }
}

}  // namespace polhode::core
