/// One function per paper, in the folder of its name.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce {

Study buss2001();

}  // namespace polhode::reproduce
