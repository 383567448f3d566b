/// An ensemble of asymmetric bodies in states drawn at random.
#pragma once

#include "polhode/ensemble/ensemble.hpp"

#include <cstddef>
#include <cstdint>
#include <random>

namespace polhode::test {

inline Ensemble drawn_tops(std::size_t count, const Torque& torque, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Ensemble bodies(count, Body::from_moments({1, 1.8, 2.2}), torque);
    for (std::size_t k = 0; k < count; ++k) {
        State state;
        for (double& x : state.attitude.coeffs()) x = normal(random);
        state.attitude.normalize();
        for (double& x : state.momentum) x = 0.4 * normal(random);
        bodies.set_state(k, state);
    }
    return bodies;
}

}  // namespace polhode::test
