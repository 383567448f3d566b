/// A formula bound to a body, which it keeps alive.
#pragma once

#include "polhode/torque/formula.hpp"
#include "polhode/torque/formula_model.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polhode::core {

template <class Number>
class BoundFormula : public FormulaModelOf<Number> {
public:
    /// `numbers` stand for those of the formula.
    BoundFormula(const FormulaTorque& formula, const std::vector<Number>& numbers,
                 const Quaternion<double>& principal)
        : FormulaModelOf<Number>(formula, numbers.data(), principal), formula_(formula.shared_formula()) {}

    /// What the user wrote, if it yields no number here.
    template <class Scalar>
    const char* culprit(const Scalar& t, const Quaternion<Scalar>& attitude,
                        const Vector3<Scalar>& angular_velocity) const {
        return is_finite((*this)(t, attitude, angular_velocity)) ? nullptr : formula_->shown.c_str();
    }

private:
    std::shared_ptr<const Formula> formula_;
};

}  // namespace polhode::core
