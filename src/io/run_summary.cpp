#include "io/run_summary.hpp"

#include "io/table.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/momentum_law.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {
namespace {

std::string vector(const Eigen::Vector3d& v) {
    return fmt::format("[{:.12g}, {:.12g}, {:.12g}]", v.x(), v.y(), v.z());
}

std::string energy(const Result& result) {
    const auto& errors = result.conservation.energy;
    if (!result.energy_final || !errors) return "none (the torque has no potential)";
    const std::string uncertainty =
        errors->slope_uncertainty ? fmt::format(" ± {:.1e}", *errors->slope_uncertainty) : "";
    return fmt::format("{:.12g}, error at most {:.2e} (mean {:.1e}, slope {:.1e}{} per unit time)",
                       *result.energy_final, errors->max_error, errors->mean_error, errors->error_slope,
                       uncertainty);
}

std::string momentum_error(const Problem& problem, const Result& result) {
    const auto& trend = result.conservation.momentum;
    if (!trend) return "none (nothing of the momentum is conserved under this torque)";
    return fmt::format("at most {:.2e}{}", trend->max_error,
                       conserves_whole_momentum(problem) ? "" : " about the axis of the field");
}

/// Change of energy and momentum against work and impulse of the torque, where they are not conserved.
std::vector<Fact> balances(const Conservation& seen) {
    std::vector<Fact> rows;
    if (const auto& energy = seen.energy_balance)
        rows.push_back(
            {"energy balance", fmt::format("from {:.12g} to {:.12g} by work of {:.12g}, error at most {:.2e}",
                                           energy->initial, energy->final, energy->work, energy->max_error)});
    if (const auto& momentum = seen.momentum_balance)
        rows.push_back({"momentum balance", fmt::format("changed by an impulse of {}, error at most {:.2e}",
                                                        vector(momentum->impulse), momentum->max_error)});
    return rows;
}

std::string steps(const Result& result) {
    if (result.own_steps)
        return fmt::format("{} of the method's own, seen every {:.12g}", *result.own_steps, result.step);
    if (const auto& variable = result.variable)
        return fmt::format("{} of {:.3g} to {:.3g}, {:.3g} on average{}", result.steps, variable->smallest,
                           variable->largest, result.step,
                           variable->rejected > 0 ? fmt::format(" ({} rejected)", variable->rejected) : "");
    return fmt::format("{} of {:.12g}", result.steps, result.step);
}

std::string time_spent(const Result& result) {
    const long steps = result.own_steps.value_or(result.steps);
    if (steps == 0) return duration(result.wall_seconds);
    return fmt::format("{}, {} per step", duration(result.wall_seconds),
                       duration(result.wall_seconds / static_cast<double>(steps)));
}

std::string how_it_ended(const Result& result) {
    if (result.ended_by) return fmt::format(", where the event \"{}\" ended it", *result.ended_by);
    return result.complete ? "" : " (stopped before the end)";
}

/// The results of making the run, or a part of it, again.
std::vector<Fact> facts_of(const Result& result, const Certificate& certificate) {
    const std::string part =
        certificate.whole ? "" : fmt::format(" (first {} of {} steps)", certificate.steps, result.steps);
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.1e}", *value) : "unknown";
    };
    return {{"error",
             fmt::format("{}, {} {}{}", number(certificate.error),
                         certificate.error ? "measured against" : "because", certificate.error_by, part)},
            {"there and back",
             fmt::format("{} from the start; round-off {}{}", number(certificate.reversibility_defect),
                         number(certificate.round_off), part)}};
}

std::string sensitivity(const Problem& problem, const Result& result) {
    const TransitionMatrix& transition = *result.transition;
    const double turn = transition.topLeftCorner<3, 3>().operatorNorm(),
                 momentum = transition.bottomRightCorner<3, 3>().operatorNorm();
    return fmt::format(
        "attitude errors of the start have become at most {:.4g} times as large, momentum errors {:.4g}; "
        "symplectic defect {:.1e}",
        turn, momentum, symplectic_defect(transition, problem.initial.momentum, result.final_state.momentum));
}

/// The files have the derivatives; which of them is largest depends on the units.
std::string sensitivity(const ParameterSensitivity& sensitivity) {
    return fmt::format("derivatives by {}; the {} at the start is held", fmt::join(sensitivity.names, ", "),
                       sensitivity.held == HeldAtStart::momentum ? "momentum" : "angular velocity");
}

/// "" if derivatives follow everything.
std::string switching_note(const Problem& problem, const Result& result) {
    if ((!result.transition && !result.parameter_sensitivity) || !has_kinks(problem.torque)) return "";
    return "the torque switches where the motion takes it; the sensitivity does not follow when that happens, and "
           "is right only if the torque does not jump there";
}

/// The first few events; the files have them all.
std::vector<Fact> events(const Result& result) {
    constexpr std::size_t most = 10;
    std::vector<Fact> rows;
    for (std::size_t i = 0; i < std::min(most, result.events.size()); ++i) {
        const EventRecord& event = result.events[i];
        rows.push_back({"event", fmt::format("{}, {} at {:.15g}", event.name,
                                             event.rising ? "rising" : "falling", event.time)});
    }
    if (result.events.size() > most)
        rows.push_back({"event", fmt::format("and {} more", result.events.size() - most)});
    return rows;
}

/// "the step 0.3 does not divide the interval 20: used 0.2985"; "" if the step was kept.
std::string step_note(const Result& result) {
    if (!result.step_shortened) return "";
    if (result.pieces > 1)
        return fmt::format(
            "the step {} does not divide every piece between two breakpoints: used at most {:.17g}",
            result.requested_step, result.step);
    return fmt::format("the step {} does not divide the interval {}: used {:.17g}", result.requested_step,
                       result.end, result.step);
}

/// "steps jump by a factor of 9 …": reversible steps that are too long for the motion; "" if all is well.
std::string jumping_note(const Result& result) {
    constexpr double smooth = 3;
    if (!result.variable || !result.variable->reversible || result.variable->largest_ratio < smooth)
        return "";
    return fmt::format(
        "steps jump by a factor of up to {:.2g} from one to the next; take a smaller first step",
        result.variable->largest_ratio);
}

/// The size of the energies that the motion begins with: kinetic, potential, and, since both may be zero, what
/// the torque does over a radian.
double size_of_energy(const Problem& problem, double energy) {
    const double kinetic = problem.body.kinetic_energy(problem.initial);
    const auto start = core::to_principal(problem.initial, core::from_eigen(problem.body.principal_axes()));
    const core::Inertia<double> inertia(core::from_eigen(problem.body.moments()));
    const auto torque =
        bound_torque<double>(problem.body, problem.torque)
            ->at(0, start.attitude,
                 inertia.solve(start.momentum - core::rotor_of<double>(problem.body).at(0.0)));
    return kinetic + std::abs(energy - kinetic) + norm(torque);
}

constexpr const char* remedy = "take a smaller step, or ask for an accuracy by --tolerance";

/// "the error has grown to 3.1 …": the run has nothing to do with the motion any more; "" if all is well.
std::string useless_note(const Problem& problem, const Result& result,
                         const std::optional<Certificate>& certificate,
                         const std::optional<FirstPart>& first_part) {
    if (certificate && certificate->error && *certificate->error > 1)
        return fmt::format(
            "the error has grown to {:.2g} (radians; momentum relative): the result says nothing "
            "about the motion; {}",
            *certificate->error, remedy);
    if (first_part && first_part->is_meaningless()) return first_part_note(*first_part);
    // a potential of the user's own may depend on time, and then the energy is not conserved
    if (!result.conservation.energy || holds_function(problem.torque)) return "";
    const double error = result.conservation.energy->max_error;
    if (error <= size_of_energy(problem, *result.energy_initial)) return "";
    return fmt::format(
        "the energy, which is conserved, has changed by {:.2g} from {:.2g}: the result says nothing "
        "about the motion; {}",
        error, *result.energy_initial, remedy);
}

}  // namespace

std::string first_part_note(const FirstPart& first_part) {
    if (!first_part.is_meaningless()) return "";
    return fmt::format(
        "the error is {:.2g} (radians; momentum relative) after the first {}, at time {:.4g}: the result says nothing "
        "about the motion; {}",
        first_part.error,
        first_part.steps == 1 ? std::string("step") : fmt::format("{} steps", first_part.steps),
        first_part.time, remedy);
}

std::string projection_note(const Result& result) {
    if (result.missed_projections == 0) return "";
    return fmt::format(
        "the correction of the energy had no solution in {} of {} steps; take a smaller step, or see "
        "docs/energy-projection.md",
        result.missed_projections, result.steps);
}

std::vector<std::string> run_notes(const Problem& problem, const Result& result,
                                   const std::optional<Certificate>& certificate,
                                   const std::optional<FirstPart>& first_part,
                                   const std::optional<Choice>& choice,
                                   const std::vector<std::string>& warnings) {
    std::vector<std::string> notes{useless_note(problem, result, certificate, first_part),
                                   choice ? "" : step_note(result), projection_note(result),
                                   jumping_note(result), switching_note(problem, result)};
    std::erase(notes, "");
    notes.insert(notes.end(), warnings.begin(), warnings.end());
    return notes;
}

std::string run_summary(const Problem& problem, const Result& result, int width,
                        const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                        const std::optional<FirstPart>& first_part,
                        const std::vector<std::string>& warnings) {
    const State& state = result.final_state;
    const Eigen::Quaterniond& q = state.attitude;
    std::vector<Fact> rows{
        {"method", fmt::format("{}: {}", result.method, method(result.method).sheet.title)},
        {"steps", fmt::format("{}, up to time {:.12g}{}", steps(result), result.time, how_it_ended(result))},
        {"attitude", fmt::format("[{:.12g}, {:.12g}, {:.12g}, {:.12g}]", q.x(), q.y(), q.z(), q.w())},
        {"momentum, body", vector(state.momentum)},
        {"momentum, space", vector(state.spatial_momentum())},
        {"momentum error", momentum_error(problem, result)},
        {"energy", energy(result)},
    };
    for (Fact& fact : balances(result.conservation)) rows.push_back(std::move(fact));
    rows.push_back({"torque evaluations", fmt::format("{}", result.torque_evaluations)});
    rows.push_back({"time spent", time_spent(result)});
    if (result.transition) rows.push_back({"sensitivity", sensitivity(problem, result)});
    if (result.parameter_sensitivity)
        rows.push_back({"parameters", sensitivity(*result.parameter_sensitivity)});
    if (choice)
        rows.push_back({"tolerance", fmt::format("{:.3g} asked; the error is {:.1e}, measured against {}",
                                                 choice->asked, choice->estimate, choice->estimated_by)});
    if (certificate)
        for (Fact& fact : facts_of(result, *certificate)) rows.push_back(std::move(fact));
    for (Fact& event : events(result)) rows.push_back(std::move(event));
    for (std::string& note : run_notes(problem, result, certificate, first_part, choice, warnings))
        rows.push_back({"note", std::move(note)});
    const std::string title =
        problem.description.empty() ? problem.name : problem.name + ": " + problem.description;
    return wrapped(title, width) + '\n' + facts(rows, width);
}

}  // namespace polhode
