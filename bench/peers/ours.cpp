#include "ours.hpp"

#include "polhode/catalogue.hpp"
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

// An ensemble that steps all bodies at once belongs here, as one more CrowdRun.
std::vector<CrowdMethod> ours_throughput() { return {body_by_body("mr2-123"), body_by_body("se")}; }

}  // namespace polhode::bench
