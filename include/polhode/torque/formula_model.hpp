/// A formula bound to its numbers and to the axes of a body, as the kernels evaluate it.
#pragma once

#include "polhode/torque/formula_view.hpp"

#include <vector>

namespace polhode::core {

/// In principal axes. Names of a formula mean the user's body axes, into which attitude and rates are turned first
/// if they are others. `Number` is what the parameters are: a plain number, or on lanes one for each body.
template <class Number>
class FormulaModelOf {
public:
    bool has_potential;
    RateDependence rate_dependence;

    FormulaModelOf(const FormulaView& formula, const Number* numbers, const Quaternion<double>& principal)
        : has_potential(formula.has_potential),
          rate_dependence(formula.rate_dependence),
          torque_(is_shorter(formula, numbers) ? formula.simplified_torque : formula.torque),
          potential_(is_shorter(formula, numbers) ? formula.simplified_potential : formula.potential),
          torque_constants_(constants_of(torque_, numbers)),
          potential_constants_(constants_of(potential_, numbers)),
          principal_(principal),
          turned_(principal.x != 0 || principal.y != 0 || principal.z != 0) {}

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        Scalar torque[3];
        if (!turned_) {
            evaluate(torque_, torque_constants_.data(), t, attitude, angular_velocity, torque);
            return {torque[0], torque[1], torque[2]};
        }
        const Quaternion<Scalar> principal(principal_);
        evaluate(torque_, torque_constants_.data(), t, attitude * conjugate(principal),
                 to_space(principal, angular_velocity), torque);
        return to_body(principal, Vector3<Scalar>(torque[0], torque[1], torque[2]));
    }

    template <class Scalar>
    Scalar potential(const Scalar& t, const Quaternion<Scalar>& attitude) const {
        Scalar energy(0);
        if (has_potential)
            evaluate(potential_, potential_constants_.data(), t,
                     turned_ ? attitude * conjugate(Quaternion<Scalar>(principal_)) : attitude,
                     Vector3<Scalar>(Scalar(0), Scalar(0), Scalar(0)), &energy);
        return energy;
    }

private:
    /// Whether the parameters have the numbers for which there is a shorter formula, on every lane. With
    /// derivatives they are variables, whatever their value.
    static bool is_shorter(const FormulaView& formula, const Number* numbers) {
        if constexpr (ScalarTraits<Number>::derivative_depth > 0) {
            return false;
        } else {
            for (const KnownNumber* k = formula.known; k != formula.known_end; ++k) {
                const Number given = numbers[k->place], known(k->value);
                if (any(!((given <= known) & (given >= known)))) return false;  // not if it is no number
            }
            return formula.known != formula.known_end;
        }
    }

    ProgramView torque_, potential_;
    std::vector<Number> torque_constants_, potential_constants_;
    Quaternion<double> principal_;  // principal → the user's body axes
    bool turned_;
};

}  // namespace polhode::core
