#include "polhode/ensemble/march.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "simulate/failure.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

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

/// Calls work(begin, end) for contiguous shares of 0 … total − 1, one per thread; the shares depend on the counts alone.
template <class Work>
void in_shares(std::size_t total, int threads, const Work& work) {
    const auto n = static_cast<std::size_t>(std::max(1, threads));
    std::exception_ptr failure;
    std::mutex mutex;
    const auto share = [&](std::size_t i) {
        try {
            work(total * i / n, total * (i + 1) / n);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    for (std::size_t i = 1; i < n; ++i) pool.emplace_back(share, i);
    share(0);
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

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

std::vector<Target> available_targets() { return {Target::one_by_one}; }

bool runs_on_lanes(std::string_view) { return false; }

struct EnsembleMarch::Impl {
    Ensemble& ensemble;
    const Method& method;
    core::TimeGrid<double> grid;
    int threads;
    Target target;
    long done = 0;
    std::vector<bool> failed;
    std::vector<BodyFailure> failures;
    std::mutex mutex;

    void report(BodyFailure failure) {
        const std::lock_guard lock(mutex);
        failures.push_back(std::move(failure));
    }

    /// The bodies of some blocks by the code of single runs.
    void one_by_one(std::size_t first_block, std::size_t last_block, long steps) {
        const std::size_t last = std::min(last_block * core::block_bodies, ensemble.count());
        for (std::size_t k = first_block * core::block_bodies; k < last; ++k) {
            if (failed[k]) continue;
            const auto stepper = method.on_double(ensemble.body(k), ensemble.torque(k));
            core::State<double> state = ensemble.principal_state(k);
            for (long n = done; n < done + steps; ++n) {
                core::State<double> next = state;
                const core::Status status = stepper->step(next, grid.at(n), grid.step);
                if (!status.ok() || !is_finite(next.momentum)) {
                    report({k, n + 1, grid.at(n),
                            describe_failure(status, *stepper, state, next, grid.at(n), grid.step)});
                    break;
                }
                state = next;
            }
            ensemble.set_principal_state(k, state);
        }
    }
};

EnsembleMarch::EnsembleMarch(Ensemble& ensemble, const MarchPlan& plan) {
    if (!(plan.step > 0) || !std::isfinite(plan.step))
        throw InputError(fmt::format("step: {}, expected a positive number", plan.step));
    if (!std::isfinite(plan.start))
        throw InputError(fmt::format("start: {}, expected a finite number", plan.start));
    if (plan.threads < 0)
        throw InputError(
            fmt::format("threads: {}, expected a positive number, or 0 for one per core", plan.threads));
    const Method& chosen = method(plan.method);
    (void)chosen.on_double(ensemble.common_body(),
                           ensemble.common_torque());  // throws if they do not go together
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    impl_.reset(new Impl{ensemble,
                         chosen,
                         {plan.start, plan.step},
                         plan.threads > 0 ? plan.threads : cores,
                         Target::one_by_one,
                         0,
                         std::vector<bool>(ensemble.count()),
                         {},
                         {}});
}
EnsembleMarch::~EnsembleMarch() = default;

void EnsembleMarch::advance(long steps) {
    Impl& m = *impl_;
    in_shares(m.ensemble.blocks().size(), m.threads,
              [&](std::size_t first, std::size_t last) { m.one_by_one(first, last, steps); });
    m.done += steps;
    for (const BodyFailure& failure : m.failures) m.failed[failure.body] = true;
    std::ranges::sort(m.failures, {}, &BodyFailure::body);
}

long EnsembleMarch::steps() const { return impl_->done; }
double EnsembleMarch::time() const { return impl_->grid.at(impl_->done); }
Target EnsembleMarch::target() const { return impl_->target; }
int EnsembleMarch::threads() const { return impl_->threads; }
const std::vector<BodyFailure>& EnsembleMarch::failures() const { return impl_->failures; }

}  // namespace polhode
