/// The properties by which `polhode methods` lists some of the methods only.
#pragma once

#include "polhode/step/sheet.hpp"

#include <span>

namespace polhode::program {

struct MethodProperty {
    const char *option, *help;
    bool (*has)(const Sheet& sheet);
};

std::span<const MethodProperty> method_properties();

}  // namespace polhode::program
