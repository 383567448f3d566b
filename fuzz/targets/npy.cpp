/// Files of NumPy.
#include "tables.hpp"

namespace polhode::fuzz {
namespace {

const Target npy("npy", [](std::string_view bytes) { read_numbers("rows.npy", bytes); });

}  // namespace
}  // namespace polhode::fuzz
