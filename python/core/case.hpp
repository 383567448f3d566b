/// A scenario that was read, with the functions of the user's added to it: what a run is made of.
#pragma once

#include "polhode/scenario/scenario.hpp"

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

namespace polhode::python {

struct Case {
    Problem problem;
    Plan plan;
    bool names_method = false;               ///< the settings say which; else the plan's is the default
    double start = 0;                        ///< what the user's clock shows when that of the run shows 0
    std::vector<std::string> warnings = {};  ///< of the scenario
};

/// Reads the file of a torque that is a table, by a function of Python: (file, columns) -> array.
ReadTable reader_of(const nanobind::object& function);

/// Reads the file of attitudes of a scenario.
ReadText text_reader();

/// Keywords of the caller's laid over the settings: (key, what messages call it, value).
std::vector<NamedValue> above_of(const nanobind::list& given);

/// Whether anything of it is tied to the clock, so that a run may not begin at another time than 0.
bool depends_on_time(const Problem& problem);

void define_case(nanobind::module_& m);

}  // namespace polhode::python
