#include "scenario/attitude_setting.hpp"

#include <fmt/format.h>
#include <array>
#include <cmath>

namespace polhode {
namespace {

struct Spelling {
    std::string_view key;
    Eigen::Quaterniond (*read)(const Setting&);
};
constexpr std::array spellings{Spelling{"rotation_vector", rotation_vector},
                               Spelling{"euler", euler_attitude}, Spelling{"quaternion", unit_quaternion},
                               Spelling{"quaternion_wxyz", unit_quaternion_wxyz},
                               Spelling{"matrix", rotation_matrix}};

}  // namespace

const std::vector<std::string_view>& attitude_keys() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> names;
        names.reserve(spellings.size());
        for (const Spelling& spelling : spellings) names.push_back(spelling.key);
        return names;
    }();
    return keys;
}

std::optional<Eigen::Quaterniond> read_attitude(const std::vector<Setting>& settings,
                                                std::string_view section) {
    for (const Spelling& spelling : spellings)
        if (const Setting* s = find(settings, fmt::format("{}.{}", section, spelling.key)))
            return spelling.read(*s);
    return {};
}

std::string doubt_about_order(const Setting& setting) {
    const bool scalar_first = setting.key.ends_with(".quaternion_wxyz");
    if (!scalar_first && !setting.key.ends_with(".quaternion") && setting.key != "control.target") return "";
    const auto* items = std::get_if<Value::List>(&setting.value.content);
    if (!items || items->size() != 4) return "";
    std::size_t place_of_one = 0;
    int ones = 0, zeros = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto* number = std::get_if<double>(&(*items)[i].content);
        if (!number) return "";
        if (std::abs(*number) == 1) place_of_one = i, ++ones;
        if (*number == 0) ++zeros;
    }
    const std::size_t scalar = scalar_first ? 0 : 3;
    if (ones != 1 || zeros != 3 || place_of_one == scalar) return "";
    const std::size_t axis = place_of_one - (scalar_first ? 1 : 0);
    std::array<std::string_view, 3> half_turn{"0", "0", "0"};
    half_turn[axis] = "\"180 deg\"";
    return fmt::format(
        "{}: {} is half a turn about {}, with the scalar {}; quaternion = [x, y, z, w] has it last, quaternion_wxyz = "
        "[w, x, y, z] first; if half a turn is meant, rotation_vector = [{}] says so",
        setting.origin, setting.value.shown, "xyz"[axis], scalar_first ? "first" : "last",
        fmt::join(half_turn, ", "));
}

}  // namespace polhode
