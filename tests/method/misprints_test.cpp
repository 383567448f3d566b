/// Formulas as the papers print them, where what is printed does not do what the paper says. Each is run beside the
/// corrected one.
#include "polhode/drift/liemid.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/akw.hpp"
#include "polhode/method/stepper.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

using core::Inertia, core::NoMemory, core::Quaternion, core::State, core::Status, core::System, core::Vector3;

/// A method of this file on a built-in problem with torque model `Model`.
template <class Model, class Method, class Real = double>
core::MethodStepper<Method, Real, Model> stepper_of(const Problem& p) {
    const Vector3<double> moments = core::from_eigen(p.body.moments());
    const Inertia<double> inertia(moments);
    return {Method{}, Inertia<Real>(Vector3<Real>(moments)), std::get<Model>(p.torque).in_axes({}, inertia)};
}

/// Krysl (2004), appendix: AKW without h on the gyroscopic term.
struct PrintedAkw : core::WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Vector3<Real> first = system.torque(t, state.attitude);
        Vector3<Real> omega = system.inertia.solve(state.momentum);
        const auto residual = [&]<class Scalar>(const Vector3<Scalar>& w) {
            const Inertia<Scalar> I(system.inertia);
            const Quaternion<Scalar> end = Quaternion<Scalar>(state.attitude) * core::cayley(Scalar(h) * w);
            const Vector3<Scalar> torques = Vector3<Scalar>(first) + system.torque(Scalar(t + h), end);
            return w
                 - I.solve(Vector3<Scalar>(state.momentum) + Scalar(0.5) * cross(I * w, w)
                           + Scalar(h / 4) * torques);
        };
        const Status status = core::newton(residual, omega);
        state.attitude = renormalised(state.attitude * core::cayley(h * omega));
        state.momentum = Real(2) * (system.inertia * omega) - state.momentum;
        return status;
    }
};

/// ‖R − R_ref‖ at the end of heavy-top-123 up to t = 1.
template <class Method>
double error_on_heavy_top(int steps) {
    const Problem& p = problem("heavy-top-123");
    auto stepper = stepper_of<core::HeavyTop, Method>(p);
    State<double> s = core::to_principal(p.initial, {});
    const double h = 1.0 / steps;
    for (int n = 0; n < steps; ++n)
        if (!stepper.step(s, n * h, h).ok()) return INFINITY;
    const State<double> exact = core::to_principal(p.references.front().state, {});
    return norm(core::log(core::conjugate(exact.attitude) * s.attitude));
}

TEST(Krysl2004, AkwWithoutTheStepOnTheGyroscopicTermDoesNotConverge) {
    for (int steps = 100; steps <= 1600; steps *= 2) {
        EXPECT_NEAR(
            std::log2(error_on_heavy_top<core::Akw>(steps) / error_on_heavy_top<core::Akw>(2 * steps)), 2,
            0.1);
        EXPECT_GE(error_on_heavy_top<PrintedAkw>(steps), 0.1) << steps;
    }
}

/// Krysl (2005), the adjoint Φ*: the torque of the end inside exp(−Ψ), Π₁ = exp(−Ψ)(Π₀ + hT₁).
struct PrintedAdjoint : core::WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        Vector3<Real> u;
        const Status status = core::midpoint::solve(system.inertia, h * state.momentum, u);
        const Quaternion<Real> f = core::midpoint::rotation(u);
        state.attitude = renormalised(state.attitude * f);
        state.momentum = to_body(f, state.momentum + h * system.torque(t + h, state.attitude));
        return status;
    }
};

TEST(Krysl2005, PrintedAdjointIsNotTheAdjointOfTheExplicitMidpointLieMethod) {
    const Problem& p = problem("slow-top");
    std::mt19937 random(5);
    const ExtendedState s = random_state<Extended>(p, random), e = stepped("liemid-e2", p, s, 0, 0.15L);
    ExtendedState back = e;
    ASSERT_TRUE((stepper_of<core::HeavyTop, PrintedAdjoint, Extended>(p).step(back, 0.15L, -0.15L).ok()));
    EXPECT_GE(distance(s, back), 1e-2);
    EXPECT_LE(distance(s, stepped("liemid-e1", p, e, 0.15L, -0.15L)), 1e-17);
}

TEST(Krysl2005, PrintedAdjointDoesNotConserveTheMomentumAboutTheFieldAxis) {
    const Problem& p = problem("soft-wall");
    auto printed = stepper_of<core::SoftWall, PrintedAdjoint>(p);
    const auto corrected = method("liemid-e1").on_double(p.body, p.torque);
    State<double> a = core::to_principal(p.initial, {}), b = a;
    const double start = to_space(a.attitude, a.momentum).z;
    for (int n = 0; n < 20; ++n) {
        ASSERT_TRUE(printed.step(a, 0.2 * n, 0.2).ok());
        ASSERT_TRUE(corrected->step(b, 0.2 * n, 0.2).ok());
    }
    EXPECT_GE(std::abs(to_space(a.attitude, a.momentum).z - start), 1e-3);
    EXPECT_LE(std::abs(to_space(b.attitude, b.momentum).z - start), 1e-14);
}

}  // namespace
}  // namespace polhode::test
