/// One formula on every scalar: its value, derivatives, series, lanes, and the torque of a potential.
#include "formula/instantiate.hpp"
#include "formulas.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"
#include "polhode/scalar/pack.hpp"
#include "polhode/so3/rotation.hpp"

#include <Eigen/Core>
#include <bit>
#include <cstdint>

namespace polhode::test {

using Two = core::Pack<2, struct FormulaTest>;

}  // namespace polhode::test

// Packs of this test's own; those of the library's kernels are tested in lanes_test.cpp.
namespace polhode::core {

using test::Two;
template std::vector<Two> constants_of(const ProgramView&, const Two*);
POLHODE_EVALUATE(Two, Two)
POLHODE_EVALUATE(Jet<Two>, Two)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<Dual<double, 3>, 3>), double)

}  // namespace polhode::core

namespace polhode::test {
namespace {

const Parameters& numbers() {
    static const Parameters all{{"a", 0.7}, {"b", -1.3}, {"m", Eigen::Vector3d(0.3, -0.2, 0.9)}};
    return all;
}

/// Every operation and function, smooth where random points are.
std::vector<FormulaTorque> formulas() {
    return {
        torque_of("sin(a*t) + cos(b*t)*wx", "tan(0.3*r11)*exp(-t)", "log(2 + r22)*sqrt(2 + r33)", numbers()),
        torque_of("asin(0.9*r12)", "acos(0.9*r13)*wy", "atan(t*wz) + atan2(r21, 2 + r23)", numbers()),
        torque_of("abs(r31) + min(r32, r33)", "max(wx, wy)*a", "if(r11 < r22 && wx > 0 || t == 1, t^3, -t/2)",
                  numbers()),
        torque_of("(2 + r11)^2.5", "(2 + r22)^(a + t)", "wx^3 - 2/(3 + wy^2) + (2 + r33)^-2", numbers()),
        torque_of("cross(m, to_body(m)).x", "dot(w, to_space(m))", "qx*qy - qz*qw + m.y*w.z", numbers(),
                  Frame::space),
        torque_from("a*r33 + b*r12*r21 + sin(t)*dot(m, to_body(m))", numbers()),
        torque_from(
            "exp(qx*qw) + atan2(r12, 3 + r11)^2/(2 + qy) + abs(r13)^3 + if(r11 > 0, sqrt(1 + r11), 1)",
            numbers()),
        torque_from(
            "tan(0.4*r11) + asin(0.5*r12)*acos(0.5*qx) + log(3 + r22) + max(r31, r32) - min(r13, 0.1)*atan(qz)",
            numbers()),
        torque_from("(2 + r33)^1.7 + (2 + r11)^(1 + qx) + cos(r23)/(2 + qw)", numbers()),
    };
}

TEST(FormulaOnScalars, HasTheSameValueOnAll) {
    std::mt19937_64 random(1);
    for (const FormulaTorque& torque : formulas())
        for (int i = 0; i < 20; ++i) {
            const Point<double> p = random_point(random);
            const Vector3<double> value = model_of(torque)(p.t, p.attitude, p.rates);
            ASSERT_TRUE(is_finite(value)) << torque.formula().shown;

            const core::BoundFormula<long double> wide(torque, {torque.numbers.begin(), torque.numbers.end()},
                                                       {});
            const auto exact = wide(static_cast<long double>(p.t), Quaternion<long double>(p.attitude),
                                    Vector3<long double>(p.rates));
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(value[k], static_cast<double>(exact[k]), 2e-14 * (1 + std::abs(value[k])))
                    << torque.formula().shown;

            using Dual = core::Dual<double, 3>;
            const auto dual =
                model_of(torque)(Dual(p.t), Quaternion<Dual>(p.attitude), Vector3<Dual>(p.rates));
            for (int k = 0; k < 3; ++k) EXPECT_EQ(dual[k].value, value[k]) << torque.formula().shown;
        }
}

/// Along a line in time, attitude and rates.
template <class Real>
Point<Real> along_line(const Point<double>& p, const Real& s) {
    const Vector3<Real> turn = s * Vector3<Real>(Real(0.3), Real(-0.5), Real(0.2));
    // a polynomial of s, so that it is the same on all scalars: a quaternion that need not be of unit length
    Quaternion<Real> q(p.attitude);
    q = q * Quaternion<Real>(Real(0.5) * turn, Real(1));
    return {Real(p.t) + s, q, Vector3<Real>(p.rates) + s * Vector3<Real>(Real(1), Real(0.4), Real(-0.7))};
}

TEST(FormulaOnScalars, CarriesDerivatives) {
    std::mt19937_64 random(2);
    for (const FormulaTorque& torque : formulas())
        for (int i = 0; i < 10; ++i) {
            const Point<double> p = random_point(random);
            using Dual = core::Dual<double, 3>;
            const auto line = along_line(p, Dual::variable(0, 0));
            const Vector3<Dual> dual = model_of(torque)(line.t, line.attitude, line.rates);
            const core::BoundFormula<long double> wide(torque, {torque.numbers.begin(), torque.numbers.end()},
                                                       {});
            const auto at = [&](long double s) {
                const auto moved = along_line(p, s);
                return wide(moved.t, moved.attitude, moved.rates);
            };
            const long double h = 1e-6L;
            const auto difference = (1 / (2 * h)) * (at(h) - at(-h));
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(dual[k].slope[0], static_cast<double>(difference[k]),
                            1e-7 * (1 + std::abs(dual[k].slope[0])))
                    << torque.formula().shown << " component " << k;
        }
}

TEST(FormulaOnScalars, HasSeries) {
    std::mt19937_64 random(3);
    const int order = 10;
    for (const FormulaTorque& torque : formulas())
        for (int i = 0; i < 5; ++i) {
            const Point<double> p = random_point(random);
            core::JetTape<double> tape(order);
            const auto s = tape.variable();
            s.set(0, 0);
            s.set(1, 1);
            const double step = 0.004;
            Vector3<double> sum(0, 0, 0);
            for (int k = 0; k < order; ++k) {
                const auto jets = tape.replay(k, [&] {
                    const auto line = along_line(p, s.jet());
                    return model_of(torque)(line.t, line.attitude, line.rates);
                });
                for (int c = 0; c < 3; ++c) sum[c] += std::pow(step, k) * jets[c][k];
            }
            const auto moved = along_line(p, step);
            const Vector3<double> exact = model_of(torque)(moved.t, moved.attitude, moved.rates);
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(sum[c], exact[c], 1e-11 * (1 + std::abs(exact[c]))) << torque.formula().shown;
        }
}

TEST(FormulaOnScalars, HasTheBitsOfDoubleOnLanes) {
    std::mt19937_64 random(4);
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
    for (const FormulaTorque& torque : formulas())
        for (int i = 0; i < 20; ++i) {
            const std::array<Point<double>, 2> p{random_point(random), random_point(random)};
            const auto both = [&](auto of) {
                Two two(0);
                for (int lane = 0; lane < 2; ++lane)
                    two.set_lane(lane, of(p[static_cast<std::size_t>(lane)]));
                return two;
            };
            const Quaternion<Two> q{both([](const auto& x) { return x.attitude.x; }),
                                    both([](const auto& x) { return x.attitude.y; }),
                                    both([](const auto& x) { return x.attitude.z; }),
                                    both([](const auto& x) { return x.attitude.w; })};
            const Vector3<Two> w{both([](const auto& x) { return x.rates.x; }),
                                 both([](const auto& x) { return x.rates.y; }),
                                 both([](const auto& x) { return x.rates.z; })};
            const Two t = both([](const auto& x) { return x.t; });
            // the second lane has parameters of its own
            FormulaTorque other = torque;
            other.numbers[0] = 0.9;
            std::vector<Two> values;
            for (std::size_t n = 0; n < torque.numbers.size(); ++n) {
                values.emplace_back(torque.numbers[n]);
                values.back().set_lane(1, other.numbers[n]);
            }
            const core::FormulaModelOf<Two> on_lanes(torque, values.data(), {});
            const Vector3<Two> two = on_lanes(t, q, w);
            const Vector3<double> first = model_of(torque)(p[0].t, p[0].attitude, p[0].rates),
                                  second = model_of(other)(p[1].t, p[1].attitude, p[1].rates);
            for (int c = 0; c < 3; ++c) {
                EXPECT_EQ(bits(two[c].lane(0)), bits(first[c])) << torque.formula().shown;
                EXPECT_EQ(bits(two[c].lane(1)), bits(second[c])) << torque.formula().shown;
            }
        }
}

/// T = −∂V/∂θ for R → R exp(θ̂), by dual numbers.
TEST(FormulaPotential, IsWhatTheTorqueIsTheDerivativeOf) {
    std::mt19937_64 random(5);
    int tried = 0;
    for (const FormulaTorque& torque : formulas()) {
        if (!torque.has_potential()) continue;
        ++tried;
        for (int i = 0; i < 50; ++i) {
            const Point<double> p = random_point(random);
            using Dual = core::Dual<double, 3>;
            const Vector3<Dual> turn(Dual::variable(0, 0), Dual::variable(0, 1), Dual::variable(0, 2));
            const Quaternion<Dual> turned =
                Quaternion<Dual>(p.attitude) * Quaternion<Dual>(Dual(0.5) * turn, Dual(1));
            const auto model = model_of(torque);
            const Dual energy = model.potential(Dual(p.t), turned);
            const Vector3<double> value = model(p.t, p.attitude, p.rates);
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(value[k], -energy.slope[static_cast<std::size_t>(k)],
                            1e-13 * (1 + std::abs(value[k])))
                    << torque.formula().shown;
            EXPECT_EQ(energy.value, model.potential(p.t, p.attitude));
        }
    }
    EXPECT_EQ(tried, 4);
}

TEST(FormulaPotential, OfASideThatIsNotTakenDoesNoHarm) {
    // at r11 < 0 the root has no value, and its derivative none
    const auto torque = torque_from("if(r11 > 0, sqrt(r11), 0)");
    const Quaternion<double> behind{0, 0, 1, 0};  // r11 = −1
    const Vector3<double> value = model_of(torque)(0.0, behind, {});
    EXPECT_TRUE(is_finite(value));
    EXPECT_EQ(norm2(value), 0);
}

TEST(FormulaFacts, FollowFromTheText) {
    using enum RateDependence;
    const auto rates = [](const std::string& text) {
        return torque_of(text, "0", "0", {{"c", 1.}, {"m", Eigen::Vector3d(1, 2, 3)}}).rate_dependence();
    };
    EXPECT_EQ(rates("t*r11 + c"), none);
    EXPECT_EQ(rates("-c*wx"), affine);
    EXPECT_EQ(rates("cross(m, w).x + dot(w, to_body(m))*sin(t)"), affine);
    EXPECT_EQ(rates("if(t < 3, wx, 2*wy)/c"), affine);
    EXPECT_EQ(rates("0*wx"), none);
    EXPECT_EQ(rates("wx^1"), affine);
    EXPECT_EQ(rates("wx*wx"), general);
    EXPECT_EQ(rates("wx^2"), general);
    EXPECT_EQ(rates("abs(wx)"), general);
    EXPECT_EQ(rates("c/wx"), general);
    EXPECT_EQ(rates("if(wx < 0, 1, 2)"), general);
    EXPECT_EQ(rates("sin(wy)"), general);
    EXPECT_TRUE(torque_of("t", "0", "0").depends_on_time());
    EXPECT_TRUE(torque_of("0", "0", "if(t < 1, 1, 2)").depends_on_time());
    EXPECT_FALSE(torque_of("r11", "wx", "2").depends_on_time());
    EXPECT_TRUE(torque_from("t*r33").depends_on_time());
    EXPECT_TRUE(torque_from("r33").has_potential());
    EXPECT_FALSE(torque_of("r33", "0", "0").has_potential());
}

/// A statement that a formula is affine is tested where it counts: the second difference vanishes.
TEST(FormulaFacts, AffineMeansAffine) {
    std::mt19937_64 random(6);
    const auto torque = torque_of("cross(m, w).x*sin(t)", "-wx/c + r11*w.y", "if(r11 < 0, wz, 2*wx + 3)",
                                  {{"c", 0.3}, {"m", Eigen::Vector3d(1, 2, 3)}});
    ASSERT_EQ(torque.rate_dependence(), RateDependence::affine);
    for (int i = 0; i < 20; ++i) {
        const Point<double> p = random_point(random), q = random_point(random);
        const auto at = [&](double s) { return model_of(torque)(p.t, p.attitude, p.rates + s * q.rates); };
        EXPECT_LT(norm(at(1) - at(0) - (at(0) - at(-1))), 1e-13);
    }
}

TEST(FormulaFacts, BreakpointsAreTheTimesOfItsComparisons) {
    const auto times = [](const std::string& text, Parameters parameters = {}) {
        return torque_of(text, "0", "0", std::move(parameters)).breakpoints();
    };
    using Times = std::vector<double>;
    EXPECT_EQ(times("t"), Times{});
    EXPECT_EQ(times("if(t < 5, 1, 0)"), Times{5});
    EXPECT_EQ(times("if(5 >= t, 1, 0)"), Times{5});
    EXPECT_EQ(times("if(t < 5 && t > 2 || t == 9, 1, 0) + if(t < 2, 1, 3)"), (Times{2, 5, 9}));
    EXPECT_EQ(times("if(t < start + length/2, 1, 0)", {{"start", 1.}, {"length", 4.}}), Times{3});
    EXPECT_EQ(times("if(2*t - 3 < 5, 1, 0)"), Times{4});
    EXPECT_EQ(times("if((t - a)/b > 0, 1, 0)", {{"a", 2.}, {"b", -3.}}), Times{2});
    EXPECT_EQ(times("if(m.x < t, 1, 0)", {{"m", Eigen::Vector3d(7, 8, 9)}}), Times{7});
    EXPECT_EQ(times("if(r11 < t, 1, 0)"), Times{});
    EXPECT_EQ(times("if(t - t < 1, 1, 0)"), Times{});
    EXPECT_EQ(times("if(t < 1/zero, 1, 0)", {{"zero", 0.}}), Times{});
    EXPECT_EQ(times("max(t - 3, 0) + abs(t - 4) + min(1, t)"), (Times{1, 3, 4}));
    EXPECT_EQ(torque_from("if(t < 2, r33, 0)").breakpoints(), Times{2});

    const FormulaTorque pulse = torque_of("if(t < until, 1, 0)", "0", "0", {{"until", 3.}});
    const double later = 8;
    EXPECT_EQ(pulse.with("until", {&later, 1}).or_throw().breakpoints(), Times{8});
}

/// Subexpressions are shared, entries of the matrix computed when they are used, sums with their products.
TEST(FormulaProgram, IsShort) {
    const Parameters m{{"m", 20.}};
    EXPECT_EQ(torque_of("m*r32", "-m*r31", "0", m).formula().torque.code.size(), 5U);
    EXPECT_EQ(torque_from("m*r33", m).formula().torque.code.size(), 5U);
    EXPECT_EQ(torque_of("sin(3*t)", "2*sin(3*t)", "sin(3*t) + wx", m).formula().torque.code.size(), 4U);
    EXPECT_EQ(torque_of("m*2 + sin(m)", "m*2 + sin(m)", "0", m).formula().torque.code.size(), 2U);
}

/// Where parameters are 0, 1 or −1, what they leave of the formula is evaluated; elsewhere all of it.
TEST(FormulaProgram, IsShorterWithUnitVectors) {
    const auto top = [](const Eigen::Vector3d& up, const Eigen::Vector3d& axis) {
        const std::string T = "m*cross(to_body(up), axis)";
        return torque_of(T + ".x", T + ".y", T + ".z", {{"m", 20.}, {"up", up}, {"axis", axis}});
    };
    const Eigen::Vector3d z(0, 0, 1), skew(0.6, 0, 0.8);
    const FormulaTorque short_one = top(z, -z);
    EXPECT_EQ(short_one.formula().simplified.torque.code.size(), 5U);
    EXPECT_GT(short_one.formula().torque.code.size(), 10U);
    const FormulaTorque changed = short_one.with("up", {skew.data(), 3}).or_throw();
    std::mt19937_64 random(5);
    for (int i = 0; i < 20; ++i) {
        const Point<double> p = random_point(random);
        const auto at = [&](const FormulaTorque& torque) {
            return model_of(torque)(p.t, p.attitude, p.rates);
        };
        const core::Matrix3<double> R = to_matrix(p.attitude);
        EXPECT_EQ(at(short_one).x, -20 * R.row[2].y);
        EXPECT_EQ(at(short_one).y, 20 * R.row[2].x);
        EXPECT_EQ(at(short_one).z, 0);
        EXPECT_EQ(norm(at(changed) - at(top(skew, -z))), 0);
        EXPECT_GT(norm(at(changed) - at(short_one)), 0.01);
        const FormulaTorque slow =
            top(2 * z, -z).with("up", {z.data(), 3}).or_throw();  // 2 simplifies nothing
        EXPECT_EQ(norm(at(slow) - at(short_one)), 0);
    }
}

}  // namespace
}  // namespace polhode::test
