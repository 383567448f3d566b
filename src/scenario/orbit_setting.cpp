#include "scenario/orbit_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <string>

namespace polhode {
namespace {

/// The keys that are numbers with a default. Those that say how large the orbit is are radius and
/// semi_major_axis.
struct Element {
    std::string_view key;
    double OrbitElements::* member;
};
constexpr std::array elements{
    Element{"eccentricity", &OrbitElements::eccentricity},
    Element{"inclination", &OrbitElements::inclination}, Element{"node", &OrbitElements::node},
    Element{"argument", &OrbitElements::argument}, Element{"anomaly", &OrbitElements::anomaly}};

struct OfPlanet {
    std::string_view key;
    double Planet::* member;
};
constexpr std::array of_planet{OfPlanet{"mu", &Planet::mu}, OfPlanet{"planet_radius", &Planet::radius},
                               OfPlanet{"rotation", &Planet::rotation}, OfPlanet{"j2", &Planet::j2}};

constexpr std::string_view section = "orbit.";

/// Refuses what the error is about, or the orbit as a whole.
void refuse_orbit(const std::vector<Setting>& settings, const Setting& any, const Error& error) {
    const Setting* about = find(settings, error.field);
    std::string_view message = error.message;
    if (constexpr std::string_view name = "orbit: "; message.starts_with(name))
        message.remove_prefix(name.size());
    refuse(about ? *about : any, message);
}

}  // namespace

std::vector<std::string_view> orbit_keys() {
    std::vector<std::string_view> keys{"radius", "semi_major_axis", "degrees"};
    for (const Element& element : elements) keys.push_back(element.key);
    for (const OfPlanet& number : of_planet) keys.push_back(number.key);
    return keys;
}

std::optional<Orbit> read_orbit(const std::vector<Setting>& settings) {
    const auto any =
        std::ranges::find_if(settings, [](const Setting& s) { return s.key.starts_with(section); });
    if (any == settings.end()) return std::nullopt;
    const auto setting = [&](std::string_view key) {
        return find(settings, fmt::format("{}{}", section, key));
    };
    OrbitElements given;
    Planet planet;
    if (const Setting* s = setting("radius")) given.radius = positive_number(*s);
    if (const Setting* s = setting("semi_major_axis")) given.semi_major_axis = positive_number(*s);
    for (const Element& element : elements)
        if (const Setting* s = setting(element.key)) given.*element.member = finite_number(*s);
    for (const OfPlanet& number : of_planet)
        if (const Setting* s = setting(number.key)) planet.*number.member = finite_number(*s);
    Expected<Orbit> orbit = Orbit::try_from(given, planet);
    if (orbit) return *std::move(orbit);
    refuse_orbit(settings, *any, orbit.error());
    return Orbit();
}

std::vector<std::pair<std::string_view, double>> describe(const Orbit& orbit) {
    const OrbitElements& given = orbit.elements();
    std::vector<std::pair<std::string_view, double>> numbers;
    if (given.radius)
        numbers.emplace_back("radius", *given.radius);
    else
        numbers.emplace_back("semi_major_axis", orbit.semi_major_axis());
    for (const Element& element : elements) numbers.emplace_back(element.key, given.*element.member);
    for (const OfPlanet& number : of_planet) numbers.emplace_back(number.key, orbit.planet().*number.member);
    return numbers;
}

const Orbit* orbit_of(const Torque& torque) {
    const Orbit* found = nullptr;
    for_each_part(torque, [&](const Torque& part) {
        std::visit(
            [&](const auto& model) {
                if constexpr (requires { model.orbit; })
                    if (!found) found = &model.orbit;
            },
            part);
    });
    return found;
}

}  // namespace polhode
