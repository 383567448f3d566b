#include "ensemble/large_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <cstdint>
#endif

namespace polhode {

void resize_on_large_pages(std::vector<double>& numbers, std::size_t count) {
    numbers.reserve(count);
#ifdef __linux__
    constexpr std::size_t page = 2U << 20U;
    auto* const begin = reinterpret_cast<std::byte*>(numbers.data());
    const std::size_t bytes = count * sizeof(double),
                      before = (page - reinterpret_cast<std::uintptr_t>(begin) % page) % page;
    // advice, without which all works the same
    if (before + page <= bytes)
        (void)::madvise(begin + before, (bytes - before) / page * page, MADV_HUGEPAGE);
#endif
    numbers.resize(count);
}

}  // namespace polhode
