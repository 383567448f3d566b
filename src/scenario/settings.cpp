#include "scenario/settings.hpp"

#include "polhode/torque/list.hpp"
#include "scenario/attitude_setting.hpp"
#include "scenario/orbit_setting.hpp"
#include "scenario/torque_setting.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace polhode {
namespace {

using Names = std::vector<std::string_view>;

// What every torque has, and the parameters of every model.
Names torque_keys() {
    Names keys{"model", "name", "on", "degrees"};
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        std::apply(
            [&](const auto&... parameter) {
                for (const std::string_view name : std::initializer_list<std::string_view>{parameter.name...})
                    if (std::ranges::find(keys, name) == keys.end()) keys.push_back(name);
            },
            Model::parameters());
    });
    for (const OtherTorque& other : other_torques())
        for (const std::string_view name : other.keys)
            if (std::ranges::find(keys, name) == keys.end()) keys.push_back(name);
    return keys;
}

// The ways to give an attitude, and what else a section has.
Names with_attitude(std::initializer_list<std::string_view> others) {
    Names keys = attitude_keys();
    keys.insert(keys.end(), others);
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
        {"body", {"inertia", "rotor_momentum"}},
        {"initial", with_attitude({"angular_velocity", "momentum", "space_momentum", "space_angular_velocity",
                                   "attitude_file", "attitude_time", "degrees"})},
        {"orbit", orbit_keys()},
        {"torque", torque_keys()},
        {"integrate", {"method", "step", "steps", "end", "step_error", "reversible_steps"}},
        {"method", {"name", "drift", "kicks", "drifts", "a", "b", "c"}},
        {"output",
         {"every", "times", "every_time", "sensitivity", "statistics", "snapshots", "format", "bodies",
          "attitude"}},
        {"event",
         {"kind", "name", "axis", "direction", "angle", "value", "crossing", "terminal", "impulse", "reflect",
          "frame", "degrees"}},
        {"impulse", {"time", "momentum", "frame", "name"}},
        {"control", {"law", "target", "target_file", "kp", "kd", "limit", "period", "gain", "field"}},
        {"control.target", with_attitude({"degrees"})},
        {"wheel", {"name", "axis", "momentum", "limit", "friction"}},
        {"exchange",
         {"epoch", "time_system", "object_name", "object_id", "reference_frame", "body_frame", "originator",
          "creation_date", "aem_version"}},
        {"ensemble", {"count", "seed", "tolerance", "pointing_axis", "pointing_target"}},
        {"ensemble.attitude", {"distribution", "sigma", "file", "degrees"}},
        {"ensemble.angular_velocity", {"distribution", "mean", "sigma", "low", "high", "file", "degrees"}},
        {"ensemble.momentum", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.space_angular_velocity",
         {"distribution", "mean", "sigma", "low", "high", "file", "degrees"}},
        {"ensemble.space_momentum", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.inertia", {"distribution", "mean", "sigma", "low", "high", "file"}},
        {"ensemble.correlated", {"names", "mean", "covariance"}},
        {"ensemble.parameter", {"name", "distribution", "mean", "sigma", "low", "high", "file"}},
    };
    return table;
}

// At most one of each group can be said at once.
const std::vector<Names>& alternatives() {
    static const std::vector<Names> groups{
        {"initial.rotation_vector", "initial.euler", "initial.quaternion", "initial.quaternion_wxyz",
         "initial.matrix", "initial.attitude_file"},
        {"initial.angular_velocity", "initial.momentum", "initial.space_momentum",
         "initial.space_angular_velocity"},
        {"orbit.radius", "orbit.semi_major_axis"},
        {"control.target", "control.target_file", "control.target.rotation_vector", "control.target.euler",
         "control.target.quaternion", "control.target.quaternion_wxyz", "control.target.matrix"},
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

// A key that has a meaning whatever the others say: when a torque acts does not depend on its model.
bool belongs_to_any(std::string_view key) {
    return key.ends_with(".name") || key == "control.period"
        || (key.starts_with("torque.") && key.ends_with(".on"));
}

// A key that decides which others of its section have a meaning.
bool is_selector(std::string_view key) {
    return (key.starts_with("torque.") && key.ends_with(".model")) || key == "control.law"
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

// "<place>: <what>"; a place may be empty.
std::string at(std::string_view place, std::string_view what) {
    return place.empty() ? std::string(what) : fmt::format("{}: {}", place, what);
}

void unknown_section(FirstError& errors, std::string_view place, std::string_view name) {
    Names names;
    for (const Section& section : sections()) names.push_back(section.name);
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there are{}", fmt::join(names, " "));
    errors.tell(at(place, fmt::format("unknown section \"{}\"{}", name, hint)));
}

void unknown_key(FirstError& errors, std::string_view place, std::string_view section, std::string_view key) {
    Names known = find_section(section)->keys;
    const std::string inside = section.empty() ? "" : fmt::format("{}.", section);
    for (const Section& other : sections())
        if (other.name.size() > inside.size() && other.name.starts_with(inside))
            known.push_back(other.name.substr(inside.size()));
    std::string hint = did_you_mean(key, known);
    if (hint.empty()) hint = belongs_elsewhere(key);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(known, ", "));
    errors.tell(at(place, fmt::format("unknown key \"{}\"{}", joined(section, key), hint)));
}

// Whether there is such a key; if not, says so.
bool check_key(FirstError& errors, std::string_view place, std::string_view section, std::string_view key) {
    const Section* known = find_section(section);
    const Section* inner = key.empty() ? nullptr : find_section(joined(section, key));
    if (!known)
        unknown_section(errors, place, section);
    else if (inner && !contains(known->keys, key))
        errors.tell(at(place, fmt::format("\"{}\" is a section, expected one of its keys: {}",
                                          joined(section, key), fmt::join(inner->keys, ", "))));
    else if (!contains(known->keys, key))
        unknown_key(errors, place, section, key);
    else
        return true;
    return false;
}

void check_alternatives(const std::vector<Setting>& settings) {
    for (const Names& group : alternatives()) {
        const Setting* first = nullptr;
        for (const Setting& setting : settings) {
            if (!contains(group, setting.key)) continue;
            if (first)
                setting.errors->tell(fmt::format("{} contradicts {}: expected only one of them",
                                                 setting.origin, first->origin));
            first = &setting;
        }
    }
}

}  // namespace

const Setting* find(const std::vector<Setting>& settings, std::string_view key) {
    for (const Setting& setting : settings)
        if (setting.key == key) return &setting;
    return nullptr;
}

namespace {

/// The settings of a tree, one after the other.
class Flattening {
public:
    explicit Flattening(FirstError& errors) : errors_(errors) {}

    void add_section(std::string_view name, const Value::Table& table) {
        for (const Value::Entry& entry : table.entries) {
            const std::string full = joined(name, entry.key);
            const auto* inner = std::get_if<Value::Table>(&entry.value.content);
            const bool is_list = std::holds_alternative<Value::List>(entry.value.content);
            if (full == "event") {
                add_list(entry, full, "kind");
            } else if (full == "impulse") {
                add_list(entry, full, "time");
            } else if (full == "wheel") {
                add_list(entry, full, "axis");
            } else if (full == "torque" && is_list) {
                add_list(entry, full, "model");
            } else if (full == "ensemble.parameter" && is_list) {
                add_list(entry, full, "name");
            } else if (!entry.key.empty() && find_section(full)) {
                if (inner)
                    add_section(full, *inner);
                else if (contains(find_section(name)->keys,
                                  entry.key))  // control.target is a value or a table
                    settings_.push_back({full, at(entry.place, full), entry.value, &errors_});
                else
                    errors_.tell(at(entry.place,
                                    fmt::format("expected a section [{}], got {}", full, entry.value.shown)));
            } else if (name.empty() && inner) {
                unknown_section(errors_, entry.place, full);
            } else if (check_key(errors_, entry.place, name, entry.key)) {
                settings_.push_back({full, at(entry.place, full), entry.value, &errors_});
            }
        }
    }
    std::vector<Setting> result() && { return std::move(settings_); }

private:
    /// [[event]], as often as there are events: the keys of the second are event.2.kind and so on. One of a
    /// list whose only table may stand in a section too, such as [torque], is the same as that.
    void add_list(const Value::Entry& all, const std::string& section, std::string_view needed) {
        const auto* tables = std::get_if<Value::List>(&all.value.content);
        const auto table = [](const Value& v) { return std::get_if<Value::Table>(&v.content); };
        const std::string what = section.substr(section.rfind('.') + 1);
        if (!tables || tables->empty() || !std::all_of(tables->begin(), tables->end(), table)) {
            errors_.tell(
                at(all.place,
                   fmt::format("expected a list of {}s: [[{}]] before the keys of each of them in a file",
                               what, section)));
            return;
        }
        const bool may_be_alone = section == "torque" || section == "ensemble.parameter",
                   alone = may_be_alone && tables->size() == 1;
        for (std::size_t i = 0; i < tables->size(); ++i) {
            const Value::Table& inner = *table((*tables)[i]);
            if (inner.entries.empty())
                errors_.tell(
                    at(inner.place, fmt::format("this {} needs {}, which is missing", what, needed)));
            for (const Value::Entry& entry : inner.entries)
                if (check_key(errors_, entry.place, section, entry.key))
                    settings_.push_back({alone ? joined(section, entry.key)
                                               : fmt::format("{}.{}.{}", section, i + 1, entry.key),
                                         at(entry.place, joined(section, entry.key)), entry.value, &errors_});
        }
    }

    FirstError& errors_;
    std::vector<Setting> settings_;
};

}  // namespace

std::vector<Setting> settings_of(const Value::Table& tree, FirstError& errors) {
    Flattening flattening(errors);
    flattening.add_section("", tree);
    std::vector<Setting> settings = std::move(flattening).result();
    check_alternatives(settings);
    return settings;
}

std::vector<Setting> settings_of(const std::vector<NamedValue>& values, FirstError& errors) {
    std::vector<Setting> settings;
    for (const NamedValue& given : values) {
        const std::size_t dot = given.key.rfind('.');
        const bool at_top = dot == std::string::npos;
        const std::string section = at_top ? "" : given.key.substr(0, dot);
        for (const auto& [list, article] :
             {std::pair("event", "an"), std::pair("impulse", "an"), std::pair("wheel", "a")})
            if (section == list || section.starts_with(fmt::format("{}.", list)))
                errors.tell(fmt::format(
                    "{0}: expected a key that is not {2} {1}'s; {1}s are given by [[{1}]] in a scenario file",
                    given.origin, list, article));
        // torque.NAME.key is a key of the torque of that name, which number_torques looks for;
        // torque.parameters.c and torque.NAME.parameters.c are an entry of a table
        const bool of_named_torque = section.starts_with("torque."),
                   of_table = of_named_torque && section.ends_with(".parameters");
        if (!of_table
            && !check_key(errors, given.origin, of_named_torque ? "torque" : section,
                          at_top ? given.key : given.key.substr(dot + 1)))
            continue;
        if (const Setting* twice = find(settings, given.key))
            errors.tell(
                fmt::format("{} contradicts {}: expected only one of them", given.origin, twice->origin));
        settings.push_back({given.key, given.origin, given.value, &errors});
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
        if (belongs_to_any(below.key)) return false;
        for (const Setting& choice : lower) {
            if (!is_selector(choice.key) || section_of(choice.key) != section_of(below.key)) continue;
            const Setting* above = find(upper, choice.key);
            if (alternative_above(choice) || (above && above->value.shown != choice.value.shown)) return true;
        }
        return false;
    };
    // a time in a file goes with the file
    const auto without_its_file = [&](const Setting& below) {
        if (below.key != "initial.attitude_time") return false;
        const Setting* file = find(lower, "initial.attitude_file");
        return file && alternative_above(*file);
    };
    const auto replaced = [&](const Setting& below) {
        return find(upper, below.key) || alternative_above(below) || of_another_choice(below)
            || without_its_file(below);
    };
    std::vector<Setting> settings = upper;
    for (const Setting& below : lower)
        if (!replaced(below)) settings.push_back(below);
    return settings;
}

}  // namespace polhode
