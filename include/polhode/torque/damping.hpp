/// Linear damping, such as friction in a bearing or in a slow fluid: T = −D ω, with a matrix D fixed in the
/// body.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/rate_dependence.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct DampingOf {
    Matrix3<Number> coefficient = Matrix3<Number>::identity();  ///< D

    static constexpr TorqueSheet sheet{.name = "damping",
                                       .title = "linear damping in the body",
                                       .formula = "−`coefficient` ω",
                                       .rate_dependence = RateDependence::affine};
    static constexpr auto parameters() {
        return std::tuple(
            parameter("coefficient", &DampingOf::coefficient,
                      {.meaning = "torque per angular velocity", .required = true, .varies = true}));
    }
    template <class Other>
    using On = DampingOf<Other>;

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&,
                             const Vector3<Real>& angular_velocity) const {
        return {-dot(Vector3<Real>(coefficient.row[0]), angular_velocity),
                -dot(Vector3<Real>(coefficient.row[1]), angular_velocity),
                -dot(Vector3<Real>(coefficient.row[2]), angular_velocity)};
    }
    template <class Real>
    AffineTorque<Real> affine(const Real&, const Quaternion<Real>&) const {
        const Real zero(0);
        return {{zero, zero, zero},
                {{-Vector3<Real>(coefficient.row[0]), -Vector3<Real>(coefficient.row[1]),
                  -Vector3<Real>(coefficient.row[2])}}};
    }
};
using Damping = DampingOf<double>;

}  // namespace polhode::core
