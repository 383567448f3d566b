/// The same work for every body, each thread its share.
#pragma once

#include "threads/in_parallel.hpp"

#include <algorithm>
#include <cstddef>

namespace polhode {

/// Calls work(begin, end) for contiguous shares of 0 … total − 1, one per thread; the shares depend on the
/// counts alone.
template <class Work>
void in_shares(std::size_t total, int threads, const Work& work) {
    const std::size_t n = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), 1,
                                                  std::max<std::size_t>(total, 1));
    in_parallel(static_cast<long>(n), static_cast<int>(n),
                [&](long share) {
                    const auto i = static_cast<std::size_t>(share);
                    work(total * i / n, total * (i + 1) / n);
                },
                {});
}

}  // namespace polhode
