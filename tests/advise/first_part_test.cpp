#include "polhode/advise/first_part.hpp"

#include "polhode/advise/certify.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

const FirstPartLimits unhurried{.seconds = 10};

TEST(FirstPart, FindsStepsThatAreTooLarge) {
    for (const double step : {20.0, 5.0, 2.0}) {
        const FirstPart part =
            try_measure_first_part(problem("slow-top"), {.steps = FixedStep{step}}, unhurried).or_throw();
        EXPECT_TRUE(part.is_meaningless()) << step << ": " << part.error;
        EXPECT_GE(part.steps, 1);
    }
}

TEST(FirstPart, HasAboutTheErrorOfTheCertificateOverTheSameSteps) {
    for (const char* name : {"slow-top", "heavy-top-123", "soft-wall-repulsive", "satellite"}) {
        const Problem& p = problem(name);
        const Plan plan{.steps = FixedStep{p.defaults.step}};
        const FirstPart part = try_measure_first_part(p, plan, unhurried).or_throw();
        EXPECT_FALSE(part.is_meaningless()) << name;
        const Certificate c = certify(p, plan, simulate(p, plan), {.steps = part.steps});
        ASSERT_EQ(c.steps, part.steps) << name;
        EXPECT_DOUBLE_EQ(c.time, part.time) << name;
        EXPECT_LT(part.error, 1.001 * c.error.value()) << name;  // over fewer of the steps
        EXPECT_GT(part.error, 0.1 * c.error.value()) << name;
    }
}

TEST(FirstPart, LooksAtFewTorqueEvaluations) {
    // one of the user's own, which may be dear
    Problem p = problem("slow-top");
    long calls = 0;
    p.torque = body_torque([&](double, const Eigen::Quaterniond& q) {
        ++calls;
        return Eigen::Vector3d(q.x(), -q.y(), 0);
    });
    const FirstPart part =
        try_measure_first_part(p, {.steps = FixedStep{0.001}, .end = 1000}, unhurried).or_throw();
    EXPECT_LT(part.error, 1e-4);
    EXPECT_LT(calls, 30'000);
    EXPECT_LE(part.steps, 1001);
}

TEST(FirstPart, SaysWhyThereIsNone) {
    const Problem& p = problem("slow-top");
    const auto long_step = try_measure_first_part(p, {.steps = FixedStep{1e6}, .end = 1e6});
    ASSERT_FALSE(long_step);
    EXPECT_NE(long_step.error().message.find("too long to be followed cheaply"), std::string::npos);
    EXPECT_FALSE(try_measure_first_part(p, {.steps = FixedStep{-1}}));
}

}  // namespace
}  // namespace polhode
