/// The torque in a table of a report.
#pragma once

#include "polhode/torque/torque.hpp"
#include "report/html.hpp"

#include <vector>

namespace polhode {

/// Its model and its parameters; of a sum, those of each part.
std::vector<html::Row> torque_rows(const Torque& torque);

}  // namespace polhode
