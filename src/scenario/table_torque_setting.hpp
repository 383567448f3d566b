/// model = "table": a torque from rows t, Tx, Ty, Tz.
#pragma once

#include "scenario/torque_setting.hpp"

namespace polhode {

Torque read_table_torque(TorqueKeys& keys, const TorqueSource& source);
TorqueDescription describe_table(const TableTorque& table);

}  // namespace polhode
