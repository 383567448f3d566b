/// The parameters of a torque model, stated once: from them follow the keys of a scenario, the description of
/// a torque, the numbers that may differ from body to body, and the change to the principal axes of a body.
#pragma once

#include "polhode/mechanics/frame.hpp"
#include "polhode/mechanics/inertia.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace polhode::core {

struct ParameterTraits {
    std::string_view meaning = {};  ///< for the documentation
    bool required = false;          ///< a scenario has to give it
    bool varies = false;            ///< may differ from body to body of an ensemble
    Frame frame = Frame::space;     ///< of a vector: where its components are fixed
    bool is_direction = false;      ///< of a vector: of length 1; a scenario may give any length but 0
    std::span<const std::string_view> choices =
        {};  ///< of an enumeration: its names, in the order of its values
};

/// One parameter: a public member of the model. A number, a Vector3, an enumeration, or a Matrix3 fixed in the
/// body, which a scenario may give as a number or as three too: the diagonal.
template <class Model, class Value>
struct Parameter {
    std::string_view name;
    Value Model::* member;
    ParameterTraits traits;
};

template <class Model, class Value>
constexpr Parameter<Model, Value> parameter(std::string_view name, Value Model::* member,
                                            const ParameterTraits& traits) {
    return {name, member, traits};
}

template <class Value>
inline constexpr bool is_vector = false;
template <class Number>
inline constexpr bool is_vector<Vector3<Number>> = true;
template <class Value>
inline constexpr bool is_matrix = false;
template <class Number>
inline constexpr bool is_matrix<Matrix3<Number>> = true;

/// f(parameter, value) for each parameter of a model, in order.
template <class Model, class Function>
constexpr void for_each_parameter(Model& model, const Function& f) {
    std::apply([&](const auto&... p) { (f(p, model.*p.member), ...); },
               std::remove_const_t<Model>::parameters());
}

/// The numbers of a parameter that may differ from body to body: of a matrix those of its diagonal, in the
/// user's axes.
template <class Number>
constexpr std::array<Number*, 1> own_numbers(Number& value) {
    return {&value};
}
template <class Number>
constexpr std::array<Number*, 3> own_numbers(Vector3<Number>& v) {
    return {&v.x, &v.y, &v.z};
}
template <class Number>
constexpr std::array<Number*, 3> own_numbers(Matrix3<Number>& m) {
    return {&m.row[0].x, &m.row[1].y, &m.row[2].z};
}

/// How many numbers may differ from body to body.
template <class Model, class Value>
constexpr std::size_t varying_count(const Parameter<Model, Value>& p) {
    return !p.traits.varies ? 0 : is_vector<Value> || is_matrix<Value> ? 3 : 1;
}
template <class Model>
constexpr std::size_t varying_count() {
    return std::apply([](const auto&... p) { return (std::size_t{0} + ... + varying_count(p)); },
                      Model::parameters());
}

/// The numbers of a model that may differ from body to body, parameter by parameter.
template <class Number, class Model>
constexpr std::array<Number*, varying_count<std::remove_const_t<Model>>()> varying_numbers(Model& model) {
    std::array<Number*, varying_count<std::remove_const_t<Model>>()> numbers{};
    std::size_t count = 0;
    for_each_parameter(model, [&](const auto& p, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if (!p.traits.varies) return;
        if constexpr (std::is_same_v<Value, Number> || std::is_same_v<Value, Vector3<Number>>
                      || std::is_same_v<Value, Matrix3<Number>>)
            for (Number* number : own_numbers(value)) numbers[count++] = number;
    });
    return numbers;
}

/// Whether a scenario can give all parameters.
template <class Model, class Value>
constexpr bool may_be_given(const Parameter<Model, Value>&) {
    return is_vector<Value> || is_matrix<Value> || std::is_enum_v<Value> || std::is_same_v<Value, double>;
}
template <class Model>
constexpr bool parameters_fit() {
    return std::apply([](const auto&... p) { return (may_be_given(p) && ...); }, Model::parameters());
}

/// A parameter on another type of number.
template <class To, class From>
To parameter_on(const From& value) {
    if constexpr (is_matrix<To>) {
        using Row = std::remove_cvref_t<decltype(To{}.row[0])>;
        return {{Row(value.row[0]), Row(value.row[1]), Row(value.row[2])}};
    } else {
        return To(value);
    }
}

/// The same model on another type of number, e.g. on lanes: every body has the parameters of `model`.
template <class Number, class Model>
typename Model::template On<Number> on_number(const Model& model) {
    typename Model::template On<Number> result;
    const auto from = Model::parameters();
    const auto to = decltype(result)::parameters();
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        ((result.*std::get<i>(to).member =
              parameter_on<std::remove_cvref_t<decltype(result.*std::get<i>(to).member)>>(
                  model.*std::get<i>(from).member)),
         ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(from)>>{});
    if constexpr (requires { result.take_from_orbit(model.orbit); }) result.take_from_orbit(model.orbit);
    return result;
}

/// The model as the kernels evaluate it: its body-fixed vectors and matrices in the principal axes of the body
/// (`principal` turns principal into the user's axes), and what else it takes from the body.
template <class Model, class Number>
Model in_axes(Model model, const Quaternion<double>& principal, const Inertia<Number>& inertia) {
    for_each_parameter(model, [&](const auto& p, auto& value) {
        if constexpr (is_vector<std::remove_cvref_t<decltype(value)>>) {
            using Component = std::remove_cvref_t<decltype(value.x)>;
            if (p.traits.frame == Frame::body) value = to_body(Quaternion<Component>(principal), value);
        } else if constexpr (is_matrix<std::remove_cvref_t<decltype(value)>>) {
            // PᵀDP, rows and then columns. Flattened: on lanes no function may be left that is compiled for an
            // instruction set without its name saying so.
            using Component = std::remove_cvref_t<decltype(value.row[0].x)>;
            const auto turned = [&](const Matrix3<Component>& m) __attribute__((flatten)) {
                const Quaternion<Component> P(principal);
                return transpose(
                    Matrix3<Component>{{to_body(P, m.row[0]), to_body(P, m.row[1]), to_body(P, m.row[2])}});
            };
            value = turned(turned(value));
        }
    });
    if constexpr (requires { model.take_from_body(inertia); }) model.take_from_body(inertia);
    return model;
}

}  // namespace polhode::core
