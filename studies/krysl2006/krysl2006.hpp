/// Krysl (2006), in parts.
#pragma once

#include "reproduce/study.hpp"

#include <vector>

namespace polhode::reproduce::krysl2006_parts {

Figure vector_space();              ///< section 2
Figure pairs();                     ///< section 3
Figure reference_methods();         ///< section 4
std::vector<Figure> convergence();  ///< Figures 1–3
std::vector<Figure> soft_wall();    ///< Figures 4 and 5, and the conclusions

}  // namespace polhode::reproduce::krysl2006_parts
