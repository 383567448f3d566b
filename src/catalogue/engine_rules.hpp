/// The family of the update rules of game engines.
#pragma once

#include "polhode/catalogue.hpp"

#include <vector>

namespace polhode {

std::vector<Method> engine_rules();

}  // namespace polhode
