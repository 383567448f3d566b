/// Numbers for JSON, which knows neither NaN nor infinity: nlohmann-json would write them as null, and null
/// means "there is none" in our files.
#pragma once

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

/// Keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// A whole document. Bytes that are not UTF-8, as file names may hold, are shown as U+FFFD: no result is lost for a name.
inline std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// Throws RunError, naming the key, unless the value is finite.
inline Json json_number(std::string_view key, double value) {
    if (!std::isfinite(value))
        throw RunError(fmt::format("the result {} is not a finite number: {}", key, value));
    return value;
}
inline Json json_number(std::string_view key, const std::optional<double>& value) {
    return value ? json_number(key, *value) : Json(nullptr);
}
inline Json json_list(std::string_view key, const Eigen::Vector3d& v) {
    return Json::array({json_number(key, v.x()), json_number(key, v.y()), json_number(key, v.z())});
}
/// The components of a quaternion, the scalar last.
inline Json json_list(std::string_view key, const Eigen::Quaterniond& q) {
    return Json::array(
        {json_number(key, q.x()), json_number(key, q.y()), json_number(key, q.z()), json_number(key, q.w())});
}
/// A matrix as a list of its rows.
inline Json json_list(std::string_view key, const Eigen::Matrix3d& m) {
    Json rows = Json::array();
    for (int i = 0; i < 3; ++i) rows.push_back(json_list(key, Eigen::Vector3d(m.row(i))));
    return rows;
}

}  // namespace polhode
