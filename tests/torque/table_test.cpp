// A torque from a table: what stands between its rows, on every scalar, and where methods begin anew.
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/torque/bind.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

using Interpolation = TableTorque::Interpolation;
using Row = TableTorque::Row;
using Vector = core::Vector3<double>;

const Body body = Body::from_moments({1, 2, 2.5});
const core::Quaternion<double> turned = core::exp(Vector(0.3, -0.2, 0.5));

Vector at(const Torque& torque, double t, const core::Quaternion<double>& attitude = {0, 0, 0, 1}) {
    return bound_torque<double>(body, torque)->at(t, attitude, {0, 0, 0});
}

/// Of functions of time, at uneven times.
template <class X, class Y, class Z>
std::vector<Row> rows_of(int count, double width, X x, Y y, Z z) {
    std::vector<Row> rows;
    for (int i = 0; i < count; ++i) {
        const double t = width * (i + 0.3 * std::sin(5.0 * i)) / (count - 1);
        rows.push_back({t, x(t), y(t), z(t)});
    }
    return rows;
}

const auto cubic = [](double t) { return 1 + t * (2 - t * (3 - 0.5 * t)); };
const auto parabola = [](double t) { return 2 - t + 0.25 * t * t; };
const auto line = [](double t) { return 3 * t - 1; };

TEST(TableTorque, ASplineOfACubicIsTheCubic) {
    const TableTorque table(rows_of(9, 4, cubic, parabola, line));
    for (double t = table.rows().front()[0]; t < table.rows().back()[0]; t += 0.03) {
        EXPECT_NEAR(at(table, t).x, cubic(t), 1e-12) << t;
        EXPECT_NEAR(at(table, t).y, parabola(t), 1e-12) << t;
        EXPECT_NEAR(at(table, t).z, line(t), 1e-12) << t;
    }
}

TEST(TableTorque, FewRowsGiveACubicAParabolaOrALine) {
    EXPECT_NEAR(at(TableTorque(rows_of(4, 4, cubic, line, line)), 1.7).x, cubic(1.7), 1e-13);
    EXPECT_NEAR(at(TableTorque(rows_of(3, 4, parabola, line, line)), 1.7).x, parabola(1.7), 1e-13);
    EXPECT_NEAR(at(TableTorque(rows_of(2, 4, line, line, line)), 1.7).x, line(1.7), 1e-13);
}

TEST(TableTorque, ASplineIsGoodToTheFourthOrderUpToItsEnds) {
    const auto wave = [](double t) { return std::sin(3 * t); };
    const auto error = [&](int count) {
        std::vector<Row> rows;
        for (int i = 0; i <= count; ++i) rows.push_back({2.0 * i / count, wave(2.0 * i / count), 0, 0});
        const TableTorque table(rows);
        double worst = 0;
        for (double t = 0; t < 2; t += 0.001) worst = std::max(worst, std::abs(at(table, t).x - wave(t)));
        return worst;
    };
    EXPECT_NEAR(std::log2(error(40) / error(80)), 4, 0.3);
}

TEST(TableTorque, HoldsOrGoesStraight) {
    const std::vector<Row> rows{{0, 1, 0, 0}, {1, 3, 0, 0}, {3, -1, 0, 0}};
    const TableTorque held(rows, Frame::body, Interpolation::hold),
        straight(rows, Frame::body, Interpolation::linear);
    for (const auto& [t, hold, linear] :
         {std::array{0.25, 1.0, 1.5}, std::array{0.5, 1.0, 2.0}, std::array{2.0, 3.0, 1.0}}) {
        EXPECT_EQ(at(held, t).x, hold);
        EXPECT_EQ(at(straight, t).x, linear);
    }
}

TEST(TableTorque, IsZeroOutside) {
    for (const auto interpolation : {Interpolation::spline, Interpolation::linear, Interpolation::hold}) {
        const TableTorque table({{1, 5, 5, 5}, {2, 5, 5, 5}}, Frame::body, interpolation);
        EXPECT_EQ(at(table, 0.999).x, 0);
        EXPECT_EQ(at(table, 1.5).x, 5);
        EXPECT_EQ(at(table, 2.001).x, 0);
    }
}

TEST(TableTorque, IsFixedInTheBodyOrInSpace) {
    const std::vector<Row> rows{{0, 1, 2, 3}, {1, 1, 2, 3}};
    Eigen::Matrix3d tensor;
    tensor << 3, 1, 0.3, 1, 3, 0.1, 0.3, 0.1, 5;
    const Body tilted = Body::from_tensor(tensor);
    for (const Frame frame : {Frame::body, Frame::space}) {
        const Torque table = TableTorque(rows, frame);
        const Torque constant = frame == Frame::body ? Torque(core::ConstantBodyTorque{.torque = {1, 2, 3}})
                                                     : Torque(core::ConstantSpaceTorque{.torque = {1, 2, 3}});
        const Vector a = bound_torque<double>(tilted, table)->at(0.5, turned, {0, 0, 0}),
                     b = bound_torque<double>(tilted, constant)->at(0.5, turned, {0, 0, 0});
        EXPECT_LT(norm(a - b), 1e-15);
    }
}

TEST(TableTorque, BreaksWhereItIsNotSmoothEnough) {
    const std::vector<Row> rows{{0, 1, 0, 0}, {1, 3, 0, 0}, {3, -1, 0, 0}};
    const std::vector<double> all{0, 1, 3}, ends{0, 3};
    const auto of = [&](Interpolation i, int order) {
        return breakpoints(TableTorque(rows, Frame::body, i), order);
    };
    EXPECT_EQ(of(Interpolation::hold, 2), all);
    EXPECT_EQ(of(Interpolation::linear, 2), all);
    EXPECT_EQ(of(Interpolation::spline, 4), ends);
    EXPECT_EQ(of(Interpolation::spline, 5), all);
    EXPECT_EQ(breakpoints(TableTorque(rows)), all);
    const Torque sum = TorqueSum{{{TableTorque(rows), "table", {{0.5, 2}}}}};
    EXPECT_EQ(breakpoints(sum, 4), (std::vector<double>{0, 0.5, 2, 3}));
}

/// Duals of time give the slope, jets the coefficients of the piece.
TEST(TableTorque, IsAPolynomialOfTimeOnEveryScalar) {
    const Torque table = TableTorque(rows_of(9, 4, cubic, parabola, line));
    const auto bound = bound_torque<double>(body, table);
    core::JetTape<double> tape(3);
    const auto t = tape.variable(), zero = tape.variable(), one = tape.variable();
    for (int k = 0; k <= 3; ++k) {
        t.set(k, k == 0 ? 1.7 : k == 1 ? 1 : 0);
        zero.set(k, 0);
        one.set(k, k == 0 ? 1 : 0);
    }
    core::Vector3<core::Jet<double>> series;
    for (int k = 0; k <= 3; ++k)
        series = tape.replay(k, [&] {
            return bound->at(
                t.jet(), core::Quaternion<core::Jet<double>>(zero.jet(), zero.jet(), zero.jet(), one.jet()),
                core::Vector3<core::Jet<double>>(zero.jet(), zero.jet(), zero.jet()));
        });
    EXPECT_NEAR(series.x[0], cubic(1.7), 1e-12);
    EXPECT_NEAR(series.x[1], 2 - 6 * 1.7 + 1.5 * 1.7 * 1.7, 1e-11);
    EXPECT_NEAR(series.x[2], -3 + 1.5 * 1.7, 1e-11);
    EXPECT_NEAR(series.x[3], 0.5, 1e-11);
    const auto long_one = bound_torque<long double>(body, table)
                              ->at(1.7L, core::Quaternion<long double>(0, 0, 0, 1), {0, 0, 0});
    EXPECT_NEAR(static_cast<double>(long_one.x), cubic(1.7), 1e-12);
}

/// Methods of every kind, inside the table, with the momentum that its integral gives.
TEST(TableTorque, ChangesTheSpatialMomentumByItsIntegral) {
    const Torque table = TableTorque(rows_of(9, 4, parabola, line, line), Frame::space);
    for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "trap", "buss4", "taylor-20"}) {
        Integrator integrator(method, body, table, {Eigen::Quaterniond::Identity(), {0.3, 0.2, 1}});
        integrator.set(integrator.state(), 0.5);
        integrator.advance(0.001, 2000);
        const Eigen::Vector3d change = integrator.state().spatial_momentum() - Eigen::Vector3d(0.3, 0.2, 1);
        const auto integral = [](double t) { return 2 * t - t * t / 2 + t * t * t / 12; };
        EXPECT_NEAR(change.x(), integral(2.5) - integral(0.5), 5e-5) << method;
    }
}

TEST(TableTorque, SaysWhatIsWrongWithARow) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [rows, message] : std::vector<std::pair<std::vector<Row>, std::string>>{
             {{}, "0 rows, expected at least two: t, Tx, Ty, Tz"},
             {{{0, 1, 1, 1}}, "1 row, expected at least two: t, Tx, Ty, Tz"},
             {{{0, 1, 1, 1}, {2, 1, nan, 1}}, "row 2 has nan, expected finite numbers"},
             {{{0, 1, 1, 1}, {2, 1, 1, 1}, {1, 1, 1, 1}},
              "row 3 is at time 1, expected one after that of the row before, 2"},
             {{{0, 1, 1, 1}, {0, 1, 1, 1}},
              "row 2 is at time 0, expected one after that of the row before, 0"},
             {{{0, 1, 1, 1}, {1e-200, 1e200, 1, 1}},
              "rows 1 and 2 cannot be interpolated, expected times farther apart or smaller torques"}}) {
        const auto table = TableTorque::try_make(rows);
        ASSERT_FALSE(table);
        EXPECT_EQ(table.error().message, message);
    }
    EXPECT_THROW(TableTorque(std::vector<Row>{}), InputError);
}

}  // namespace
}  // namespace polhode
