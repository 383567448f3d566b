/// A top with a fixed point in uniform gravity: V = m g l z, z = axis · Rᵀdirection.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct HeavyTopOf {
    Number weight_moment{1};             ///< m g l
    Vector3<double> direction{0, 0, 1};  ///< upwards
    Vector3<double> axis{0, 0, 1};       ///< from the fixed point to the centre of mass

    static constexpr TorqueSheet sheet{.name = "heavy-top",
                                       .title = "a top with a fixed point in uniform gravity",
                                       .formula = "`weight_moment` u × `axis`, u = Rᵀ`direction`",
                                       .potential = "`weight_moment` u·`axis`",
                                       .conserves = Conserves::axis_momentum,
                                       .series_price = 2,
                                       .inlined = true};
    static constexpr auto parameters() {
        return std::tuple(
            parameter("weight_moment", &HeavyTopOf::weight_moment,
                      {.meaning = "m g l: weight times distance of the centre of mass from the fixed point",
                       .required = true,
                       .varies = true}),
            parameter("direction", &HeavyTopOf::direction, {.meaning = "upwards", .is_direction = true}),
            parameter("axis", &HeavyTopOf::axis,
                      {.meaning = "from the fixed point to the centre of mass",
                       .frame = Frame::body,
                       .is_direction = true}));
    }
    template <class Other>
    using On = HeavyTopOf<Other>;

    const Vector3<double>& field_axis() const { return direction; }
    const Vector3<double>& body_axis() const { return axis; }

    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        return Real(weight_moment) * cross(u, Vector3<Real>(axis));
    }
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        return along(to_body(attitude, Vector3<Real>(direction)));
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        return Real(weight_moment) * dot(to_body(attitude, Vector3<Real>(direction)), Vector3<Real>(axis));
    }
};
using HeavyTop = HeavyTopOf<double>;

}  // namespace polhode::core
