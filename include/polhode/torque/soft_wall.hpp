/// The soft wall of Krysl (2004): V = ±(1/r − 0.001 r⁻¹⁰), r = 1.1 + z, z = axis · Rᵀdirection.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

struct SoftWall {
    /// printed: the sign of the printed torque, with which the papers' figures were computed.
    /// repulsive: the sign that the papers describe (attraction, and a steep wall that repels).
    enum class Sign { printed, repulsive };
    static constexpr std::array<std::string_view, 2> sign_names{"printed", "repulsive"};

    Sign sign = Sign::printed;
    Vector3<double> direction{0, 0, 1};
    Vector3<double> axis{0, 0, 1};

    static constexpr TorqueSheet sheet{.name = "soft-wall",
                                       .title = "the soft wall of Krysl (2004)",
                                       .formula = "V'(z) u × `axis`, z = u·`axis`, u = Rᵀ`direction`",
                                       .potential = "±(1/r − 0.001 r⁻¹⁰), r = 1.1 + z",
                                       .conserves = Conserves::axis_momentum,
                                       .series_price = 5};
    static constexpr auto parameters() {
        return std::tuple(
            parameter("sign", &SoftWall::sign,
                      {.meaning = "of V: + as printed, or − as described, with a wall that repels",
                       .choices = sign_names}),
            parameter("direction", &SoftWall::direction,
                      {.meaning = "normal of the wall", .is_direction = true}),
            parameter("axis", &SoftWall::axis,
                      {.meaning = "the body axis that the wall acts on",
                       .frame = Frame::body,
                       .is_direction = true}));
    }
    template <class>
    using On = SoftWall;

    const Vector3<double>& field_axis() const { return direction; }
    const Vector3<double>& body_axis() const { return axis; }

    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        const Vector3<Real> e(axis);
        return slope(dot(u, e)) * cross(u, e);
    }
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        return along(to_body(attitude, Vector3<Real>(direction)));
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        const Real z = dot(to_body(attitude, Vector3<Real>(direction)), Vector3<Real>(axis));
        const Real s = Real(1) / (Real(1.1L) + z), s2 = s * s, s4 = s2 * s2;
        return orientation<Real>() * (s - Real(0.001L) * s4 * s4 * s2);
    }

private:
    /// V'(z)
    template <class Real>
    Real slope(const Real& z) const {
        const Real s = Real(1) / (Real(1.1L) + z), s2 = s * s, s4 = s2 * s2;
        return orientation<Real>() * (Real(0.01L) * s4 * s4 * s2 * s - s2);
    }
    template <class Real>
    Real orientation() const {
        return Real(sign == Sign::printed ? 1 : -1);
    }
};

}  // namespace polhode::core
