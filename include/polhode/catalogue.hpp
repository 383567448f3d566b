/// The catalogue: name → method + property sheet. The program, the documentation and the tests ask it;
/// none of them names a method type.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/variation.hpp"
#include "polhode/method/butcher.hpp"
#include "polhode/method/lane_recipe.hpp"
#include "polhode/method/splitting_order.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/torque.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Builds a stepper for one method on one scalar type; picks the torque's concrete type, once. On dual numbers,
/// those of body and torque may be variables too.
template <class Real>
class MakeStepper : public std::function<std::unique_ptr<core::Stepper<Real>>(const Body&, const Torque&,
                                                                              const core::Variation<Real>&)> {
    using Function = std::function<std::unique_ptr<core::Stepper<Real>>(const Body&, const Torque&,
                                                                        const core::Variation<Real>&)>;

public:
    using Function::Function;
    using Function::operator();
    std::unique_ptr<core::Stepper<Real>> operator()(const Body& body, const Torque& torque) const {
        return (*this)(body, torque, {});
    }
};

/// The scalar of exact Jacobians: a number and its derivatives along the six directions of T*SO(3).
using Dual6 = core::Dual<double, 6>;

struct Method {
    Sheet sheet;
    std::vector<std::string_view> aliases;
    MakeStepper<double> on_double;
    MakeStepper<long double> on_long_double;
    MakeStepper<Dual6> on_dual;
    /// A stepper that chooses its own steps: one step of it leads any distance, to a tolerance. Empty for
    /// most methods.
    MakeStepper<double> automatic = {};
    MakeStepper<Dual6> automatic_on_dual = {};
    /// How an ensemble runs it on SIMD lanes; empty for methods that run one body after the other.
    std::optional<LaneRecipe> on_lanes = {};
};

/// Every method with a fixed name, families together.
std::span<const Method> catalogue();

/// Methods whose name has a variable part: too many to list, made when asked for.
struct MethodFamily {
    std::string_view pattern;  ///< e.g. "rkmk-gaussN"
    std::string_view title;    ///< one line for a person
    std::string_view members;  ///< which there are, in words: "N is an even number from 4 to 40"
    std::string_view example;  ///< one of the names
    /// Empty unless the name is of the pattern; an error if it is but there is no such member.
    Expected<std::optional<Method>> (*make)(std::string_view name);
};
std::span<const MethodFamily> method_families();

/// A method by name or alias, of a family too; throws InputError that suggests the nearest name.
const Method& method(std::string_view name);
Expected<const Method*> find_method(std::string_view name);  ///< the same without exceptions

/// Why the method cannot turn a body under this torque, as it says when a stepper is made; nothing if it can.
std::optional<Error> refusal(const Sheet& sheet, const Torque& torque);

/// The Munthe-Kaas method of a tableau of your own, for Integrator and simulate. Throws InputError unless
/// check(tableau) accepts it. The sheet has the order computed from the coefficients.
Method rkmk_method(const Tableau& tableau, const std::string& name = "rkmk");

/// Kicks and drifts of your own over a drift of the catalogue: one of the names that stand for DRIFT in
/// SCHEME(DRIFT), as in "exact", "liemid", "mr2-231". Throws InputError if there is no such drift or
/// fault(coefficients) finds one. The sheet follows from the parts, the order from the coefficients. Runs in
/// ensembles where the drift does.
Method splitting_method(const SplittingCoefficients& coefficients, std::string_view drift = "exact",
                        const std::string& name = "splitting");

/// The same two with the error as a value.
Expected<Method> make_rkmk_method(const Tableau& tableau, const std::string& name);
Expected<Method> make_splitting_method(const SplittingCoefficients& coefficients, std::string_view drift,
                                       const std::string& name);

/// Taylor series of order N that choose their own steps, for Integrator and simulate: a step of any size is
/// covered by as many series as it takes to keep the last terms of each below `tolerance`, relative to 1
/// (attitude) and to |Π|. Throws InputError for an order outside 8 … 40, or a tolerance that is not in (0,
/// 1).
Method taylor_flow(int order = 20, double tolerance = 1e-16);

}  // namespace polhode
