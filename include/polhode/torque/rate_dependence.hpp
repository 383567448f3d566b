/// How a torque depends on the angular velocity ω, asked of a model; and torques that are affine in ω at a time
/// and an attitude held fixed: damping, friction, feedback of the rate.
#pragma once

#include "polhode/so3/quaternion.hpp"
#include "polhode/torque/sheet.hpp"

#include <concepts>

namespace polhode::core {

/// Known from the sheet of a model, or only of the model itself.
template <class Model>
constexpr RateDependence rate_dependence_of(const Model& model) {
    if constexpr (requires { model.rate_dependence; })
        return model.rate_dependence;
    else if constexpr (requires { Model::sheet.rate_dependence; })
        return Model::sheet.rate_dependence;
    else
        return RateDependence::none;
}

/// Unless it is known from the type that it does not.
template <class Model>
inline constexpr bool may_depend_on_rate = [] {
    if constexpr (requires(const Model& model) { model.rate_dependence; })
        return true;
    else if constexpr (requires { Model::sheet.rate_dependence; })
        return Model::sheet.rate_dependence != RateDependence::none;
    else
        return false;
}();

/// T = at_rest + slope ω
template <class Real>
struct AffineTorque {
    Vector3<Real> at_rest;
    Matrix3<Real> slope;

    Vector3<Real> operator()(const Vector3<Real>& angular_velocity) const {
        return at_rest + slope * angular_velocity;
    }
};

/// By its values at rest and at the three unit vectors, which is exact up to rounding if T is affine.
template <class Real, class Torque>
AffineTorque<Real> affine_by_values(const Torque& torque, const Real& t, const Quaternion<Real>& attitude) {
    const Real zero(0), one(1);
    const Vector3<Real> at_rest = torque(t, attitude, Vector3<Real>(zero, zero, zero));
    return {at_rest,
            transpose(Matrix3<Real>{{torque(t, attitude, Vector3<Real>(one, zero, zero)) - at_rest,
                                     torque(t, attitude, Vector3<Real>(zero, one, zero)) - at_rest,
                                     torque(t, attitude, Vector3<Real>(zero, zero, one)) - at_rest}})};
}
/// How many evaluations that takes.
inline constexpr int affine_by_values_evaluations = 4;

/// A model may offer its affine form itself, at the price of one evaluation: affine(t, attitude).
template <class Model, class Real>
concept OffersAffine = requires(const Model& model, const Real& t, const Quaternion<Real>& attitude) {
    { model.affine(t, attitude) } -> std::same_as<AffineTorque<Real>>;
};

}  // namespace polhode::core
