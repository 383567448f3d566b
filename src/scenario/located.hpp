/// The library says what is wrong with a value; the user also wants to know where it stands.
#pragma once

#include "polhode/error.hpp"
#include "scenario/setting.hpp"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace polhode {

/// function(); an InputError from it begins with the origin of the setting.
template <class Function>
auto located(const Setting& setting, const Function& function) -> decltype(function()) {
    try {
        return function();
    } catch (const InputError& error) {
        std::string_view message = error.what();
        const std::string name = setting.key.substr(setting.key.rfind('.') + 1) + ": ";
        if (message.substr(0, name.size()) == name)
            message.remove_prefix(name.size());  // the origin has it already
        throw InputError(fmt::format("{}: {}", setting.origin, message));
    }
}

}  // namespace polhode
