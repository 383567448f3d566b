/// Text made at run time that lives as long as the program, for sheets, whose texts are views.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

std::string_view intern(std::string text);

}  // namespace polhode
