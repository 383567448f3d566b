/// Work against accuracy of one method on one problem, by pilot runs at doubled numbers of steps.
#pragma once

#include "advise/yardstick.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Pilot {
    long steps = 0;  ///< sample points, for a method that chooses its steps
    double error = 0;
    long torque_evaluations = 0;
    /// The cost, in torque evaluations with the free motion between them. It is counted, not timed, so that
    /// the same question always has the same answer.
    double work = 0;
};

struct Curve {
    std::string method;
    bool own_steps = false;
    std::vector<Pilot> pilots;  ///< fewest steps first
    /// The fewest steps that meet the target, between two pilots; empty if none does.
    std::optional<Pilot> fit;
    Pilot best;  ///< the one of least error
    long torque_evaluations = 0;
};

/// The name of the Taylor method that chooses steps with this error in each, of the order that suits it.
std::string series_to(double tolerance);

/// Stops where the target is met, where more steps do not help (`floor` is what round-off leaves of the
/// digits), or beyond `most_work`. An Error, as of measured_run, if the yardstick has one.
Expected<Curve> measure_curve(const Method& method, const Yardstick& yardstick, double target, double floor,
                              double most_work);

struct MeasuredRun {
    Pilot run;
    long torque_evaluations = 0;  ///< of all attempts, and of the motion that they were compared with
};

/// Makes `steps` steps and measures the error at each. Adds steps (up to four times as many) while the error
/// exceeds the tolerance, removes some where it is far below: between two pilots the error need not lie on
/// the line. `any_step`: the number of steps has no influence on the error, so that neither is tried.
/// Returns the last attempt.
Expected<MeasuredRun> measured_run(const Curve& curve, const Yardstick& yardstick, long steps, bool any_step,
                                   double tolerance);

}  // namespace polhode
