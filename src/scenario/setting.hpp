/// One value of a scenario, where it came from, and its reading as what it should be.
/// Every reader throws InputError: place, what was expected, what was found.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polhode {

/// A TOML value, as far as scenarios use them.
struct Value {
    struct Unusable {};  ///< a date, a table
    std::variant<double, std::string, std::vector<Value>, bool, Unusable> content;
    std::string shown;  ///< for messages: one line, not too long
};

Value number_value(double number);
Value text_value(std::string text);
Value list_value(std::vector<Value> items);

struct Setting {
    std::string key;     ///< "body.inertia"
    std::string origin;  ///< what a message begins with: "top.toml:2: body.inertia", "--step"
    Value value;
};

/// "<origin>: expected <expected>, got <value>"
[[noreturn]] void reject(const Setting& setting, std::string_view expected);

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
/// A rotation matrix, orthogonal to 1e-6.
Eigen::Quaterniond rotation_matrix(const Setting& setting);

bool is_list_of_lists(const Setting& setting);
Eigen::Matrix3d matrix3(const Setting& setting);

}  // namespace polhode
