/// The keys of one torque.
#pragma once

#include "scenario/settings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Asking for a parameter makes it known; what nobody asked for is an error.
class TorqueKeys {
public:
    /// number: among several, from 1 on; 0 for one that is alone.
    TorqueKeys(const std::vector<Setting>& settings, std::size_t number)
        : settings_(settings), prefix_(number == 0 ? "torque." : fmt::format("torque.{}.", number)) {}

    /// What every torque may have.
    const Setting* model() const { return at("model"); }
    const Setting* name() const { return at("name"); }
    const Setting* on() const { return at("on"); }
    /// Any of them, or null.
    const Setting* first() const {
        const auto found = std::ranges::find_if(settings_, [&](const Setting& s) { return ours(s); });
        return found == settings_.end() ? nullptr : &*found;
    }
    const Setting* parameter(std::string_view key) {
        known_.push_back(key);
        return at(key);
    }
    /// Settings of single entries of a parameter that is a table, such as torque.parameters.c.
    std::vector<const Setting*> inside(std::string_view table) {
        const std::string prefix = fmt::format("{}{}.", prefix_, table);
        std::vector<const Setting*> entries;
        for (const Setting& setting : settings_) {
            if (!setting.key.starts_with(prefix)) continue;
            known_.push_back(std::string_view(setting.key).substr(prefix_.size()));
            entries.push_back(&setting);
        }
        return entries;
    }
    /// If it is missing: null, and the model is refused.
    /// `or_else`: what may be given in its place.
    const Setting* required(std::string_view key, std::string_view or_else = "") {
        const Setting* setting = parameter(key);
        if (!setting)
            refuse(*model(), fmt::format("the model {} needs torque.{}{}, which is missing",
                                         model()->value.shown, key, or_else));
        return setting;
    }
    /// Without making it known.
    const Setting* given(std::string_view key) const { return at(key); }
    /// Whether some parameter has a key with this property.
    template <class Property>
    bool any_parameter(const Property& property) const {
        return std::ranges::any_of(settings_, [&](const Setting& s) {
            return is_parameter(s) && property(std::string_view(s.key).substr(prefix_.size()));
        });
    }
    void reject_others(std::string_view model) const {
        for (const Setting& setting : settings_) {
            if (!is_parameter(setting)) continue;
            const std::string_view key = std::string_view(setting.key).substr(prefix_.size());
            if (std::ranges::find(known_, key) != known_.end()) continue;
            refuse(setting,
                   fmt::format("the torque model \"{}\" has no parameter \"{}\"; it has {}", model, key,
                               known_.empty() ? "none" : fmt::format("{}", fmt::join(known_, ", "))));
        }
    }

private:
    const Setting* at(std::string_view key) const {
        return find(settings_, fmt::format("{}{}", prefix_, key));
    }
    bool ours(const Setting& setting) const { return setting.key.starts_with(prefix_); }
    bool is_parameter(const Setting& setting) const {
        return ours(setting) && &setting != model() && &setting != name() && &setting != on();
    }

    const std::vector<Setting>& settings_;
    std::string prefix_;
    std::vector<std::string_view> known_;
};

}  // namespace polhode
