/// One function per paper, in the folder of its name.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce {

Study buss2001();
Study celledoni2006();

}  // namespace polhode::reproduce
