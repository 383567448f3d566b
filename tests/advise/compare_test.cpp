#include "polhode/advise/compare.hpp"

#include "polhode/advise/reference.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"

#include <gtest/gtest.h>
#include <chrono>

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

TEST(Compare, NamesTheMemberOfThePlanThatItRefuses) {
    const Problem& top = problem("slow-top");
    const auto refused = [&](const ComparePlan& plan) {
        const auto made = try_compare(top, plan);
        return made ? "" : made.error().field + ": " + made.error().message;
    };
    EXPECT_EQ(refused({.methods = {}, .steps = {0.1, -1}}), "steps: expected finite numbers above 0, got -1");
    EXPECT_EQ(refused({.methods = {}, .steps = {}, .threads = -1}), "threads: expected at least 1, got -1");
    EXPECT_EQ(refused({.methods = {}, .steps = {}, .end = 0}), "end: end is 0, expected a finite number > 0");
    EXPECT_EQ(refused({.methods = {"se", "liemid"}, .steps = {}}).find("methods: method \"liemid\""), 0U);
    EXPECT_EQ(refused({.methods = {}, .steps = {}, .usual_method = "sse"}).find("usual_method: "), 0U);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// An integrable top, over a time at which two runs of a sixth-order method in double never agreed to 1e-11.
TEST(Compare, FindsAReferenceForLongRuns) {
    const auto begin = std::chrono::steady_clock::now();
    const Comparison c = compare(problem("slow-top"), {.methods = {"se"}, .steps = {0.005}, .end = 200});
    EXPECT_LT(seconds_since(begin), 20);  // of which two are allowed, on an idle machine
    EXPECT_LT(c.reference_error, 1e-9);
    EXPECT_EQ(c.reference_note, "");
    EXPECT_NE(c.reference_source.find("-bit arithmetic"), std::string::npos) << c.reference_source;
    // that of the finest run of another method, which knows nothing of series
    const Comparison other =
        compare(problem("slow-top"), {.methods = {"se8-kl"}, .steps = {0.01}, .end = 200});
    EXPECT_LT(other.rows[0].cells[0].error_attitude, 1e-9);
    EXPECT_GT(c.rows[0].cells[0].error_attitude, 100 * c.reference_error);
}

TEST(Compare, SaysWhenTheReferenceIsNotMuchBetterThanTheRuns) {
    // a torque that jumps where the motion takes it: no run of any method is very accurate
    Problem p = problem("slow-top");
    p.torque = body_torque([](double t, const Eigen::Quaterniond& q) {
        return Eigen::Vector3d(std::sin(40 * t + q.x()) > 0.3 ? 5 : -4, q.y(), 0);
    });
    for (const double step : {0.02, 0.0005}) {
        const Comparison c = compare(p, {.methods = {"se4-rkn"}, .steps = {step}, .end = 5});
        const CompareCell& cell = c.rows[0].cells[0];
        const double error = std::min(cell.error_attitude, cell.error_momentum / c.reference.momentum.norm());
        EXPECT_EQ(c.reference_note.empty(), c.reference_error <= std::max(1e-13, error / 100)) << step;
        EXPECT_EQ(c.reference_note.empty(), c.reference_note.find("are rough") == std::string::npos);
    }
}

TEST(Compare, StopsWhenAsked) {
    const auto stopped = try_compare(problem("slow-top"), {}, [](long, long) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().message, "the comparison was stopped before its end");
    // and while it finds the reference, in the middle of it
    const auto begin = std::chrono::steady_clock::now();
    const auto later = try_compare(problem("heavy-top-123"), {.methods = {"se"}, .steps = {1}, .end = 1e6},
                                   [](long done, long total) { return done < total; });
    ASSERT_FALSE(later);
    EXPECT_EQ(later.error().message, "the comparison was stopped before its end");
    EXPECT_LT(seconds_since(begin), 10);
}

TEST(Compare, TakesNoLongerThanItMayForAReference) {
    // a run that is over in a moment, and a motion that takes far more than two seconds to follow
    const auto begin = std::chrono::steady_clock::now();
    const auto made =
        try_compare(problem("heavy-top-123"), {.methods = {"se"}, .steps = {10}, .end = 1e6}, {});
    EXPECT_LT(seconds_since(begin), 30);  // on a busy machine
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("expected smaller steps to compare, or an earlier end"),
              std::string::npos)
        << made.error().message;
}

TEST(Reference, IsKnownAsWellAsItSays) {
    for (const Problem& p : problems()) {
        for (const ReferenceState& stored : p.references) {
            if (stored.time > 50) continue;
            const ReferenceState found = computed_reference(p, stored.time);
            EXPECT_LT(attitude_distance(found.state, stored.state),
                      4 * stored.agreement + found.agreement + 1e-14)
                << p.name;
            EXPECT_LT((found.state.momentum - stored.state.momentum).norm(),
                      (4 * stored.agreement + found.agreement + 1e-14) * stored.state.momentum.norm())
                << p.name;
            EXPECT_LT(found.agreement, 1e-9) << p.name;
        }
    }
}

}  // namespace
}  // namespace polhode
