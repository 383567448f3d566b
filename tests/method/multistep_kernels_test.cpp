/// The loops that are compiled for an instruction set have the bits of the same loops on plain numbers.
#include "method/registers/kernels.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/method/multistep.hpp"
#include "polhode/method/taylor.hpp"
#include "support/kernel_cases.hpp"

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

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, MultistepKernels, testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& set) { return std::string(set.param); });

TEST(MultistepKernels, AgreeOnATorqueWhicheverWayItIsEvaluated) {
    expect_same_however_evaluated(
        core::Multistep{core::multistep::tables[2], core::multistep::best_kernels()}, 0.004);
}

}  // namespace
}  // namespace polhode::test
