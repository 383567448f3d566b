/// What a timing depends on, for the foot of a page.
#pragma once

#include <string>

namespace polhode {

std::string compiler_name();   ///< the compiler that built the library, e.g. "GCC 12.2.0"
std::string processor_name();  ///< this machine's processor; "" where the system does not tell

}  // namespace polhode
