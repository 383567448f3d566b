/// Formulas for the tests of this folder.
#pragma once

#include "polhode/torque/bound_formula.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace polhode::test {

using core::Quaternion;
using core::Vector3;

using Parameters = std::vector<FormulaParameter>;

inline FormulaTorque torque_of(const std::string& x, const std::string& y, const std::string& z,
                               Parameters parameters = {}, Frame frame = Frame::body) {
    return formula_torque({{x, y, z}, "", frame, std::move(parameters)}).or_throw();
}
inline FormulaTorque torque_from(const std::string& potential, Parameters parameters = {}) {
    return formula_torque({{}, potential, Frame::body, std::move(parameters)}).or_throw();
}

inline core::BoundFormula<double> model_of(const FormulaTorque& torque,
                                           const Quaternion<double>& principal = {}) {
    return {torque, torque.numbers, principal};
}

/// A time, an attitude and rates.
template <class Real>
struct Point {
    Real t{};
    Quaternion<Real> attitude;
    Vector3<Real> rates;
};

inline Point<double> random_point(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    const auto number = [&] { return normal(random); };
    Quaternion<double> q{number(), number(), number(), number()};
    const double size = std::sqrt(norm2(q));
    q = {q.x / size, q.y / size, q.z / size, q.w / size};
    return {number(), q, {number(), number(), number()}};
}

/// One expression, at a point.
inline double value(const std::string& expression, const Parameters& parameters = {},
                    const Point<double>& at = {}) {
    return model_of(torque_of(expression, "0", "0", parameters))(at.t, at.attitude, at.rates).x;
}

/// What is wrong with an expression; "" if nothing is.
inline std::string complaint(const std::string& expression, const Parameters& parameters = {}) {
    const auto torque = formula_torque({{expression, "0", "0"}, "", Frame::body, parameters});
    return torque ? "" : torque.error().message;
}

}  // namespace polhode::test
