/// Which bodies belong together: chunks of a size that follows from the number of bodies alone, so that sums
/// over chunks do not depend on who makes them; and the chunks of each rank.
#pragma once

#include "polhode/ensemble/blocks.hpp"

#include <algorithm>
#include <cstddef>

namespace polhode {

/// At least 256 chunks where there are bodies enough, for ranks and threads to share; at most 4096 bodies
/// each.
constexpr std::size_t chunk_bodies(std::size_t count) {
    return core::block_bodies * std::clamp<std::size_t>(core::blocks_for(count) / 256, 1, 512);
}

/// Threads worth starting for a short piece of work on each of `bodies`.
constexpr int threads_for(std::size_t bodies, int threads) {
    constexpr std::size_t bodies_per_thread = 8192;
    return static_cast<int>(
        std::min<std::size_t>(static_cast<std::size_t>(threads), 1 + bodies / bodies_per_thread));
}

/// Bodies first … last − 1.
struct Share {
    std::size_t first, last;
    std::size_t size() const { return last - first; }
};

/// The bodies of one rank: whole chunks, in order. Empty for some if there are more ranks than chunks.
constexpr Share share_of(int rank, int ranks, std::size_t count) {
    const std::size_t chunk = chunk_bodies(count), chunks = (count + chunk - 1) / chunk;
    const auto begin = [&](int r) {
        return std::min(count,
                        chunk * (chunks * static_cast<std::size_t>(r) / static_cast<std::size_t>(ranks)));
    };
    return {begin(rank), begin(rank + 1)};
}

}  // namespace polhode
