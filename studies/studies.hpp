/// The studies of papers: one function for each, in the folder of its name.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce {

Study buss2001();
Study krysl2004();
Study krysl2005();
Study celledoni2006();
Study krysl2006();

/// All of them, in order of the papers' years.
const std::vector<Study>& studies();

}  // namespace polhode::reproduce
