/// Krysl's papers call the LIEMID family symplectic. It is not: one free step misses by O(h³), where the
/// variational sibling stays at round-off.
#include "reproduce/symplectic.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

TEST(Symplecticity, OfLiemidFailsAtThirdOrderInTheStep) {
    const Problem& free = problem("free-body");
    const core::State<double> start =
        core::to_principal(free.initial, core::from_eigen(free.body.principal_axes()));
    double previous = 0;
    for (const double h : {0.4, 0.2, 0.1, 0.05}) {
        const double defect = reproduce::symplectic_defect(method("liemid"), free, start, h).value();
        EXPECT_GE(defect, 1e-6) << h;
        if (previous > 0) {
            EXPECT_NEAR(std::log2(previous / defect), 3, 0.1) << h;
        }
        previous = defect;
        EXPECT_LE(reproduce::symplectic_defect(method("vexp"), free, start, h).value(), 2e-15) << h;
    }
    EXPECT_NEAR(reproduce::symplectic_defect(method("liemid"), free, start, 0.4).value(), 7.3e-4, 0.1e-4);
}

}  // namespace
}  // namespace polhode::test
