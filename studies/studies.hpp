/// One function per paper, in the folder of its name.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce {

Study krysl2004();
Study krysl2005();
Study krysl2006();

}  // namespace polhode::reproduce
