/// From a torque as a user gives it to the one that the kernels evaluate: bound to a body, in its principal
/// axes.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/variation.hpp"
#include "polhode/torque/bound_formula.hpp"
#include "polhode/torque/bound_torque.hpp"
#include "polhode/torque/custom_torque_model.hpp"
#include "polhode/torque/torque.hpp"

#include <memory>

namespace polhode {

/// The model itself, for code that is compiled for each.
template <class Model>
Model bind(const Model& model, const core::Quaternion<double>& principal,
           const core::Inertia<double>& inertia) {
    return core::in_axes(model, principal, inertia);
}
inline core::CustomTorqueModel bind(const CustomTorque& user, const core::Quaternion<double>& principal,
                                    const core::Inertia<double>&) {
    return {user, principal};
}

inline core::BoundFormula<double> bind(const FormulaTorque& formula,
                                       const core::Quaternion<double>& principal,
                                       const core::Inertia<double>&) {
    return {formula, formula.numbers, principal};
}

inline auto bind(const TableTorque& table, const core::Quaternion<double>& principal,
                 const core::Inertia<double>&) {
    return core::TableModel(table.pieces(), table.rows().back()[0], table.frame(), principal);
}

/// The same behind one type; compiled once for each scalar (src/torque/).
template <class Real>
std::shared_ptr<const core::BoundTorque<Real>> bound_torque(const Body& body, const Torque& torque,
                                                            const core::Variation<Real>& variation = {});

extern template std::shared_ptr<const core::BoundTorque<double>> bound_torque(const Body&, const Torque&,
                                                                              const core::Variation<double>&);
extern template std::shared_ptr<const core::BoundTorque<long double>> bound_torque(
    const Body&, const Torque&, const core::Variation<long double>&);
extern template std::shared_ptr<const core::BoundTorque<core::Dual<double, 6>>> bound_torque(
    const Body&, const Torque&, const core::Variation<core::Dual<double, 6>>&);

}  // namespace polhode
