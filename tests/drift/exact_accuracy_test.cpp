/// How far the exact flow in double is from the truth, kind of motion by kind of motion. The truth is the
/// same code in quadruple precision, itself checked against Taylor series of the plain equations of motion.
#include "drift/flow_errors.hpp"
#include "support/taylor_reference.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>

namespace polhode::test {
namespace {

constexpr unsigned seed = 2006;

TEST(ExactAccuracy, EveryKindOfMotion) {
    std::printf("%-40s %10s %10s %10s\n", "400 samples each", "Pi max", "R max", "R median");
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(seed);
        Errors worst{0, 0};
        std::vector<double> attitude;
        for (int i = 0; i < 400; ++i) {
            const Motion m = row.sample(random);
            const Errors e = errors(moved<double>(m), moved<Quad>(m));
            worst = larger(worst, e);
            attitude.push_back(e.attitude);
        }
        std::nth_element(attitude.begin(), attitude.begin() + 200, attitude.end());
        std::printf("%-40s %10.1e %10.1e %10.1e\n", row.name.c_str(), worst.momentum, worst.attitude,
                    attitude[200]);
        EXPECT_LE(worst.momentum, row.momentum_bound) << row.name;
        EXPECT_LE(worst.attitude, row.attitude_bound) << row.name;
    }
}

TEST(ExactAccuracy, TheReferenceAgreesWithTaylorSeriesOfTheEquationsOfMotion) {
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 25; ++i) {
            const Motion m = row.sample(random);
            const double least = std::min({m.moments.x, m.moments.y, m.moments.z});
            if (std::abs(m.time) * core::norm(m.momentum) / least > 200)
                continue;  // too long for Taylor steps
            const core::State<long double> start{{}, as<long double>(m.momentum)};
            const auto taylor = taylor_reference<long double>(as<long double>(m.moments), start, m.time);
            const Errors e = errors(moved<Quad>(m), taylor);
            ASSERT_LE(e.momentum, 1e-17 + 0.005 * row.momentum_bound) << row.name << ", sample " << i;
            ASSERT_LE(e.attitude, 1e-17 + 0.005 * row.attitude_bound) << row.name << ", sample " << i;
        }
    }
}

/// The formulas are identities: in quadruple precision they hold to 30 digits.
TEST(ExactAccuracy, TheFormulasHoldToThirtyDigits) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20; ++i) {
        const Motion m = generic("", 1, 0, 0).sample(random);
        const core::State<Quad> start{{}, as<Quad>(m.momentum)};
        const Errors e =
            errors(moved<Quad>(m), taylor_reference<Quad>(as<Quad>(m.moments), start, Quad(m.time)));
        EXPECT_LE(e.momentum, 1e-30);
        EXPECT_LE(e.attitude, 1e-30);
    }
}

/// The series and their thresholds follow the precision: 64 bits must be as good as 53, 2048 times over.
TEST(ExactAccuracy, LongDoubleIsAsGoodForItsPrecision) {
    const double gain = std::numeric_limits<long double>::epsilon() / std::numeric_limits<double>::epsilon();
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(seed);
        Errors worst{0, 0};
        for (int i = 0; i < 100; ++i) {
            const Motion m = row.sample(random);
            worst = larger(worst, errors(moved<long double>(m), moved<Quad>(m)));
        }
        EXPECT_LE(worst.momentum, gain * row.momentum_bound) << row.name;
        EXPECT_LE(worst.attitude, gain * row.attitude_bound) << row.name;
    }
}

/// Near the separatrix the motion itself is sensitive. The error must be that of a last-bit change of the
/// input.
TEST(ExactAccuracy, NearTheSeparatrixTheErrorIsThatOfTheInput) {
    double worst = 0;
    for (const double distance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 0.0}) {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 100; ++i) {
            const Vec I = draw::moments(random, 1), P = draw::near_separatrix(random, I, distance);
            const Motion m{I, P, draw::time(random, I, P, 10)};
            const auto truth = moved<Quad>(m);
            Errors input{0, 0};
            for (int axis = 0; axis < 3; ++axis) {
                Motion a = m, b = m;
                a.momentum[axis] = std::nextafter(m.momentum[axis], 10.0);
                b.moments[axis] = std::nextafter(m.moments[axis], 10.0);
                input = larger(input, larger(errors(moved<Quad>(a), truth), errors(moved<Quad>(b), truth)));
            }
            const Errors e = errors(moved<double>(m), truth);
            const double least = std::min({I.x, I.y, I.z}), turns = std::abs(m.time) / least;
            const double ordinary = 4 * 1.1e-16 * (1 + turns);
            worst = larger(worst, (e.attitude - ordinary) / input.attitude);
            worst = larger(worst, (e.momentum - ordinary) / input.momentum);
        }
    }
    std::printf("largest error over the effect of one last bit of the input: %.1f\n", worst);
    EXPECT_LE(worst, 2);
}

}  // namespace
}  // namespace polhode::test
