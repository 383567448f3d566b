/// Torques as users give them: a built-in model with its parameters, a table, a function or a formula of their
/// own, or
/// several of them at once.
#pragma once

#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/formula.hpp"
#include "polhode/torque/list.hpp"
#include "polhode/torque/sum.hpp"
#include "polhode/torque/table.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace polhode {

/// Every kind of torque. Model parameters are in the user's axes.
using Torque = core::BuiltInTorques::With<std::variant, TableTorque, CustomTorque, FormulaTorque, TorqueSum>;

/// One torque of a sum.
struct TorquePart {
    Torque torque;
    std::string name = {};          ///< by which settings and messages call it
    std::vector<TimeSpan> on = {};  ///< when it acts; empty: always
};

/// f(torque) for the torque itself or, if it is a sum, for each of its parts, of sums within sums too.
template <class Function>
void for_each_part(const Torque& torque, const Function& f) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque))
        for (const TorquePart& part : sum->parts) for_each_part(part.torque, f);
    else
        f(torque);
}

/// Whether this holds of the torque, or of all parts of a sum.
template <class Predicate>
bool holds_of_all_parts(const Torque& torque, const Predicate& predicate) {
    bool all = true;
    for_each_part(torque, [&](const Torque& part) { all = all && predicate(part); });
    return all;
}

inline bool is_free(const Torque& torque) {
    return holds_of_all_parts(
        torque, [](const Torque& part) { return std::holds_alternative<core::NoTorque>(part); });
}

/// Whether it is a user's function, or a sum that contains one.
inline bool holds_function(const Torque& torque) {
    return !holds_of_all_parts(
        torque, [](const Torque& part) { return !std::holds_alternative<CustomTorque>(part); });
}

/// What the model states about itself.
inline const TorqueSheet& sheet_of(const Torque& torque) {
    return std::visit([](const auto& model) -> const TorqueSheet& { return model.sheet; }, torque);
}

/// Whether the torque has a potential. A user's function has one if it was given with it; a sum, if all its
/// parts have one and act all the time.
inline bool has_potential(const Torque& torque) {
    if (const auto* custom = std::get_if<CustomTorque>(&torque)) return static_cast<bool>(custom->potential);
    if (const auto* formula = std::get_if<FormulaTorque>(&torque)) return formula->has_potential();
    if (const auto* sum = std::get_if<TorqueSum>(&torque))
        return std::ranges::all_of(
            sum->parts, [](const TorquePart& part) { return part.on.empty() && has_potential(part.torque); });
    return sheet_of(torque).has_potential();
}

/// How the torque depends on the angular velocity: a sum, as the part that depends most.
inline RateDependence rate_dependence(const Torque& torque) {
    RateDependence most = RateDependence::none;
    for_each_part(torque, [&](const Torque& part) {
        const auto* custom = std::get_if<CustomTorque>(&part);
        const auto* formula = std::get_if<FormulaTorque>(&part);
        most = std::max(most, custom    ? custom->rate_dependence
                              : formula ? formula->rate_dependence()
                                        : sheet_of(part).rate_dependence);
    });
    return most;
}

/// Whether derivatives of the torque, or of a part of it, jump at other places than its breakpoints. Of a
/// user's function that is not known; it counts as smooth.
inline bool has_kinks(const Torque& torque) {
    return !holds_of_all_parts(torque, [](const Torque& part) {
        const auto* formula = std::get_if<FormulaTorque>(&part);
        return !(formula ? formula->has_kinks() : sheet_of(part).has_kinks);
    });
}

/// The finite times at which the torque is not as smooth as a method of this order needs, in order, each once.
/// Those of a torque that jumps again and again, as in the shadow of a planet, are between the ends of `time`; none if
/// an end is infinite.
std::vector<double> breakpoints(const Torque& torque, const TimeSpan& time,
                                int order = std::numeric_limits<int>::max());
std::vector<double> breakpoints(const Torque& torque, int order = std::numeric_limits<int>::max());

/// The same torque for a time between two breakpoints, each of which it takes from inside.
Torque within(const Torque& torque, const TimeSpan& piece);

}  // namespace polhode
