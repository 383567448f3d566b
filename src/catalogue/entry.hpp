/// From a method's type to its catalogue entry: the sheet, and a factory for each scalar.
#pragma once

#include "kicks.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/method/concept.hpp"
#include "polhode/torque/bind.hpp"

#include <functional>
#include <type_traits>

namespace polhode {

/// Whether a method takes a body with rotors as it is.
template <class M>
inline constexpr bool takes_rotor = requires { requires M::takes_rotor; };

/// A method that does not take rotors, on a body that has some; compiled once for each scalar.
template <class Real>
using InnerStepper = std::function<std::unique_ptr<core::Stepper<Real>>(
    const core::Inertia<Real>&, std::shared_ptr<const core::BoundTorque<Real>>)>;
template <class Real>
std::unique_ptr<core::Stepper<Real>> stepper_of_gyrostat(const Body& body, const Torque& torque,
                                                         const core::Variation<Real>& variation,
                                                         const InnerStepper<Real>& make);

/// A method is compiled once for each scalar, whatever the torque. Free bodies have a kernel of their own
/// where that is faster (double) or another formula (M::free_apart). Once for each run: compiled to be small.
template <class Real, class M>
[[gnu::cold]] std::unique_ptr<core::Stepper<Real>> make_stepper(const M& method, const Body& body,
                                                                const Torque& torque,
                                                                const core::Variation<Real>& variation) {
    using Model = core::ErasedTorque<Real>;
    if constexpr (!takes_rotor<M>)
        if (body.has_rotor())
            return stepper_of_gyrostat<Real>(
                body, torque, variation,
                [&](const auto& own_inertia, auto bound) -> std::unique_ptr<core::Stepper<Real>> {
                    const Model model(*bound);
                    return std::make_unique<core::MethodStepper<M, Real, Model>>(method, own_inertia, model,
                                                                                 std::move(bound));
                });
    const core::Inertia<Real> inertia = core::inertia_of<Real>(body, variation);
    const core::Rotor<Real> rotor = core::rotor_of<Real>(body, variation);
    if constexpr (std::is_same_v<Real, double> || requires { M::free_apart; })
        if (is_free(torque))
            return std::make_unique<core::MethodStepper<M, Real, core::NoTorque>>(
                method, inertia, core::NoTorque{}, nullptr, rotor);
    auto bound = bound_torque<Real>(body, torque, variation);
    return std::make_unique<core::MethodStepper<M, Real, Model>>(method, inertia, Model(*bound), bound,
                                                                 rotor);
}

/// Throws the refusal, if there is one.
inline void check_torque(const Sheet& sheet, const Torque& torque) {
    if (const auto error = refusal(sheet, torque)) error->raise();
}

/// Whether a method is compiled for a scalar. A build that is to be small and soon made, that of the WebAssembly module,
/// has the methods on double, and on others only what measures errors (taylor.cpp).
#ifdef POLHODE_FEW_SCALARS
template <class M, class Real>
inline constexpr bool is_compiled_for = std::is_same_v<Real, double>;
#else
template <class M, class Real>
inline constexpr bool is_compiled_for = true;
#endif
inline Error not_compiled(const Sheet& sheet) {
    return input_error("method \"" + std::string(sheet.name)
                           + "\" is here compiled for numbers of 64 bits alone: it follows no sensitivities",
                       "method");
}

template <core::SteppingMethod M>
Method entry_with(const Sheet& sheet, const M& method, std::vector<std::string_view> aliases) {
    const auto make = [&]<class Real>(std::type_identity<Real>) -> MakeStepper<Real> {
        return [=](const Body& body, const Torque& torque,
                   const core::Variation<Real>& variation) -> std::unique_ptr<core::Stepper<Real>> {
            check_torque(sheet, torque);
            if constexpr (is_compiled_for<M, Real>)
                return make_stepper<Real>(method, body, torque, variation);
            else
                not_compiled(sheet).raise();
        };
    };
    return {sheet, std::move(aliases), make(std::type_identity<double>{}),
            make(std::type_identity<long double>{}), make(std::type_identity<Dual6>{})};
}

/// A method whose file states its sheet.
template <core::SheetMethod M>
Method entry(std::vector<std::string_view> aliases = {}) {
    return entry_with(M::sheet, M{}, std::move(aliases));
}

struct Text {
    std::string_view name, title, formula, source;
};

/// A method made of data (a scheme over a drift, a tableau, a number), from which its properties follow.
template <core::DataMethod M>
Method entry(const M& method, const Text& text, std::vector<std::string_view> aliases = {}) {
    Sheet sheet = method.properties();
    sheet.name = text.name;
    sheet.title = text.title;
    sheet.formula = text.formula;
    sheet.source = text.source;
    return entry_with(sheet, method, std::move(aliases));
}

/// The method with its kernel on lanes.
inline Method on_lanes(Method method, LaneRecipe recipe) {
    method.on_lanes = std::move(recipe);
    return method;
}

// One per family; catalogue.cpp puts them in order.
std::vector<Method> midpoint_lie_methods();
std::vector<Method> euler_pair_methods();
std::vector<Method> krysl_comparator_methods();
std::vector<Method> bottasso_borri_methods();
std::vector<Method> variational_methods();
std::vector<Method> mclachlan_reich_methods();
std::vector<Method> exact_splittings();
std::vector<Method> celledoni_methods();
std::vector<Method> buss_baselines();
std::vector<Method> rkmk_methods();
std::vector<Method> commutator_free_methods();
std::vector<Method> gauss_methods();
std::vector<Method> dop853_methods();
std::vector<Method> buss_methods();
std::vector<Method> multistep_methods();

MethodFamily rkmk_gauss_family();
MethodFamily combination_family();
MethodFamily energy_projection_family();
MethodFamily dop853_family();
MethodFamily multistep_flow_family();
MethodFamily gauss_flow_family();
MethodFamily taylor_family();
MethodFamily taylor_flow_family();

}  // namespace polhode
