/// From a dictionary of Python to the tree of settings that a scenario is read from.
#pragma once

#include "polhode/scenario/scenario.hpp"

#include <nanobind/nanobind.h>

#include <string>

namespace polhode::python {

/// `place`: what messages about its entries begin with, such as the name of a file; may be empty. Throws InputError for
/// keys that are no text and for tables too deep to be a scenario.
Value::Table tree_of(const nanobind::dict& settings, const std::string& place);

/// One value; anything but numbers, text, truths, lists and dictionaries is one that a scenario has no use for.
Value value_of(const nanobind::handle& object, const std::string& place);

}  // namespace polhode::python
