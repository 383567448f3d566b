/// From a method's type to its catalogue entry: the sheet, and a factory for each scalar.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/custom_torque_model.hpp"

#include <fmt/format.h>

namespace polhode {

/// The kernel-side model of a torque, in the principal axes of the body.
template <class Model>
Model bind(const Model& model, const core::Quaternion<double>& principal, const core::Inertia<double>& inertia) {
    return model.in_axes(principal, inertia);
}
inline core::CustomTorqueModel bind(const CustomTorque& user, const core::Quaternion<double>& principal,
                                    const core::Inertia<double>&) {
    return {user, principal};
}

template <class M, class Real>
std::unique_ptr<core::Stepper<Real>> make_stepper(const Body& body, const Torque& torque) {
    const core::Quaternion<double> principal = core::from_eigen(body.principal_axes());
    const core::Vector3<double> moments = core::from_eigen(body.moments());
    const core::Inertia<double> inertia(moments);
    const core::Inertia<Real> inertia_real{core::Vector3<Real>(Real(moments.x), Real(moments.y), Real(moments.z))};
    const auto build = [&](const auto& model) -> std::unique_ptr<core::Stepper<Real>> {
        auto bound = bind(model, principal, inertia);
        return std::make_unique<core::MethodStepper<M, Real, decltype(bound)>>(M{}, inertia_real, std::move(bound));
    };
    if constexpr (M::properties().free_only) {
        if (!is_free(torque))
            throw InputError("this method integrates free motion only and the body has a torque; use liemid-ea");
        return build(core::NoTorque{});
    } else {
        return std::visit(build, torque);
    }
}

struct Text {
    std::string_view name, title, formula, source;
};

template <class M>
Method entry(const Text& text, std::vector<std::string_view> aliases = {}) {
    Sheet sheet = M::properties();
    sheet.name = text.name;
    sheet.title = text.title;
    sheet.formula = text.formula;
    sheet.source = text.source;
    return {sheet, std::move(aliases), make_stepper<M, double>, make_stepper<M, long double>, make_stepper<M, Dual6>};
}

// One per family; catalogue.cpp puts them in order.
std::vector<Method> midpoint_lie_methods();
std::vector<Method> euler_pair_methods();
std::vector<Method> krysl_comparator_methods();
std::vector<Method> bottasso_borri_methods();
std::vector<Method> variational_methods();

}  // namespace polhode
