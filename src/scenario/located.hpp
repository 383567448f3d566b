/// The library says what is wrong with a value; the user also wants to know where it stands.
#pragma once

#include "scenario/setting.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polhode {

/// Refuses the setting with the library's message, which need not name the setting again.
inline void refuse(const Setting& setting, const Error& error) {
    std::string_view message = error.message;
    const std::string name = setting.key.substr(setting.key.rfind('.') + 1) + ": ";
    if (message.starts_with(name)) message.remove_prefix(name.size());
    refuse(setting, message);
}
inline void refuse(const Setting& setting, const std::optional<Error>& error) {
    if (error) refuse(setting, *error);
}

/// What was found; if it is an error, the setting is refused and `otherwise` taken.
template <class T>
T located(const Setting& setting, Expected<T> found, T otherwise) {
    if (found) return *std::move(found);
    refuse(setting, found.error());
    return otherwise;
}

}  // namespace polhode
