/// A scenario that was read, with the functions of the user's added to it: what a run is made of.
#pragma once

#include "polhode/scenario/scenario.hpp"

#include <nanobind/nanobind.h>

#include <optional>
#include <vector>

namespace polhode::python {

struct Case {
    Problem problem;
    Plan plan;
    double start = 0;  ///< what the user's clock shows when that of the run shows 0
};

/// Whether anything of it is tied to the clock, so that a run may not begin at another time than 0.
bool depends_on_time(const Problem& problem);

void define_case(nanobind::module_& m);

}  // namespace polhode::python
