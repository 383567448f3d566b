/// Names of methods: fixed ones, families, SCHEME(DRIFT), NAME+energy.
#include "polhode/catalogue.hpp"

#include "target.hpp"

namespace polhode::fuzz {
namespace {

const Target method("method", [](std::string_view bytes) {
    const auto found = find_method(bytes);
    if (!found) return check_message(found.error().message);
    const std::string_view name = (*found)->sheet.name;
    check_message(name);
    const auto again = find_method(name);
    require(again && (*again)->sheet.name == name, "a method is not known by its own name");
});

}  // namespace
}  // namespace polhode::fuzz
