#include "polhode/mechanics/euler_angles.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/scalar/hypotenuse.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <fmt/format.h>
#include <numbers>

namespace polhode {
namespace {

constexpr std::size_t most_axes = 3;

core::Quaternion<double> turn_about(int axis, double angle) {
    const core::SinCos<double> half = core::sin_cos(angle / 2);
    core::Vector3<double> v{0, 0, 0};
    v[axis] = half.sin;
    return {v, half.cos};
}

/// Into [−π, π], of an angle in [−2π, 2π].
double wrapped(double angle) {
    constexpr double pi = std::numbers::pi;
    return angle > pi ? angle - 2 * pi : angle < -pi ? angle + 2 * pi : angle;
}

}  // namespace

Expected<EulerAxes> EulerAxes::try_from(std::string_view letters) {
    constexpr std::string_view of_space = "xyz", of_body = "XYZ";
    EulerAxes result;
    result.of_body_ = !letters.empty() && of_body.find(letters.front()) != of_body.npos;
    const std::string_view known = result.of_body_ ? of_body : of_space;
    bool fits = !letters.empty() && letters.size() <= most_axes;
    for (std::size_t i = 0; i < letters.size() && fits; ++i) {
        const std::size_t axis = known.find(letters[i]);
        fits = axis != known.npos && (i == 0 || letters[i] != letters[i - 1]);
        if (fits) result.axes_[result.count_++] = static_cast<int>(axis);
    }
    if (fits) return result;
    return input_error(fmt::format("euler: expected {}, got \"{}\"", expected, letters), "euler");
}

Eigen::Quaterniond EulerAxes::attitude(std::span<const double> angles) const {
    core::Quaternion<double> q{core::Vector3<double>{0, 0, 0}, 1};
    for (std::size_t i = 0; i < count_; ++i) {
        const core::Quaternion<double> turn = turn_about(axes_[i], angles[i]);
        q = of_body_ ? q * turn : turn * q;
    }
    return core::to_eigen(q).normalized();
}

// The half angles of a quaternion, by Bernardes and Viollet, "Quaternion to Euler angles conversion: a direct, general
// and computationally efficient method" (PLoS ONE 17, 2022). About axes i, j, i of space by α, β, γ, with k the third
// axis and ε = ±1 the sign of (i, j, k), the quaternion is
//     (w, i, j, εk) = (C cos s, C sin s, S cos d, S sin d),   C, S = cos, sin β/2,  s, d = (γ ± α)/2.
// About i, j, k it has this form after a quarter turn about j. Turns about the body's axes are those about the axes of
// space in the reverse order.
Eigen::Vector3d EulerAxes::angles(const Eigen::Quaterniond& attitude) const {
    const std::size_t first = of_body_ ? 2 : 0, third = 2 - first;
    const int i = axes_[first], j = axes_[1];
    const bool returns = axes_[0] == axes_[2];
    const int k = returns ? 3 - i - j : axes_[third];
    const double sign = (j - i + 3) % 3 == 1 ? 1 : -1;
    const Eigen::Vector3d v = attitude.vec();
    const double w = attitude.w(), vi = v[i], vj = v[j], vk = sign * v[k];

    const double c_cos = returns ? w : w - vj, c_sin = returns ? vi : vi + vk;
    const double s_cos = returns ? vj : w + vj, s_sin = returns ? vk : vk - vi;
    const double c = core::hypotenuse(c_cos, c_sin), s = core::hypotenuse(s_cos, s_sin);
    double sum = core::arc_tangent(c_sin, c_cos), difference = core::arc_tangent(s_sin, s_cos);
    // one of them is free, and is taken such that the last of the angles is 0
    const double other = of_body_ ? 1 : -1;
    if (s <= 0) difference = other * sum;
    if (c <= 0) sum = other * difference;

    Eigen::Vector3d angles;
    angles[static_cast<Eigen::Index>(first)] = wrapped(sum - difference);
    angles[1] = 2 * core::arc_tangent(s, c) - (returns ? 0 : std::numbers::pi / 2);
    angles[static_cast<Eigen::Index>(third)] = wrapped(sum + difference) * (returns ? 1 : sign);
    return angles;
}

}  // namespace polhode
