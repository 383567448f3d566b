/// The page of Poinsot's construction of a free motion: its pictures and its numbers.
#pragma once

#include "polhode/simulate/poinsot.hpp"

#include <string>

namespace polhode {

/// `name` is that of the problem; may be empty.
std::string poinsot_html(const std::string& name, const Poinsot& poinsot);

}  // namespace polhode
