#pragma once

#include <cstddef>
#include <vector>

namespace polhode {

/// Gives an empty vector so many zeros, on pages of 2 MB where the system has them: a gigabyte on pages of 4 kB takes a
/// quarter of a second to give back, which a program that was asked to end does not have.
void resize_on_large_pages(std::vector<double>& numbers, std::size_t count);

}  // namespace polhode
