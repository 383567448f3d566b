// What the summary of a run says.
#include "io/run_summary.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

std::string summary_of(const Torque& torque) {
    Problem problem = polhode::problem("free-body");
    problem.torque = torque;
    problem.references.clear();
    return run_summary(problem, simulate(problem, {.steps = StepCount{10}, .end = 0.1}), 100, {}, {});
}

TEST(RunSummary, NamesTheAxisOfAFieldOnlyWhereThereIsAField) {
    const auto names_the_axis = [](const Torque& torque) {
        return summary_of(torque).find("about the axis of the field") != std::string::npos;
    };
    EXPECT_TRUE(names_the_axis(core::MagneticDipole{.moment = {0, 0, 1}, .field = {0, 2, 0}}));
    EXPECT_FALSE(names_the_axis(core::MagneticDipole{.moment = {0, 0, 1}, .field = {0, 0, 0}}));
    EXPECT_FALSE(names_the_axis(core::NoTorque{}));
}

TEST(RunSummary, SaysWhereNothingOfTheMomentumIsConserved) {
    const std::string summary = summary_of(core::ConstantBodyTorque{{1, 0, 0}});
    EXPECT_NE(summary.find("nothing of the momentum is conserved"), std::string::npos) << summary;
}

}  // namespace
}  // namespace polhode
