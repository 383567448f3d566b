/// A formula in plain pointers, for kernels that are compiled for several instruction sets.
#pragma once

#include "polhode/formula/program.hpp"
#include "polhode/torque/sheet.hpp"

#include <cstddef>

namespace polhode {
class FormulaTorque;  // torque/formula.hpp
}

namespace polhode::core {

/// Valid as long as the torque.
struct FormulaView {
    FormulaView(const FormulaTorque& formula);  // NOLINT(google-explicit-constructor): the same formula

    ProgramView torque, potential;
    /// The same, shorter, if some parameters have the numbers of `known`; there may be none.
    ProgramView simplified_torque, simplified_potential;
    const KnownNumber *known = nullptr, *known_end = nullptr;
    bool has_potential;
    RateDependence rate_dependence;
    const double* numbers;  ///< of all parameters
    std::size_t count;      ///< of the numbers
};

}  // namespace polhode::core
