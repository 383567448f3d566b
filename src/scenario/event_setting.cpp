#include "scenario/event_setting.hpp"

#include "scenario/impulse_setting.hpp"
#include "scenario/located.hpp"
#include "scenario/numbered_keys.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace polhode {
namespace {

struct EventKind {
    std::string_view name;
    std::vector<std::string_view> parameters;
};

const std::vector<EventKind>& kinds() {
    static const std::vector<EventKind> list{{"axis-cone", {"axis", "direction", "angle"}},
                                             {"axis-plane", {"axis", "direction"}},
                                             {"rate", {"value"}},
                                             {"energy", {"value"}},
                                             {"kinetic-energy", {"value"}}};
    return list;
}

/// Of events of every kind.
constexpr std::array<std::string_view, 7> common_keys{"kind",    "name",    "crossing", "terminal",
                                                      "impulse", "reflect", "frame"};

void check(const NumberedKeys& keys, const EventKind& kind) {
    const auto& own = kind.parameters;
    keys.for_each([&](const Setting& s, std::string_view key) {
        if (std::ranges::find(common_keys, key) == common_keys.end()
            && std::ranges::find(own, key) == own.end())
            refuse(s, fmt::format("an event of the kind \"{}\" has no \"{}\"; it has {}", kind.name, key,
                                  fmt::join(own, ", ")));
    });
}

const EventKind& kind_of(const Setting& setting) {
    const std::string& name = text(setting, "an event's kind");
    std::vector<std::string_view> names;
    for (const EventKind& kind : kinds()) {
        if (kind.name == name) return kind;
        names.push_back(kind.name);
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(setting, fmt::format("unknown kind of event {}{}", setting.value.shown, hint));
    return kinds().front();
}

Crossing crossing_of(const Setting& setting) {
    const std::string& crossing = text(setting, "the crossing");
    if (crossing == "rising") return Crossing::rising;
    if (crossing == "falling") return Crossing::falling;
    if (crossing == "both") return Crossing::both;
    return rejected(setting, "\"rising\", \"falling\" or \"both\"", Crossing::both);
}

EventFunction function_of(const NumberedKeys& keys, std::string_view kind, const Problem& problem) {
    const auto vector = [&](std::string_view key) -> Eigen::Vector3d {
        const Setting* s = keys.optional(key);
        return s ? direction(*s) : Eigen::Vector3d(0, 0, 1);
    };
    if (kind == "axis-cone") {
        const Setting* angle = keys.required("angle");
        const double value = angle ? finite_number(*angle) : 0;
        const Eigen::Vector3d axis = vector("axis"), direction = vector("direction");
        const auto cone = try_axis_cone(axis, direction, value);
        return angle ? located(*angle, cone, EventFunction()) : EventFunction();
    }
    if (kind == "axis-plane") return axis_plane(vector("axis"), vector("direction"));
    const Setting* given = keys.required("value");
    if (given && !problem.wheels.empty())
        refuse(*given,
               "expected an event of the attitude alone: with wheels, a state does not tell the angular "
               "velocity of the body");
    // neither a rate nor a kinetic energy ever is below zero
    const bool signed_value = kind == "energy";
    const double value = !given ? 0 : signed_value ? finite_number(*given) : nonnegative_number(*given);
    if (kind == "rate") return rate_above(problem.body, value);
    if (kind == "energy") return energy_above(problem.body, problem.torque, value);
    return kinetic_energy_above(problem.body, value);
}

/// What the event does to the state; empty if nothing.
StateChange change_of(const NumberedKeys& keys, const Problem& problem) {
    const Setting *impulse = keys.optional("impulse"), *reflect = keys.optional("reflect"),
                  *frame = keys.optional("frame");
    if (frame && !impulse && !reflect) refuse(*frame, "expected it with impulse or reflect");
    if (impulse && reflect) refuse(*reflect, "expected it without impulse: an event does one or the other");
    if (impulse) return momentum_change(vector3(*impulse), frame ? read_frame(*frame) : Frame::body);
    if (reflect)
        return reflection(problem.body, direction(*reflect), frame ? read_frame(*frame) : Frame::space);
    return {};
}

}  // namespace

std::vector<Event> read_events(const std::vector<Setting>& settings, const Problem& problem) {
    std::vector<Event> events;
    for (int number = 1;; ++number) {
        const NumberedKeys keys(settings, "event", number);
        if (!keys.any()) return events;
        const Setting* given = keys.required("kind");
        const EventKind& kind = given ? kind_of(*given) : kinds().front();
        check(keys, kind);
        Event event{std::string(kind.name), function_of(keys, kind.name, problem)};
        if (const Setting* s = keys.optional("name")) {
            event.name = text(*s, "a name");
            if (event.name.empty()) reject(*s, "a name that is not empty");
        }
        if (const Setting* s = keys.optional("crossing")) event.crossing = crossing_of(*s);
        if (const Setting* s = keys.optional("terminal")) event.terminal = truth(*s);
        event.change = change_of(keys, problem);
        events.push_back(std::move(event));
    }
}

}  // namespace polhode
