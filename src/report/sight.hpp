/// The still pictures of pages: from where the viewer looks at first, web/viewer/orbit.ts.
#pragma once

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

namespace polhode {

struct Sight {
    static constexpr double azimuth = 0.65, height = 0.42;
    Eigen::Vector3d towards{std::cos(azimuth) * std::cos(height), std::sin(azimuth) * std::cos(height),
                            std::sin(height)};
    Eigen::Vector3d right{-std::sin(azimuth), std::cos(azimuth), 0};
    Eigen::Vector3d up = towards.cross(right);

    /// The unit sphere has the radius 100.
    std::string place(const Eigen::Vector3d& v) const {
        return fmt::format("{:.1f} {:.1f}", 100 * v.dot(right), -100 * v.dot(up));
    }
    bool is_near(const Eigen::Vector3d& v) const { return v.dot(towards) >= 0; }
};

/// An SVG element with the unit sphere, to be closed.
inline std::string still_sphere(const std::string& label) {
    return fmt::format(
        "<svg class=\"still\" viewBox=\"-130 -130 260 260\" role=\"img\" aria-label=\"{}\">\n<circle class=\"sphere\" "
        "r=\"100\"/>\n",
        label);
}

}  // namespace polhode
