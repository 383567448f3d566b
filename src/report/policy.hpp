/// The content-security policy of a page: the browser runs and applies what the page was written with, and loads nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// What stands between the tags, byte for byte.
std::string content_policy(std::string_view style, const std::vector<std::string>& scripts);

}  // namespace polhode
