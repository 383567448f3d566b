#include "polhode/ensemble/quantities.hpp"

#include "ensemble/lanes.hpp"
#include "ensemble/look.hpp"
#include "ensemble/quantities_of.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/torque/bind.hpp"
#include "simulate/momentum_law.hpp"
#include "threads/in_shares.hpp"

#include <algorithm>
#include <limits>

namespace polhode {

namespace {

using Law = core::MomentumLaw<double>;

/// The bodies of an ensemble one by one, as look_at asks for them.
class OneByOne {
public:
    OneByOne(const Ensemble& ensemble, double t) : ensemble_(ensemble), t_(t) {
        if (ensemble.parameters().common() && ensemble.moments().common())
            common_ = bound_torque<double>(ensemble.common_body(), ensemble.common_torque());
    }

    core::State<double> state(std::size_t k) const { return ensemble_.principal_state(k); }
    core::Inertia<double> inertia(std::size_t k) const {
        return core::Inertia<double>(ensemble_.principal_moments(k));
    }
    double potential(std::size_t k, const core::Quaternion<double>& attitude) const {
        if (common_) return common_->potential(t_, attitude);
        return bound_torque<double>(ensemble_.body(k), ensemble_.torque(k))->potential(t_, attitude);
    }
    static double load(const double* numbers, std::size_t k) { return numbers[k]; }
    static void store(double x, double* numbers, std::size_t k) { numbers[k] = x; }

private:
    const Ensemble& ensemble_;
    double t_;
    std::shared_ptr<const core::BoundTorque<double>> common_;  // null if each body has its own
};

void look_one_by_one(const Look& look, const Ensemble& ensemble, int threads) {
    const OneByOne bodies(ensemble, look.time);
    in_shares(ensemble.count(), threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) look_at<double>(look, bodies, k);
    });
}

void look_on_lanes(const Look& look, const Ensemble& ensemble, const lanes::LaneTorque& torque,
                   lanes::LookKernel kernel, int threads) {
    lanes::Job job;
    job.moments = ensemble.moments().data();
    job.moments_stride = ensemble.moments().stride();
    job.parameters = ensemble.parameters().data();
    job.parameters_stride = ensemble.parameters().stride();
    job.torque = &torque;
    job.principal = core::from_eigen(ensemble.common_body().principal_axes());
    in_shares(ensemble.blocks().size(), threads, [&](std::size_t first, std::size_t last) {
        lanes::Job mine = job;
        mine.first_block = first;
        mine.last_block = last;
        kernel(look, mine, ensemble.blocks().data(), ensemble.count());
    });
}

/// All that is wanted, on lanes as far as it can be: a function of the user is called for one body at a time.
void take(const Look& look, const Ensemble& ensemble, Target target, int threads) {
    const lanes::LookKernel kernel =
        lanes::look(target == Target::best ? available_targets().front() : target);
    if (kernel == nullptr) return look_one_by_one(look, ensemble, threads);
    if (const auto torque = lanes::on_lanes(ensemble.common_torque()))
        return look_on_lanes(look, ensemble, *torque, kernel, threads);
    Look energy;
    energy.time = look.time;
    energy.rotor = look.rotor;
    energy.energy_error = look.energy_error;
    energy.energy_at_start = look.energy_at_start;
    if (energy.energy_error != nullptr) look_one_by_one(energy, ensemble, threads);
    Look others = look;
    others.energy_error = nullptr;
    look_on_lanes(others, ensemble, core::NoTorque{}, kernel, threads);
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

std::vector<Quantity> quantities_of(const Problem& problem, bool has_energy) {
    std::vector<Quantity> all{Quantity::pointing_error};
    // with wheels, the energy of a body does not follow from its state
    if (has_energy && !problem.control && problem.wheels.empty()) all.push_back(Quantity::energy_error);
    if (momentum_law(problem).kind != Law::Kind::nothing) all.push_back(Quantity::momentum_error);
    all.push_back(Quantity::rate);
    if (problem.control && std::holds_alternative<QuaternionPd>(problem.control->law))
        all.push_back(Quantity::attitude_error);
    return all;
}

Quantities::Quantities(const EnsembleIntegrator& integrator, const Ensemble& ensemble, const Problem& problem,
                       const Pointing& pointing, int threads)
    : integrator_(integrator),
      ensemble_(ensemble),
      has_wheels_(!problem.wheels.empty()),
      threads_(threads),
      axis_(core::to_body(core::from_eigen(ensemble.common_body().principal_axes()),
                          core::from_eigen(pointing.axis))),
      target_(core::from_eigen(pointing.target)),
      law_(momentum_law(problem)),
      all_(quantities_of(problem, ensemble.energy(0, integrator.time()).has_value())) {
    const std::size_t n = ensemble.count();
    // errors from zero are the values at the start
    Look start;
    start.time = integrator.time();
    start.rotor = core::rotor_of<double>(ensemble.common_body()).at(start.time);
    start.law = law_;
    if (std::ranges::find(all_, Quantity::energy_error) != all_.end()) {
        energy_.resize(n);
        start.energy_error = energy_.data();
        start.energy_at_start = energy_.data();
    }
    if (law_.kind == Law::Kind::all) {
        for (auto& component : momentum_) component.resize(n);
        for (std::size_t k = 0; k < n; ++k) {
            const core::State<double> state = ensemble.principal_state(k);
            const core::Vector3<double> L = to_space(state.attitude, state.momentum);
            momentum_[0][k] = L.x;
            momentum_[1][k] = L.y;
            momentum_[2][k] = L.z;
        }
    }
    if (law_.kind == Law::Kind::axis) {
        momentum_[0].resize(n);
        start.momentum_error = momentum_[0].data();
        start.momentum_at_start[0] = momentum_[0].data();
    }
    take(start, ensemble_, Target::best, threads_);
    if (!problem.control) return;
    if (const auto* pd = std::get_if<QuaternionPd>(&problem.control->law)) attitude_target_ = pd->target;
}

void Quantities::evaluate(double t, std::span<const std::uint8_t> failed, std::span<double> values,
                          Target target) const {
    const std::size_t n = ensemble_.count();
    const auto place = [&](Quantity quantity) -> double* {
        const auto found = std::ranges::find(all_, quantity);
        if (found == all_.end()) return nullptr;
        return values.data() + static_cast<std::size_t>(found - all_.begin()) * n;
    };
    Look look;
    look.time = t;
    look.axis = axis_;
    look.target = target_;
    look.rotor = core::rotor_of<double>(ensemble_.common_body()).at(t);
    look.law = law_;
    look.pointing_error = place(Quantity::pointing_error);
    look.energy_error = place(Quantity::energy_error);
    look.energy_at_start = energy_.data();
    look.momentum_error = place(Quantity::momentum_error);
    for (std::size_t i = 0; i < 3; ++i) look.momentum_at_start[i] = momentum_[i].data();
    look.rate = place(Quantity::rate);
    look.attitude_error = place(Quantity::attitude_error);
    if (look.attitude_error != nullptr)
        look.attitude_target = core::from_eigen(
            Eigen::Quaterniond(attitude_target_(t) * ensemble_.common_body().principal_axes()));
    if (has_wheels_) {
        in_shares(n, threads_, [&](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k) look.rate[k] = integrator_.angular_velocity(k).norm();
        });
        look.rate = nullptr;
    }
    take(look, ensemble_, target, threads_);
    for (std::size_t k = 0; k < failed.size(); ++k)
        if (failed[k])
            for (std::size_t i = 0; i < all_.size(); ++i)
                values[i * n + k] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace polhode
