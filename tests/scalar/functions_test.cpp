/// The elementary functions by one name: against the C library in long double, on lanes, and their derivatives.
#include "polhode/scalar/functions.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/scalar/pack.hpp"
#include "support/ulps.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

using Precise = long double;
using Two = core::Pack<2, struct FunctionsTest>;
using Four = core::Pair<Two, Two>;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 none = std::numeric_limits<double>::quiet_NaN(),
                 smallest = std::numeric_limits<double>::denorm_min();

/// A function on the scalars of this file, and the numbers for which it is tried.
struct Function {
    std::string name;
    std::function<double(double)> on_double;
    std::function<Precise(Precise)> exact;
    std::function<Four(Four)> on_lanes;
    std::function<core::Dual<double, 1>(core::Dual<double, 1>)> on_dual;
    std::function<core::Jet<double>(core::Jet<double>)> on_jet;
    double from, to;  ///< where it is smooth
    double within;    ///< units in the last place
};

template <class F>
Function function(std::string name, F f, std::function<Precise(Precise)> exact, double from, double to,
                  double within) {
    return {std::move(name), f, std::move(exact), f, f, f, from, to, within};
}

std::vector<Function> functions() {
    using namespace core;
    return {
        function(
            "sin", [](const auto& x) { return sine(x); }, [](Precise x) { return std::sin(x); }, -30, 30, 1),
        function(
            "cos", [](const auto& x) { return cosine(x); }, [](Precise x) { return std::cos(x); }, -30, 30,
            1),
        function(
            "tan", [](const auto& x) { return tangent(x); }, [](Precise x) { return std::tan(x); }, -1.55,
            1.55, 1),
        function(
            "asin", [](const auto& x) { return arc_sine(x); }, [](Precise x) { return std::asin(x); }, -1, 1,
            1),
        function(
            "acos", [](const auto& x) { return arc_cosine(x); }, [](Precise x) { return std::acos(x); }, -1,
            1, 1),
        function(
            "atan", [](const auto& x) { return arc_tangent_of(x); }, [](Precise x) { return std::atan(x); },
            -9, 9, 1),
        function(
            "exp", [](const auto& x) { return exponential(x); }, [](Precise x) { return std::exp(x); }, -20,
            20, 1),
        function(
            "log", [](const auto& x) { return logarithm(x); }, [](Precise x) { return std::log(x); }, 0.01, 9,
            1),
        function(
            "x^2.5", [](const auto& x) { return power(x, std::decay_t<decltype(x)>(2.5)); },
            [](Precise x) { return std::pow(x, Precise(2.5)); }, 0.01, 9, 1),
    };
}

std::vector<double> numbers(const Function& f) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform(f.from, f.to);
    std::vector<double> all;
    for (int i = 0; i < 20000; ++i) all.push_back(uniform(random));
    return all;
}

TEST(Functions, AreWithinAnUlp) {
    for (const Function& f : functions()) {
        double worst = 0;
        for (const double x : numbers(f)) worst = std::max(worst, ulps(f.on_double(x), f.exact(x)));
        EXPECT_LT(worst, f.within) << f.name;
    }
}

TEST(Functions, TangentOfLargeArguments) {
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        const double x = std::ldexp(mantissa(random), static_cast<int>(random() % 900));
        worst = std::max(worst, ulps(core::tangent(x), std::tan(Precise(x))));
    }
    EXPECT_LT(worst, 1);
}

TEST(Functions, OfTheirEndsAsTheLibraryHasThem) {
    for (const double x :
         {0., -0., 1., -1., 1.5, -1.5, infinity, -infinity, none, smallest, -smallest, 1e-300})
        for (const Function& f : functions())
            EXPECT_TRUE(same(f.on_double(x), static_cast<double>(f.exact(x)))
                        || ulps(f.on_double(x), f.exact(x)) < 1)
                << f.name << " of " << x << ": " << f.on_double(x);
}

TEST(Functions, OnLanesHaveTheSameBits) {
    for (const Function& f : functions()) {
        std::vector<double> all = numbers(f);
        for (const double x : {0., -0., 1., -1., 0.5, 1e9, -1e9, 709.9, -745.2, -746.5, 1e300, infinity,
                               -infinity, none, smallest, 0.34657359027997264})
            all.push_back(x);
        int wrong = 0;
        for (std::size_t i = 0; i + 4 <= all.size(); i += 4) {
            Four x(0);
            for (int lane = 0; lane < 4; ++lane) x.set_lane(lane, all[i + static_cast<std::size_t>(lane)]);
            const Four y = f.on_lanes(x);
            for (int lane = 0; lane < 4; ++lane)
                wrong += same(y.lane(lane), f.on_double(x.lane(lane))) ? 0 : 1;
        }
        EXPECT_EQ(wrong, 0) << f.name;
    }
}

/// By central differences in long double.
TEST(Functions, CarryDerivatives) {
    for (const Function& f : functions())
        for (const double share : {0.1, 0.4, 0.77}) {
            const double x = f.from + share * (f.to - f.from);
            const Precise h = 1e-6L;
            const Precise slope = (f.exact(x + h) - f.exact(x - h)) / (2 * h);
            const auto y = f.on_dual(core::Dual<double, 1>::variable(x, 0));
            EXPECT_EQ(y.value, f.on_double(x)) << f.name;
            EXPECT_NEAR(y.slope[0], static_cast<double>(slope), 1e-9 * (1 + std::abs(y.slope[0]))) << f.name;
        }
}

/// The series of f(x + t) sums up to f elsewhere.
TEST(Functions, HaveSeries) {
    for (const Function& f : functions())
        for (const double share : {0.3, 0.77}) {
            const double x = f.from + share * (f.to - f.from), t = 0.01;
            core::JetTape<double> tape(12);
            const auto argument = tape.variable();
            argument.set(0, x);
            argument.set(1, 1);
            double sum = 0;
            for (int k = 0; k < 12; ++k)
                sum += std::pow(t, k) * tape.replay(k, [&] { return f.on_jet(argument.jet()); })[k];
            const double exact = static_cast<double>(f.exact(x + Precise(t)));
            EXPECT_NEAR(sum, exact, 1e-13 * (1 + std::abs(exact))) << f.name << " at " << x;
        }
}

TEST(Functions, SmallerAndLargerKeepWhatIsNoNumber) {
    EXPECT_EQ(core::smaller(1.0, 2.0), 1);
    EXPECT_EQ(core::larger(1.0, 2.0), 2);
    EXPECT_TRUE(std::isnan(core::smaller(1.0, none)) && std::isnan(core::smaller(none, 1.0)));
    EXPECT_TRUE(std::isnan(core::larger(1.0, none)) && std::isnan(core::larger(none, 1.0)));
}

}  // namespace
}  // namespace polhode::test
