#include "polhode/ensemble/interaction.hpp"

#include "ensemble/driver.hpp"
#include "ensemble/put_back.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/schemes.hpp"
#include "threads/in_shares.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

/// A method's drift without its kicks.
Method drift_of(const Method& method) {
    Method drift = method;
    drift.on_lanes->scheme = &core::schemes::drift_only();
    return drift;
}

const Method& kick_drift_method(std::string_view name) {
    const Method& m = method(name);
    if (!m.on_lanes || m.on_lanes->scheme == nullptr)
        throw InputError(
            fmt::format("method: {} cannot take a torque that depends on all bodies; expected a kick–drift "
                        "method over the "
                        "exact, liemid or mr2-… drift, such as se, se4-rkn, liemid-ea or mr2-123",
                        m.sheet.name));
    return m;
}

}  // namespace

struct InteractingIntegrator::Impl {
    const core::Scheme& scheme;
    EnsembleDriver drift;
    AllTorques torques;
    Frame frame;
    core::TimeGrid<double> grid;
    long done = 0, evaluations = 0;
    std::vector<double> numbers = {};            ///< attitudes and torques, component by component
    std::vector<core::VectorBlock> torque = {};  ///< of the last kick, in principal axes

    Impl(Ensemble& ensemble, const Method& method, const SteppingPlan& plan, Target target, AllTorques f,
         Frame in)
        : scheme(*method.on_lanes->scheme),
          drift(ensemble, drift_of(method), plan, target),
          torques(std::move(f)),
          frame(in),
          grid{plan.start, plan.step},
          numbers(7 * ensemble.count()),
          torque(ensemble.blocks().size()) {}

    double time() const { return grid.at(done); }

    std::span<double> column(std::size_t i) {
        const std::size_t n = drift.ensemble.count();
        return std::span(numbers).subspan(i * n, n);
    }

    template <class Work>
    void for_bodies(const Work& work) {
        in_shares(drift.ensemble.count(), drift.threads, [&](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k) work(k);
        });
    }

    void evaluate(double t) {
        const core::Quaternion<double> principal =
            core::from_eigen(drift.ensemble.common_body().principal_axes());
        for_bodies([&](std::size_t k) {
            const core::Quaternion<double> q =
                drift.ensemble.principal_state(k).attitude * conjugate(principal);
            column(0)[k] = q.x;
            column(1)[k] = q.y;
            column(2)[k] = q.z;
            column(3)[k] = q.w;
        });
        torques(t, {column(0), column(1), column(2), column(3)}, {column(4), column(5), column(6)});
        ++evaluations;
        for_bodies([&](std::size_t k) {
            core::Vector3<double> T(column(4)[k], column(5)[k], column(6)[k]);
            if (!is_finite(T))
                throw RunError(
                    fmt::format("the torque of body {} at t = {} is ({}, {}, {}), expected finite numbers", k,
                                t, T.x, T.y, T.z));
            if (frame == Frame::space)
                T = to_body(drift.ensemble.principal_state(k).attitude, T);
            else
                T = to_body(principal, T);
            for (std::size_t i = 0; i < 3; ++i)
                torque[k / core::block_bodies][i].of[k % core::block_bodies] = T[static_cast<int>(i)];
        });
    }

    /// Π += weight h T
    void kick(double weight) {
        const double factor = weight * grid.step;
        const std::span<core::StateBlock> states = drift.ensemble.blocks();
        in_shares(states.size(), drift.threads, [&](std::size_t first, std::size_t last) {
            for (std::size_t b = first; b < last; ++b)
                for (std::size_t i = 0; i < 3; ++i)
                    for (std::size_t lane = 0; lane < core::block_bodies; ++lane)
                        states[b].momentum[i].of[lane] += factor * torque[b][i].of[lane];
        });
    }

    /// One step as core::Splitting makes it, for all bodies together.
    void step(double t) {
        const std::vector<double>&b = scheme.kick_in_double, &a = scheme.drift_in_double;
        if (!scheme.reuses_last_torque() && b[0] != 0) evaluate(t);
        if (b[0] != 0) kick(b[0]);
        double node = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            drift.grid = {t, a[i] * grid.step};
            drift.done = 0;
            drift.advance(1);
            if (!drift.failures.empty())
                throw RunError(
                    fmt::format("body {}: the free motion within the step at t = {} could not be computed; "
                                "take a smaller step",
                                drift.failures[0].body, t));
            node += a[i];
            if (b[i + 1] == 0) continue;
            evaluate(i + 1 == a.size() ? t + scheme.span * grid.step : t + node * grid.step);
            kick(b[i + 1]);
        }
    }
};

InteractingIntegrator::InteractingIntegrator(Ensemble& ensemble, const SteppingPlan& plan, AllTorques torques,
                                             Frame frame) {
    if (!torques) throw InputError("torques: an empty function, expected one that fills the torques");
    if (!is_free(ensemble.common_torque()))
        throw InputError("torque: the ensemble has one already, expected none beside a torque of all bodies");
    if (ensemble.common_body().has_rotor())
        throw InputError("body: it has rotors, expected none in bodies that act on each other");
    if (plan.control || !plan.wheels.empty() || !plan.impulses.empty())
        throw InputError("control: expected no control, wheels or impulses of bodies that act on each other");
    const Method& method = kick_drift_method(plan.method);
    const Target target = target_of(plan, method, ensemble).or_throw();
    if (target == Target::one_by_one)
        throw InputError("target: one-by-one, expected one with lanes for bodies that act on each other");
    impl_ = std::make_unique<Impl>(ensemble, method, plan, target, std::move(torques), frame);
}
InteractingIntegrator::~InteractingIntegrator() = default;

void InteractingIntegrator::advance(long steps) {
    if (steps < 0) throw InputError(fmt::format("steps: {}, expected none or more", steps));
    PutBack put_back(impl_->drift);
    // states may have been set since the last torque
    if (steps > 0 && impl_->scheme.reuses_last_torque()) impl_->evaluate(impl_->time());
    for (long n = 0; n < steps; ++n) impl_->step(impl_->grid.at(impl_->done + n));
    impl_->done += steps;
    put_back.all_is_done();
}
long InteractingIntegrator::steps() const { return impl_->done; }
double InteractingIntegrator::time() const { return impl_->time(); }
long InteractingIntegrator::torque_evaluations() const { return impl_->evaluations; }
Target InteractingIntegrator::target() const { return impl_->drift.target; }

}  // namespace polhode
