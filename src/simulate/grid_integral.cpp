#include "simulate/grid_integral.hpp"

#include "polhode/method/butcher.hpp"

namespace polhode {
namespace {

/// Π (x − k)/(j − k) over all nodes k but j.
double lagrange(std::size_t nodes, std::size_t j, double x) {
    double product = 1;
    for (std::size_t k = 0; k < nodes; ++k)
        if (k != j)
            product *= (x - static_cast<double>(k)) / (static_cast<double>(j) - static_cast<double>(k));
    return product;
}

}  // namespace

GridIntegral::GridIntegral(std::size_t nodes) : nodes_(nodes), weights_((nodes - 1) * nodes) {
    const Tableau gauss = butcher::gauss(static_cast<int>(nodes / 2 + 1));  // exact for these polynomials
    for (std::size_t i = 0; i + 1 < nodes; ++i)
        for (std::size_t j = 0; j < nodes; ++j)
            for (std::size_t k = 0; k < gauss.stages(); ++k)
                weights_[i * nodes + j] +=
                    static_cast<double>(gauss.b[k])
                    * lagrange(nodes, j, static_cast<double>(i) + static_cast<double>(gauss.c[k]));
}

}  // namespace polhode
