/// What a torque model has to be. A built-in model is one header of this folder and one line of list.hpp;
/// docs/adding-a-torque.md goes through an example.
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

#include <concepts>

namespace polhode::core {

/// T(t, R, ω) in body components, on any scalar. ω is the angular velocity, in the body frame like T.
template <class Model, class Scalar>
concept TorqueOnScalar = requires(const Model& model, const Scalar& t, const Quaternion<Scalar>& attitude,
                                  const Vector3<Scalar>& angular_velocity) {
    { model(t, attitude, angular_velocity) } -> std::same_as<Vector3<Scalar>>;
};

/// A torque that depends on the attitude only by u = Rᵀ field_axis() can be given u instead: a series of u
/// takes less than one of R.
template <class Model>
concept KnowsDirection = requires(const Model& model, const Vector3<double>& u) {
    { model.along(u) } -> std::same_as<Vector3<double>>;
    { model.field_axis() } -> std::convertible_to<Vector3<double>>;
};

template <class Model>
concept HasPotential = requires(const Model& model, const Quaternion<double>& attitude) {
    { model.potential(0.0, attitude) } -> std::same_as<double>;
};
template <class Model>
concept HasFieldAxis = requires(const Model& model) {
    { model.field_axis() } -> std::convertible_to<Vector3<double>>;
};

/// On every scalar of the kernels.
template <class Model>
concept Evaluates = TorqueOnScalar<Model, double> && TorqueOnScalar<Model, long double>
                 && TorqueOnScalar<Model, Dual<double, 3>> && TorqueOnScalar<Model, Jet<double>>;

/// What the sheet claims is there, and nothing else: potential(t, attitude), field_axis().
template <class Model>
concept HasWhatItStates = (Model::sheet.has_potential() == HasPotential<Model>)
                       && ((Model::sheet.conserves == Conserves::axis_momentum) == HasFieldAxis<Model>);

/// The evaluation, the sheet, the parameters, and the same model on another type of number.
template <class Model>
concept TorqueModel = std::default_initializable<Model> && std::copyable<Model> && Evaluates<Model>
                   && std::convertible_to<decltype(Model::sheet), TorqueSheet> && HasWhatItStates<Model>
                   && std::same_as<typename Model::template On<double>, Model>
                   && (varying_count<Model>() <= most_varying_numbers);

}  // namespace polhode::core
