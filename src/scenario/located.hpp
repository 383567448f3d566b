/// The library says what is wrong with a value; the user also wants to know where it stands.
#pragma once

#include "polhode/error.hpp"
#include "scenario/setting.hpp"

#include <fmt/format.h>
#include <concepts>
#include <string>
#include <string_view>

namespace polhode {

/// What is wrong with the value of a setting, with its origin in front.
inline std::string located(const Setting& setting, std::string_view message) {
    const std::string name = setting.key.substr(setting.key.rfind('.') + 1) + ": ";
    if (message.substr(0, name.size()) == name)
        message.remove_prefix(name.size());  // the origin has it already
    return fmt::format("{}: {}", setting.origin, message);
}

/// function(); an InputError from it begins with the origin of the setting.
template <std::invocable Function>
auto located(const Setting& setting, const Function& function) -> decltype(function()) {
    try {
        return function();
    } catch (const InputError& error) {
        throw InputError(located(setting, std::string_view(error.what())));
    }
}

}  // namespace polhode
