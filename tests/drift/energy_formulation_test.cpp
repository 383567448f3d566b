/// The printed solution of the free motion: with the differences of energies as they are printed, and as sums,
/// which is how the drifts jem2-agm and jem4-agm have them. k² = 0 and k² = 1 and what is close to them.
#include "polhode/drift/energy_formulation.hpp"
#include "drift/flow_errors.hpp"
#include "polhode/scalar/dual.hpp"
#include "support/energy_formulation.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

namespace polhode::test {
namespace {

/// With Boost's functions and the energies as printed, for any order of the moments; NaN where there is no answer.
Vec by_the_book(const Motion& m) {
    std::array<int, 3> axis{0, 1, 2};
    std::sort(axis.begin(), axis.end(), [&](int a, int b) { return m.moments[a] < m.moments[b]; });
    const auto sorted = [&](const Vec& v) { return Vec{v[axis[0]], v[axis[1]], v[axis[2]]}; };
    const bool mirrored = (axis[1] - axis[0] + 3) % 3 == 2;  // an odd order of axes: a motion backwards
    const double nan = std::nan("");
    Vec found{nan, nan, nan};
    try {
        found = momentum_by_energies(sorted(m.moments), sorted(m.momentum), mirrored ? -m.time : m.time);
    } catch (const std::exception&) {  // Boost's, for k > 1
        return {nan, nan, nan};
    }
    Vec result;
    for (int i = 0; i < 3; ++i) result[axis[static_cast<std::size_t>(i)]] = found[i];
    return result;
}

struct Comparison {
    double book = 0, sums = 0, exact = 0;  ///< largest errors of the momentum
    int no_answer = 0;                     ///< of the book, of 200
};

Comparison compare(const std::function<Motion(std::mt19937_64&)>& sample) {
    std::mt19937_64 random(12);
    Comparison c;
    for (int i = 0; i < 200; ++i) {
        const Motion m = sample(random);
        const core::State<Quad> truth = moved<Quad>(m);
        const auto error = [&](const Vec& momentum) {
            return errors(core::State<double>{{}, momentum}, truth).momentum;
        };
        c.exact = larger(c.exact, errors(moved<double>(m), truth).momentum);
        const core::EnergyFormulation<double> sums(core::Inertia<double>(m.moments), m.momentum);
        EXPECT_TRUE(sums.exists);
        c.sums = larger(c.sums, error(sums(m.time)));
        const Vec book = by_the_book(m);
        if (std::isfinite(norm2(book)))
            c.book = larger(c.book, error(book));
        else
            ++c.no_answer;
    }
    return c;
}

Comparison about(int rank, double tilt) { return compare(about_axis("", rank, tilt, 0, 0).sample); }

TEST(EnergyFormulation, IsRightInGeneral) {
    const Comparison c = compare(generic("", 1, 0, 0).sample);
    EXPECT_LE(c.book, 1e-12);
    EXPECT_LE(c.sums, 2e-14);
    EXPECT_EQ(c.no_answer, 0);
}

/// Why the differences are sums, and why the exact drift is not written in energies.
TEST(EnergyFormulation, LosesDigitsNearAPrincipalAxisOrTheEquatorOfASymmetricBodyOnlyInTheBook) {
    const Comparison axis = about(2, 1e-6), nearer = about(2, 1e-8),
                     equator = compare(symmetric("", 1e-10, 1e-6, 0, 0).sample);
    std::printf(
        "the book, near a principal axis %.0e (1e-6), %.0e (1e-8, %d of 200 without an answer), nearly "
        "symmetric near the equator %.0e\n",
        axis.book, nearer.book, nearer.no_answer, equator.book);
    EXPECT_GT(axis.book, 1e-11);
    EXPECT_LE(axis.sums, 3e-15);
    EXPECT_TRUE(nearer.no_answer > 0 || nearer.book > 1e-9);
    EXPECT_LE(nearer.sums, 3e-15);
    EXPECT_GT(equator.book, 1e-6);
    EXPECT_LE(equator.sums, 3e-14);
}

TEST(EnergyFormulation, HasItsLimitsAsValuesWhereTheBookHasNone) {
    const Comparison principal = about(2, 0), least = about(0, 0), unstable = about(1, 0),
                     sphere = compare(spherical("", 0, 0, 0).sample),
                     body = compare(symmetric("", 0, 1, 0, 0).sample),
                     equator = compare(symmetric("", 0, 0, 0, 0).sample);
    for (const Comparison& c : {principal, least, unstable, sphere, equator}) EXPECT_LE(c.sums, 3e-15);
    EXPECT_LE(body.sums, 5e-14);
    EXPECT_GT(principal.no_answer, 100);
    EXPECT_EQ(sphere.no_answer, 200);
}

/// F and am take φ, in which a small cn is not known better than to round-off: off the unstable axis a motion is
/// as uncertain as if its start were off by that much. The exact drift is not.
TEST(EnergyFormulation, IsWithinWhatRoundOffOfTheStartDoesNearTheSeparatrix) {
    for (const double distance : {1e-4, 1e-8, 1e-12, 1e-15}) {
        std::mt19937_64 random(13);
        const auto sample = separatrix("", distance, 0, 0).sample;
        for (int i = 0; i < 200; ++i) {
            const Motion m = sample(random);
            const core::State<Quad> truth = moved<Quad>(m);
            double uncertain = 1e-15;
            for (int k = 0; k < 3; ++k) {
                Motion other = m;
                other.momentum[k] += 1e-15;
                uncertain = larger(uncertain, errors(moved<Quad>(other), truth).momentum);
            }
            const core::EnergyFormulation<double> sums(core::Inertia<double>(m.moments), m.momentum);
            EXPECT_LE(errors(core::State<double>{{}, sums(m.time)}, truth).momentum, 40 * uncertain)
                << distance;
        }
    }
}

// --- exactly k² = 0 and k² = 1, in every quadrant, in every order of the axes -------------------------------------

/// Moments and momenta whose components are permuted in all ways and have all signs.
template <class Check>
void in_all_places(const Vec& moments, const Vec& momentum, const Check& check) {
    std::array<int, 3> axis{0, 1, 2};
    do
        for (int signs = 0; signs < 8; ++signs)
            for (const double time : {0.3, -0.3, 2.0, -7.0}) {
                Motion m{{}, {}, time};
                for (int i = 0; i < 3; ++i) {
                    const int at = axis[static_cast<std::size_t>(i)];
                    m.moments[at] = moments[i];
                    m.momentum[at] = (signs >> i & 1) == 0 ? momentum[i] : -momentum[i];
                }
                check(m);
            }
    while (std::next_permutation(axis.begin(), axis.end()));
}

void expect_the_exact_flow(const Motion& m, double bound) {
    const core::EnergyFormulation<double> sums(core::Inertia<double>(m.moments), m.momentum);
    ASSERT_TRUE(sums.exists);
    EXPECT_LE(errors(core::State<double>{{}, sums(m.time)}, moved<Quad>(m)).momentum, bound)
        << m.moments.x << ' ' << m.moments.y << ' ' << m.moments.z << ", " << m.momentum.x << ' '
        << m.momentum.y << ' ' << m.momentum.z << ", " << m.time;
}

/// I = (2, 3, 6): (I₃ − I₂)/I₃ = (I₂ − I₁)/I₁, so that Π₁² = Π₃² is the separatrix to the last bit. What is not
/// zero at the start comes out as sech and tanh.
TEST(EnergyFormulation, IsHyperbolicOnTheSeparatrix) {
    for (const double middle : {0.0, 0.75, 40.0, 1e9})
        in_all_places({2, 3, 6}, {1, middle, 1}, [&](const Motion& m) {
            expect_the_exact_flow(m, 3e-14);
            // Π₁ = a₁ sech u, with a₁² = Π₁² + Π₂²/2: what the closed form says at the time of Π₂ = 0
            if (middle == 0) {
                const core::EnergyFormulation<double> sums(core::Inertia<double>(m.moments), m.momentum);
                const double rate = std::sqrt(2) / 6;  // √((I₃ − I₂)(G² − 2E I₁)/(I₁I₂I₃)) for I as above
                EXPECT_NEAR(std::abs(sums(m.time)[draw::middle_axis(m.moments)]),
                            std::sqrt(2) * std::tanh(rate * std::abs(m.time)), 1e-14);
            }
        });
}

TEST(EnergyFormulation, IsTrigonometricForASymmetricBody) {
    for (const Vec& moments : {Vec{2, 2, 3}, Vec{3, 3, 2}, Vec{1, 1, 1.9}, Vec{5, 5, 0.1}})
        for (const Vec& momentum : {Vec{0.4, -0.3, 1}, Vec{1, 0.1, 1e-6}, Vec{1e-7, 1e-9, -1}})
            in_all_places(moments, momentum, [](const Motion& m) { expect_the_exact_flow(m, 4e-14); });
}

TEST(EnergyFormulation, StaysInASteadyRotation) {
    for (const Vec& moments : {Vec{2, 3, 6}, Vec{2, 2, 3}, Vec{2, 3, 3}, Vec{2, 2, 2}})
        for (const Vec& momentum : {Vec{0, 0, 1.5}, Vec{0, 1.5, 0}, Vec{0, 0, 0}})
            in_all_places(moments, momentum, [](const Motion& m) {
                const core::EnergyFormulation<double> sums(core::Inertia<double>(m.moments), m.momentum);
                EXPECT_EQ(norm(sums(m.time) - m.momentum), 0);
            });
}

/// Towards the limits nothing jumps: errors stay as small as they are at them.
TEST(EnergyFormulation, GoesOverIntoItsLimits) {
    for (double off = 1e-1; off > 1e-18; off /= 10) {
        in_all_places({2, 2 + off, 3}, {0.4, -0.3, 1},
                      [](const Motion& m) { expect_the_exact_flow(m, 4e-14); });
        in_all_places({2, 3, 6}, {off, 2 * off, 1}, [](const Motion& m) { expect_the_exact_flow(m, 4e-14); });
        for (const double side : {1 + off, 1 - off})
            in_all_places({2, 3, 6}, {1, 0.75, side},
                          [](const Motion& m) { expect_the_exact_flow(m, 2e-13); });
    }
}

/// The derivative by a moment that makes a symmetric body asymmetric; none at the ends, where there is none.
TEST(EnergyFormulation, HasDerivativesAtKZeroAndSaysWhereItHasNone) {
    using Dual = core::Dual<double, 3>;
    const auto dual = [](const Vec& v) { return core::Vector3<Dual>(Dual(v.x), Dual(v.y), Dual(v.z)); };
    for (const Vec& moments : {Vec{2, 2, 3}, Vec{3, 2, 2}, Vec{2, 3, 2}}) {
        const Vec momentum{0.4, -0.3, 1};
        auto varied = dual(moments);
        for (std::size_t i = 0; i < 3; ++i) varied[static_cast<int>(i)].slope[i] = 1;
        const core::EnergyFormulation<Dual> sums(core::Inertia<Dual>(varied), dual(momentum));
        ASSERT_TRUE(sums.exists);
        const auto end = sums(Dual(1.5));
        for (std::size_t i = 0; i < 3; ++i) {
            Vec more = moments, less = moments;
            more[static_cast<int>(i)] += 1e-5;
            less[static_cast<int>(i)] -= 1e-5;
            const Vec slope = 5e4
                            * (moved<double>(Motion{more, momentum, 1.5}).momentum
                               - moved<double>(Motion{less, momentum, 1.5}).momentum);
            EXPECT_NEAR(end.x.slope[i], slope.x, 1e-9);
            EXPECT_NEAR(end.y.slope[i], slope.y, 1e-9);
            EXPECT_NEAR(end.z.slope[i], slope.z, 1e-9);
        }
    }
    for (const Vec& momentum : {Vec{1, 1, 1}, Vec{1, 0, 0}, Vec{0, 1, 0}})
        EXPECT_FALSE(
            core::EnergyFormulation<Dual>(core::Inertia<Dual>(dual({2, 3, 6})), dual(momentum)).exists);
}

}  // namespace
}  // namespace polhode::test
