/// What studies measure, each kept in the lab: errors at the end of a run, orders of convergence, the energy
/// on the way, whole runs for drawings and distances, single steps.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "reproduce/lab.hpp"

#include <array>
#include <string>
#include <vector>

namespace polhode::reproduce {

/// A method with the name that a paper gives it.
struct Named {
    std::string label, method;
};

/// A run of a built-in problem.
struct Run {
    std::string problem, method;
    double step = 0;
    double end = 0;  ///< 0: the problem's
};
std::string key(const Run& run);

/// ‖R − R_ref‖₂ and ‖Π − Π_ref‖₂ at the problem's own end. Infinite if the run fails.
struct Errors {
    double attitude, momentum;
};
Errors errors(Lab& lab, const Run& run);

/// Slopes of log(error) against log(step) between two steps.
Errors orders(Lab& lab, const std::string& problem, const std::string& method, double coarse, double fine);

/// (H − H₀)/|H₀| over every step of a run.
struct EnergyError {
    double least, most;      ///< of the signed error
    double early, late;      ///< largest size in the first and in the last tenth of the time
    double mean, deviation;  ///< mean, and the standard deviation from it
    double slope;            ///< of the least-squares line, times the length of the run
    double momentum;  ///< largest change of L: of the vector if free, else about the third axis of space
    double reached;   ///< the time reached, less than the end if the run failed
    double size() const { return most > -least ? most : -least; }
};
EnergyError energy_error(Lab& lab, const Run& run);

/// A run at every so many steps; as far as it got, if it failed.
struct Trace {
    Values time, energy;            ///< energy relative: (H − H₀)/|H₀|
    std::array<Values, 3> axis;     ///< the body's third axis in space, R(:,3)
    std::array<Values, 3> spatial;  ///< L
    std::array<Values, 3> omega;    ///< angular velocity, body frame
    Values turn;                    ///< angle from the sample before, in degrees; 0 for the first
};
Trace trace(Lab& lab, const Run& run, long every = 1);

/// (H − H₀)/|H₀| against time, for drawing: every step of a short run; of a long one the least and the
/// largest of each of a thousand parts, so that what lies between is not lost.
struct Curve {
    Values x, y;
};
Curve energy_curve(Lab& lab, const Run& run);

/// Five states on the way of an accurate run, for the examination of single steps.
std::vector<State> states_of(const Problem& problem);

/// One step, with nothing carried over from steps before.
State stepped(const std::string& method, const Problem& problem, State state, double t, double h);

/// ‖R_a − R_b‖₂ + ‖Π_a − Π_b‖/‖Π_a‖.
double distance(const State& a, const State& b);

/// The largest |DᵀΩ₁D − Ω₀| of a step from those five states (reproduce/symplectic.hpp).
double symplectic_defect(Lab& lab, const std::string& method, const std::string& problem, double h);

double largest(const Values& values);
double smallest(const Values& values);

}  // namespace polhode::reproduce
