/// Krysl (2004), in parts.
#pragma once

#include "measure.hpp"
#include "reproduce/study.hpp"

#include <vector>

namespace polhode::reproduce::krysl2004_parts {

/// Those of the figures on forced motion.
inline const std::vector<Named> forced_methods{{"LIEMID[EA]", "liemid-ea"},
                                               {"LIEMID[I]", "liemid-i"},
                                               {"LIEMID[E]", "liemid-e"},
                                               {"LIEMID[E1]", "liemid-e1"},
                                               {"LIEMID[E2]", "liemid-e2"},
                                               {"AKW", "akw"},
                                               {"SW", "sw"},
                                               {"NMB", "nmb"}};

std::vector<Figure> free_body();          ///< Figures 1–4
std::vector<Figure> slow_top();           ///< section 3.2, Figures 5–7
Figure construction();                    ///< section 3.4
std::vector<Figure> fast_top();           ///< Figures 8–10
std::vector<Figure> slow_top_improved();  ///< Figures 11–13
std::vector<Figure> soft_wall();          ///< Figures 14–17
Figure conclusions();

}  // namespace polhode::reproduce::krysl2004_parts
