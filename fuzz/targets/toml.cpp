/// A TOML text becomes a tree of settings.
#include "target.hpp"
#include "toml/tree.hpp"

namespace polhode::fuzz {
namespace {

const Target toml("toml", [](std::string_view bytes) {
    succeeds([&] { (void)tree_of_toml(bytes, "input.toml").or_throw(); });
});

}  // namespace
}  // namespace polhode::fuzz
