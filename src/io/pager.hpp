/// Long texts on a terminal, a screen at a time.
#pragma once

#include <string_view>

namespace polhode {

/// print, but through $PAGER (less, without one) if standard output is a terminal with fewer lines than the text. With an
/// empty PAGER, or one that cannot be run, and on a dumb terminal the text is printed.
void print_paged(std::string_view text);

}  // namespace polhode
