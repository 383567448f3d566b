/// A loop with constant bounds and constant indices, unrolled by construction: short recurrences over arrays
/// then live in registers, whatever the compiler thinks of their length.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace polhode::core {

/// body(0), body(1), …, body(N − 1), each index a std::integral_constant.
template <std::size_t N, class Body>
constexpr void unrolled(Body&& body) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (body(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<N>{});
}

}  // namespace polhode::core
