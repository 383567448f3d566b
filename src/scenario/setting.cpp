#include "scenario/setting.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/euler_angles.hpp"
#include "polhode/so3/rotation.hpp"

#include <fmt/format.h>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
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
    const auto* items = std::get_if<Value::List>(&value.content);
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
// A quaternion this close is what a unit one becomes by rounding; normalising it would change bits for
// nothing.
constexpr double round_off = 8e-16;

/// The number, if it is one with that property.
template <class Property>
double number(const Setting& setting, std::string_view expected, const Property& property) {
    const auto found = finite(setting.value);
    return found && property(*found) ? *found : rejected(setting, expected, 1.0);
}

bool is_whole(double x) {
    constexpr double largest = 9007199254740992.0;  // 2⁵³: above it not every whole number is a double
    return x <= largest && x == std::floor(x);
}

constexpr std::string_view scalar_last = "[x, y, z, w]", scalar_first = "[w, x, y, z]";

// A harmless vector, other than zero.
const Eigen::Vector3d some_vector(0, 0, 1);

}  // namespace

Value number_value(double number) { return {number, fmt::format("{}", number)}; }

Value text_value(std::string text) {
    std::string shown = '"' + printable(text) + '"';
    return {std::move(text), std::move(shown)};
}

Value whole_number_value(long long number) {
    return {static_cast<double>(number), fmt::format("{}", number)};
}

Value truth_value(bool truth) { return {truth, truth ? "true" : "false"}; }

Value list_value(Value::List items) {
    std::string shown;
    for (const Value& item : items) shown += (shown.empty() ? "" : ", ") + item.shown;
    return {std::move(items), fmt::format("[{}]", printable(shown))};
}

Value table_value(Value::Table table) { return {std::move(table), "a table"}; }

Value unusable_value(std::string_view shown) { return {Value::Unusable{}, std::string(shown)}; }

void refuse(const Setting& setting, std::string_view what) {
    setting.errors->tell(fmt::format("{}: {}", setting.origin, what));
}

void reject(const Setting& setting, std::string_view expected) {
    refuse(setting, fmt::format("expected {}, got {}", expected, setting.value.shown));
}

double finite_number(const Setting& setting) {
    return number(setting, "a finite number", [](double) { return true; });
}

double positive_number(const Setting& setting) {
    return number(setting, "a finite number above 0", [](double x) { return x > 0; });
}

double nonnegative_number(const Setting& setting) {
    return number(setting, "a finite number of at least 0", [](double x) { return x >= 0; });
}

long count(const Setting& setting) {
    constexpr auto largest = std::numeric_limits<long>::max();
    static const std::string expected = sizeof(long) > 4
                                          ? std::string("a whole number from 1 to 2^53")
                                          : fmt::format("a whole number from 1 to {}", largest);
    return static_cast<long>(number(setting, expected, [](double x) {
        return x >= 1 && is_whole(x) && x <= static_cast<double>(largest);
    }));
}

std::uint64_t whole_number(const Setting& setting) {
    return static_cast<std::uint64_t>(
        number(setting, "a whole number from 0 to 2^53", [](double x) { return x >= 0 && is_whole(x); }));
}

std::vector<double> number_list(const Setting& setting) {
    const auto* items = std::get_if<Value::List>(&setting.value.content);
    const auto numbers = finite_numbers(setting.value, items ? items->size() : 0);
    return numbers ? *numbers : rejected(setting, "a list of finite numbers", std::vector<double>{0});
}

const std::string& text(const Setting& setting, std::string_view what) {
    static const std::string none;
    if (const auto* content = std::get_if<std::string>(&setting.value.content)) return *content;
    reject(setting, fmt::format("{} in quotes", what));
    return none;
}

bool truth(const Setting& setting) {
    const auto* content = std::get_if<bool>(&setting.value.content);
    return content ? *content : rejected(setting, "true or false", false);
}

Eigen::Vector3d vector3(const Setting& setting) {
    const auto v = finite_numbers(setting.value, 3);
    if (!v) return rejected(setting, "three finite numbers", some_vector);
    return {(*v)[0], (*v)[1], (*v)[2]};
}

Eigen::Vector3d one_or_three(const Setting& setting) {
    if (const auto number = finite(setting.value)) return Eigen::Vector3d::Constant(*number);
    const auto v = finite_numbers(setting.value, 3);
    if (!v) return rejected(setting, "a finite number, or three", some_vector);
    return {(*v)[0], (*v)[1], (*v)[2]};
}

Eigen::Vector3d direction(const Setting& setting) {
    const Eigen::Vector3d v = vector3(setting);
    // stableNorm: components of 1e-200 are a direction as good as any
    const double length = v.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return rejected(setting, "a vector other than zero", some_vector);
    return v / length;
}

namespace {

/// `order`: of its components.
Eigen::Quaterniond quaternion_in(const Setting& setting, std::string_view order) {
    const Eigen::Quaterniond harmless = Eigen::Quaterniond::Identity();
    const auto v = finite_numbers(setting.value, 4);
    if (!v)
        return rejected(setting, fmt::format("a unit quaternion {} of four finite numbers", order), harmless);
    const std::size_t vector = order == scalar_first ? 1 : 0, scalar = order == scalar_first ? 0 : 3;
    const Eigen::Quaterniond q((*v)[scalar], (*v)[vector], (*v)[vector + 1], (*v)[vector + 2]);
    const double length = q.coeffs().stableNorm();
    if (!(std::abs(length - 1) <= unit_tolerance))
        return rejected(setting, fmt::format("a unit quaternion (this one has length {:.6g})", length),
                        harmless);
    return std::abs(q.squaredNorm() - 1) <= round_off ? q : q.normalized();
}

}  // namespace

Eigen::Quaterniond unit_quaternion(const Setting& setting) { return quaternion_in(setting, scalar_last); }

Eigen::Quaterniond unit_quaternion_wxyz(const Setting& setting) {
    return quaternion_in(setting, scalar_first);
}

Eigen::Quaterniond rotation_matrix(const Setting& setting) {
    const Eigen::Quaterniond harmless = Eigen::Quaterniond::Identity();
    const Eigen::Matrix3d m = matrix3(setting);
    const double defect = (m.transpose() * m - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
    if (!(defect <= unit_tolerance))
        return rejected(
            setting, fmt::format("a rotation matrix (here an entry of RᵀR − 1 is {:.3g})", defect), harmless);
    if (m.determinant() < 0)
        return rejected(setting, "a rotation matrix (this one is a reflection)", harmless);
    core::Matrix3<double> r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r(i, j) = m(i, j);
    const core::Quaternion<double> q = core::from_matrix(r);
    return Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized();
}

Eigen::Quaterniond rotation_vector(const Setting& setting) {
    const Eigen::Vector3d v = vector3(setting);
    if (!(v.stableNorm() < 1e150))  // its square has to be a number
        return rejected(setting, "a vector with a length below 1e150", Eigen::Quaterniond::Identity());
    return core::to_eigen(core::exp(core::from_eigen(v)));
}

Eigen::Quaterniond euler_attitude(const Setting& setting) {
    const Eigen::Quaterniond harmless = Eigen::Quaterniond::Identity();
    const auto* parts = std::get_if<Value::List>(&setting.value.content);
    const auto* letters =
        parts && parts->size() == 2 ? std::get_if<std::string>(&parts->front().content) : nullptr;
    if (!letters)
        return rejected(setting, "axes and their angles, such as [\"ZYX\", [0.3, 0.2, 0.1]]", harmless);
    const auto axes = EulerAxes::try_from(*letters);
    if (!axes) return rejected(setting, EulerAxes::expected, harmless);
    const Value& given = (*parts)[1];
    std::optional<std::vector<double>> angles = finite_numbers(given, axes->count());
    if (const auto alone = finite(given); alone && axes->count() == 1) angles = {*alone};
    if (!angles)
        return rejected(setting,
                        fmt::format("as many finite angles as axes, {} for \"{}\"", axes->count(), *letters),
                        harmless);
    return axes->attitude(*angles);
}

std::vector<std::string> text_list(const Setting& setting, std::string_view what) {
    std::vector<std::string> texts;
    const auto* items = std::get_if<Value::List>(&setting.value.content);
    for (const Value& item : items ? *items : Value::List{})
        if (const auto* content = std::get_if<std::string>(&item.content)) texts.push_back(*content);
    if (!items || items->empty() || texts.size() != items->size())
        return rejected(setting, fmt::format("a list of {} in quotes", what), std::vector<std::string>{});
    return texts;
}

Eigen::MatrixXd square_matrix(const Setting& setting, Eigen::Index size) {
    Eigen::MatrixXd m = Eigen::MatrixXd::Identity(size, size);
    const auto* rows = std::get_if<Value::List>(&setting.value.content);
    bool fits = rows && rows->size() == static_cast<std::size_t>(size);
    for (Eigen::Index i = 0; i < size && fits; ++i) {
        const auto row = finite_numbers((*rows)[static_cast<std::size_t>(i)], static_cast<std::size_t>(size));
        fits = row.has_value();
        for (Eigen::Index j = 0; j < size && fits; ++j) m(i, j) = (*row)[static_cast<std::size_t>(j)];
    }
    if (!fits)
        return rejected(setting, fmt::format("{0} rows of {0} finite numbers", size),
                        Eigen::MatrixXd(Eigen::MatrixXd::Identity(size, size)));
    return m;
}

bool is_list_of_lists(const Setting& setting) {
    const auto* rows = std::get_if<Value::List>(&setting.value.content);
    return rows && !rows->empty() && std::holds_alternative<Value::List>(rows->front().content);
}

Eigen::Matrix3d matrix3(const Setting& setting) {
    constexpr std::string_view expected = "a 3x3 matrix of finite numbers, row by row";
    const Eigen::Matrix3d harmless = Eigen::Matrix3d::Identity();
    const auto* rows = std::get_if<Value::List>(&setting.value.content);
    if (!rows || rows->size() != 3) return rejected(setting, expected, harmless);
    Eigen::Matrix3d m;
    for (int i = 0; i < 3; ++i) {
        const auto row = finite_numbers((*rows)[static_cast<std::size_t>(i)], 3);
        if (!row) return rejected(setting, expected, harmless);
        m.row(i) << (*row)[0], (*row)[1], (*row)[2];
    }
    return m;
}

}  // namespace polhode
