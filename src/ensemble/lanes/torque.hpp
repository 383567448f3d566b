/// Torques as the kernels on lanes are given them: those of torque/torque.hpp without users' functions. Free
/// of Eigen, whose types depend on the instruction set.
#pragma once

#include "polhode/torque/formula_view.hpp"
#include "polhode/torque/list.hpp"
#include "polhode/torque/sum.hpp"
#include "polhode/torque/table.hpp"

#include <variant>
#include <vector>

namespace polhode::lanes {

struct SumOnLanes;
using LaneTorque = core::BuiltInTorques::With<std::variant, TableTorque, core::FormulaView, SumOnLanes>;

struct PartOnLanes;
struct SumOnLanes {
    std::vector<PartOnLanes> parts;
    TimeSpan piece;
};
struct PartOnLanes {
    LaneTorque torque;
    std::vector<TimeSpan> on;
    bool jumps;  // by itself, at some times
};

}  // namespace polhode::lanes
