/// The forms in which an attitude is written, by name: what columns there are, and the numbers in them.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/euler_angles.hpp"

#include <Eigen/Geometry>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

class AttitudeForm {
public:
    struct Column {
        std::string name;
        std::string_view unit;  ///< "rad" or "deg"; "" of a number without one
    };

    /// "quaternion", scalar last.
    AttitudeForm() = default;

    static constexpr std::string_view expected =
        "\"quaternion\", \"quaternion-wxyz\", \"matrix\", \"rotation-vector\", or \"euler-\" and three axes, as in "
        "\"euler-ZYX\" (of the body) or \"euler-zyx\" (of space); of the last two with \"-deg\" behind for degrees";

    /// As expected (axes are those of EulerAxes, matrices come row by row); else an Error says so.
    static Expected<AttitudeForm> named(std::string_view name);

    const std::string& name() const { return name_; }
    std::vector<Column> columns() const;
    /// As many as columns. Rotation vectors are at most π long; angles are those of EulerAxes::angles.
    std::vector<double> numbers(const Eigen::Quaterniond& attitude) const;

private:
    enum class Kind { quaternion, quaternion_wxyz, matrix, rotation_vector, euler };

    std::string name_ = "quaternion";
    Kind kind_ = Kind::quaternion;
    bool in_degrees_ = false;
    std::string letters_ = {};
    EulerAxes axes_ = {};
};

}  // namespace polhode
