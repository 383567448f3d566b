/// The scenarios of examples/scenarios, in alphabetical order; the build writes them into the module.
#pragma once

#include <span>
#include <string_view>

namespace polhode::web {

struct Preset {
    std::string_view name, toml;
};
std::span<const Preset> presets();

}  // namespace polhode::web
