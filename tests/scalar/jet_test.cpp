// Truncated Taylor series as a scalar: closed-form series, identities between functions, solutions of
// differential equations, and nesting with dual numbers.
#include "polhode/scalar/jet.hpp"

#include "polhode/so3/quaternion.hpp"
#include "support/wide.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <type_traits>
#include <vector>

namespace {

using polhode::core::Dual;
using polhode::core::Jet;
using polhode::core::JetTape;
using polhode::core::Plain;
using polhode::core::select;
using polhode::core::value_of;
using polhode::test::Wide;

template <class Real>
using Coefficients = std::vector<Real>;

/// The coefficients of f(x(t)), x given.
template <class Real, class F>
Coefficients<Real> series_of(const F& f, const Coefficients<Real>& x) {
    const int order = static_cast<int>(x.size()) - 1;
    JetTape<Real> tape(order);
    const auto variable = tape.variable();
    Coefficients<Real> result;
    for (int k = 0; k <= order; ++k) {
        variable.set(k, x[static_cast<std::size_t>(k)]);
        result.push_back(tape.replay(k, [&] { return f(variable.jet()); })[k]);
    }
    return result;
}

/// a + t: then the coefficients of f are f⁽ᵏ⁾(a)/k!.
template <class Real>
Coefficients<Real> line(Real a, int order = 24) {
    Coefficients<Real> x(static_cast<std::size_t>(order) + 1, Real(0));
    x[0] = a;
    x[1] = Real(1);
    return x;
}

/// A series with nothing special about it.
template <class Real>
Coefficients<Real> wiggle(Real first, int order = 24) {
    Coefficients<Real> x{first};
    for (int k = 1; k <= order; ++k) x.push_back(Real(std::sin(Real(3 * k)) / Real(k + 1)));
    return x;
}

template <class Real>
void expect_near(const Coefficients<Real>& a, const Coefficients<Real>& b, Real ulps) {
    ASSERT_EQ(a.size(), b.size());
    Real largest(0);  // errors of earlier coefficients reach later ones
    for (std::size_t k = 0; k < a.size(); ++k) {
        largest = std::max(largest, std::abs(b[k]));
        EXPECT_NEAR(static_cast<double>(a[k]), static_cast<double>(b[k]),
                    static_cast<double>(ulps * std::numeric_limits<Real>::epsilon() * largest))
            << "coefficient " << k;
    }
}

template <class Real>
class JetRules : public testing::Test {};
using Reals = testing::Types<double, long double>;
TYPED_TEST_SUITE(JetRules, Reals);

// --- closed forms, in wide arithmetic ---------------------------------------------------------------------------

/// f⁽ᵏ⁾(a)/k! from a recurrence in wide arithmetic.
template <class Real, class Next>
Coefficients<Real> closed_form(Wide first, const Next& next, int order = 24) {
    Coefficients<Real> c;
    Wide term = first;
    for (int k = 0; k <= order; term = next(term, k), ++k) c.push_back(static_cast<Real>(term));
    return c;
}

TYPED_TEST(JetRules, ReciprocalIsTheGeometricSeries) {
    using Real = TypeParam;
    const auto one_over = [](const Jet<Real>& x) { return Real(1) / x; };
    const Wide a = Wide(Real(1.1L));
    expect_near(series_of(one_over, line(Real(1.1L))),
                closed_form<Real>(1 / a, [&](const Wide& c, int) { return Wide(-c / a); }), Real(30));
}

TYPED_TEST(JetRules, SquareRootIsTheBinomialSeries) {
    using Real = TypeParam;
    const auto root = [](const Jet<Real>& x) { return sqrt(x); };
    const Wide a = Wide(Real(1.3L));
    expect_near(series_of(root, line(Real(1.3L))),
                closed_form<Real>(
                    sqrt(a), [&](const Wide& c, int k) { return Wide(c * (Wide(0.5) - k) / (a * (k + 1))); }),
                Real(30));
}

TYPED_TEST(JetRules, ExponentialAndLogarithm) {
    using Real = TypeParam;
    const Wide a = Wide(Real(0.7L));
    expect_near(series_of([](const Jet<Real>& x) { return exp(x); }, line(Real(0.7L))),
                closed_form<Real>(exp(a), [](const Wide& c, int k) { return Wide(c / (k + 1)); }), Real(10));
    const auto logarithm = series_of([](const Jet<Real>& x) { return log(x); }, line(Real(0.7L)));
    for (int k = 1; k <= 24; ++k) {
        const Real exact = static_cast<Real>((k % 2 == 1 ? 1 : -1) / (k * pow(a, k)));
        EXPECT_NEAR(static_cast<double>(logarithm[static_cast<std::size_t>(k)] / exact), 1,
                    static_cast<double>(60 * std::numeric_limits<Real>::epsilon()));
    }
}

TYPED_TEST(JetRules, SineAndCosineHaveTheirDerivatives) {
    using Real = TypeParam;
    const Wide a = Wide(Real(0.7L));
    const Wide cycle[4] = {sin(a), cos(a), -sin(a), -cos(a)};
    const auto s = series_of([](const Jet<Real>& x) { return sin(x); }, line(Real(0.7L)));
    const auto c = series_of([](const Jet<Real>& x) { return cos(x); }, line(Real(0.7L)));
    Wide factorial = 1;
    for (int k = 0; k <= 24; factorial *= ++k) {
        const auto at = static_cast<std::size_t>(k);
        const Real round_off = 20 * std::numeric_limits<Real>::epsilon() / static_cast<Real>(factorial);
        EXPECT_LE(std::abs(s[at] - static_cast<Real>(cycle[k % 4] / factorial)), round_off);
        EXPECT_LE(std::abs(c[at] - static_cast<Real>(cycle[(k + 1) % 4] / factorial)), round_off);
    }
}

// --- identities on a series without any pattern ------------------------------------------------------------------

TYPED_TEST(JetRules, FunctionsUndoEachOther) {
    using Real = TypeParam;
    using J = Jet<Real>;
    const auto x = wiggle(Real(0.8L));
    const Real ulps = 3000;  // the terms of a quotient are as large as 2ᵏ before they cancel
    expect_near(series_of([](const J& y) { return sqrt(y) * sqrt(y); }, x), x, ulps);
    expect_near(series_of([](const J& y) { return exp(log(y)); }, x), x, ulps);
    expect_near(series_of([](const J& y) { return log(exp(y)); }, x), x, ulps);
    expect_near(series_of([](const J& y) { return (y * y) / y; }, x), x, ulps);
    expect_near(series_of([](const J& y) { return pow(y, 5) / pow(y, 4); }, x), x, 10 * ulps);
    expect_near(series_of([](const J& y) { return pow(y, 3) * pow(y, -2); }, x), x, 10 * ulps);
    expect_near(series_of([](const J& y) { return atan(sin(y) / cos(y)); }, x), x, 100 * ulps);
    expect_near(series_of([](const J& y) { return atan2(sin(y) * y, cos(y) * y); }, x), x, 100 * ulps);
    expect_near(series_of([](const J& y) { return J(Real(1)) - sin(y) * sin(y); }, x),
                series_of([](const J& y) { return cos(y) * cos(y); }, x), ulps);
    expect_near(series_of([](const J& y) { return abs(-y); }, x), x, Real(0));
}

TYPED_TEST(JetRules, AConstantIsASeriesWithoutAnythingElse) {
    using Real = TypeParam;
    using J = Jet<Real>;
    const auto x = wiggle(Real(0.8L));
    const auto of_constant = series_of([](const J&) { return J(Real(2)) * J(Real(3)) - J(Real(1)); }, x);
    EXPECT_EQ(of_constant[0], Real(5));
    for (std::size_t k = 1; k < x.size(); ++k) EXPECT_EQ(of_constant[k], Real(0));
    // shortcuts for 0 and 1 give what the operations would
    expect_near(
        series_of([](const J& y) { return J(Real(0)) + J(Real(1)) * y * J(Real(1)) - J(Real(0)); }, x), x,
        Real(0));
    EXPECT_EQ(series_of([](const J& y) { return J(Real(0)) * y; }, x)[3], Real(0));
    expect_near(series_of([](const J& y) { return y / J(Real(4)) + y * J(Real(0.75)); }, x), x, Real(2));
    expect_near(series_of([](const J& y) { return atan2(y, J(Real(2))); }, x),
                series_of([](const J& y) { return atan(y / J(Real(2))); }, x), Real(3000));
    expect_near(series_of([](const J& y) { return atan2(J(Real(2)), y); }, x),
                series_of([](const J& y) { return atan(J(Real(2)) / y); }, x), Real(100000));
}

TYPED_TEST(JetRules, BranchesSeeCoefficientZeroAlone) {
    using Real = TypeParam;
    using J = Jet<Real>;
    const auto f = [](const J& y) { return y > J(Real(0)) ? select(y < J(Real(2)), y * y, y) : -y; };
    const auto x = wiggle(Real(0.8L));
    expect_near(series_of(f, x), series_of([](const J& y) { return y * y; }, x), Real(0));
    const auto negative = wiggle(Real(-0.8L));
    expect_near(series_of(f, negative), series_of([](const J& y) { return -y; }, negative), Real(0));
    EXPECT_TRUE((std::is_same_v<Plain<J>, Real>));
}

// --- what they are for -------------------------------------------------------------------------------------------

TYPED_TEST(JetRules, SolveADifferentialEquation) {  // y' = 1 + y²: tan t
    using Real = TypeParam;
    JetTape<Real> tape(15);
    const auto y = tape.variable();
    y.set(0, Real(0));
    for (int k = 0; k < 15; ++k)
        y.set(k + 1, tape.replay(k, [&] { return Jet<Real>(Real(1)) + y.jet() * y.jet(); })[k] / Real(k + 1));
    const long double exact[] = {1, 0, 1.0L / 3, 0, 2.0L / 15, 0, 17.0L / 315, 0, 62.0L / 2835};
    for (int k = 1; k <= 9; ++k)
        EXPECT_NEAR(static_cast<double>(y[k]), static_cast<double>(exact[k - 1]), 1e-16);
    EXPECT_NEAR(static_cast<double>(y[15]), 929569.0 / 638512875, 1e-18);
}

TEST(Jet, ManyOperationsNeedManyRows) {
    const auto sum = [](const Jet<double>& y) {
        Jet<double> s(0.0);
        for (int i = 0; i < 500; ++i) s += y * y;
        return s;
    };
    const auto x = wiggle(0.5, 6);
    const auto many = series_of(sum, x), one = series_of([](const Jet<double>& y) { return y * y; }, x);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(many[k], 500 * one[k], 1e-12);
}

TEST(Jet, AFunctionWithAMemoryIsRefused) {
    JetTape<double> tape(3);
    const auto x = tape.variable();
    x.set(0, 1);
    int calls = 0;
    const auto moody = [&] { return calls++ == 0 ? x.jet() : x.jet() * x.jet(); };
    tape.replay(0, moody);
    EXPECT_THROW(tape.replay(1, moody), polhode::RunError);
}

TEST(Jet, NaNDoesNotOutliveClear) {
    JetTape<double> tape(6);
    const auto x = tape.variable();
    const auto square = [&] { return x.jet() * x.jet(); };
    for (int k = 0; k <= 6; ++k) {
        x.set(k, std::nan(""));
        tape.replay(k, square);
    }
    tape.clear();
    for (int k = 0; k <= 6; ++k) {
        x.set(k, k == 0 ? 3 : k == 1 ? 1 : 0);
        EXPECT_EQ(tape.replay(k, square)[k], k == 0 ? 9 : k == 1 ? 6 : k == 2 ? 1 : 0) << k;
    }
}

/// Coefficients that carry derivatives: d/da of every coefficient of f(a + t) is k + 1 times the next.
TEST(Jet, CarriesDualNumbers) {
    using D = Dual<double, 1>;
    Coefficients<D> x(9, D(0.0));
    x[0] = D::variable(0.6, 0);
    x[1] = D(1.0);
    const auto f = [](const auto& y) {
        using J = std::decay_t<decltype(y)>;
        return sqrt(J(1.0) + y * y) * sin(y) / exp(y) + atan(y) * cos(y) + log(y);
    };
    const auto with_slopes = series_of([&](const Jet<D>& y) { return f(y); }, x);
    const auto plain = series_of([&](const Jet<double>& y) { return f(y); }, line(0.6, 9));
    for (std::size_t k = 0; k < x.size(); ++k) {
        EXPECT_NEAR(with_slopes[k].value, plain[k], 1e-13 * std::abs(plain[k]) + 1e-15);
        const double slope = static_cast<double>(k + 1) * plain[k + 1];
        EXPECT_NEAR(with_slopes[k].slope[0], slope, 1e-11 * std::abs(slope) + 1e-13);
    }
}

/// Rotations run on jets: Rᵀ(R v) = v for a quaternion that changes its length too.
TEST(Jet, RunsQuaternions) {
    namespace core = polhode::core;
    using J = Jet<double>;
    const auto there_and_back = [](const J& t) {
        core::Quaternion<J> q(J(0.3) + t, J(-0.2), J(0.5) * t, cos(t));
        const J scale = J(1.0) / sqrt(norm2(q));
        q = {scale * q.x, scale * q.y, scale * q.z, scale * q.w};
        const core::Vector3<J> v(t, J(1.0), exp(t));
        return norm2(to_body(q, to_space(q, v)) - v);
    };
    for (const double c : series_of(there_and_back, line(0.0, 10))) EXPECT_NEAR(c, 0, 1e-12);
}

}  // namespace
