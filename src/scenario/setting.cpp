#include "scenario/setting.hpp"

#include "polhode/error.hpp"
#include "polhode/so3/rotation.hpp"

#include <fmt/format.h>
#include <cmath>
#include <optional>
#include <utility>

namespace polhode {
namespace {

// A message is one line on any terminal, whatever was in the file.
std::string printable(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out;
    for (const char c : text.substr(0, longest)) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20 || code == 0x7f)
            out += fmt::format("\\x{:02x}", code);
        else
            out += c;
    }
    if (text.size() <= longest) return out;
    // do not cut a UTF-8 sequence in two
    while (!out.empty() && (static_cast<unsigned char>(text[longest]) & 0xC0) == 0x80
           && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80)
        out.pop_back();
    return out + "...";
}

std::optional<double> finite(const Value& value) {
    const double* number = std::get_if<double>(&value.content);
    if (!number || !std::isfinite(*number)) return {};
    return *number;
}

// All of `size` finite numbers, or nothing.
std::optional<std::vector<double>> finite_numbers(const Value& value, std::size_t size) {
    const auto* items = std::get_if<std::vector<Value>>(&value.content);
    if (!items || items->size() != size) return {};
    std::vector<double> numbers;
    for (const Value& item : *items) {
        const auto number = finite(item);
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

constexpr double unit_tolerance = 1e-6;
// A quaternion this close is what a unit one becomes by rounding; normalising it would change bits for nothing.
constexpr double round_off = 8e-16;

}  // namespace

Value number_value(double number) { return {number, fmt::format("{}", number)}; }

Value text_value(std::string text) {
    std::string shown = '"' + printable(text) + '"';
    return {std::move(text), std::move(shown)};
}

Value list_value(std::vector<Value> items) {
    std::string shown;
    for (const Value& item : items) shown += (shown.empty() ? "" : ", ") + item.shown;
    return {std::move(items), fmt::format("[{}]", printable(shown))};
}

void reject(const Setting& setting, std::string_view expected) {
    throw InputError(fmt::format("{}: expected {}, got {}", setting.origin, expected, setting.value.shown));
}

double finite_number(const Setting& setting) {
    const auto number = finite(setting.value);
    if (!number) reject(setting, "a finite number");
    return *number;
}

double positive_number(const Setting& setting) {
    const auto number = finite(setting.value);
    if (!number || !(*number > 0)) reject(setting, "a finite number above 0");
    return *number;
}

double nonnegative_number(const Setting& setting) {
    const auto number = finite(setting.value);
    if (!number || !(*number >= 0)) reject(setting, "a finite number of at least 0");
    return *number;
}

long count(const Setting& setting) {
    constexpr double largest = 9007199254740992.0;  // 2⁵³: above it not every whole number is a double
    const auto number = finite(setting.value);
    if (!number || *number < 1 || *number > largest || *number != std::floor(*number))
        reject(setting, "a whole number of at least 1");
    return static_cast<long>(*number);
}

std::uint64_t whole_number(const Setting& setting) {
    constexpr double largest = 9007199254740992.0;
    const auto number = finite(setting.value);
    if (!number || *number < 0 || *number > largest || *number != std::floor(*number))
        reject(setting, "a whole number of at least 0");
    return static_cast<std::uint64_t>(*number);
}

std::vector<double> number_list(const Setting& setting) {
    const auto* items = std::get_if<std::vector<Value>>(&setting.value.content);
    const auto numbers = finite_numbers(setting.value, items ? items->size() : 0);
    if (!numbers) reject(setting, "a list of finite numbers");
    return *numbers;
}

const std::string& text(const Setting& setting, std::string_view what) {
    const auto* content = std::get_if<std::string>(&setting.value.content);
    if (!content) reject(setting, fmt::format("{} in quotes", what));
    return *content;
}

bool truth(const Setting& setting) {
    const auto* content = std::get_if<bool>(&setting.value.content);
    if (!content) reject(setting, "true or false");
    return *content;
}

Eigen::Vector3d vector3(const Setting& setting) {
    const auto v = finite_numbers(setting.value, 3);
    if (!v) reject(setting, "three finite numbers");
    return {(*v)[0], (*v)[1], (*v)[2]};
}

Eigen::Vector3d one_or_three(const Setting& setting) {
    if (const auto number = finite(setting.value)) return Eigen::Vector3d::Constant(*number);
    const auto v = finite_numbers(setting.value, 3);
    if (!v) reject(setting, "a finite number, or three");
    return {(*v)[0], (*v)[1], (*v)[2]};
}

Eigen::Vector3d direction(const Setting& setting) {
    const Eigen::Vector3d v = vector3(setting);
    // stableNorm: components of 1e-200 are a direction as good as any
    const double length = v.stableNorm();
    if (!(length > 0) || !std::isfinite(length)) reject(setting, "a vector other than zero");
    return v / length;
}

Eigen::Quaterniond unit_quaternion(const Setting& setting) {
    const auto v = finite_numbers(setting.value, 4);
    if (!v) reject(setting, "a unit quaternion [x, y, z, w] of four finite numbers");
    const Eigen::Quaterniond q((*v)[3], (*v)[0], (*v)[1], (*v)[2]);
    const double length = q.coeffs().stableNorm();
    if (!(std::abs(length - 1) <= unit_tolerance))
        reject(setting, fmt::format("a unit quaternion (this one has length {:.6g})", length));
    return std::abs(q.squaredNorm() - 1) <= round_off ? q : q.normalized();
}

Eigen::Quaterniond rotation_matrix(const Setting& setting) {
    const Eigen::Matrix3d m = matrix3(setting);
    const double defect = (m.transpose() * m - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
    if (!(defect <= unit_tolerance))
        reject(setting, fmt::format("a rotation matrix (here an entry of RᵀR − 1 is {:.3g})", defect));
    if (m.determinant() < 0) reject(setting, "a rotation matrix (this one is a reflection)");
    core::Matrix3<double> r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r(i, j) = m(i, j);
    const core::Quaternion<double> q = core::from_matrix(r);
    return Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized();
}

bool is_list_of_lists(const Setting& setting) {
    const auto* rows = std::get_if<std::vector<Value>>(&setting.value.content);
    return rows && !rows->empty() && std::holds_alternative<std::vector<Value>>(rows->front().content);
}

Eigen::Matrix3d matrix3(const Setting& setting) {
    constexpr std::string_view expected = "a 3x3 matrix of finite numbers, row by row";
    const auto* rows = std::get_if<std::vector<Value>>(&setting.value.content);
    if (!rows || rows->size() != 3) reject(setting, expected);
    Eigen::Matrix3d m;
    for (int i = 0; i < 3; ++i) {
        const auto row = finite_numbers((*rows)[static_cast<std::size_t>(i)], 3);
        if (!row) reject(setting, expected);
        m.row(i) << (*row)[0], (*row)[1], (*row)[2];
    }
    return m;
}

}  // namespace polhode
