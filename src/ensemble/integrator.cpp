#include "polhode/ensemble/integrator.hpp"

#include "ensemble/driver.hpp"
#include "ensemble/lanes.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <utility>

namespace polhode {

namespace {

struct NamedTarget {
    Target target;
    std::string_view name;
};
constexpr std::array named_targets{NamedTarget{Target::best, "best"}, NamedTarget{Target::avx512, "avx512"},
                                   NamedTarget{Target::avx2, "avx2"},
                                   NamedTarget{Target::baseline, "baseline"},
                                   NamedTarget{Target::one_by_one, "one-by-one"}};

}  // namespace

std::string_view name(Target target) {
    return std::ranges::find(named_targets, target, &NamedTarget::target)->name;
}

Target target_named(std::string_view wanted) {
    const auto found = std::ranges::find(named_targets, wanted, &NamedTarget::name);
    if (found == named_targets.end())
        throw InputError(
            fmt::format("target: {}, expected best, avx512, avx2, baseline or one-by-one", wanted));
    return found->target;
}

std::vector<Target> available_targets() {
    std::vector<Target> targets;
    for (const Target target : {Target::avx512, Target::avx2, Target::baseline})
        if (lanes::kernels(target) != nullptr) targets.push_back(target);
    targets.push_back(Target::one_by_one);
    return targets;
}

bool runs_on_lanes(std::string_view method_name) { return method(method_name).on_lanes.has_value(); }

bool runs_in_ensembles(std::string_view method_name) {
    const Method& m = method(method_name);
    return m.sheet.goes_on_from_state() || history_numbers(m) > 0;
}

EnsembleIntegrator::EnsembleIntegrator(Ensemble& ensemble, const SteppingPlan& plan)
    : EnsembleIntegrator(try_make(ensemble, plan).or_throw()) {}

Expected<EnsembleIntegrator> EnsembleIntegrator::try_make(Ensemble& ensemble, const SteppingPlan& plan) {
    const Expected<const Method*> method = find_method(plan.method);
    if (!method) return method.error();
    const Expected<Target> target = target_of(plan, **method, ensemble);
    if (!target) return target.error();
    return EnsembleIntegrator(std::make_unique<EnsembleDriver>(ensemble, **method, plan, *target));
}

EnsembleIntegrator::EnsembleIntegrator(std::unique_ptr<EnsembleDriver> driver) : driver_(std::move(driver)) {}
EnsembleIntegrator::~EnsembleIntegrator() = default;
EnsembleIntegrator::EnsembleIntegrator(EnsembleIntegrator&&) noexcept = default;
EnsembleIntegrator& EnsembleIntegrator::operator=(EnsembleIntegrator&&) noexcept = default;

void EnsembleIntegrator::advance(long steps) { driver_->advance(steps); }
long EnsembleIntegrator::steps() const { return driver_->done; }
double EnsembleIntegrator::time() const { return driver_->grid.at(driver_->done); }
Target EnsembleIntegrator::target() const { return driver_->target; }
int EnsembleIntegrator::threads() const { return driver_->threads; }
const std::vector<BodyFailure>& EnsembleIntegrator::failures() const { return driver_->failures; }
void EnsembleIntegrator::keep(core::Archive& archive) { driver_->keep(archive); }
void EnsembleIntegrator::keep_bodies(core::Archive& archive, std::size_t first, std::size_t last) {
    driver_->keep_bodies(archive, first, last);
}

namespace {

const BodyControls* controls_of(const EnsembleDriver& driver, std::size_t k) {
    if (k >= driver.ensemble.count())
        throw InputError(fmt::format("body: {}, expected less than {}", k, driver.ensemble.count()));
    return driver.controls ? &*driver.controls : nullptr;
}

/// Up to when body k has come.
double time_of(const EnsembleDriver& driver, double now, std::size_t k) {
    const auto failed = std::ranges::find(driver.failures, k, &BodyFailure::body);
    return failed == driver.failures.end() ? now : failed->time;
}

}  // namespace

bool EnsembleIntegrator::has_control() const { return driver_->steps_per_call > 0; }
Command EnsembleIntegrator::command(std::size_t k) const {
    const BodyControls* controls = controls_of(*driver_, k);
    return controls ? controls->command(k) : Command{};
}
std::vector<double> EnsembleIntegrator::wheel_momenta(std::size_t k) const {
    const BodyControls* controls = controls_of(*driver_, k);
    return controls ? controls->wheels(k, time_of(*driver_, time(), k)).momenta() : std::vector<double>{};
}
Eigen::Vector3d EnsembleIntegrator::angular_velocity(std::size_t k) const {
    const BodyControls* controls = controls_of(*driver_, k);
    Body body = driver_->ensemble.body(k);
    const double t = time_of(*driver_, time(), k);
    if (controls) body = with_wheels(body, controls->wheels(k, t), t);
    return body.angular_velocity(driver_->ensemble.state(k).momentum, t);
}

}  // namespace polhode
