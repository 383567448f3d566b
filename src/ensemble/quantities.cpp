#include "polhode/ensemble/quantities.hpp"

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/scalar/trigonometry.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/momentum_law.hpp"
#include "threads/in_parallel.hpp"

#include <cmath>
#include <limits>

namespace polhode {

namespace {

using Law = core::MomentumLaw<double>;
using Vector = core::Vector3<double>;

Vector spatial_momentum(const Ensemble& ensemble, std::size_t k) {
    const core::State<double> state = ensemble.principal_state(k);
    return to_space(state.attitude, state.momentum);
}

/// The angle by its sine and cosine: good to round-off near 0 and near π too.
double angle_between(const Vector& a, const Vector& b) {
    return core::arc_tangent(norm(cross(a, b)), dot(a, b));
}

}  // namespace

std::string_view name(Quantity quantity) {
    switch (quantity) {
        case Quantity::pointing_error: return "pointing_error";
        case Quantity::energy_error: return "energy_error";
        case Quantity::momentum_error: return "momentum_error";
        case Quantity::rate: return "rate";
        case Quantity::attitude_error: return "attitude_error";
    }
    return "";
}

template <class Function>
void Quantities::for_all(const Function& function) const {
    const std::size_t n = ensemble_.count();
    in_parallel(static_cast<long>((n + chunk_ - 1) / chunk_), threads_,
                [&](long i) {
                    const std::size_t first = static_cast<std::size_t>(i) * chunk_;
                    for (std::size_t k = first; k < std::min(first + chunk_, n); ++k) function(k);
                },
                {});
}

Quantities::Quantities(const EnsembleIntegrator& integrator, const Ensemble& ensemble, const Problem& problem,
                       const Pointing& pointing, std::size_t chunk, int threads)
    : integrator_(integrator),
      ensemble_(ensemble),
      has_wheels_(!problem.wheels.empty()),
      chunk_(chunk),
      threads_(threads),
      axis_(core::to_body(core::from_eigen(ensemble.common_body().principal_axes()),
                          core::from_eigen(pointing.axis))),
      target_(core::from_eigen(pointing.target)),
      law_(momentum_law(problem)),
      all_{Quantity::pointing_error} {
    const double start = integrator.time();
    // with wheels, the energy of a body does not follow from its state
    if (!problem.control && !has_wheels_ && ensemble.energy(0, start)) {
        all_.push_back(Quantity::energy_error);
        energy_.resize(ensemble.count());
        energies(start, energy_);
    }
    if (law_.kind == Law::Kind::all) {
        momentum_.resize(ensemble.count());
        for_all([&](std::size_t k) { momentum_[k] = spatial_momentum(ensemble_, k); });
    }
    if (law_.kind == Law::Kind::axis) {
        axis_momentum_.resize(ensemble.count());
        for_all([&](std::size_t k) { axis_momentum_[k] = dot(spatial_momentum(ensemble_, k), law_.axis); });
    }
    if (law_.kind != Law::Kind::nothing) all_.push_back(Quantity::momentum_error);
    all_.push_back(Quantity::rate);
    if (!problem.control) return;
    if (const auto* pd = std::get_if<QuaternionPd>(&problem.control->law)) {
        attitude_target_ = pd->target;
        all_.push_back(Quantity::attitude_error);
    }
}

void Quantities::energies(double t, std::span<double> values) const {
    if (!ensemble_.parameters().common() || !ensemble_.moments().common()) {
        for_all([&](std::size_t k) { values[k] = *ensemble_.energy(k, t); });
        return;
    }
    // the torque is the same for all bodies, and is made once
    const Body& body = ensemble_.common_body();
    const core::Inertia<double> inertia(core::from_eigen(body.moments()));
    const auto bound = bound_torque<double>(body, ensemble_.common_torque());
    const core::ErasedTorque<double> torque(*bound);
    const core::Rotor<double> rotor = core::rotor_of<double>(body);
    for_all([&](std::size_t k) {
        values[k] = *core::measure(inertia, torque, ensemble_.principal_state(k), t, rotor).energy;
    });
}

double Quantities::momentum_error(std::size_t k) const {
    const Vector now = spatial_momentum(ensemble_, k);
    return law_.kind == Law::Kind::all ? norm(now - momentum_[k]) : dot(now, law_.axis) - axis_momentum_[k];
}

void Quantities::evaluate(Quantity quantity, double t, std::span<const std::uint8_t> failed,
                          std::span<double> values) const {
    switch (quantity) {
        case Quantity::pointing_error:
            for_all([&](std::size_t k) {
                values[k] = angle_between(to_space(ensemble_.principal_state(k).attitude, axis_), target_);
            });
            break;
        case Quantity::energy_error:
            energies(t, values);
            for_all([&](std::size_t k) { values[k] -= energy_[k]; });
            break;
        case Quantity::momentum_error: for_all([&](std::size_t k) { values[k] = momentum_error(k); }); break;
        case Quantity::rate:
            if (has_wheels_) {
                for_all([&](std::size_t k) { values[k] = integrator_.angular_velocity(k).norm(); });
                break;
            }
            for_all([&, h = core::rotor_of<double>(ensemble_.common_body()).at(t)](std::size_t k) {
                values[k] = norm(core::Inertia<double>(ensemble_.principal_moments(k))
                                     .solve(ensemble_.principal_state(k).momentum - h));
            });
            break;
        case Quantity::attitude_error:
            for_all([&, target = core::from_eigen(Eigen::Quaterniond(
                            attitude_target_(t) * ensemble_.common_body().principal_axes()))](std::size_t k) {
                values[k] = core::attitude_angle(target, ensemble_.principal_state(k).attitude);
            });
            break;
    }
    for (std::size_t k = 0; k < failed.size(); ++k)
        if (failed[k]) values[k] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace polhode
