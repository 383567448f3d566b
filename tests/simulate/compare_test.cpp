#include "polhode/simulate/compare.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

TEST(Compare, FitsTheOrdersOfTheMethods) {
    ComparePlan plan;
    plan.methods = {"liemid-ea", "imidm", "se4-rkn"};
    plan.steps = {0.005, 0.02, 0.01};
    const Comparison c = compare(problem("soft-wall"), plan);
    ASSERT_EQ(c.rows.size(), 3U);
    EXPECT_EQ(c.rows[1].method, "liemid-i") << "the canonical name";
    EXPECT_NEAR(c.rows[0].order_attitude.value(), 2, 0.05);
    EXPECT_NEAR(c.rows[1].order_momentum.value(), 2, 0.05);
    for (const CompareRow& row : c.rows) {
        EXPECT_GT(row.cells[0].step, row.cells[1].step) << "largest step first";
        EXPECT_GT(row.cells[0].error_attitude, row.cells[2].error_attitude) << row.method;
    }
    EXPECT_LT(c.rows[2].cells[2].error_attitude, 1e-3 * c.rows[0].cells[2].error_attitude);
    EXPECT_EQ(c.rows[0].cells[0].torque_evaluations, c.rows[0].cells[0].steps + 1);
}

TEST(Compare, DefaultsGiveAUsefulPictureOfEveryProblem) {
    for (const char* name : {"slow-top", "free-body"}) {
        const Comparison c = compare(problem(name), {});
        EXPECT_GE(c.rows.size(), 6U);
        for (const CompareRow& row : c.rows) {
            ASSERT_GE(row.cells.size(), 5U);
            ASSERT_TRUE(row.order_attitude) << name << ", " << row.method;
            EXPECT_GE(*row.order_attitude, method(row.method).sheet.order_attitude - 0.2)
                << name << ", " << row.method;
        }
    }
}

TEST(Compare, ReportsARunThatFailsAndGoesOn) {
    ComparePlan plan;
    plan.methods = {"dmv2"};
    plan.steps = {1.0, 0.01};  // at a whole second a step the body turns too far
    const Comparison c = compare(problem("slow-top"), plan);
    EXPECT_FALSE(c.rows[0].cells[0].failure.empty());
    EXPECT_TRUE(c.rows[0].cells[1].failure.empty());
    EXPECT_FALSE(c.rows[0].order_attitude) << "one run has no slope";
}

TEST(Compare, ComputesAReferenceWhereNoneIsStored) {
    const Problem& p = problem("heavy-top-123");
    const State& stored = p.references.front().state;
    const ReferenceState computed = computed_reference(p, p.references.front().time);
    EXPECT_LT((computed.state.momentum - stored.momentum).norm(), 1e-10);
    EXPECT_LT(1 - std::abs(computed.state.attitude.dot(stored.attitude)), 1e-15);
    ComparePlan plan;
    plan.methods = {"se"};
    plan.steps = {0.02, 0.01};
    plan.end = 3;
    EXPECT_NEAR(compare(p, plan).rows[0].order_attitude.value(), 2, 0.1);
}

TEST(Compare, RefusesWhatItCannotDo) {
    const Problem& top = problem("slow-top");
    const auto with = [](std::vector<std::string> methods, std::vector<double> steps, double end) {
        return ComparePlan{std::move(methods), std::move(steps), end};
    };
    EXPECT_THROW(compare(top, with({"no-such-method"}, {}, 1)), InputError);
    EXPECT_THROW(compare(top, with({"liemid"}, {}, 1)), InputError) << "free motion only";
    EXPECT_THROW(compare(top, with({}, {0.1, -1}, 1)), InputError);
    EXPECT_THROW(compare(top, with({}, {}, 0)), InputError);
}

TEST(Compare, StopsWhenAskedAndSaysWhatIsMissing) {
    const Comparison c = compare(problem("slow-top"), {}, [](long, long) { return false; });
    if (!c.complete) {  // it may have been done before the first question
        bool missing = false;
        for (const CompareRow& row : c.rows)
            for (const CompareCell& cell : row.cells) missing = missing || !cell.failure.empty();
        EXPECT_TRUE(missing);
    }
}

}  // namespace
}  // namespace polhode
