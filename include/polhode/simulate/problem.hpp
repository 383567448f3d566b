/// A complete initial-value problem, and the ten built-in ones.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "polhode/mechanics/body.hpp"
#include "polhode/simulate/impulse.hpp"
#include "polhode/torque/torque.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// A state known to `agreement` (relative) from two independent high-precision integrations.
struct ReferenceState {
    double time;
    State state;
    double agreement;
};

/// How far to follow a problem, and by which steps, if nobody says otherwise; 0 where that is to be said.
struct ProblemDefaults {
    double end = 0;
    double step = 0;
};

struct Problem {
    std::string name = {};
    std::string description = {};  ///< what it is and where it comes from, one sentence
    Body body;
    Torque torque = {};  ///< none
    State initial = {};  ///< at rest
    ProblemDefaults defaults = {};
    std::vector<ReferenceState> references = {};
    std::optional<Control> control = {};
    /// With wheels, the control's torque is theirs, and `initial.momentum` contains their momentum.
    std::vector<Wheel> wheels = {};
    std::vector<Impulse> impulses = {};  ///< in any order
};

/// Neither torque nor control nor rotors: a motion that is known in closed form.
inline bool is_free(const Problem& problem) {
    return is_free(problem.torque) && !problem.body.has_rotor() && !problem.control && problem.wheels.empty();
}

/// What sensitivities with respect to parameters are taken by: the principal moments "inertia.1", "inertia.2",
/// "inertia.3"; the momentum of rotors, if there are any, "rotor_momentum.x" and so on; and the numbers of the
/// torque by the names of its varying_parameters, "weight_moment", "drag.centre.x".
std::vector<std::string> parameter_names(const Problem& problem);

/// The built-in problems, in the order of the documentation.
std::span<const Problem> problems();

/// One of them by name; throws InputError that suggests the nearest name.
const Problem& problem(std::string_view name);
Expected<const Problem*> find_problem(std::string_view name);  ///< the same without exceptions

}  // namespace polhode
