/// Integrals of a quantity that is known at equidistant times, between two neighbours at a time.
#pragma once

#include <cstddef>
#include <vector>

namespace polhode {

/// ∫ from node i to node i + 1 of the polynomial through the values at `nodes` nodes, in units of their distance:
/// Σ weight(i, j) yⱼ. Of order `nodes`.
class GridIntegral {
public:
    explicit GridIntegral(std::size_t nodes);

    std::size_t nodes() const { return nodes_; }
    double weight(std::size_t interval, std::size_t node) const { return weights_[interval * nodes_ + node]; }

private:
    std::size_t nodes_;
    std::vector<double> weights_;
};

}  // namespace polhode
