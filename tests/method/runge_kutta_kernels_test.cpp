/// Gauss' collocation with its stages on the lanes of registers, and DOP853 with the state in registers, have the bits
/// of the same steps on plain numbers.
#include "method/registers/kernels.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/method/dop853.hpp"
#include "polhode/method/gauss.hpp"
#include "support/kernel_cases.hpp"

namespace polhode::test {
namespace {

using Canonical = core::Gauss<core::gauss::Canonical>;
using ByRate = core::Gauss<core::gauss::ByRate>;
using core::Dop853, core::Dop853Flow;

class RungeKuttaKernels : public testing::TestWithParam<const char*> {};

TEST_P(RungeKuttaKernels, HaveTheBitsOfGaussCollocation) {
    const core::gauss::Kernels* kernels = core::gauss::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    for (const int stages : {2, 3, 4, 7, 8}) {
        const double step = 0.01 + 0.003 * stages;
        const std::string name = std::to_string(stages) + " stages";
        expect_bits_of_plain_numbers(Canonical(stages, kernels), Canonical(stages), step,
                                     "canonical, " + name);
        expect_bits_of_plain_numbers(ByRate(stages, kernels), ByRate(stages), step, "by rate, " + name);
    }
}

TEST_P(RungeKuttaKernels, HaveTheBitsOfGaussCollocationThatChoosesItsSteps) {
    const core::gauss::Kernels* kernels = core::gauss::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    using Flow = core::GaussFlow<core::gauss::ByRate>;
    for (const double step : {0.003, 0.2})
        expect_bits_of_plain_numbers(Flow{1e-9, {ByRate(8, kernels)}}, Flow{1e-9, {ByRate(8)}}, step,
                                     "gauss-16-rate@1e-9");
}

TEST_P(RungeKuttaKernels, HaveTheBitsOfDop853) {
    const core::dop853::Kernels* kernels = core::dop853::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    expect_bits_of_plain_numbers(Dop853{kernels}, Dop853{}, 0.03, "dop853");
    for (const double tolerance : {1e-5, 1e-9, 1e-12})  // states at the ends of steps, and between
        for (const double step : {0.003, 0.05, 1.0})
            expect_bits_of_plain_numbers(Dop853Flow{tolerance, {kernels}}, Dop853Flow{tolerance}, step,
                                         "dop853@" + std::to_string(tolerance));
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, RungeKuttaKernels,
                         testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& set) { return std::string(set.param); });

/// Steps that the iteration does not solve fail alike, and at the same step.
TEST_P(RungeKuttaKernels, RefuseTheStepsThatPlainNumbersRefuse) {
    const core::gauss::Kernels* kernels = core::gauss::kernels_for(GetParam());
    if (!kernels) GTEST_SKIP() << "not on this machine";
    const Body body = Body::from_moments({1, 1.5, 2});
    const core::Inertia<double> inertia = core::inertia_of<double>(body);
    for (const double step : {0.3, 0.6, 0.9, 1.2, 20.0}) {
        core::MethodStepper<ByRate, double, core::NoTorque> fast(ByRate(8, kernels), inertia, {}),
            plain(ByRate(8), inertia, {});
        core::State<double> s = kernel_start(), expected = s;
        const auto ours = fast.march(s, {0.0, step}, 0, 40),
                   theirs = plain.march(expected, {0.0, step}, 0, 40);
        EXPECT_EQ(ours.first, theirs.first) << step;
        EXPECT_EQ(ours.second.outcome, theirs.second.outcome) << step;
        EXPECT_EQ(ours.second.iterations, theirs.second.iterations) << step;
        EXPECT_TRUE(identical(s, expected)) << step;
    }
}

TEST(RungeKuttaKernels, AgreeOnATorqueWhicheverWayItIsEvaluated) {
    expect_same_however_evaluated(ByRate(8, core::gauss::best_kernels()), 0.03);
    expect_same_however_evaluated(Canonical(8, core::gauss::best_kernels()), 0.03);
    expect_same_however_evaluated(Dop853{core::dop853::best_kernels()}, 0.03);
}

/// A torque that is no number from some time on.
struct Ends {
    double time;
    template <class Real>
    core::Vector3<Real> operator()(const Real& t, const core::Quaternion<Real>&,
                                   const core::Vector3<Real>&) const {
        using std::sqrt;
        return {sqrt(Real(time) - t), Real(0), Real(0)};
    }
};

/// Many steps at once end where single ones do.
TEST(RungeKuttaKernels, EndWhereTheTorqueDoes) {
    const core::Inertia<double> inertia({1, 2, 3});
    const double step = 0.01;
    for (const double end : {0.005, 0.505, 0.645, 1.285}) {
        core::MethodStepper<Dop853, double, Ends> at_once(Dop853{}, inertia, Ends{end});
        core::State<double> s = kernel_start();
        const auto [made, status] = at_once.march(s, {0.0, step}, 0, 200);
        EXPECT_EQ(made, static_cast<long>(end / step)) << end;
        EXPECT_FALSE(is_finite(s.momentum)) << end;
    }
}

}  // namespace
}  // namespace polhode::test
