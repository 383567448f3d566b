/// The figures of the paper, which are tables, and what its text says about them.
#pragma once

#include "reproduce/study.hpp"

namespace polhode::reproduce::buss {

Figure figure3();
Figure figure4();
Figure figure5();
Figure two_hundred_million_steps();
Figure figure6();
Figure figure7();
Figure sentences();

}  // namespace polhode::reproduce::buss
