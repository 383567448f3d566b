#include "simulate/sensitivity.hpp"

#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/torque/varying_parameters.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace polhode {
namespace {

constexpr std::size_t directions = 6;
constexpr std::array axis_names{"x", "y", "z"};

/// Places for the derivatives by all parameters of a problem, in the order of parameter_names.
std::vector<Dual6*> places_in(core::Variation<Dual6>& variation, bool has_rotor) {
    std::vector<Dual6*> places;
    places.reserve(6 + variation.torque.size());
    for (int i = 0; i < 3; ++i) places.push_back(&variation.moments[i]);
    for (int i = 0; has_rotor && i < 3; ++i) places.push_back(&variation.rotor_momentum[i]);
    for (Dual6& number : variation.torque) places.push_back(&number);
    return places;
}

/// Six parameters, from `first` on, as variables.
core::Variation<Dual6> variation_from(std::size_t first, const Problem& problem) {
    core::Variation<Dual6> variation;
    variation.torque.resize(parameter_count(problem.torque));
    const std::vector<Dual6*> places = places_in(variation, problem.body.has_rotor());
    for (std::size_t i = first; i < std::min(first + directions, places.size()); ++i)
        *places[i] = Dual6::variable(0, static_cast<int>(i - first));
    return variation;
}

/// That of the numbers which a torque has in a piece.
core::Variation<Dual6> within_piece(const core::Variation<Dual6>& variation,
                                    const std::vector<std::size_t>& kept) {
    core::Variation<Dual6> piece{variation.moments, variation.rotor_momentum};
    for (const std::size_t place : kept) piece.torque.push_back(variation.torque[place]);
    return piece;
}

/// Π = Iω + h changes with I and h if ω is held.
core::State<Dual6> start_of(const core::State<double>& start, const Body& body, HeldAtStart held,
                            const core::Variation<Dual6>& variation) {
    core::State<Dual6> state{core::Quaternion<Dual6>(start.attitude), core::Vector3<Dual6>(start.momentum)};
    if (held == HeldAtStart::angular_velocity) {
        const core::Vector3<double> omega =
            core::inertia_of<double>(body).solve(start.momentum - core::rotor_of<double>(body).at(0.0));
        const core::Quaternion<Dual6> principal(core::from_eigen(body.principal_axes()));
        state.momentum += hadamard(variation.moments, core::Vector3<Dual6>(omega))
                        + to_body(principal, variation.rotor_momentum);
    }
    return state;
}

}  // namespace

std::vector<std::string> parameter_names(const Problem& problem) {
    std::vector<std::string> names{"inertia.1", "inertia.2", "inertia.3"};
    const auto add_vector = [&](const std::string& name) {
        for (const char* axis : axis_names) names.push_back(fmt::format("{}.{}", name, axis));
    };
    if (problem.body.has_rotor()) add_vector("rotor_momentum");
    for (const VaryingParameter& parameter : varying_parameters(problem.torque))
        if (parameter.numbers == 1)
            names.push_back(parameter.name);
        else
            add_vector(parameter.name);
    return names;
}

std::optional<Error> Sensitivity::refusal_of(const Method& method, bool automatic, const Problem& problem,
                                             const Plan& plan) {
    if (!plan.sensitivity && !plan.parameter_sensitivity) return std::nullopt;
    if (auto refused = DualWalk::refusal_of(method, automatic, problem.torque)) return refused;
    std::optional<Error> error;
    if (plan.parameter_sensitivity)
        for_each_part(problem.torque, [&](const Torque& part) {
            const auto* formula = std::get_if<FormulaTorque>(&part);
            const auto parameter = formula ? formula->parameter_of_breakpoints() : std::nullopt;
            if (parameter)
                error = input_error(
                    fmt::format("sensitivity: parameter \"{}\" of a formula moves a time at which the torque "
                                "switches, which is not followed; expected a number in its place there",
                                *parameter),
                    "sensitivity");
        });
    return error;
}

Sensitivity::Sensitivity(const Problem& problem, const Resolved& run, const Method& method,
                         const Pieces& pieces, const core::State<double>& start)
    : principal_axes_(problem.body.principal_axes()), held_(run.parameter_sensitivity) {
    const bool automatic = std::holds_alternative<OwnSteps>(run.steps);
    const Piece& piece = pieces.now();
    if (run.sensitivity) by_state_.emplace(method, automatic, piece, varied(start), core::Variation<Dual6>{});
    if (!held_) return;
    names_ = parameter_names(problem);
    for (std::size_t first = 0; first < names_.size(); first += directions) {
        const core::Variation<Dual6> variation = variation_from(first, problem);
        by_parameters_.push_back(
            {variation, std::make_unique<DualWalk>(method, automatic, piece,
                                                   start_of(start, piece.body, *held_, variation),
                                                   within_piece(variation, pieces.parameters()))});
    }
}

template <class Function>
void Sensitivity::for_each_walk(const Function& f) {
    if (by_state_) f(*by_state_);
    for (const ByParameters& six : by_parameters_) f(*six.walk);
}

void Sensitivity::enter(const Method& method, const Pieces& pieces) {
    if (by_state_) by_state_->enter(method, pieces.now(), {});
    if (by_parameters_.empty()) return;
    const std::vector<std::size_t> kept = pieces.parameters();
    for (const auto& [variation, walk] : by_parameters_)
        walk->enter(method, pieces.now(), within_piece(variation, kept));
}

void Sensitivity::take(const Impulse& impulse) {
    for_each_walk([&](DualWalk& walk) { walk.take(impulse); });
}

std::optional<Error> Sensitivity::advance(double t, double h, int parts) {
    std::optional<Error> failure;
    for_each_walk([&](DualWalk& walk) {
        if (!failure) failure = walk.advance(t, h, parts);
    });
    return failure;
}

void Sensitivity::keep(core::Archive& archive) {
    for_each_walk([&](DualWalk& walk) { archive(walk); });
}

Expected<TransitionMatrix> Sensitivity::transition_at(double t, bool interpolated) const {
    if (by_state_->at_start()) return TransitionMatrix(TransitionMatrix::Identity());  // to the last bit
    auto phi = by_state_->at(t, interpolated);
    if (!phi) return phi;
    const Eigen::Matrix3d P = principal_axes_.toRotationMatrix();  // the start was varied in principal axes
    for (int j = 0; j < 6; j += 3) phi->middleCols<3>(j) = phi->middleCols<3>(j) * P.transpose();
    return phi;
}

Expected<ParameterMatrix> Sensitivity::by_parameters_at(double t, bool interpolated) const {
    ParameterMatrix matrix(6, static_cast<Eigen::Index>(names_.size()));
    Eigen::Index first = 0;
    for (const ByParameters& six : by_parameters_) {
        const auto slopes = six.walk->at(t, interpolated);
        if (!slopes) return slopes.error();
        const Eigen::Index count = std::min<Eigen::Index>(directions, matrix.cols() - first);
        matrix.middleCols(first, count) = slopes->leftCols(count);
        first += count;
    }
    return matrix;
}

std::optional<Error> Sensitivity::report(double t, bool interpolated, Sample& sample) const {
    if (by_state_) {
        const auto transition = transition_at(t, interpolated);
        if (!transition) return transition.error();
        sample.transition = *transition;
    }
    if (held_) {
        auto matrix = by_parameters_at(t, interpolated);
        if (!matrix) return matrix.error();
        sample.by_parameters = *std::move(matrix);
    }
    return std::nullopt;
}

std::optional<Error> Sensitivity::report(double t, bool interpolated, Result& result) const {
    Sample last{};
    if (auto failure = report(t, interpolated, last)) return failure;
    result.transition = last.transition;
    if (held_) result.parameter_sensitivity = {names_, *held_, *std::move(last.by_parameters)};
    return std::nullopt;
}

}  // namespace polhode
