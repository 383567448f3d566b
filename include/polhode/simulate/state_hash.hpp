/// A short name for the bits of a state, to see at a glance whether two runs ended with the same ones.
#pragma once

#include "polhode/mechanics/state.hpp"

#include <bit>
#include <cstdint>

namespace polhode {

/// FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923) over time, attitude (x, y, z, w) and momentum (x, y, z),
/// each as the eight bytes of a double, the lowest first.
inline std::uint64_t state_hash(double time, const State& state) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto& q = state.attitude;
    const auto& p = state.momentum;
    for (const double number : {time, q.x(), q.y(), q.z(), q.w(), p.x(), p.y(), p.z()}) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3;
    }
    return hash;
}

}  // namespace polhode
