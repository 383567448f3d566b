#include "scenario/angle_units.hpp"

#include "scenario/attitude_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <utility>

namespace polhode {
namespace {

constexpr double radian = 1, degree = std::numbers::pi / 180;

struct Measured {
    std::string_view section, key;
    Measure measure;
};
constexpr std::array measured{
    Measured{"initial", "rotation_vector", Measure::angle},
    Measured{"initial", "euler", Measure::angle},
    Measured{"initial", "angular_velocity", Measure::rate},
    Measured{"initial", "space_angular_velocity", Measure::rate},
    Measured{"control.target", "rotation_vector", Measure::angle},
    Measured{"control.target", "euler", Measure::angle},
    Measured{"orbit", "inclination", Measure::angle},
    Measured{"orbit", "node", Measure::angle},
    Measured{"orbit", "argument", Measure::angle},
    Measured{"orbit", "anomaly", Measure::angle},
    Measured{"orbit", "rotation", Measure::rate},
    Measured{"torque", "tilt", Measure::angle},
    Measured{"torque", "longitude", Measure::angle},
    Measured{"event", "angle", Measure::angle},
    Measured{"ensemble.attitude", "sigma", Measure::angle},
    Measured{"ensemble.angular_velocity", "mean", Measure::rate},
    Measured{"ensemble.angular_velocity", "sigma", Measure::rate},
    Measured{"ensemble.angular_velocity", "low", Measure::rate},
    Measured{"ensemble.angular_velocity", "high", Measure::rate},
    Measured{"ensemble.space_angular_velocity", "mean", Measure::rate},
    Measured{"ensemble.space_angular_velocity", "sigma", Measure::rate},
    Measured{"ensemble.space_angular_velocity", "low", Measure::rate},
    Measured{"ensemble.space_angular_velocity", "high", Measure::rate},
};

/// "event.2.angle": section "event", table "event.2.", key "angle".
struct Name {
    std::string section;
    std::string_view table, key;
};

Name name_of(const Setting& setting) {
    const std::string_view whole = setting.key;
    const std::size_t dot = whole.rfind('.');
    if (dot == whole.npos) return {"", "", whole};
    Name name{std::string(whole.substr(0, dot)), whole.substr(0, dot + 1), whole.substr(dot + 1)};
    const std::size_t before = name.section.rfind('.') + 1;  // 0 if there is no other dot
    const bool is_number =
        before > 0 && name.section.find_first_not_of("0123456789", before) == name.section.npos;
    if (is_number) name.section.resize(before - 1);
    return name;
}

Measure measure_of(const std::vector<Setting>& settings, const Name& name) {
    if (name.section == "event" && name.key == "value") {
        const Setting* kind = find(settings, fmt::format("{}kind", name.table));
        const auto* content = kind ? std::get_if<std::string>(&kind->value.content) : nullptr;
        return content && *content == "rate" ? Measure::rate : Measure::other;
    }
    return polhode::measure_of(name.section, name.key);
}

/// "45 deg" in radians; nothing if it is no such text.
std::optional<double> in_radians(const std::string& text, Measure measure) {
    const std::array<std::pair<std::string_view, double>, 2> units =
        measure == Measure::rate ? std::array{std::pair(std::string_view("deg/s"), degree),
                                              std::pair(std::string_view("rad/s"), radian)}
                                 : std::array{std::pair(std::string_view("deg"), degree),
                                              std::pair(std::string_view("rad"), radian)};
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    if (rest == text.c_str() || !std::isfinite(number)) return {};
    while (*rest == ' ') ++rest;
    for (const auto& [name, size] : units)
        if (rest == name) return number * size;
    return {};
}

/// One setting on its way to radians.
class Converted {
public:
    Converted(Setting& setting, Measure measure, double unit)
        : setting_(setting), measure_(measure), unit_(unit) {
        if (!setting.key.ends_with(".euler")) {
            convert(setting.value);
            return;
        }
        // the first of two are axes: ["ZYX", [0.3, 0.2, 0.1]]; of anything else its reader says what it should be
        auto* parts = std::get_if<Value::List>(&setting.value.content);
        if (parts && parts->size() == 2) convert((*parts)[1]);
    }

    /// The length of what was given in plain numbers: of a rotation vector, else the largest.
    double plain() const { return setting_.key.ends_with(".rotation_vector") ? length_ : largest_; }

private:
    void convert(Value& value) {
        if (auto* number = std::get_if<double>(&value.content)) {
            length_ = std::hypot(length_, *number);
            largest_ = std::max(largest_, std::abs(*number));
            *number *= unit_;
        } else if (auto* items = std::get_if<Value::List>(&value.content)) {
            for (Value& item : *items) convert(item);
        } else if (const auto* text = std::get_if<std::string>(&value.content)) {
            const std::optional<double> given = in_radians(*text, measure_);
            if (!given)
                refuse(setting_, fmt::format("expected a number, or one with a unit such as {}, got {}",
                                             measure_ == Measure::rate ? R"("3 deg/s" or "0.05 rad/s")"
                                                                       : R"("45 deg" or "0.8 rad")",
                                             value.shown));
            value.content = given.value_or(0);
        }
    }

    Setting& setting_;
    Measure measure_;
    double unit_;
    double length_ = 0, largest_ = 0;
};

/// Refuses what there is nothing to do for. Of a section that has nothing else the key stays, so that the reader of the
/// section says what is missing.
void take_degrees_away(std::vector<Setting>& settings) {
    std::vector<std::string> done;
    for (const Setting& setting : settings) {
        const Name name = name_of(setting);
        if (name.key != "degrees") continue;
        bool alone = true, has_angle = false;
        for (const Setting& other : settings) {
            const Name own = name_of(other);
            if (own.table != name.table || own.key == "degrees") continue;
            alone = false;
            has_angle = has_angle || measure_of(settings, own) != Measure::other;
        }
        const bool kinds_differ = name.section == "torque" || name.section == "event";
        if (truth(setting) && kinds_differ && !alone && !has_angle)
            refuse(setting, "expected an angle or a rate beside it, got none");
        const bool has_file = find(settings, fmt::format("{}file", name.table));
        if (truth(setting) && has_file && polhode::measure_of(name.section, "mean") == Measure::rate)
            refuse(setting, "expected none beside a file, whose rates are in radians per unit time");
        if (!alone) done.push_back(setting.key);
    }
    std::erase_if(settings, [&](const Setting& s) { return std::ranges::find(done, s.key) != done.end(); });
}

}  // namespace

Measure measure_of(std::string_view section, std::string_view key) {
    const auto found = std::ranges::find_if(
        measured, [&](const Measured& m) { return m.section == section && m.key == key; });
    return found == measured.end() ? Measure::other : found->measure;
}

std::vector<std::string> to_radians(std::vector<Setting>& settings) {
    constexpr double full_turn = 2 * std::numbers::pi;
    std::vector<std::string> doubts;
    for (Setting& setting : settings) {
        const std::string doubt = doubt_about_order(setting);
        if (!doubt.empty()) doubts.push_back(doubt);
        const Name name = name_of(setting);
        const Measure measure = measure_of(settings, name);
        if (measure == Measure::other) continue;
        const Setting* degrees = find(settings, fmt::format("{}degrees", name.table));
        const bool in_degrees = degrees && truth(*degrees);
        const Converted converted(setting, measure, in_degrees ? degree : radian);
        if (measure == Measure::angle && !in_degrees && converted.plain() > full_turn)
            doubts.push_back(fmt::format(
                "{}: {} is beyond a full turn in radians; degrees are given by degrees = true in the section, or by a "
                "text such as \"45 deg\"; if radians are meant, \"45 rad\" says so",
                setting.origin, setting.value.shown));
    }
    take_degrees_away(settings);
    return doubts;
}

}  // namespace polhode
