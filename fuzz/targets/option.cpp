/// Values of a command line, which are always something: at least a text.
#include "target.hpp"
#include "text/list.hpp"
#include "text/quantity.hpp"
#include "toml/tree.hpp"

#include <cmath>

namespace polhode::fuzz {
namespace {

const Target option("option", [](std::string_view bytes) {
    const std::string text(bytes);
    const Value value = value_of_option(text);
    check_message(value.shown);
    for (const char c : value.shown)
        require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "a value that is shown in several lines");
    if (const auto parts = parts_in(text))
        for (const std::string& part : *parts) require(!part.empty(), "a part of a list that is empty");
    (void)numbers_in(text);
    if (const auto range = whole_numbers_in(text))
        require(0 <= range->from && range->from <= range->to, "a range of whole numbers that is none");
    if (const auto seconds = seconds_in(text))
        require(std::isfinite(*seconds) && *seconds >= 0, "a duration that is none");
});

}  // namespace
}  // namespace polhode::fuzz
