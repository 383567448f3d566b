// Dual numbers: the rules of calculus, nesting, and the derivatives they give through the small-angle
// functions.
#include "polhode/scalar/dual.hpp"

#include "support/small_angle_functions.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace {

using namespace polhode::test;
using polhode::core::Dual;
using polhode::core::is_finite;
using polhode::core::Plain;
using polhode::core::ScalarTraits;
using polhode::core::select;
using polhode::core::value_of;

// Functions of two variables are taken at this point.
template <class Real> constexpr Real first = Real(0.7L);
template <class Real> constexpr Real second = Real(-1.3L);

template <class Real>
void expect_derivatives(const Dual<Real, 2>& f, Real value, Real by_x, Real by_y) {
    const auto expect = [](Real result, Real exact) {
        const Real few_ulps = 8 * std::numeric_limits<Real>::epsilon() * std::abs(exact);
        EXPECT_LE(std::abs(result - exact), few_ulps) << result << " instead of " << exact;
    };
    expect(f.value, value);
    expect(f.slope[0], by_x);
    expect(f.slope[1], by_y);
}

template <class Real>
class DualRules : public testing::Test {};
using Reals = testing::Types<double, long double>;
TYPED_TEST_SUITE(DualRules, Reals);

TYPED_TEST(DualRules, Arithmetic) {
    using Pair = Dual<TypeParam, 2>;
    const TypeParam a = first<TypeParam>, b = second<TypeParam>, one(1), none(0);
    const Pair x = Pair::variable(a, 0), y = Pair::variable(b, 1);
    expect_derivatives(x + y, a + b, one, one);
    expect_derivatives(x - y, a - b, one, -one);
    expect_derivatives(-x, -a, -one, none);
    expect_derivatives(x * y, a * b, b, a);
    expect_derivatives(x / y, a / b, 1 / b, -a / (b * b));
    expect_derivatives(x * x * y, a * a * b, 2 * a * b, a * a);
    expect_derivatives(y / (x * x), b / (a * a), -2 * b / (a * a * a), 1 / (a * a));
    Pair z = x;
    z += y;
    z *= x;
    z -= y;
    expect_derivatives(z, (a + b) * a - b, 2 * a + b, a - 1);
}

TYPED_TEST(DualRules, ConstantsHaveNoSlope) {
    using Pair = Dual<TypeParam, 2>;
    const TypeParam a = first<TypeParam>, three(3), none(0);
    const Pair x = Pair::variable(a, 0);
    expect_derivatives(Pair(three), three, none, none);
    expect_derivatives(Pair(3), three, none, none);  // from another kind of number, explicitly
    expect_derivatives(three * x, 3 * a, three, none);
    expect_derivatives(x / three, a / 3, 1 / three, none);
}

TYPED_TEST(DualRules, ElementaryFunctions) {
    using Pair = Dual<TypeParam, 2>;
    const TypeParam a = first<TypeParam>, b = second<TypeParam>, one(1), none(0);
    const Pair x = Pair::variable(a, 0), y = Pair::variable(b, 1);
    expect_derivatives(sqrt(x), std::sqrt(a), 1 / (2 * std::sqrt(a)), none);
    expect_derivatives(sin(y), std::sin(b), none, std::cos(b));
    expect_derivatives(cos(y), std::cos(b), none, -std::sin(b));
    expect_derivatives(atan(y), std::atan(b), none, 1 / (1 + b * b));
    expect_derivatives(abs(x), a, one, none);
    expect_derivatives(abs(y), -b, none, -one);
}

// The angle of (x, y) in all four quadrants and on the axes: its gradient is (−y, x)/r².
TYPED_TEST(DualRules, Atan2InEveryDirection) {
    using Pair = Dual<TypeParam, 2>;
    for (int k = 0; k < 16; ++k) {
        const TypeParam angle = static_cast<TypeParam>(k) * std::numbers::pi_v<TypeParam> / 8, r = 3;
        const TypeParam px = k % 8 == 4 ? 0 : r * std::cos(angle), py = k % 8 == 0 ? 0 : r * std::sin(angle);
        const TypeParam r2 = px * px + py * py;
        expect_derivatives(atan2(Pair::variable(py, 1), Pair::variable(px, 0)), std::atan2(py, px), -py / r2,
                           px / r2);
    }
}

// A function through every rule at once, against differences of it in 100 digits.
TYPED_TEST(DualRules, ChainsAgreeWithDifferencesInWideArithmetic) {
    using One = Dual<TypeParam, 1>;
    const auto f = []<class T>(const T& x) {
        using std::atan, std::atan2, std::cos, std::sin, std::sqrt;  // those of T are found by its namespace
        const T root = sqrt(T(1) + x * x);
        return atan2(sin(x) / root, cos(x) + T(2)) + atan(root * x) / (T(3) + sin(x * x));
    };
    for (const TypeParam at :
         {TypeParam(-2.5L), TypeParam(-0.3L), TypeParam(1e-6L), TypeParam(0.9L), TypeParam(3)}) {
        const Wide shift("1e-30"),
            exact = (f(Wide(Wide(at) + shift)) - f(Wide(Wide(at) - shift))) / (2 * shift);
        EXPECT_LE(ulps_between(f(One::variable(at, 0)).slope[0], exact), 16) << "x = " << at;
    }
}

// A number that carries derivatives has the bits of one that does not, so that both take the same branches.
TYPED_TEST(DualRules, TheValueIsThatOfThePlainComputation) {
    using One = Dual<TypeParam, 1>;
    const auto f = []<class T>(const T& x) {
        using std::atan2, std::sqrt;
        return sqrt(x * x + x / (x + T(3))) / atan2(x, T(7) - x);
    };
    for (int k = 1; k <= 1000; ++k) {
        const TypeParam x = static_cast<TypeParam>(k) / 311;
        EXPECT_EQ(f(One::variable(x, 0)).value, f(x)) << "x = " << x;
    }
}

// --- nesting -----------------------------------------------------------------------------------------------------

// f = x²y sin z + z/y: the inner dual differentiates by (x, y), the outer by (x, y, z).
TEST(DualNesting, GivesMixedSecondDerivatives) {
    using Inner = Dual<double, 2>;
    using Outer = Dual<Inner, 3>;
    const double a = 1.1, b = -0.6, c = 0.8;
    const Outer x = Outer::variable(Inner::variable(a, 0), 0), y = Outer::variable(Inner::variable(b, 1), 1),
                z = Outer::variable(Inner(c), 2);
    const Outer f = x * x * y * sin(z) + z / y;
    const double s = std::sin(c), k = std::cos(c), e = 1e-15;
    EXPECT_NEAR(f.value.value, a * a * b * s + c / b, e);
    EXPECT_NEAR(f.value.slope[0], 2 * a * b * s, e);
    EXPECT_NEAR(f.slope[2].value, a * a * b * k + 1 / b, e);
    EXPECT_NEAR(f.slope[0].slope[0], 2 * b * s, e);                    // xx
    EXPECT_NEAR(f.slope[0].slope[1], 2 * a * s, e);                    // xy
    EXPECT_NEAR(f.slope[1].slope[0], 2 * a * s, e);                    // yx
    EXPECT_NEAR(f.slope[1].slope[1], 2 * c / (b * b * b), 4 * e);      // yy
    EXPECT_NEAR(f.slope[2].slope[0], 2 * a * b * k, e);                // zx
    EXPECT_NEAR(f.slope[2].slope[1], a * a * k - 1 / (b * b), 4 * e);  // zy
}

TEST(DualNesting, EveryFunctionHasASecondDerivative) {
    using Twice = Dual<Dual<long double, 1>, 1>;
    const long double at = 0.4L;
    const Twice x = Twice::variable(Dual<long double, 1>::variable(at, 0), 0);
    const auto second = [](const Twice& f) { return f.slope[0].slope[0]; };
    const long double q = 1 + at * at;
    const auto expect = [](long double result, long double exact) {
        EXPECT_NEAR(static_cast<double>(result / exact), 1, 1e-18) << result << " " << exact;
    };
    expect(second(sqrt(x)), -0.25L / (at * std::sqrt(at)));
    expect(second(sin(x)), -std::sin(at));
    expect(second(cos(x)), -std::cos(at));
    expect(second(atan(x)), -2 * at / (q * q));
    expect(second(atan2(x, Twice(1))), -2 * at / (q * q));
    expect(second(Twice(1) / x), 2 / (at * at * at));
}

TEST(DualNesting, TraitsSeeThroughIt) {
    using Nested = Dual<Dual<long double, 2>, 3>;
    static_assert(std::is_same_v<Plain<Nested>, long double>);
    static_assert(ScalarTraits<Nested>::derivative_depth == 2);
    EXPECT_EQ(value_of(Nested(2.5L)), 2.5L);
}

// --- comparisons -------------------------------------------------------------------------------------------------

TEST(DualComparison, SeesTheValueAlone) {
    using One = Dual<double, 1>;
    const One low = One::variable(1, 0), same(1.0), high(2.0);
    EXPECT_TRUE(low < high && high > low && low <= same && low >= same);
    EXPECT_FALSE(low < same || low > same || high <= low || low >= high);
    EXPECT_EQ(select(low < high, low, high).slope[0], 1);
    const One nan(std::nan(""));
    EXPECT_FALSE(nan < low || nan > low || nan <= low || nan >= low);
    EXPECT_FALSE(is_finite(nan));
    EXPECT_TRUE(is_finite(low));
}

// --- through the small-angle functions ---------------------------------------------------------------------------

template <class Function>
class SmallAngleSlope : public testing::Test {
protected:
    template <class Real>
    void expect_slope_at_zero() {
        const auto [numerator, denominator] = Function::at_zero[1];
        const Real slope = Function::ours(Dual<Real, 1>::variable(Real(0), 0)).slope[0];
        const Wide exact = Wide(numerator) / denominator;
        EXPECT_LE(ulps_between(slope, exact), 1);
    }

    template <class Real>
    void expect_slope_at(const Real& y) {
        const Wide at(y), shift("1e-25");
        const Wide exact =
            (Function::exact(at * (1 + shift)) - Function::exact(at * (1 - shift))) / (2 * at * shift);
        const Real slope = Function::ours(Dual<Real, 1>::variable(y, 0)).slope[0];
        EXPECT_LE(ulps_between(slope, exact), Function::slope_ulps) << "y = " << y;
    }

    template <class Real>
    void expect_slopes() {
        const Real highest = static_cast<Real>(Function::slope_x);
        for (int i = 0; i <= 150; ++i) {
            const Real x = highest * std::pow(Real(10), -static_cast<Real>(i) / 15);
            expect_slope_at(x * x);
        }
        for (const double seam : Function::seams)
            for (int i = -20; i <= 20; ++i)
                expect_slope_at(static_cast<Real>(seam) * (1 + static_cast<Real>(i) / 400));
    }
};
using Functions = testing::Types<Sinc, CosSqrt, Cosc, SincTail, CotTail, Atanc, AtancSlope>;
TYPED_TEST_SUITE(SmallAngleSlope, Functions);

TYPED_TEST(SmallAngleSlope, IsExactAtZero) {
    this->template expect_slope_at_zero<double>();
    this->template expect_slope_at_zero<long double>();
}

TYPED_TEST(SmallAngleSlope, IsAccurateUpToAndAcrossItsSeams) {
    this->template expect_slopes<double>();
    this->template expect_slopes<long double>();
}

// Twice a derivative, as in a Newton iteration on numbers that carry derivatives: f'' at zero is twice the
// second coefficient of the series.
TEST(SmallAngleSlopes, NestAtZero) {
    using Twice = Dual<Dual<double, 1>, 1>;
    const Twice zero = Twice::variable(Dual<double, 1>::variable(0, 0), 0);
    EXPECT_DOUBLE_EQ(polhode::core::sinc(zero).slope[0].slope[0], 2.0 / 120);
    EXPECT_DOUBLE_EQ(polhode::core::cos_sqrt(zero).slope[0].slope[0], 2.0 / 24);
    EXPECT_DOUBLE_EQ(polhode::core::cosc(zero).slope[0].slope[0], 2.0 / 720);
    EXPECT_DOUBLE_EQ(polhode::core::sinc_tail(zero).slope[0].slope[0], 2.0 / 5040);
    EXPECT_DOUBLE_EQ(polhode::core::cot_tail(zero).slope[0].slope[0], 2.0 / 30240);
    EXPECT_DOUBLE_EQ(polhode::core::atanc(zero).slope[0].slope[0], 2.0 / 5);
}

}  // namespace
