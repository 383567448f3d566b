#include "polhode/ensemble/integrator.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

const Body body = Body::from_moments({1, 2, 2.5});

/// A thruster that burns from 0.5 to 1, beside a field that acts all the time.
Torque burn() {
    return TorqueSum{
        {{core::HeavyTop{.weight_moment = 2}, "top"},
         {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 0.5, .to = 1}}}}};
}

State start(std::size_t k) {
    return {Eigen::Quaterniond(Eigen::AngleAxisd(0.1 * static_cast<double>(k), Eigen::Vector3d::UnitX())),
            {0.3, 0.2 * static_cast<double>(k), 1}};
}

/// Every body, on every target, in one call and in several, as alone.
TEST(EnsembleBreakpoints, AreEndsOfStepsAsInSingleRuns) {
    constexpr std::size_t count = 19;
    for (const Target target : available_targets())
        for (const char* method : {"se", "se4-rkn", "rkmk-rk4"})
            for (const long cut : {15L, 8L}) {
                Ensemble bodies(count, body, burn());
                for (std::size_t k = 0; k < count; ++k) bodies.set_state(k, start(k));
                EnsembleIntegrator integrator(bodies, {.method = method, .step = 0.1, .target = target});
                integrator.advance(cut);
                integrator.advance(15 - cut);
                for (std::size_t k = 0; k < count; ++k) {
                    const Problem alone{.body = body, .torque = burn(), .initial = start(k)};
                    const State end =
                        simulate(alone, {.method = method, .steps = FixedStep{0.1}, .end = 1.5}).final_state;
                    EXPECT_LT((bodies.state(k).momentum - end.momentum).norm(), 1e-14)
                        << method << ", " << name(target) << ", body " << k;
                }
            }
}

TEST(EnsembleBreakpoints, AreTheSameForAllBodies) {
    const FormulaTorque kick =
        formula_torque({.torque = {"if(t < end, 1, 0)", "0", "0"}, .parameters = {{"end", 0.5}}}).or_throw();
    Ensemble bodies(3, body, kick);
    EXPECT_TRUE(EnsembleIntegrator::try_make(bodies, {.method = "se", .step = 0.1}));
    bodies.set_parameters(1, std::vector<double>{0.7});
    const auto refused = EnsembleIntegrator::try_make(bodies, {.method = "se", .step = 0.1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "torque: that of body 1 jumps at times of its own, expected the same times for all bodies");
}

TEST(EnsembleBreakpoints, RefuseAStepThatDoesNotLeadThere) {
    Ensemble bodies(3, body, burn());
    const auto refused = EnsembleIntegrator::try_make(bodies, {.method = "se", .step = 0.3});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "step: 0.3, which does not lead to t = 0.5, where the torque jumps; expected one that divides "
              "the time from 0 to there");
}

}  // namespace
}  // namespace polhode
