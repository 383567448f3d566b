/// The steps of DOP853 for one body on double, compiled for an instruction set: a row of seven numbers fills its
/// registers (src/method/registers/). They have the bits of the same steps on plain numbers.
#pragma once

#include "polhode/method/dop853_steps.hpp"
#include "polhode/method/multistep_motion.hpp"
#include "polhode/torque/bound_torque.hpp"

namespace polhode::core::dop853 {

/// What they work on.
struct Job {
    const BoundTorque<double>* torque = nullptr;  ///< null: a free body
    const multistep::Constants<double>* constants = nullptr;
    double origin = 0, step = 0;  ///< step n begins at origin + n step

    Place<multistep::Row<double>>* place = nullptr;  ///< of steps of one length
    long first = 0, count = 0;

    const multistep::Row<double>* y0 = nullptr;  ///< of a step that is judged, with the rates at its stages
    multistep::Row<double>*f = nullptr, *y1 = nullptr;
    double tolerance = 0;
};

struct Kernels {
    void (*steps)(const Job&) = nullptr;
    double (*judged)(const Job&) = nullptr;
};

}  // namespace polhode::core::dop853
