/// The hash that `sha256sum` prints, so that anybody can check the files of a result with a tool of the system.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

class Sha256 {
public:
    /// By the instructions that some processors have for it, where this one does; `portable`: without.
    enum class How { fastest, portable };
    explicit Sha256(How how = How::fastest);

    void add(std::string_view bytes);
    /// In hexadecimal digits. Nothing can be added afterwards.
    std::string finish();

private:
    using State = std::array<std::uint32_t, 8>;
    using TakeBlocks = void (*)(State& state, const unsigned char* blocks, std::size_t count);

    TakeBlocks take_;
    State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> rest_{};
    std::size_t in_rest_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace polhode
