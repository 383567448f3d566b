// The C++ interface, piece by piece: docs/cpp.md quotes the sections of this file.
#include "polhode/advise/advise.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/so3/rotation.hpp"

#include <cmath>
#include <cstdio>
#include <iostream>
#include <polhode/polhode.hpp>

namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

bool fine = true;
void expect(bool holds, const char* what) {
    if (!holds) std::printf("not so: %s\n", what);
    fine = fine && holds;
}

void bodies_and_states() {
    // [body]
    const auto plate = polhode::Body::from_moments({1, 2, 3});  // principal moments
    Eigen::Matrix3d tensor;
    tensor << 120, 8, -5, 8, 150, 6, -5, 6, 90;
    const auto satellite = polhode::Body::from_tensor(tensor);  // any axes

    polhode::State state;                          // at rest, body axes along those of space
    state.momentum = plate.momentum({0, 0.1, 2});  // Π = I ω, in the body frame
    const Vector3d L = state.spatial_momentum();   // R Π
    const double E = plate.kinetic_energy(state);  // ½ Π·I⁻¹Π
    // [end]
    expect(L.norm() > 0 && E > 0 && satellite.moments().minCoeff() > 0, "a body has moments");

    // [rotor]
    const auto gyrostat = plate.with_rotor_momentum({0, 0, 0.3});
    const Vector3d w = gyrostat.angular_velocity(state.momentum);  // I⁻¹(Π − h)
    // [end]
    expect(std::abs(w.z() - 1.9) < 1e-15, "rotors have their part of the momentum");
}

polhode::Torque torque_by_rate() {
    // [rate]
    const polhode::Torque friction =
        polhode::body_torque([](double, const Quaterniond&, const Vector3d& w) -> Vector3d {
            return -0.1 * w;
        }).affine();
    // [end]
    return friction;
}

polhode::Torque plain_torque() {
    // [torque]
    // a magnetic moment along z in the body, a field along x in space: T = m × RᵀB
    polhode::CustomTorque torque = polhode::body_torque([](double, const Quaterniond& attitude) -> Vector3d {
        return Vector3d::UnitZ().cross(attitude.conjugate() * Vector3d::UnitX());
    });
    // optional; with a potential the energy is known
    torque.potential = [](double, const Quaterniond& attitude) {
        return -(attitude * Vector3d::UnitZ()).x();
    };
    // [end]
    return torque;
}

polhode::Torque torque_on_any_scalar() {
    // [generic]
    const polhode::Torque torque = polhode::generic_torque([](const auto& t, const auto& attitude) {
        using Real = std::decay_t<decltype(t)>;
        const polhode::core::Vector3<Real> m(Real(0), Real(0), Real(1)), B(Real(1), Real(0), Real(0));
        return cross(m, to_body(attitude, B));
    });
    // [end]
    return torque;
}

polhode::Torque several_torques() {
    // [sum]
    using polhode::TimeSpan, polhode::TorquePart;
    const TorquePart top{polhode::core::HeavyTop{.weight_moment = 2}, "top"};
    const TorquePart burn{polhode::core::ConstantBodyTorque{.torque = {0.1, 0, 0}},
                          "burn",
                          {TimeSpan{0, 30}, TimeSpan{100, 130}}};
    // rows t, Tx, Ty, Tz
    const TorquePart measured{polhode::TableTorque({{0, 0, 0, 0}, {1, 0, 0.2, 0}, {2, 0, 0, 0}}), "measured"};
    const polhode::Torque all = polhode::TorqueSum{{top, burn, measured}};
    // [end]
    return all;
}

void stepping(const polhode::Torque& torque) {
    // [stepping]
    const auto body = polhode::Body::from_moments({1, 2, 3});
    polhode::Integrator integrator("se4-rkn", body, torque, {Quaterniond::Identity(), {0, 0.1, 2}});
    integrator.advance(0.01, 1000);                   // steps of 0.01
    const polhode::State at_10 = integrator.state();  // time() is 10
    integrator.advance_to(12.5, 0.01);                // equal steps of at most 0.01
    const double H = integrator.energy().value();     // empty without a potential
    std::cout << integrator << "\n";                  // all of it in one line
    // [end]
    expect(std::abs(H - body.kinetic_energy({{}, {0, 0.1, 2}})) < 1e-6, "the energy is kept");
    expect(at_10.momentum != integrator.state().momentum, "the body moves");

    // [dense]
    polhode::DenseOutput dense(body, torque, 8);  // of order 4, 6, 8 or 10
    const double t = integrator.time(), h = 0.01;
    const polhode::State before = integrator.state();
    integrator.advance(h);
    const polhode::State between = dense.between(t, before, t + h, integrator.state()).at(t + 0.3 * h);
    // [end]
    expect(std::abs(between.attitude.norm() - 1) < 1e-14, "a state between steps is a state");
}

void whole_runs() {
    // [run]
    polhode::Problem problem = polhode::problem("slow-top");  // or fill in body, torque, initial
    polhode::Plan plan;
    plan.method = "se6-rkn";
    plan.steps = polhode::FixedStep{0.1};
    plan.every_time = 0.25;  // samples; they need not fall on steps
    const polhode::Result result = polhode::simulate(
        problem, plan,
        {.on_sample = [](const polhode::Sample& s) { std::printf("%g %g\n", s.time, *s.energy); }});
    // [end]
    expect(result.complete, "the run reaches its end");

    // [events]
    plan.events = {{"fallen", polhode::axis_cone({0, 0, 1}, {0, 0, 1}, 0.8), polhode::Crossing::rising,
                    /*terminal=*/true},
                   {"noon", [](double t, const polhode::State&) { return t - 12; }}};
    const polhode::Result until_fallen = polhode::simulate(problem, plan);
    for (const polhode::EventRecord& e : until_fallen.events)
        std::printf("%s at %g\n", e.name.c_str(), e.time);
    // [end]
    expect(until_fallen.ended_by == "fallen", "the top falls");

    // [sensitivity]
    const polhode::Result run = polhode::simulate(problem, {.method = "se4-rkn", .sensitivity = true});
    const polhode::TransitionMatrix& phi = *run.transition;  // 6×6: (ξ, ρ) at the start → at the end
    const double growth = phi.topLeftCorner<3, 3>().norm();  // of errors of the attitude
    // [end]
    expect(growth > 0, "errors grow");

    // [parameters]
    const polhode::ParameterSensitivity by =
        *polhode::simulate(problem, {.parameter_sensitivity = polhode::HeldAtStart::momentum})
             .parameter_sensitivity;
    for (std::size_t j = 0; j < by.names.size(); ++j)  // inertia.1, …, weight_moment
        std::printf("%s: %g rad per unit\n", by.names[j].c_str(),
                    by.matrix.col(static_cast<Eigen::Index>(j)).head<3>().norm());
    // [end]
    expect(by.names.back() == "weight_moment", "the weight is a parameter");

    // [choose]
    const polhode::Choice choice = polhode::choose(problem, {.error = 1e-6});
    const polhode::Plan chosen = polhode::plan_of(choice);
    const polhode::Result accurate = polhode::simulate(problem, chosen);
    std::printf("%s, error %.1e\n", choice.method.c_str(), choice.estimate);
    // [end]
    expect(choice.estimate <= 1e-6, "the tolerance is met");

    // [certify]
    const auto certificate = polhode::certify(problem, chosen, accurate);
    std::printf("error %.1e, round-off %.1e, reversibility defect %.1e\n", certificate.error.value_or(NAN),
                certificate.round_off.value_or(NAN), certificate.reversibility_defect.value_or(NAN));
    // [end]
    expect(certificate.error.value_or(1) < 1e-6, "so says the certificate");

    // [advise]
    const polhode::Advice advice = polhode::advise(problem, {.tolerance = 1e-6, .torque_seconds = 50e-6});
    if (advice.recommended) std::printf("%s\n", advice.rows[*advice.recommended].method.c_str());
    // [end]
    expect(advice.recommended.has_value(), "some method is recommended");
}

void free_bodies() {
    // [free]
    const auto body = polhode::Body::from_moments({1, 2, 2.5});
    const polhode::FreeMotion motion = polhode::free_motion(body, {Quaterniond::Identity(), {0.01, 3, 0}});
    const polhode::State later = motion.at(1e4);  // no steps
    const double period = motion.polhode().period;
    // [end]
    expect(later.momentum.allFinite() && period > 0, "the free motion is known at any time");

    // [poinsot]
    const polhode::Poinsot picture = motion.poinsot();
    const std::vector<Vector3d> curve = picture.polhode(361);           // ω in the body, over one period
    const Vector3d w = picture.herpolhode(2.5);                         // ω in space, by the exact flow
    const polhode::HerpolhodePoint at = picture.herpolhode_polar(2.5);  // radius and angle, in closed form
    const double advance = picture.herpolhode().advance;                // radians per period of the polhode
    // [end]
    expect((picture.in_space(at) - w).norm() < 1e-13, "both ways lead to the same herpolhode");
    expect(std::abs(w.dot(picture.plane().normal) - picture.plane().distance) < 1e-14, "it is in its plane");
    expect(curve.size() == 361 && advance > 0, "there is a curve");
}

void ensembles() {
    // [ensemble]
    polhode::Ensemble bodies(1000, polhode::Body::from_moments({1, 2, 3}));  // no torque, all at rest
    for (std::size_t k = 0; k < bodies.count(); ++k)
        bodies.set_state(k, {Quaterniond::Identity(), {1, 0.001 * static_cast<double>(k), 0}});
    polhode::EnsembleIntegrator integrator(bodies, {.method = "mr2-123", .step = 0.02});
    integrator.advance(100);
    for (const polhode::BodyFailure& f : integrator.failures())
        std::printf("%zu: %s\n", f.body, f.reason.c_str());
    const polhode::State last = bodies.state(999);
    // [end]
    expect(last.momentum.allFinite(), "bodies move");
}

void errors() {
    // [errors]
    try {
        polhode::Integrator integrator("se5", polhode::Body::from_moments({1, 2, 3}));
    } catch (const polhode::InputError& error) {
        std::printf("%s\n", error.what());  // one sentence, with the nearest name
    }
    // [end]
}

void kernels() {
    // [kernels]
    using namespace polhode::core;
    const Quaternion<double> q = exp(Vector3<double>(0.1, 0.2, 0.3));
    const Vector3<double> back = log(q);
    // the same lines on a dual number, with the derivative along x
    using Dual1 = Dual<double, 1>;
    const Dual1 w = exp(Vector3<Dual1>(Dual1::variable(0.1, 0), Dual1(0.2), Dual1(0.3))).w;
    const double dw_dx = w.slope[0];
    // [end]
    expect(std::abs(back.z - 0.3) < 1e-15 && dw_dx < 0, "exp and log are inverse");
}

}  // namespace

int main() {
    bodies_and_states();
    stepping(plain_torque());
    polhode::Integrator series("taylor-20", polhode::Body::from_moments({1, 2, 3}), torque_on_any_scalar());
    polhode::Integrator slowing("se", polhode::Body::from_moments({1, 1, 1}), torque_by_rate(),
                                {Quaterniond::Identity(), {0, 0, 2}});
    slowing.advance(5);
    expect(std::abs(slowing.angular_velocity().z() - 2 * std::exp(-0.5)) < 1e-14, "friction is exact");
    expect(polhode::breakpoints(several_torques()).size() == 6, "a sum begins anew where a part does");
    whole_runs();
    free_bodies();
    ensembles();
    errors();
    kernels();
    return fine ? 0 : 1;
}
