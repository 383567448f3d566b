#include "polhode/mechanics/attitude_form.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"

#include <fmt/format.h>
#include <array>
#include <initializer_list>
#include <numbers>
#include <utility>

namespace polhode {
namespace {

constexpr std::string_view degrees_ending = "-deg", euler_beginning = "euler-";
constexpr std::size_t euler_axes = 3;

std::vector<double> list_of(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

Expected<AttitudeForm> AttitudeForm::named(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, Kind>, 4> plain{
        {{"quaternion", Kind::quaternion},
         {"quaternion-wxyz", Kind::quaternion_wxyz},
         {"matrix", Kind::matrix},
         {"rotation-vector", Kind::rotation_vector}}};
    AttitudeForm form;
    form.name_ = name;
    form.in_degrees_ = name.ends_with(degrees_ending);
    const std::string_view own = name.substr(0, name.size() - (form.in_degrees_ ? degrees_ending.size() : 0));
    for (const auto& [known, kind] : plain)
        if (own == known && (!form.in_degrees_ || kind == Kind::rotation_vector)) {
            form.kind_ = kind;
            return form;
        }
    if (own.starts_with(euler_beginning)) {
        form.kind_ = Kind::euler;
        form.letters_ = own.substr(euler_beginning.size());
        if (const auto axes = EulerAxes::try_from(form.letters_); axes && axes->count() == euler_axes) {
            form.axes_ = *axes;
            return form;
        }
    }
    return input_error(fmt::format("attitude: expected {}, got \"{}\"", expected, name), "attitude");
}

std::vector<AttitudeForm::Column> AttitudeForm::columns() const {
    const std::string_view unit = in_degrees_ ? "deg" : "rad", ending = in_degrees_ ? "_deg" : "";
    std::vector<Column> columns;
    const auto add = [&](std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) columns.push_back({std::string(name), ""});
    };
    switch (kind_) {
        case Kind::quaternion: add({"qx", "qy", "qz", "qw"}); break;
        case Kind::quaternion_wxyz: add({"qw", "qx", "qy", "qz"}); break;
        case Kind::matrix: add({"rxx", "rxy", "rxz", "ryx", "ryy", "ryz", "rzx", "rzy", "rzz"}); break;
        case Kind::rotation_vector:
            for (const char axis : {'x', 'y', 'z'})
                columns.push_back({fmt::format("rotation_{}{}", axis, ending), unit});
            break;
        case Kind::euler:
            for (std::size_t i = 0; i < euler_axes; ++i)
                columns.push_back({fmt::format("euler_{}_{}{}", i + 1, letters_[i], ending), unit});
            break;
    }
    return columns;
}

std::vector<double> AttitudeForm::numbers(const Eigen::Quaterniond& q) const {
    const double unit = in_degrees_ ? 180 / std::numbers::pi : 1;
    switch (kind_) {
        case Kind::quaternion: break;
        case Kind::quaternion_wxyz: return {q.w(), q.x(), q.y(), q.z()};
        case Kind::matrix: {
            const Eigen::Matrix3d r = q.toRotationMatrix();
            std::vector<double> rows;
            for (Eigen::Index i = 0; i < 3; ++i)
                for (Eigen::Index j = 0; j < 3; ++j) rows.push_back(r(i, j));
            return rows;
        }
        case Kind::rotation_vector: return list_of(unit * core::to_eigen(core::log(core::from_eigen(q))));
        case Kind::euler: return list_of(unit * axes_.angles(q));
    }
    return {q.x(), q.y(), q.z(), q.w()};
}

}  // namespace polhode
