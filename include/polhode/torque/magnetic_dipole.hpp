/// A magnetic dipole fixed in the body, in a uniform field: V = −moment · RᵀB, T = moment × RᵀB.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct MagneticDipoleOf {
    Vector3<Number> moment{Number(0), Number(0), Number(1)};  ///< magnetic moment, in the body
    Vector3<double> field{0, 0, 1};                           ///< B, in space

    static constexpr TorqueSheet sheet{.name = "magnetic-dipole",
                                       .title = "a magnetic dipole fixed in the body, in a uniform field",
                                       .formula = "`moment` × Rᵀ`field`",
                                       .potential = "−`moment`·Rᵀ`field`",
                                       .conserves = Conserves::axis_momentum};
    static constexpr auto parameters() {
        return std::tuple(
            parameter("moment", &MagneticDipoleOf::moment,
                      {.meaning = "magnetic moment", .required = true, .varies = true, .frame = Frame::body}),
            parameter("field", &MagneticDipoleOf::field, {.meaning = "magnetic field B", .required = true}));
    }
    template <class Other>
    using On = MagneticDipoleOf<Other>;

    /// Along the field, and as long: u = RᵀB.
    const Vector3<double>& field_axis() const { return field; }

    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        return cross(Vector3<Real>(moment), u);
    }
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        return along(to_body(attitude, Vector3<Real>(field)));
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        return -dot(Vector3<Real>(moment), to_body(attitude, Vector3<Real>(field)));
    }
};
using MagneticDipole = MagneticDipoleOf<double>;

}  // namespace polhode::core
