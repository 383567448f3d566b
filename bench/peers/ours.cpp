#include "ours.hpp"

#include "catalogue/entry.hpp"
#include "method/registers/kernels.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/multistep.hpp"

#include <fmt/format.h>

namespace polhode::bench {
namespace {

Quaternion numbers(const core::Quaternion<double>& q) { return {q.x, q.y, q.z, q.w}; }

/// Quaternion and body angular velocity, in principal axes.
Numbers numbers(const core::State<double>& s, const Body& body) {
    const core::Quaternion<double>& q = s.attitude;
    const core::Vector3<double>& m = s.momentum;
    const Eigen::Vector3d& i = body.moments();
    return {q.x, q.y, q.z, q.w, m.x / i.x(), m.y / i.y(), m.z / i.z()};
}

/// For our_table: those that the catalogue does not have are left out.
constexpr std::array may_be_fastest{"multistep-8",
                                    "multistep-12",
                                    "multistep-16",
                                    "multistep-20",
                                    "multistep-24",
                                    "multistep-8-wide",
                                    "multistep-12-wide",
                                    "multistep-16-wide",
                                    "multistep-20-wide",
                                    "multistep-24-wide",
                                    "dop853",
                                    "gauss-8-rate",
                                    "gauss-16-rate",
                                    "gauss-32-rate",
                                    "gauss-16",
                                    "se6-rkn",
                                    "se-aba1064",
                                    "se6-processed",
                                    "se8-kl",
                                    "se4-rkn",
                                    "se4-bm",
                                    "se",
                                    "taylor-16",
                                    "taylor-20"};
constexpr std::array series_may_be_fastest{12, 16, 20, 24};
constexpr std::array own_steps_may_be_fastest{"multistep-8", "multistep-12", "multistep-16", "multistep-24",
                                              "multistep-12-wide"};

/// A method of the catalogue at constant steps.
Integrator constant(std::string_view name, const Problem& p, double most = 20'000, double ratio = 1.03) {
    return {"`" + std::string(name) + "`", step_counts(most, ratio), [&p, &m = method(name)](double steps) {
                return our_integration(m.on_double, p, std::lround(steps));
            }};
}

/// Taylor series that choose their steps.
Integrator series(int order, const Problem& p) {
    return {"`taylor-" + std::to_string(order) + "`, own steps", tolerances(), [&p, order](double tolerance) {
                if (tolerance >= 1) return Integration([] { return std::nullopt; });
                return our_integration(taylor_flow(order, tolerance).on_double, p, 1);
            }};
}

/// A multistep formula that chooses its steps.
Integrator own_steps(std::string_view name, const Problem& p) {
    std::vector<double> ten_a_decade;
    const std::vector<double> all = tolerances();
    for (std::size_t n = 0; n < all.size(); n += 10)
        if (all[n] < 1e-3) ten_a_decade.push_back(all[n]);
    return {"`" + std::string(name) + "`, own steps", std::move(ten_a_decade), [&p, name](double tolerance) {
                return our_integration(method(fmt::format("{}@{:.3e}", name, tolerance)).on_double, p, 1);
            }};
}

/// The direction of a field and the axis it acts on, as the equations of the peers have them.
void expect_third_axis(const core::Vector3<double>& v, const Problem& p) {
    if (v.x != 0 || v.y != 0 || v.z != 1)
        throw InputError(fmt::format("{}: the field and its axis are not (0, 0, 1)", p.name));
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
        integrator_ = std::make_unique<EnsembleIntegrator>(ensemble_,
                                                           SteppingPlan{std::string(name), crowd.step, 0, 1});
    }
    void advance(int steps) override { integrator_->advance(steps); }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (std::size_t k = 0; k < ensemble_.count(); ++k)
            all.push_back(numbers(ensemble_.principal_state(k).attitude));
        return all;
    }

private:
    Ensemble ensemble_;
    std::unique_ptr<EnsembleIntegrator> integrator_;
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

Integration our_integration(const MakeStepper<double>& make, const Problem& p, long steps) {
    return [=, &p]() -> std::optional<Outcome> {
        const auto stepper = make(p.body, p.torque);
        core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
        if (stepper->march(s, {0, p.defaults.end / static_cast<double>(steps)}, 0, steps).first < steps)
            return std::nullopt;
        return Outcome{numbers(s, p.body), stepper->torque_evaluations()};
    };
}

Task task_of(const Problem& p) {
    if (!p.body.principal_axes().isApprox(Eigen::Quaterniond::Identity(), 0))
        throw InputError(fmt::format("{}: the body axes are not the principal axes", p.name));
    const Eigen::Vector3d i = p.body.moments(), w = p.body.angular_velocity(p.initial.momentum);
    const Eigen::Quaterniond& q = p.initial.attitude;
    Task task{{i.x(), i.y(), i.z()},
              Free{},
              {q.x(), q.y(), q.z(), q.w(), w.x(), w.y(), w.z()},
              p.defaults.end,
              p.defaults.step};
    if (const auto* top = std::get_if<core::HeavyTop>(&p.torque)) {
        expect_third_axis(top->direction, p);
        expect_third_axis(top->axis, p);
        task.field = Weight{top->weight_moment};
    } else if (const auto* wall = std::get_if<core::SoftWall>(&p.torque)) {
        expect_third_axis(wall->direction, p);
        expect_third_axis(wall->axis, p);
        task.field = Wall{wall->sign == core::SoftWall::Sign::printed ? 1.0 : -1.0};
    } else if (const auto* satellite = std::get_if<core::GravityGradient>(&p.torque)) {
        expect_third_axis(satellite->direction, p);
        task.field = Gradient{satellite->coefficient};
    } else if (!is_free(p.torque)) {
        throw InputError(fmt::format("{}: the peers have no equations for this torque", p.name));
    }
    return task;
}

std::vector<Integrator> our_integrators(const Problem& p) {
    std::vector<Integrator> all;
    for (const char* name : {"se", "se4-bm", "se4-rkn", "se6-rkn", "se6-processed", "se8-kl", "taylor-20"})
        all.push_back(constant(name, p));
    for (const int order : {12, 16, 20, 24}) all.push_back(series(order, p));
    return all;
}

std::vector<Integrator> our_table(const Problem& p) {
    std::vector<Integrator> all;
    for (const char* name : may_be_fastest) {
        const auto found = find_method(name);
        if (found && !refusal((*found)->sheet, p.torque)) all.push_back(constant(name, p, 100'000, 1.04));
    }
    if (!is_free(p.torque))
        for (const char* name : own_steps_may_be_fastest) all.push_back(own_steps(name, p));
    for (const int order : series_may_be_fastest) {
        Integrator i = series(order, p);
        if (refusal(taylor_flow(order, 1e-6).sheet, p.torque)) continue;
        std::vector<double> ten_a_decade;
        for (std::size_t n = 200; n < i.controls.size(); n += 10) ten_a_decade.push_back(i.controls[n]);
        i.controls = std::move(ten_a_decade);
        all.push_back(std::move(i));
    }
    return all;
}

MakeStepper<double> multistep_for(std::string_view target, std::string_view row) {
    const core::multistep::Kernels* kernels = core::multistep::kernels_for(target);
    for (const core::multistep::Table& table : core::multistep::tables)
        if (kernels && row == fmt::format("`{}`", table.name))
            return [&table, kernels](const Body& body, const Torque& torque, const auto& variation) {
                return make_stepper<double>(core::Multistep{table, kernels}, body, torque, variation);
            };
    return {};
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
