/// What a run will write is known before its first step.
#include "io/expected_output.hpp"

#include "io/control_csv.hpp"
#include "io/running_sum.hpp"
#include "io/sensitivity_csv.hpp"
#include "io/trajectory_csv.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <set>

namespace polhode {
namespace {

struct Written {
    double samples = 0, calls = 0, bytes = 0;
};

Written written_by(const Problem& problem, const Resolved& run, const AttitudeForm& form = {}) {
    Written written;
    const auto add = [&](const std::string& row) { written.bytes += static_cast<double>(row.size()); };
    Hooks hooks;
    hooks.on_sample = [&](const Sample& sample) {
        ++written.samples;
        add(trajectory_csv_row(sample, form));
        if (sample.transition) add(sensitivity_csv_row(sample));
        if (sample.by_parameters) add(parameter_sensitivity_csv_row(sample));
    };
    hooks.on_control = [&](const ControlRecord& record) {
        ++written.calls;
        add(control_csv_row(record));
    };
    (void)carry_out(problem, run, hooks).or_throw();
    return written;
}

TEST(ExpectedOutput, IsWhatARunWrites) {
    Problem controlled = problem("free-body");
    controlled.control = Control{0.7, QuaternionPd{.kp = {1, 2, 3}, .kd = {0.5, 0.5, 0.5}}};
    controlled.wheels = {{{1, 0, 0}}, {{0, 1, 0}, 0.1}};
    const std::vector<std::pair<Problem, Plan>> runs{
        {problem("slow-top"), {.steps = FixedStep{0.01}, .end = 10}},
        {problem("slow-top"), {.steps = FixedStep{0.01}, .end = 10, .every = 7}},
        {problem("slow-top"), {.steps = FixedStep{0.01}, .end = 10, .every_time = 0.123}},
        {problem("slow-top"), {.steps = FixedStep{0.01}, .end = 10, .times = {1, 2, 3.3}}},
        {problem("slow-top"), {.method = "taylor-20", .end = 10}},
        {problem("slow-top"),
         {.steps = FixedStep{0.1},
          .end = 10,
          .sensitivity = true,
          .parameter_sensitivity = HeldAtStart::momentum}},
        {problem("free-body"), {.steps = FixedStep{0.1}, .end = 50}},
        {controlled, {.steps = FixedStep{0.1}, .end = 50}},
    };
    for (const auto& [problem, plan] : runs) {
        const Resolved run = resolve(problem, plan).or_throw();
        const ExpectedOutput expected = expected_output(problem, run);
        const Written written = written_by(problem, run);
        EXPECT_TRUE(expected.is_known);
        EXPECT_NEAR(expected.samples, written.samples, problem.control ? 30 : 1) << problem.name;
        EXPECT_NEAR(expected.calls, written.calls, 1) << problem.name;
        EXPECT_NEAR(expected.bytes, written.bytes, 0.25 * written.bytes + 500) << problem.name;
    }
}

TEST(ExpectedOutput, CountsTheNumbersOfAnAttitude) {
    const Problem& top = problem("slow-top");
    const Resolved run = resolve(top, {.steps = FixedStep{0.01}, .end = 10}).or_throw();
    const double usual = expected_output(top, run).bytes / written_by(top, run).bytes;
    for (const char* name : {"quaternion-wxyz", "matrix", "euler-ZYX-deg"}) {
        const AttitudeForm form = AttitudeForm::named(name).or_throw();
        const double expected = expected_output(top, run, 19, form.columns().size()).bytes;
        EXPECT_NEAR(expected / written_by(top, run, form).bytes, usual, 0.1 * usual) << name;
    }
}

TEST(ExpectedOutput, OfVariableStepsIsAGuess) {
    const Problem& top = problem("slow-top");
    const Resolved run = resolve(top, {.steps = ErrorPerStep{1e-6}, .end = 1e12}).or_throw();
    const ExpectedOutput expected = expected_output(top, run);
    EXPECT_FALSE(expected.is_known);
    demand_space(expected, ".");  // not refused
    EXPECT_NE(note_on_size(expected, "top")->find("if all steps are as long as the first"),
              std::string::npos);
}

TEST(ExpectedOutput, IsRefusedIfItIsMoreThanTheDiskHas) {
    ASSERT_TRUE(free_space("."));
    EXPECT_FALSE(free_space("/proc"));  // has no size
    const double left = *free_space(".");
    demand_space({.samples = 10, .bytes = 0.5 * left}, ".");
    try {
        demand_space({.samples = 3e9, .bytes = 2 * left}, ".");
        FAIL() << "not refused";
    } catch (const InputError& error) {
        const std::string message = error.what();
        for (const char* part :
             {"--out: the run would write about ", " (3 billion samples), and the disk of \".\" has ",
              " left: take fewer samples"})
            EXPECT_NE(message.find(part), std::string::npos) << message;
    }
    EXPECT_EQ(note_on_size({.samples = 10, .bytes = 1.9e8}, "."), std::nullopt);
    EXPECT_EQ(note_on_size({.samples = 1e7, .bytes = 2.3e9}, "top"),
              "about 2.3 GB will be written into \"top\", 10 million samples; output.every takes fewer");
    using Part = ExpectedOutput::Part;
    EXPECT_EQ(note_on_size({.bytes = 2.3e9, .bodies = 1e6, .times = 1, .most = Part::states}, "tops"),
              "about 2.3 GB will be written into \"tops\", the states of 1 million bodies at one time; "
              "ensemble.count and output.snapshots take fewer");
    EXPECT_EQ(note_on_size({.bytes = 2.3e9, .statistics = 1e7, .most = Part::statistics}, "tops"),
              "about 2.3 GB will be written into \"tops\", 10 million rows of statistics; "
              "output.statistics takes fewer");
    EXPECT_EQ(byte_count(12), "12 bytes");
    EXPECT_EQ(byte_count(1.5e15), "1.5 PB");
}

TEST(RunningSum, DependsOnEveryByteAndNotOnHowTheyCome) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += static_cast<char>('0' + i % 10);
    std::set<std::uint64_t> sums;
    for (std::size_t length = 0; length <= text.size(); ++length) {
        RunningSum whole;
        whole.add(text.substr(0, length));
        EXPECT_TRUE(sums.insert(whole.value()).second) << length;
        RunningSum parts;
        for (std::size_t at = 0, next = 1; at < length; at += next, next = next % 11 + 1)
            parts.add(std::string_view(text).substr(at, std::min(next, length - at)));
        EXPECT_EQ(parts.value(), whole.value()) << length;
    }
    for (std::size_t at = 0; at < text.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string wrong = text;
            wrong[at] = static_cast<char>(wrong[at] ^ (1 << bit));
            RunningSum sum;
            sum.add(wrong);
            EXPECT_TRUE(sums.insert(sum.value()).second) << at;
        }
}

}  // namespace
}  // namespace polhode
