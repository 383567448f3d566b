/// The loops that are compiled for an instruction set have the bits of the same loops on plain numbers.
#include "method/registers/kernels.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/method/multistep.hpp"
#include "polhode/method/taylor.hpp"
#include "support/kernel_cases.hpp"

#include <fmt/format.h>

namespace polhode::test {
namespace {

class MultistepKernels : public testing::TestWithParam<const char*> {};

TEST_P(MultistepKernels, HaveTheBitsOfTheFormula) {
    const core::multistep::Kernels* kernels = core::multistep::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    for (const auto& table : core::multistep::tables)
        expect_bits_of_plain_numbers<core::Multistep>({table, kernels}, {table, nullptr}, 0.004,
                                                      std::string(table.name));
}

/// How far a run comes, by marches of so many steps, where it is then, and what it has cost.
struct Ended {
    long steps;
    core::Status status;
    core::State<double> state;
    long evaluations;
};
template <class Stepper>
Ended to_its_end(Stepper stepper, double step, long piece) {
    constexpr long most = 3000;
    Ended run{0, {}, kernel_start(), 0};
    while (run.steps < most && run.status.ok()) {
        const auto [made, status] =
            stepper.march(run.state, {0.25, step}, run.steps, std::min(piece, most - run.steps));
        run.steps += made;
        run.status = status;
    }
    run.evaluations = stepper.torque_evaluations();
    return run;
}

/// A body that is pushed ever faster, and one that falls too fast for the step: where the formula fails the loops leave the
/// rows at another place, and the steps are made again.
TEST_P(MultistepKernels, FailAsPlainNumbersDo) {
    const core::multistep::Kernels* kernels = core::multistep::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    auto torques = kernel_torques();
    for (const double push : {0.2, 3.0, 40.0})
        torques.emplace_back("push", core::ConstantBodyTorque{.torque = {0, 0.1 * push, push}});
    using Erased = core::ErasedTorque<double>;
    using Stepper = core::MethodStepper<core::Multistep, double, Erased>;
    for (const auto& table : core::multistep::tables) {
        std::size_t at_first = 0, later = 0;
        for (const auto& [name, torque] : torques)
            for (const double part : {0.3, 0.6, 0.9})
                for (const long piece : {3000L, 7L}) {
                    const double step = part * table.bound / 2;
                    const auto bound = bound_torque<double>(body, torque);
                    const Ended ours = to_its_end(Stepper({table, kernels}, inertia, Erased(*bound)), step,
                                                  piece),
                                expected = to_its_end(Stepper({table, nullptr}, inertia, Erased(*bound)),
                                                      step, piece);
                    const std::string what = fmt::format("{}, {}, step {}", table.name, name, step);
                    EXPECT_EQ(ours.steps, expected.steps) << what;
                    EXPECT_EQ(ours.status.outcome, expected.status.outcome) << what;
                    EXPECT_EQ(ours.status.residual, expected.status.residual) << what;
                    EXPECT_TRUE(identical(ours.state, expected.state)) << what;
                    EXPECT_EQ(ours.evaluations, expected.evaluations) << what;
                    if (!ours.status.ok()) ++(ours.steps == 0 ? at_first : later);
                }
        EXPECT_GT(later, 4U) << table.name << ", " << at_first << " at the first step";
    }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, MultistepKernels, testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& set) { return std::string(set.param); });

TEST(MultistepKernels, AgreeOnATorqueWhicheverWayItIsEvaluated) {
    expect_same_however_evaluated(
        core::Multistep{core::multistep::tables[2], core::multistep::best_kernels()}, 0.004);
}

}  // namespace
}  // namespace polhode::test
