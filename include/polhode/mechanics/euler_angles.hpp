/// Euler angles of every sequence, in SciPy's convention: small letters turn about the axes of space, capital ones
/// about those of the body, one after the other. So "zyx" with the angles a, b, c is Rx(c) Ry(b) Rz(a), and "ZYX" is
/// Rz(a) Ry(b) Rx(c).
#pragma once

#include "polhode/expected.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace polhode {

class EulerAxes {
public:
    static constexpr std::string_view expected =
        "one to three axes of xyz (of space) or of XYZ (of the body), none twice in a row";

    /// As expected; else an Error says so.
    static Expected<EulerAxes> try_from(std::string_view letters);

    std::size_t count() const { return count_; }

    /// `angles`: count() of them, in radians.
    Eigen::Quaterniond attitude(std::span<const double> angles) const;

    /// Of three axes, in radians: the first and the third in [−π, π], the second in [−π/2, π/2], or in [0, π] where the
    /// first axis is the third. Where only the sum or the difference of these two is determined (gimbal lock), any
    /// that give the attitude; the third is 0 if the lock is exact.
    Eigen::Vector3d angles(const Eigen::Quaterniond& attitude) const;

private:
    std::array<int, 3> axes_{};
    std::size_t count_ = 0;
    bool of_body_ = false;
};

}  // namespace polhode
