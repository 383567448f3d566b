/// Why the exact drift is not written in energies, as the textbooks and the paper are: differences of
/// energies cancel.
#include "polhode/drift/energy_formulation.hpp"
#include "drift/flow_errors.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdio>

namespace polhode::test {
namespace {

struct Comparison {
    double printed = 0, ours = 0;
    int refused = 0;  // of the printed form
};

Comparison compare(const std::function<Motion(std::mt19937_64&)>& sample) {
    std::mt19937_64 random(12);
    Comparison c;
    for (int i = 0; i < 200; ++i) {
        Motion m = sample(random);
        const core::State<Quad> truth = moved<Quad>(m);
        c.ours = larger(c.ours, errors(moved<double>(m), truth).momentum);
        const core::EnergyFormulation<double> printed(core::Inertia<double>(m.moments), m.momentum);
        if (!printed.exists) {
            ++c.refused;
            continue;
        }
        const double error = errors(core::State<double>{{}, printed(m.time)}, truth).momentum;
        c.printed = larger(c.printed, error);
        EXPECT_FALSE(std::isnan(error));
    }
    return c;
}

Motion about(std::mt19937_64& random, int rank, double tilt) {
    return about_axis("", rank, tilt, 0, 0).sample(random);
}

TEST(EnergyFormulation, IsRightInGeneral) {
    const Comparison c = compare(generic("", 1, 0, 0).sample);
    EXPECT_LE(c.printed, 1e-12);
    EXPECT_EQ(c.refused, 0);
    EXPECT_LE(c.ours, 2e-15);
}

TEST(EnergyFormulation, LosesDigitsNearAPrincipalAxisOrTheEquatorOfASymmetricBody) {
    const Comparison axis = compare([](std::mt19937_64& random) { return about(random, 2, 1e-6); });
    EXPECT_GT(axis.printed, 1e-11);
    EXPECT_LT(axis.printed, 1e-7);
    EXPECT_LT(axis.refused, 20);  // bodies that are nearly symmetric as well
    EXPECT_LE(axis.ours, 1e-15);
    // nearer there is no digit left of the small components: no answer instead of a wrong one
    EXPECT_EQ(compare([](std::mt19937_64& random) { return about(random, 2, 1e-8); }).refused, 200);
    const Comparison equator = compare(symmetric("", 1e-10, 1e-6, 0, 0).sample);
    EXPECT_GT(equator.printed, 1e-6);
    EXPECT_EQ(equator.refused, 0);
    EXPECT_LE(equator.ours, 3e-14);
    std::printf(
        "near a principal axis %.0e (%d of 200 refused), nearly symmetric near the equator %.0e (%d)\n",
        axis.printed, axis.refused, equator.printed, equator.refused);
}

TEST(EnergyFormulation, HasNoAnswerInDegenerateMotions) {
    const Comparison principal = compare([](std::mt19937_64& random) { return about(random, 2, 0); });
    const Comparison unstable = compare([](std::mt19937_64& random) { return about(random, 1, 0); });
    const Comparison spherical_body = compare(spherical("", 0, 0, 0).sample);
    const Comparison separatrix_motion = compare(separatrix("", 1e-14, 0, 0).sample);
    std::printf(
        "refused of 200: principal axis %d, unstable axis %d, spherical %d, separatrix %d (else error "
        "%.0e)\n",
        principal.refused, unstable.refused, spherical_body.refused, separatrix_motion.refused,
        separatrix_motion.printed);
    EXPECT_GT(principal.refused, 100);
    EXPECT_GT(unstable.refused, 20);
    EXPECT_EQ(spherical_body.refused, 200);
    EXPECT_EQ(separatrix_motion.refused, 200);
    for (const Comparison& c : {principal, unstable, spherical_body}) EXPECT_LE(c.ours, 1e-15);
}

}  // namespace
}  // namespace polhode::test
