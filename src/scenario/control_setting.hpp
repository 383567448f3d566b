/// [control] and [[wheel]] of a scenario.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "polhode/mechanics/orbit.hpp"
#include "polhode/scenario/scenario.hpp"
#include "scenario/settings.hpp"

#include <optional>
#include <vector>

namespace polhode {

/// Where targets in files come from, and up to which time they are needed.
struct TargetSource {
    const ScenarioTree& tree;
    const Exchange& exchange;
    double end;
};

/// `orbit` may be null: then there is no nadir, and no field of a planet. Files lie beside the scenario of the tree.
std::optional<Control> read_control(const std::vector<Setting>& settings, const Orbit* orbit,
                                    const TargetSource& source);
std::vector<Wheel> read_wheels(const std::vector<Setting>& settings);

}  // namespace polhode
