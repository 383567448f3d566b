/// NAME+energy: any method of the catalogue, each step followed by a projection onto the energy.
#include "entry.hpp"
#include "intern.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/energy_suffix.hpp"
#include "polhode/method/projected_stepper.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {

namespace {

core::EnergyTarget energy_target(const Body& body, const Torque& torque) {
    if (!has_potential(torque) || !body.rotor().rate.isZero(0)) return core::EnergyTarget::work;
    return is_free(torque) && !body.has_rotor() ? core::EnergyTarget::free : core::EnergyTarget::potential;
}

template <class Real>
MakeStepper<Real> projected(const MakeStepper<Real>& make, const Sheet& sheet) {
    return [make, sheet](const Body& body, const Torque& torque,
                         const core::Variation<Real>& variation) -> std::unique_ptr<core::Stepper<Real>> {
        check_torque(sheet, torque);
        if (sheet.needs_potential && energy_target(body, torque) == core::EnergyTarget::work)
            throw InputError(fmt::format(
                "method \"{}\" keeps an energy, and the motors of the rotors do work, which is found up to order {} "
                "only; use a method of a lower order",
                sheet.name, core::most_work_order));
        auto stepper = make(body, torque, variation);
        return std::make_unique<core::ProjectedStepper<Real>>(
            std::move(stepper),
            typename core::ProjectedStepper<Real>::Problem{
                core::inertia_of<Real>(body, variation), core::rotor_of<Real>(body, variation),
                energy_target(body, torque), rate_dependence(torque) != RateDependence::none,
                std::max(sheet.order_attitude, sheet.order_momentum)});
    };
}

/// What a step in the middle of a run tells. What the method carried from the step before belongs to another
/// attitude and is found anew, unless it is a history; how much that takes, and which it is, only its steps
/// tell.
struct Probe {
    int torque_evaluations;
    bool self_starting;
};

Probe probe(const MakeStepper<double>& make, const Torque& torque) {
    const Body body = Body::from_moments({1, 2, 3});
    const auto stepper = make(body, torque), fresh = make(body, torque);
    core::State<double> state{{0.6, 0, 0, 0.8}, {1, 2, 3}}, restarted;
    const double h = 0.1;  // large enough for an energy to be corrected after every step
    long before = 0;
    for (int n = 0; n < 10; ++n) {
        before = stepper->torque_evaluations();
        restarted = state;
        stepper->step(state, n * h, h);
    }
    fresh->step(restarted, 9 * h, h);
    return {static_cast<int>(stepper->torque_evaluations() - before),
            norm(restarted.momentum - state.momentum) < 1e-12 * norm(state.momentum)};
}

Method with_projection(const Method& method) {
    Method result = method;
    Sheet& s = result.sheet;
    s.name = intern(fmt::format("{}{}", s.name, energy_suffix));
    s.title = intern(fmt::format("{}; then turned to the energy it should have", s.title));
    s.formula = intern(
        fmt::format("{}; then R₁ → R₁F, Π₁ → FᵀΠ₁ with H(R₁F, FᵀΠ₁) = H at the start, or without a potential "
                    "K = K₀ + ∫ω·T dt",
                    s.formula));
    s.source = intern(fmt::format("{}; energy: Buss 2001, section 4", s.source));
    s.conserves_energy = true;
    s.needs_potential = std::max(s.order_attitude, s.order_momentum) > core::most_work_order;
    s.time_symmetric = s.symplectic = false;
    result.aliases.clear();
    // a series that chooses its steps has no end of a step to be turned at
    result.automatic = {};
    result.automatic_on_dual = {};
    result.on_double = projected<double>(method.on_double, s);
    result.on_long_double = projected<long double>(method.on_long_double, s);
    result.on_dual = projected<Dual6>(method.on_dual, s);
    s.unseen_torque_evaluations = 0;  // every step is observed
    const Probe seen =
        probe(result.on_double, s.free_only ? Torque(core::NoTorque{}) : Torque(core::HeavyTop{}));
    s.memory = seen.self_starting ? Memory::digits : Memory::history;
    if (s.solve != Solve::torque) s.torque_evaluations = seen.torque_evaluations;
    return result;
}

Expected<std::optional<Method>> projected_method(std::string_view name) {
    if (!name.ends_with(energy_suffix)) return {std::nullopt};
    if (name == energy_suffix)
        return input_error(fmt::format("method \"{}\": expected the name of a method before it", name));
    const Expected<const Method*> base = find_method(name.substr(0, name.size() - energy_suffix.size()));
    if (!base) return base.error();
    if (is_turned_to_energy((*base)->sheet))
        return input_error(fmt::format("method \"{}\" has {} twice, expected it once", name, energy_suffix));
    return {with_projection(**base)};
}

}  // namespace

MethodFamily energy_projection_family() {
    return {"NAME+energy", "turned to the energy it should have after every step",
            "NAME is any method, of a family too; beyond order 10 the torque must have a potential",
            "mr2-123+energy", projected_method};
}

}  // namespace polhode
