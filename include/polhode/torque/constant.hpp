/// A constant torque: fixed in the body, such as a thruster's, or fixed in space. Neither has a potential
/// (the work depends on the path).
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <Frame frame, class Number>
struct ConstantTorqueOf {
    Vector3<Number> torque{Number(0), Number(0), Number(0)};

    static constexpr TorqueSheet sheet =
        frame == Frame::body
            ? TorqueSheet{.name = "constant-body",
                          .title = "a torque fixed in the body, such as a thruster's",
                          .formula = "`torque`"}
            : TorqueSheet{
                  .name = "constant-space", .title = "a torque fixed in space", .formula = "Rᵀ`torque`"};
    static constexpr auto parameters() {
        return std::tuple(
            parameter("torque", &ConstantTorqueOf::torque,
                      {.meaning = "its components", .required = true, .varies = true, .frame = frame}));
    }
    template <class Other>
    using On = ConstantTorqueOf<frame, Other>;

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        if constexpr (frame == Frame::body)
            return Vector3<Real>(torque);
        else
            return to_body(attitude, Vector3<Real>(torque));
    }
};
using ConstantBodyTorque = ConstantTorqueOf<Frame::body, double>;
using ConstantSpaceTorque = ConstantTorqueOf<Frame::space, double>;

}  // namespace polhode::core
