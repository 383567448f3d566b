/// The catalogue: name → method + property sheet. The program, the documentation and the tests ask it;
/// none of them names a method type.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/torque.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/stepper.hpp"
#include "polhode/scalar/dual.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace polhode {

/// Builds a stepper for one method on one scalar type; picks the torque's concrete type, once.
template <class Real>
using MakeStepper = std::function<std::unique_ptr<core::Stepper<Real>>(const Body&, const Torque&)>;

/// The scalar of exact Jacobians: a number and its derivatives along the six directions of T*SO(3).
using Dual6 = core::Dual<double, 6>;

struct Method {
    Sheet sheet;
    std::vector<std::string_view> aliases;
    MakeStepper<double> on_double;
    MakeStepper<long double> on_long_double;
    MakeStepper<Dual6> on_dual;
};

/// Every method, families together.
std::span<const Method> catalogue();

/// A method by name or alias; throws InputError that suggests the nearest name.
const Method& method(std::string_view name);

}  // namespace polhode
