/// model = "formula": a torque or a potential written as text, with named parameters.
#pragma once

#include "scenario/torque_setting.hpp"

namespace polhode {

Torque read_formula_torque(TorqueKeys& keys, const TorqueSource& source);
TorqueDescription describe_formula(const FormulaTorque& formula);

}  // namespace polhode
