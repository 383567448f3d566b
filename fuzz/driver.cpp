/// What libFuzzer calls: the one target of the program.
#include "target.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polhode::fuzz::targets().front()->attempt({reinterpret_cast<const char*>(data), size});
    return 0;
}
