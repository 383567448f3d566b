/// The loops of the multistep formulas for one body on double, compiled for an instruction set: a row of seven
/// numbers fills its registers, and so do the eight points of a block (src/method/registers/). They have the bits
/// of the same loops on plain numbers, but for the sign of a zero.
#pragma once

#include "polhode/method/multistep_motion.hpp"
#include "polhode/method/multistep_steps.hpp"
#include "polhode/torque/bound_torque.hpp"

namespace polhode::core::multistep {

/// What the loops work on.
struct Job {
    const BoundTorque<double>* torque = nullptr;  ///< null: a free body
    const Constants<double>* constants = nullptr;
    double origin = 0, step = 0;  ///< step n begins at origin + n step
    long first = 0;

    const Table* table = nullptr;
    Place<Row<double>>* place = nullptr;
    Row<double>* next = nullptr;  ///< behind the rates that are known
    long count = 0;               ///< of steps
    bool knows_first = false;     ///< the rates of the first step are in next[0] already
    const Test<double>* test = nullptr;
    LengthTests length_tests = {};  ///< without `test`

    PointRows<double>*points = nullptr, *rates = nullptr;  ///< of a block
    bool is_first_block = false;
};

struct Kernels {
    Speed<double> (*speed)(const Job&) = nullptr;  ///< of job.place->y at job.origin
    Tested<double> (*steps)(const Job&) = nullptr;
    BlockMade<bool> (*block)(const Job&) = nullptr;
    /// Loops::sum and Loops::sums
    void (*sum)(const double* w, const Row<double>* newest, int count, Row<double>& total) = nullptr;
    void (*sums)(const HalfWay<double>&, const Row<double>* newest, Row<double>* totals) = nullptr;
};

}  // namespace polhode::core::multistep
