#include "ours.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/ensemble/march.hpp"
#include "polhode/mechanics/eigen.hpp"

namespace polhode::bench {
namespace {

Quaternion numbers(const core::Quaternion<double>& q) { return {q.x, q.y, q.z, q.w}; }

core::State<double> start_of(const Problem& p) {
    return core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
}

/// A method of the catalogue at constant steps, with nobody looking on the way.
Integrator constant(std::string_view name, const Problem& p) {
    return {"`" + std::string(name) + "`", step_counts(20'000), [&p, &m = method(name)](double steps) {
                return Integration([&p, &m, steps]() -> std::optional<Outcome> {
                    const auto stepper = m.on_double(p.body, p.torque);
                    core::State<double> s = start_of(p);
                    const long count = std::lround(steps);
                    if (stepper->march(s, {0, p.end / steps}, 0, count).first < count) return std::nullopt;
                    return Outcome{numbers(s.attitude), stepper->torque_evaluations()};
                });
            }};
}

/// Taylor series that choose their steps.
Integrator series(int order, const Problem& p) {
    return {"`taylor-" + std::to_string(order) + "`, own steps", tolerances(), [&p, order](double tolerance) {
                if (tolerance >= 1) return Integration([] { return std::nullopt; });
                return Integration([&p, m = taylor_flow(order, tolerance)]() -> std::optional<Outcome> {
                    const auto stepper = m.on_double(p.body, p.torque);
                    core::State<double> s = start_of(p);
                    if (!stepper->step(s, 0, p.end).ok()) return std::nullopt;
                    return Outcome{numbers(s.attitude), stepper->torque_evaluations()};
                });
            }};
}

/// One body after the other through the catalogue's stepper.
class BodyByBody final : public CrowdRun {
public:
    BodyByBody(std::string_view name, const Crowd& crowd) : step_(crowd.step) {
        const Moments& i = crowd.moments;
        stepper_ = method(name).on_double(Body::from_moments({i[0], i[1], i[2]}), core::NoTorque{});
        for (const Numbers& s : crowd.start)
            states_.push_back({{s[0], s[1], s[2], s[3]}, {i[0] * s[4], i[1] * s[5], i[2] * s[6]}});
    }
    void advance(int steps) override {
        for (int n = 0; n < steps; ++n)
            for (core::State<double>& s : states_) stepper_->step(s, 0, step_);
    }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (const core::State<double>& s : states_) all.push_back(numbers(s.attitude));
        return all;
    }

private:
    double step_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::vector<core::State<double>> states_;
};

/// All at once, one SIMD lane each, one thread.
class OnLanes final : public CrowdRun {
public:
    OnLanes(std::string_view name, const Crowd& crowd)
        : ensemble_(crowd.start.size(),
                    Body::from_moments({crowd.moments[0], crowd.moments[1], crowd.moments[2]})) {
        const Moments& i = crowd.moments;
        for (std::size_t k = 0; k < crowd.start.size(); ++k) {
            const Numbers& s = crowd.start[k];
            ensemble_.set_state(k, {Eigen::Quaterniond(s[3], s[0], s[1], s[2]),
                                    Eigen::Vector3d(i[0] * s[4], i[1] * s[5], i[2] * s[6])});
        }
        march_ = std::make_unique<EnsembleMarch>(ensemble_, MarchPlan{std::string(name), crowd.step, 0, 1});
    }
    void advance(int steps) override { march_->advance(steps); }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (std::size_t k = 0; k < ensemble_.count(); ++k)
            all.push_back(numbers(ensemble_.principal_state(k).attitude));
        return all;
    }

private:
    Ensemble ensemble_;
    std::unique_ptr<EnsembleMarch> march_;
};

CrowdMethod on_lanes(std::string_view name) {
    return {"`" + std::string(name) + "`, ensemble",
            [name](const Crowd& crowd) { return std::make_unique<OnLanes>(name, crowd); }};
}

CrowdMethod body_by_body(std::string_view name) {
    return {"`" + std::string(name) + "`, body by body",
            [name](const Crowd& crowd) { return std::make_unique<BodyByBody>(name, crowd); }};
}

}  // namespace

std::vector<Integrator> our_integrators(const Problem& p) {
    std::vector<Integrator> all;
    for (const char* name : {"se", "se4-bm", "se4-rkn", "se6-rkn", "se6-processed", "se8-kl", "taylor-20"})
        all.push_back(constant(name, p));
    for (const int order : {12, 16, 20, 24}) all.push_back(series(order, p));
    return all;
}

std::vector<Integrator> our_integrators_without_exact_flow(const Problem& p) {
    std::vector<Integrator> all;
    for (const char* name : {"mr2-auto", "mr4-auto", "rkn6(mr2-auto)", "buss4", "buss6", "taylor-20"})
        all.push_back(constant(name, p));
    for (const int order : {8, 12, 16, 20, 24}) all.push_back(series(order, p));
    return all;
}

std::vector<CrowdMethod> ours_throughput() {
    return {on_lanes("mr2-123"),  on_lanes("mr4-123"),     on_lanes("se"),    on_lanes("buss4"),
            on_lanes("rkmk-rk4"), body_by_body("mr2-123"), body_by_body("se")};
}

}  // namespace polhode::bench
