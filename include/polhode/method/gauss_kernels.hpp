/// The steps of Gauss' collocation for one body on double, compiled for an instruction set: its stages are on the
/// lanes of registers (src/method/registers/). They have the bits of the same steps in arrays.
#pragma once

#include "polhode/method/canonical_motion.hpp"
#include "polhode/method/gauss_steps.hpp"
#include "polhode/method/multistep_motion.hpp"
#include "polhode/torque/bound_torque.hpp"

namespace polhode::core::gauss {

/// What they work on.
template <class Constants, std::size_t size>
struct Job {
    const BoundTorque<double>* torque = nullptr;  ///< null: a free body
    const Constants* constants = nullptr;
    const Weights<double>* weights = nullptr;
    Memory<double, size>* memory = nullptr;
    bool goes_on = false;         ///< from a step before, whose rates there are
    double origin = 0, step = 0;  ///< step n begins at origin + n step
    long first = 0, count = 0;
};
using RateJob = Job<multistep::Constants<double>, multistep::Row<double>::size>;
using CanonicalJob = Job<CanonicalConstants<double>, CanonicalRow<double>::size>;

struct Kernels {
    Marched<double> (*by_rate)(const RateJob&) = nullptr;
    Marched<double> (*canonical)(const CanonicalJob&) = nullptr;
};

}  // namespace polhode::core::gauss
