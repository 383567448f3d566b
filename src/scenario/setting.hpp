/// One value of a scenario, where it came from, and its reading as what it should be.
/// A reader that cannot use the value refuses it (place, what was expected, what was found) and returns a
/// harmless one.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/scenario/value.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polhode {

/// The first thing that was found wrong while a scenario is read. Reading goes on with harmless values, and
/// the scenario is refused as a whole.
class FirstError {
public:
    void tell(std::string message) {
        if (!error_) error_ = input_error(std::move(message));
    }
    /// The value, unless something was wrong.
    template <class T>
    Expected<T> unless(T value) const {
        if (error_) return *error_;
        return value;
    }

private:
    std::optional<Error> error_;
};

struct Setting {
    std::string key;     ///< "body.inertia"
    std::string origin;  ///< what a message begins with: "top.toml:2: body.inertia", "--step"
    Value value;
    FirstError* errors;  ///< of the scenario that is being read
};

/// "<origin>: <what>"
void refuse(const Setting& setting, std::string_view what);
/// "<origin>: expected <expected>, got <value>"
void reject(const Setting& setting, std::string_view expected);
/// The same; returns the harmless value to go on with.
template <class T>
T rejected(const Setting& setting, std::string_view expected, T harmless) {
    reject(setting, expected);
    return harmless;
}

double finite_number(const Setting& setting);
double positive_number(const Setting& setting);
double nonnegative_number(const Setting& setting);
/// A whole number of at least 1; 1e6 is one.
long count(const Setting& setting);
/// A whole number of at least 0.
std::uint64_t whole_number(const Setting& setting);
/// As many numbers as there are.
std::vector<double> number_list(const Setting& setting);
/// Text, such as a method's name; `what` says which.
const std::string& text(const Setting& setting, std::string_view what);

bool truth(const Setting& setting);

Eigen::Vector3d vector3(const Setting& setting);
/// Three numbers, or one for all three.
Eigen::Vector3d one_or_three(const Setting& setting);
/// A vector other than zero, scaled to length 1.
Eigen::Vector3d direction(const Setting& setting);
/// Scalar-last [x, y, z, w] of length 1 to 1e-6; kept bit by bit if it is unit to round-off, else normalised.
Eigen::Quaterniond unit_quaternion(const Setting& setting);
/// The same, scalar-first.
Eigen::Quaterniond unit_quaternion_wxyz(const Setting& setting);
/// A rotation matrix, orthogonal to 1e-6.
Eigen::Quaterniond rotation_matrix(const Setting& setting);
/// Axis times angle in radians.
Eigen::Quaterniond rotation_vector(const Setting& setting);
/// Axes and their angles in radians: ["ZYX", [0.3, 0.2, 0.1]], ["z", 0.3].
Eigen::Quaterniond euler_attitude(const Setting& setting);

/// So many names in quotes as there are; `what` says of what.
std::vector<std::string> text_list(const Setting& setting, std::string_view what);

/// size × size finite numbers.
Eigen::MatrixXd square_matrix(const Setting& setting, Eigen::Index size);

bool is_list_of_lists(const Setting& setting);
Eigen::Matrix3d matrix3(const Setting& setting);

}  // namespace polhode
