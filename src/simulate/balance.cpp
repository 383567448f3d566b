#include "simulate/balance.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/butcher.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/method_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {
namespace {

/// The smallest order of dense output above the method's.
int order_above(const Sheet& sheet) {
    const int order = order_of(sheet);
    return order < 4 ? 4 : order < 6 ? 6 : order < 8 ? 8 : 10;
}

struct Split {
    TorqueSum steady, others;
};

/// What has a potential that does not depend on time goes into the energy. That of a user's function may.
Split split(const Torque& torque) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        Split all{{{}, sum->piece}, {{}, sum->piece}};
        for (const TorquePart& part : sum->parts) {
            if (!part.on.empty()) {
                all.others.parts.push_back(part);
                continue;
            }
            Split own = split(part.torque);
            if (!own.steady.parts.empty()) all.steady.parts.push_back({std::move(own.steady), part.name});
            if (!own.others.parts.empty()) all.others.parts.push_back({std::move(own.others), part.name});
        }
        return all;
    }
    if (std::holds_alternative<core::NoTorque>(torque)) return {};
    const bool steady = has_potential(torque) && !std::holds_alternative<CustomTorque>(torque);
    return steady ? Split{{{{torque}}}, {}} : Split{{}, {{{torque}}}};
}

}  // namespace

void LongSum::add(double x) {
    const double sum = sum_ + x;
    rest_ += std::abs(sum_) >= std::abs(x) ? (sum_ - sum) + x : (x - sum) + sum_;
    sum_ = sum;
}

bool Balance::wanted(const Problem& problem) {
    return !is_free(problem.torque) && !has_potential(problem.torque);
}

Balance::Balance(const Sheet& sheet, const MakeStepper<double>& make, int parts)
    : sheet_(sheet), make_(make), parts_(parts) {
    const Tableau gauss = butcher::gauss(order_above(sheet) / 2);
    for (std::size_t i = 0; i < gauss.stages(); ++i)
        formula_.push_back({static_cast<double>(gauss.c[i]), static_cast<double>(gauss.b[i])});
}

void Balance::enter(const Problem& problem, double t, const core::State<double>& state) {
    const bool first = !inertia_;
    inertia_.emplace(core::from_eigen(problem.body.moments()));
    Split torques = split(problem.torque);
    steady_ = bound_torque<double>(problem.body, std::move(torques.steady));
    others_ = bound_torque<double>(problem.body, std::move(torques.others));
    last_.emplace(problem, sheet_, make_, parts_, order_above(sheet_));
    if (!first) return;
    initial_energy_ = final_energy_ = energy_of(t, state);
    initial_momentum_ = to_space(state.attitude, state.momentum);
}

double Balance::energy_of(double t, const core::State<double>& state) const {
    return inertia_->kinetic_energy(state.momentum) + steady_->potential(t, state.attitude);
}

void Balance::integrate(const core::DenseStep<double>& step) {
    double work = 0;
    core::Vector3<double> impulse;
    for (const auto& [node, weight] : formula_) {
        const double t = step.time(node);
        const core::State<double> state = step.at(node);
        const core::Vector3<double> velocity = inertia_->solve(state.momentum),
                                    done = others_->at(t, state.attitude, velocity),
                                    kept = steady_->at(t, state.attitude, velocity);
        work += weight * dot(done, velocity);
        impulse += weight * to_space(state.attitude, done + kept);
    }
    work_.add(step.length() * work);
    for (int i = 0; i < 3; ++i) impulse_[i].add(step.length() * impulse[i]);
}

std::optional<Error> Balance::step(double from, const core::State<double>& before, double to,
                                   const core::State<double>& after) {
    last_->begin(from, before);
    last_->end(to, after);
    const auto inside = last_->inside();
    if (!inside) return inside.error();
    for (long k = 0; k < (*inside)->pieces(); ++k) {
        const auto piece = (*inside)->piece(k);
        if (!piece) return piece.error();
        integrate(**piece);
    }
    final_energy_ = energy_of(to, after);
    energy_error_ = std::max(energy_error_, std::abs(final_energy_ - initial_energy_ - work_.value()));
    const core::Vector3<double> impulse{impulse_[0].value(), impulse_[1].value(), impulse_[2].value()};
    momentum_error_ = std::max(momentum_error_,
                               norm(to_space(after.attitude, after.momentum) - initial_momentum_ - impulse));
    return std::nullopt;
}

void Balance::jump(double t, const core::State<double>& before, const core::State<double>& after) {
    final_energy_ = energy_of(t, after);
    work_.add(final_energy_ - energy_of(t, before));
    const core::Vector3<double> change =
        to_space(after.attitude, after.momentum) - to_space(before.attitude, before.momentum);
    for (int i = 0; i < 3; ++i) impulse_[i].add(change[i]);
}

EnergyBalance Balance::energy() const {
    return {initial_energy_, final_energy_, work_.value(), energy_error_};
}
MomentumBalance Balance::momentum() const {
    return {{impulse_[0].value(), impulse_[1].value(), impulse_[2].value()}, momentum_error_};
}

}  // namespace polhode
