/// Krysl (2005), in parts.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce::krysl2005_parts {

Figure vector_space();    ///< section 2
Figure rotation_group();  ///< section 3
Figure slow_top();        ///< Figure 1 and the conclusions

}  // namespace polhode::reproduce::krysl2005_parts
