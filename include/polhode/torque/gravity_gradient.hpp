/// A satellite in a central field: V = (g/2) u·Iu, T = g u × Iu, u = Rᵀdirection, g = 3μ/r³.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct GravityGradientOf {
    Number coefficient{1};               ///< g = 3μ/r³
    Vector3<double> direction{0, 0, 1};  ///< towards the centre
    /// Principal moments of the body, taken from it.
    Vector3<Number> moments{Number(1), Number(1), Number(1)};

    static constexpr TorqueSheet sheet{.name = "gravity-gradient",
                                       .title = "a satellite in a central field",
                                       .formula = "`coefficient` u × Iu, u = Rᵀ`direction`",
                                       .potential = "½ `coefficient` u·Iu",
                                       .conserves = Conserves::axis_momentum,
                                       .series_price = 3,
                                       .inlined = true};
    static constexpr auto parameters() {
        return std::tuple(parameter("coefficient", &GravityGradientOf::coefficient,
                                    {.meaning = "3μ/r³, μ the gravitational parameter, r the distance",
                                     .required = true,
                                     .varies = true}),
                          parameter("direction", &GravityGradientOf::direction,
                                    {.meaning = "towards the centre", .is_direction = true}));
    }
    template <class Other>
    using On = GravityGradientOf<Other>;

    const Vector3<double>& field_axis() const { return direction; }
    void take_from_body(const Inertia<Number>& inertia) { moments = inertia.moments; }

    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        return Real(coefficient) * cross(u, hadamard(Vector3<Real>(moments), u));
    }
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        return along(to_body(attitude, Vector3<Real>(direction)));
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        const Vector3<Real> u = to_body(attitude, Vector3<Real>(direction));
        return Real(0.5) * Real(coefficient) * dot(u, hadamard(Vector3<Real>(moments), u));
    }
};
using GravityGradient = GravityGradientOf<double>;

}  // namespace polhode::core
