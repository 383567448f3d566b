/// A long run of one method: does the error of the energy stay bounded, or has it a trend?
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::test {

struct LongRun {
    double most_energy_error = 0;    ///< max |H − H₀|/|H₀|
    double drift = 0;                ///< slope of (H − H₀)/|H₀| times the length of the run,
    double drift_uncertainty = 0;    ///< and its standard error
    double most_momentum_error = 0;  ///< max |(L − L₀)·axis|/|Π₀|
};

/// The slope is fitted to the means of `blocks` blocks: the error oscillates, and neighbouring steps tell the
/// same; means over many oscillations are nearly independent, so that the standard error of the fit means
/// something.
inline LongRun long_run(const Method& method, const Problem& p, double h, long steps,
                        const core::Vector3<double>& axis, int blocks = 200) {
    const auto stepper = method.on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    const auto first = stepper->invariants(s, 0);
    const double size = std::abs(*first.energy), along = dot(first.spatial_momentum, axis);
    LongRun run;
    double y1 = 0, y2 = 0, xy = 0, xx = 0;
    const long length = steps / blocks;
    for (int b = 0; b < blocks; ++b) {
        double sum = 0;
        for (long n = b * length; n < (b + 1) * length; ++n) {
            if (!stepper->step(s, static_cast<double>(n) * h, h).ok()) throw RunError("a step failed");
            const auto now = stepper->invariants(s, static_cast<double>(n + 1) * h);
            const double error = (*now.energy - *first.energy) / size;
            sum += error;
            run.most_energy_error = std::max(run.most_energy_error, std::abs(error));
            run.most_momentum_error =
                std::max(run.most_momentum_error, std::abs(dot(now.spatial_momentum, axis) - along));
        }
        const double x = (b + 0.5) / blocks - 0.5, y = sum / static_cast<double>(length);
        y1 += y;
        y2 += y * y;
        xy += x * y;
        xx += x * x;
    }
    run.most_momentum_error /= norm(first.spatial_momentum);
    run.drift = xy / xx;
    const double residual2 = std::max(y2 - y1 * y1 / blocks - xy * xy / xx, 0.0);
    run.drift_uncertainty = std::sqrt(residual2 / (blocks - 2) / xx);
    return run;
}

}  // namespace polhode::test
