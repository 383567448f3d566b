#pragma once

#include <cstddef>
#include <vector>

namespace polhode {

/// Gives an empty vector so many zeros, on pages of 2 MB where the system has them: memory on pages of 4 kB takes much
/// longer to give back, for which a program that was asked to end has no time.
void resize_on_large_pages(std::vector<double>& numbers, std::size_t count);

}  // namespace polhode
