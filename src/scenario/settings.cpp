#include "scenario/settings.hpp"

#include "polhode/error.hpp"
#include "polhode/torque/list.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace polhode {
namespace {

using Names = std::vector<std::string_view>;

// `model`, and the parameters of every model.
Names torque_keys() {
    Names keys{"model"};
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        std::apply(
            [&](const auto&... parameter) {
                for (const std::string_view name : std::initializer_list<std::string_view>{parameter.name...})
                    if (std::ranges::find(keys, name) == keys.end()) keys.push_back(name);
            },
            Model::parameters());
    });
    return keys;
}

// Every key of a scenario. "" is the top of the file.
struct Section {
    std::string_view name;
    Names keys;
};
const std::vector<Section>& sections() {
    static const std::vector<Section> table{
        {"", {"problem", "name"}},
        {"body", {"inertia"}},
        {"initial",
         {"rotation_vector", "quaternion", "matrix", "angular_velocity", "momentum", "space_momentum",
          "space_angular_velocity"}},
        {"torque", torque_keys()},
        {"integrate", {"method", "step", "steps", "end", "step_error", "reversible_steps"}},
        {"output", {"every", "times", "every_time", "sensitivity", "statistics", "snapshots", "format"}},
        {"event", {"kind", "name", "axis", "direction", "angle", "value", "crossing", "terminal"}},
        {"ensemble", {"count", "seed", "pointing_axis", "pointing_target"}},
        {"ensemble.attitude", {"distribution", "sigma", "file"}},
        {"ensemble.angular_velocity", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.momentum", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.space_angular_velocity", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.space_momentum", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.inertia", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.parameter", {"name", "distribution", "mean", "sigma", "low", "high", "file"}},
    };
    return table;
}

// At most one of each group can be said at once.
const std::vector<Names>& alternatives() {
    static const std::vector<Names> groups{
        {"initial.rotation_vector", "initial.quaternion", "initial.matrix"},
        {"initial.angular_velocity", "initial.momentum", "initial.space_momentum",
         "initial.space_angular_velocity"},
        {"integrate.step", "integrate.steps"},
        {"integrate.steps", "integrate.step_error", "integrate.reversible_steps"},
        {"output.every", "output.times", "output.every_time"},
        {"ensemble.attitude.distribution", "ensemble.attitude.file"},
        {"ensemble.angular_velocity.distribution", "ensemble.angular_velocity.file",
         "ensemble.momentum.distribution", "ensemble.momentum.file",
         "ensemble.space_angular_velocity.distribution", "ensemble.space_angular_velocity.file",
         "ensemble.space_momentum.distribution", "ensemble.space_momentum.file"},
        {"ensemble.inertia.distribution", "ensemble.inertia.file"},
        {"ensemble.parameter.distribution", "ensemble.parameter.file"},
    };
    return groups;
}

// A key that decides which others of its section have a meaning.
bool is_selector(std::string_view key) {
    return key == "torque.model"
        || (key.starts_with("ensemble.") && (key.ends_with(".distribution") || key.ends_with(".file")));
}

std::string_view section_of(std::string_view key) { return key.substr(0, key.rfind('.') + 1); }

const Section* find_section(std::string_view name) {
    for (const Section& section : sections())
        if (section.name == name) return &section;
    return nullptr;
}

bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string joined(std::string_view section, std::string_view key) {
    return section.empty() ? std::string(key) : fmt::format("{}.{}", section, key);
}

// The key of another section, if that is where this one belongs: `every` belongs to [output].
std::string belongs_elsewhere(std::string_view key) {
    for (const Section& section : sections())
        if (contains(section.keys, key))
            return fmt::format("; did you mean \"{}\"?", joined(section.name, key));
    return "";
}

[[noreturn]] void unknown_section(std::string_view place, std::string_view name) {
    Names names;
    for (const Section& section : sections()) names.push_back(section.name);
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there are{}", fmt::join(names, " "));
    throw InputError(fmt::format("{}: unknown section \"{}\"{}", place, name, hint));
}

[[noreturn]] void unknown_key(std::string_view place, std::string_view section, std::string_view key) {
    Names known = find_section(section)->keys;
    const std::string inside = section.empty() ? "" : fmt::format("{}.", section);
    for (const Section& other : sections())
        if (other.name.size() > inside.size() && other.name.starts_with(inside))
            known.push_back(other.name.substr(inside.size()));
    std::string hint = did_you_mean(key, known);
    if (hint.empty()) hint = belongs_elsewhere(key);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(known, ", "));
    throw InputError(fmt::format("{}: unknown key \"{}\"{}", place, joined(section, key), hint));
}

void check_key(std::string_view place, std::string_view section, std::string_view key) {
    const Section* known = find_section(section);
    if (!known) unknown_section(place, section);
    if (find_section(joined(section, key)) && !key.empty())
        throw InputError(fmt::format("{}: \"{}\" is a section, expected one of its keys: {}", place,
                                     joined(section, key),
                                     fmt::join(find_section(joined(section, key))->keys, ", ")));
    if (!contains(known->keys, key)) unknown_key(place, section, key);
}

void check_alternatives(const std::vector<Setting>& settings) {
    for (const Names& group : alternatives()) {
        const Setting* first = nullptr;
        for (const Setting& setting : settings) {
            if (!contains(group, setting.key)) continue;
            if (first) {
                throw InputError(fmt::format("{} contradicts {}: expected only one of them", setting.origin,
                                             first->origin));
            }
            first = &setting;
        }
    }
}

Value value_of(const toml::node& node) {
    if (const auto number = node.value_exact<double>()) return number_value(*number);
    if (const auto number = node.value_exact<std::int64_t>())
        return {static_cast<double>(*number), fmt::format("{}", *number)};
    if (const auto text = node.value_exact<std::string>()) return text_value(*text);
    if (const auto* array = node.as_array()) {
        std::vector<Value> items;
        for (const toml::node& item : *array) items.push_back(value_of(item));
        return list_value(std::move(items));
    }
    if (const auto truth = node.value_exact<bool>()) return {*truth, *truth ? "true" : "false"};
    return {Value::Unusable{}, node.is_table() ? "a table" : "a date or time"};
}

// Everything that a C++ double can be read from, so also .5 and 1. and +2, which TOML does not know.
std::optional<double> plain_number(std::string_view text) {
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return number;
}

Value value_of_option(const std::string& text) {
    if (const auto number = plain_number(text)) return number_value(*number);
    try {
        const toml::table table = toml::parse("value = " + text);
        if (table.size() == 1) return value_of(*table.get("value"));
        return text_value(text);
    } catch (const toml::parse_error&) {
        return text_value(text);  // a word, such as the name of a method
    }
}

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\n' || c == '\r' ? ' ' : c;
    return out;
}

}  // namespace

const Setting* find(const std::vector<Setting>& settings, std::string_view key) {
    for (const Setting& setting : settings)
        if (setting.key == key) return &setting;
    return nullptr;
}

std::vector<Setting> settings_from_toml(std::string_view toml_text, std::string_view file_name) {
    toml::table document;
    try {
        document = toml::parse(toml_text, file_name);
    } catch (const toml::parse_error& error) {
        throw InputError(fmt::format("{}:{}: malformed TOML: {}", file_name, error.source().begin.line,
                                     one_line(error.description())));
    }

    std::vector<Setting> settings;
    const auto place = [&](const toml::key& key) {
        return fmt::format("{}:{}", file_name, key.source().begin.line);
    };
    const auto add = [&](std::string_view section, const toml::key& key, const toml::node& node) {
        check_key(place(key), section, key.str());
        const std::string full = joined(section, key.str());
        settings.push_back({full, fmt::format("{}: {}", place(key), full), value_of(node)});
    };
    // [[event]], as often as there are events: the keys of the second are event.2.kind and so on
    const auto add_events = [&](const toml::key& key, const toml::node& node) {
        const toml::array* events = node.as_array();
        if (!events || !events->is_homogeneous(toml::node_type::table))
            throw InputError(fmt::format("{}: expected [[event]] before the keys of each event", place(key)));
        for (std::size_t i = 0; i < events->size(); ++i) {
            if (events->get(i)->as_table()->empty())
                throw InputError(fmt::format("{}:{}: this event needs kind, which is missing", file_name,
                                             events->get(i)->source().begin.line));
            for (const auto& [name, value] : *events->get(i)->as_table()) {
                check_key(place(name), "event", name.str());
                settings.push_back({fmt::format("event.{}.{}", i + 1, name.str()),
                                    fmt::format("{}: event.{}", place(name), name.str()), value_of(value)});
            }
        }
    };
    const auto add_section = [&](const auto& again, std::string_view name, const toml::table& table) -> void {
        for (const auto& [key, node] : table) {
            const std::string full = joined(name, key.str());
            if (full == "event") {
                add_events(key, node);
                continue;
            }
            if (key.str().empty() || !find_section(full)) {
                if (name.empty() && node.is_table()) unknown_section(place(key), full);
                add(name, key, node);
                continue;
            }
            const toml::table* section = node.as_table();
            if (!section)
                throw InputError(fmt::format("{}: expected a section [{}], got {}", place(key), full,
                                             value_of(node).shown));
            again(again, full, *section);
        }
    };
    add_section(add_section, "", document);
    check_alternatives(settings);
    return settings;
}

std::vector<Setting> settings_from_overrides(const std::vector<Override>& overrides) {
    std::vector<Setting> settings;
    for (const Override& given : overrides) {
        const std::size_t dot = given.key.rfind('.');
        const bool at_top = dot == std::string::npos;
        const std::string section = at_top ? "" : given.key.substr(0, dot);
        if (section == "event" || section.starts_with("event."))
            throw InputError(
                fmt::format("{}: expected a key that is not an event's; events are given by [[event]] in a "
                            "scenario file",
                            given.origin));
        check_key(given.origin, section, at_top ? given.key : given.key.substr(dot + 1));
        if (const Setting* twice = find(settings, given.key)) {
            throw InputError(
                fmt::format("{} contradicts {}: expected only one of them", given.origin, twice->origin));
        }
        settings.push_back({given.key, given.origin, value_of_option(given.value)});
    }
    check_alternatives(settings);
    return settings;
}

std::vector<Setting> overlaid(const std::vector<Setting>& upper, const std::vector<Setting>& lower) {
    const auto alternative_above = [&](const Setting& below) {
        for (const Names& group : alternatives()) {
            if (!contains(group, below.key)) continue;
            for (const std::string_view key : group)
                if (key != below.key && find(upper, key)) return true;
        }
        return false;
    };
    // another model, another distribution: what belongs to the one below does not go with it
    const auto of_another_choice = [&](const Setting& below) {
        if (below.key.ends_with(".name")) return false;
        for (const Setting& choice : lower) {
            if (!is_selector(choice.key) || section_of(choice.key) != section_of(below.key)) continue;
            const Setting* above = find(upper, choice.key);
            if (alternative_above(choice) || (above && above->value.shown != choice.value.shown)) return true;
        }
        return false;
    };
    const auto replaced = [&](const Setting& below) {
        return find(upper, below.key) || alternative_above(below) || of_another_choice(below);
    };
    std::vector<Setting> settings = upper;
    for (const Setting& below : lower)
        if (!replaced(below)) settings.push_back(below);
    return settings;
}

}  // namespace polhode
