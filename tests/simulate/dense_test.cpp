// The motion within one step.
#include "polhode/simulate/dense.hpp"

#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;

using polhode::test::distance, polhode::test::TrueMotion;

/// The largest error within steps that begin and end on the true motion.
double interpolation_error(const Problem& p, int order, double end, long steps) {
    TrueMotion truth(p);
    DenseOutput dense(p.body, p.torque, order);
    double worst = 0;
    const double h = end / static_cast<double>(steps);
    State before = truth.at(0);
    for (long n = 0; n < steps; ++n) {
        const double t0 = static_cast<double>(n) * h, t1 = t0 + h;
        std::vector<State> inside;
        for (const double x : {0.1, 0.35, 0.5, 0.8}) inside.push_back(truth.at(t0 + x * h));
        const State after = truth.at(t1);
        const DenseStep step = dense.between(t0, before, t1, after);
        std::size_t i = 0;
        for (const double x : {0.1, 0.35, 0.5, 0.8})
            worst = std::max(worst, distance(step.at(t0 + x * h), inside[i++]));
        before = after;
    }
    return worst;
}

TEST(DenseStep, ConvergesAtItsOrder) {
    struct Case {
        const char* problem;
        double end;
        long steps;
    };
    for (const Case& c : {Case{"slow-top", 2, 20}, Case{"satellite", 1, 20}, Case{"heavy-top-123", 1, 8}})
        for (const int order : {4, 6, 8, 10}) {
            const double coarse = interpolation_error(problem(c.problem), order, c.end, c.steps),
                         fine = interpolation_error(problem(c.problem), order, c.end, 2 * c.steps);
            EXPECT_GT(fine, 1e-14);
            EXPECT_NEAR(std::log2(coarse / fine), order, 0.6) << c.problem << ", order " << order;
        }
}

/// A torque that depends on the angular velocity, and a body with rotors.
TEST(DenseStep, ConvergesAtItsOrderByRateAndWithRotors) {
    Problem top = problem("heavy-top-123");
    Problem damped = top, gyrostat = top;
    damped.torque =
        TorqueSum{{{top.torque}, {core::Damping{{{{1.5, 0.2, -0.3}, {0.1, 1.4, 0}, {0.2, 0, 0.7}}}}}}};
    gyrostat.body = top.body.with_rotor({{2, -1, 3}, {1, 2, -3}, 0.2});
    const auto order_of = [](const Problem& p, int order, long steps) {
        return std::log2(interpolation_error(p, order, 1, steps)
                         / interpolation_error(p, order, 1, 2 * steps));
    };
    for (const int order : {4, 6, 8, 10}) EXPECT_NEAR(order_of(gyrostat, order, 8), order, 0.6) << order;
    // errors fall faster at large steps; with torques evaluated once they fall more slowly, by an order or two
    EXPECT_NEAR(order_of(damped, 4, 32), 4, 0.1);
    EXPECT_GT(order_of(damped, 6, 32), 6);
    EXPECT_GT(order_of(damped, 8, 16), 8.5);
    EXPECT_GT(order_of(damped, 10, 8), 11);
}

TEST(DenseStep, IsExactForAFreeBody) {
    for (const char* name : {"free-543", "free-body", "buss-prism"}) {
        const Problem& p = problem(name);
        const FreeMotion motion = free_motion(p.body, p.initial);
        DenseOutput dense(p.body);
        const double h = 0.05 * p.defaults.end;  // several turns of the body
        const DenseStep step = dense.between(0, p.initial, h, motion.at(h));
        for (const double x : {0.0, 0.01, 0.3, 0.77, 1.0}) {
            const State inside = step.at(x * h), exact = motion.at(x * h);
            EXPECT_LT(distance(inside, exact), 1e-13) << name;
            EXPECT_LT((inside.attitude.coeffs() - exact.attitude.coeffs()).norm(), 1e-13) << "its sign too";
            EXPECT_NEAR(inside.attitude.norm(), 1, 4e-16);
        }
        EXPECT_EQ(dense.torque_evaluations(), 0);
    }
}

TEST(DenseStep, MeetsBothEndsAlsoInOtherAxesAndBackwards) {
    const Problem& top = problem("slow-top");
    const Quaterniond turn = Quaterniond(0.5, 0.1, -0.7, 0.4).normalized();
    const Eigen::Matrix3d tensor = turn * top.body.tensor() * turn.conjugate().toRotationMatrix();
    const Body body = Body::from_tensor(0.5 * (tensor + tensor.transpose()));
    const Torque torque = core::HeavyTop{.weight_moment = 20};
    for (const double h : {0.1, -0.1}) {
        const State before{Quaterniond(0.8, 0.6, 0, 0), {1, 2, 3}};
        State after = before;
        Integrator("taylor-20", body, torque).step(after, 2, h);
        DenseOutput dense(body, torque, 10);
        const DenseStep step = dense.between(2, before, 2 + h, after);
        EXPECT_LT(distance(step.at(2), before), 1e-14);
        EXPECT_LT(distance(step.at(2 + h), after), 1e-14);
        State half = before;
        Integrator("taylor-20", body, torque).step(half, 2, h / 2);
        EXPECT_LT(distance(step.at(2 + h / 2), half), 1e-8);
        EXPECT_THROW(step.at(2 + 1.01 * h), InputError);
        EXPECT_THROW(step.at(2 - 0.01 * h), InputError);
        EXPECT_THROW(step.at(std::nan("")), InputError);
    }
}

TEST(DenseStep, KeepsTheMomentumAboutTheAxisOfTheField) {
    const Problem& p = problem("slow-top");
    DenseOutput dense(p.body, p.torque, 8);
    State after = p.initial;
    Integrator("se", p.body, p.torque).step(after, 0, 0.3);
    const DenseStep step = dense.between(0, p.initial, 0.3, after);
    for (const double x : {0.1, 0.5, 0.8})
        EXPECT_NEAR(step.at(0.3 * x).spatial_momentum().z(), p.initial.spatial_momentum().z(), 1e-14);
}

TEST(DenseOutput, CountsTorquesAndSharesThoseOfTheEnds) {
    const Problem& p = problem("slow-top");
    for (const auto& [order, inside] :
         {std::pair(4, 0), std::pair(6, 2), std::pair(8, 6), std::pair(10, 12)}) {
        Integrator integrator("se", p.body, p.torque);
        DenseOutput dense(p.body, p.torque, order);
        State state = p.initial;
        for (int n = 0; n < 5; ++n) {
            const State before = state;
            integrator.step(state, 0.01 * n, 0.01);
            dense.between(0.01 * n, before, 0.01 * (n + 1), state);
        }
        EXPECT_EQ(dense.torque_evaluations(), 6 + 5 * inside) << order;
    }
}

TEST(DenseOutput, RefusesWhatItCannotDo) {
    const Problem& p = problem("slow-top");
    EXPECT_THROW(DenseOutput(p.body, p.torque, 5), InputError);
    EXPECT_THROW(DenseOutput(p.body, p.torque, 12), InputError);
    DenseOutput dense(p.body, p.torque);
    EXPECT_THROW(dense.between(1, p.initial, 1, p.initial), InputError);
    EXPECT_THROW(dense.between(0, p.initial, std::nan(""), p.initial), InputError);
    DenseOutput broken(
        p.body, body_torque([](double, const Quaterniond&) -> Vector3d { return {0, std::nan(""), 0}; }));
    EXPECT_THROW(broken.between(0, p.initial, 1, p.initial), RunError);
}

}  // namespace
