#include "ensemble/large_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <cstdint>
#endif

namespace polhode {

void resize_on_large_pages(std::vector<double>& numbers, std::size_t count) {
    numbers.reserve(count);
#ifdef __linux__
    constexpr std::uintptr_t page = 2U << 20U;
    const auto begin = reinterpret_cast<std::uintptr_t>(numbers.data());
    const std::uintptr_t first = (begin + page - 1) / page * page,
                         last = (begin + count * sizeof(double)) / page * page;
    // advice, without which all works the same
    if (first < last) (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
    numbers.resize(count);
}

}  // namespace polhode
