/// One function per paper, in the folder of its name.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce {

Study celledoni2006();

}  // namespace polhode::reproduce
