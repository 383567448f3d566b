#include "polhode/simulate/dense.hpp"

#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/step/archive.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/natural_rate.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

bool same_bits(const core::State<double>& a, const core::State<double>& b) {
    const auto &p = a.attitude, &q = b.attitude;
    return p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w && a.momentum.x == b.momentum.x
        && a.momentum.y == b.momentum.y && a.momentum.z == b.momentum.z;
}

}  // namespace

int dense_order(const Sheet& sheet) {
    const int order = std::max(sheet.order_attitude, sheet.order_momentum);
    return order <= 2 ? 4 : order <= 4 ? 8 : 10;
}

State DenseStep::at(double t) const {
    const double x = (t - step_.time(0)) / step_.length();
    if (!(x >= 0 && x <= 1))
        throw InputError(fmt::format("dense output: time {}, expected one from {} to {}", t, step_.time(0),
                                     step_.time(1)));
    return core::from_principal(step_.at(x), principal_);
}

DenseOutput::DenseOutput(const Body& body, const Torque& torque, int order)
    : body_(body), free_(is_free(torque)), order_(order), torque_(bound_torque<double>(body, torque)) {
    if (order != 4 && order != 6 && order != 8 && order != 10)
        throw InputError(fmt::format("dense output: order {}, expected 4, 6, 8 or 10", order));
}
DenseOutput::~DenseOutput() = default;
DenseOutput::DenseOutput(DenseOutput&&) noexcept = default;
DenseOutput& DenseOutput::operator=(DenseOutput&&) noexcept = default;

Expected<core::Vector3<double>> DenseOutput::torque(double t, const core::State<double>& state) {
    if (free_) return core::Vector3<double>{};
    ++torque_evaluations_;
    const auto [inertia, rotor, by_rate] = problem();
    const core::Vector3<double> own = state.momentum - rotor.at(t),
                                torque = torque_->at(t, state.attitude, inertia.solve(own));
    if (!is_finite(torque))
        return run_error(fmt::format("the torque at t = {} is ({}, {}, {}), expected finite numbers", t,
                                     torque.x, torque.y, torque.z));
    return torque;
}

Expected<core::DenseStep<double>::End> DenseOutput::end(double t, const core::State<double>& state) {
    if (last_ && last_->time == t && same_bits(last_->state, state)) return *last_;
    const auto there = torque(t, state);
    if (!there) return there.error();
    return core::DenseStep<double>::End{t, state, *there};
}

Expected<core::DenseStep<double>> DenseOutput::between(double t0, const core::State<double>& before,
                                                       double t1, const core::State<double>& after) {
    const auto from = end(t0, before);
    if (!from) return from.error();
    const auto to = end(t1, after);
    if (!to) return to.error();
    last_ = *to;
    std::optional<Error> failure;
    const core::DenseStep<double> step(problem(), *from, *to, order_,
                                       [&](double t, const core::State<double>& state) {
                                           const auto there = torque(t, state);
                                           if (there) return *there;
                                           if (!failure) failure = there.error();
                                           return core::Vector3<double>{};
                                       });
    if (failure) return *failure;
    return step;
}

Expected<double> DenseOutput::natural_rate(double t, const core::State<double>& state) {
    const auto here = end(t, state);
    if (!here) return here.error();
    last_ = *here;
    const auto [inertia, rotor, by_rate] = problem();
    return polhode::natural_rate(inertia, state.momentum - rotor.at(t), last_->torque);
}

void DenseOutput::keep(core::Archive& archive) { archive(last_, torque_evaluations_); }

core::DenseStep<double>::Problem DenseOutput::problem() const {
    return {core::Inertia<double>(core::from_eigen(body_.moments())), core::rotor_of<double>(body_),
            torque_->rate_dependence != RateDependence::none};
}

DenseStep DenseOutput::between(double t0, const State& before, double t1, const State& after) {
    if (!std::isfinite(t0) || !std::isfinite(t1) || t0 == t1)
        throw InputError(
            fmt::format("dense output: a step from {} to {}, expected two different times", t0, t1));
    const core::State<double> from = starting_state(before, body_).or_throw(),
                              to = starting_state(after, body_).or_throw();
    return {between(t0, from, t1, to).or_throw(), core::from_eigen(body_.principal_axes())};
}

}  // namespace polhode
