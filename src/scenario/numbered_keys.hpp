/// The keys of one table of several with the same name, such as [[event]]: event.2.kind is one of the second.
#pragma once

#include "scenario/settings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

class NumberedKeys {
public:
    NumberedKeys(const std::vector<Setting>& settings, std::string_view section, int number)
        : settings_(settings), section_(section), prefix_(fmt::format("{}.{}.", section, number)) {}

    bool any() const {
        return std::ranges::any_of(settings_, [&](const Setting& s) { return ours(s); });
    }
    const Setting* optional(std::string_view key) const {
        return find(settings_, fmt::format("{}{}", prefix_, key));
    }
    /// If it is missing: null, and the table is refused.
    const Setting* required(std::string_view key) const {
        const Setting* setting = optional(key);
        if (!setting)
            refuse(*std::ranges::find_if(settings_, [&](const Setting& s) { return ours(s); }),
                   fmt::format("this {} needs {}, which is missing", section_, key));
        return setting;
    }
    /// f(setting, key) for each.
    template <class Function>
    void for_each(const Function& f) const {
        for (const Setting& s : settings_)
            if (ours(s)) f(s, std::string_view(s.key).substr(prefix_.size()));
    }

private:
    bool ours(const Setting& s) const { return s.key.starts_with(prefix_); }

    const std::vector<Setting>& settings_;
    std::string_view section_;
    std::string prefix_;
};

}  // namespace polhode
