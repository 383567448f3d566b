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

/// A torque on an orbit has one, which it is given beside its parameters.
template <class Model>
concept HasOrbit = requires(Model& model) { model.take_from_orbit(model.orbit); };

/// On every scalar of the kernels.
template <class Model>
concept Evaluates = TorqueOnScalar<Model, double> && TorqueOnScalar<Model, long double>
                 && TorqueOnScalar<Model, Dual<double, 3>> && TorqueOnScalar<Model, Jet<double>>;

/// What the sheet claims is there, and nothing else: potential(t, attitude), field_axis(), an orbit.
template <class Model>
concept HasWhatItStates =
    (Model::sheet.has_potential() == HasPotential<Model>) && (Model::sheet.needs_orbit == HasOrbit<Model>)
    && ((Model::sheet.conserves == Conserves::axis_momentum) == HasFieldAxis<Model>);

/// Numbers, vectors, matrices and enumerations.
template <class Model>
concept HasParameters = requires { Model::parameters(); } && parameters_fit<Model>();

template <class Model>
concept HasSheet = requires {
    { Model::sheet } -> std::convertible_to<TorqueSheet>;
};

/// The same model on another type of number: `template <class Other> using On = …`.
template <class Model>
concept ChangesNumber = std::same_as<typename Model::template On<double>, Model>;

/// The evaluation, the sheet, the parameters, and the same model on another type of number.
template <class Model>
concept TorqueModel =
    std::default_initializable<Model> && std::copyable<Model> && HasSheet<Model> && HasParameters<Model>
    && Evaluates<Model> && HasWhatItStates<Model> && ChangesNumber<Model>;

/// The same, each part with a sentence for whoever writes a model.
template <class Model>
struct CheckedTorqueModel {
    static_assert(std::default_initializable<Model> && std::copyable<Model>,
                  "A torque model has a default constructor and can be copied.");
    static_assert(HasSheet<Model>, "A torque model states `static constexpr TorqueSheet sheet`.");
    static_assert(HasParameters<Model>,
                  "A torque model states parameters(): numbers, vectors, matrices and enumerations.");
    static_assert(ChangesNumber<Model>,
                  "A torque model is a template of its number and names itself on another one: "
                  "template <class Other> using On = ...");
    static_assert(Evaluates<Model>,
                  "A torque model has a template operator()(t, attitude, angular_velocity) that returns a "
                  "Vector3 of the same scalar, on double, long double, duals and jets.");
    static_assert(
        HasWhatItStates<Model>,
        "A torque model has potential(t, attitude) if and only if its sheet states a potential, "
        "field_axis() if and only if its sheet says that it conserves the momentum about an axis, and "
        "a member `orbit` with take_from_orbit(orbit) if and only if its sheet says that it needs one.");
    using type = Model;
};

}  // namespace polhode::core
