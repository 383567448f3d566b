/// Tables of numbers as text.
#include "tables.hpp"

namespace polhode::fuzz {
namespace {

const Target csv("csv", [](std::string_view bytes) { read_numbers("rows.csv", bytes); });

}  // namespace
}  // namespace polhode::fuzz
