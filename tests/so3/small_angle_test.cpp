// Every small-angle function against its definition in 100 digits, over its whole range and across its seams.
#include "support/small_angle_functions.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace polhode::test;

/// Arguments y = x²: x from 1e-20 (1e-18 in float, whose range ends there) to the function's limit, evenly in
/// log x and in x, and closely around each seam, with its neighbours in the last place.
template <class Function, class Real>
std::vector<Real> arguments() {
    std::vector<Real> y;
    const Real lowest = std::is_same_v<Real, float> ? Real(1e-18L) : Real(1e-20L);
    const Real highest = static_cast<Real>(Function::largest_x), even = std::min(highest, Real(40));
    const int count = 500;
    for (int i = 1; i <= count; ++i) {
        const Real part = static_cast<Real>(i) / static_cast<Real>(count);
        const Real x = std::min(highest, lowest * std::pow(highest / lowest, part));
        y.push_back(x * x);
        y.push_back(part * even * part * even);
    }
    for (const double at : Function::seams) {
        const Real seam = static_cast<Real>(at);
        for (int i = -100; i <= 100; ++i) y.push_back(seam * (1 + static_cast<Real>(i) / 1000));
        Real below = seam, above = seam;
        for (int i = 0; i < 10; ++i) {
            y.push_back(below = std::nextafter(below, Real(0)));
            y.push_back(above = std::nextafter(above, 2 * seam));
        }
    }
    return y;
}

struct Errors {
    double beyond_rounding = 0;  ///< over the whole range, less |y f'(y)| ε
    double plain = 0;            ///< up to plain_x

    static void keep_larger(double& worst, double here) {
        if (!(here <= worst)) worst = here;  // NaN wins
    }
};

/// The largest errors in ulps. √y is rounded to half an ulp, a relative change of y by ε; what that does to f
/// no formula can avoid. It matters near the zeros of sine and cosine and the pole of the cotangent.
template <class Function, class Real>
Errors worst_errors() {
    const Wide epsilon(std::numeric_limits<Real>::epsilon()), shift("1e-20");
    Errors worst;
    for (const Real& y : arguments<Function, Real>()) {
        const Wide at(y), exact = Function::exact(at), unit = ulp<Real>(exact);
        Wide error = abs(Wide(Function::ours(y)) - exact);
        if (std::sqrt(y) <= static_cast<Real>(Function::plain_x))
            Errors::keep_larger(worst.plain, static_cast<double>(error / unit));
        if (y > 1) error -= epsilon * abs(Function::exact(at * (1 + shift)) - exact) / shift;
        Errors::keep_larger(worst.beyond_rounding, static_cast<double>(error / unit));
    }
    return worst;
}

template <class Function>
class SmallAngle : public testing::Test {
protected:
    template <class Real>
    void expect_accurate() {
        const Errors worst = worst_errors<Function, Real>();
        EXPECT_LE(worst.beyond_rounding, Function::ulps);
        EXPECT_LE(worst.plain, Function::plain_ulps);
    }

    template <class Real>
    void expect_no_jump_at_seams() {
        for (const double at : Function::seams) {
            const Real seam = static_cast<Real>(at);
            const Real below = Function::ours(std::nextafter(seam, Real(0)));
            EXPECT_LE(ulps_between(below, Wide(Function::ours(seam))), Function::plain_ulps)
                << "y = " << seam;
        }
    }

    template <class Real>
    void expect_exact_at_zero() {
        const auto [numerator, denominator] = Function::at_zero[0];
        EXPECT_EQ(Function::ours(Real(0)), static_cast<Real>(numerator) / static_cast<Real>(denominator));
    }
};
using Functions = testing::Types<Sinc, CosSqrt, Cosc, SincTail, CotTail, Atanc, AtancSlope>;
TYPED_TEST_SUITE(SmallAngle, Functions);

TYPED_TEST(SmallAngle, IsAccurateInFloat) { this->template expect_accurate<float>(); }
TYPED_TEST(SmallAngle, IsAccurateInDouble) { this->template expect_accurate<double>(); }
TYPED_TEST(SmallAngle, IsAccurateInLongDouble) { this->template expect_accurate<long double>(); }

TYPED_TEST(SmallAngle, HasNoJumpAtItsSeams) {
    this->template expect_no_jump_at_seams<float>();
    this->template expect_no_jump_at_seams<double>();
    this->template expect_no_jump_at_seams<long double>();
}

TYPED_TEST(SmallAngle, IsExactAtZero) {
    this->template expect_exact_at_zero<float>();
    this->template expect_exact_at_zero<double>();
    this->template expect_exact_at_zero<long double>();
}

}  // namespace
