/// Poinsot's construction: curves on their surfaces, the closed form beside the exact flow, rolling without
/// slipping, and motions that have none of it.
#include "polhode/simulate/poinsot.hpp"

#include "polhode/error.hpp"
#include "support/random_rotation.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/heuman_lambda.hpp>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace polhode {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double pi = 3.14159265358979323846;

Poinsot poinsot(const Vector3d& moments, const Vector3d& momentum) {
    return free_motion(Body::from_moments(moments), {Quaterniond::Identity(), momentum}).poinsot();
}

/// Free motions of all kinds, in tilted axes, from any attitude.
class Motions {
public:
    static constexpr int kinds = 5;

    FreeMotion next(int kind) {
        const Matrix3d axes = rotation().toRotationMatrix();
        const Vector3d I = moments(kind);
        return free_motion(Body::from_tensor(symmetric_part(axes * I.asDiagonal() * axes.transpose())),
                           {rotation(), axes * momentum(kind, I)});
    }

    /// In principal axes: near the separatrix, what the rounding of a tilted tensor changes would grow.
    FreeMotion next_upright(int kind) {
        const Vector3d I = moments(kind);
        return free_motion(Body::from_moments(I), {rotation(), momentum(kind, I)});
    }

    double between(double low, double high) { return random_.between(low, high); }

    /// Of kind 0 nothing is special.
    static std::string name(int kind) {
        static const char* const names[kinds] = {"any", "nearly symmetric", "nearly spherical",
                                                 "near the separatrix", "near an axis"};
        return names[kind];
    }

private:
    Quaterniond rotation() {
        const core::Quaternion<double> q = random_.rotation();
        return Quaterniond(q.w, q.x, q.y, q.z).normalized();
    }
    static Matrix3d symmetric_part(const Matrix3d& m) { return 0.5 * (m + m.transpose()); }
    double small() { return std::pow(10, random_.between(-14, -1)); }

    Vector3d moments(int kind) {
        const double scale = std::pow(10, random_.between(-3, 3));
        const double a = random_.between(0.05, 1), b = random_.between(0.05, 1), c = random_.between(0.05, 1);
        if (kind == 1) return scale * Vector3d(a + b, (a + b) * (1 + small()), 2 * a);
        if (kind == 2) return scale * Vector3d(1, 1 + small(), 1 + small());
        return scale * Vector3d(b + c, a + c, a + b);
    }

    Vector3d momentum(int kind, const Vector3d& I) {
        const core::Vector3<double> d = random_.direction();
        Vector3d P = std::pow(10, random_.between(-2, 2)) * Vector3d(d.x, d.y, d.z);
        if (kind < 3) return P;
        int order[3] = {0, 1, 2};
        std::sort(order, order + 3, [&](int i, int j) { return I[i] < I[j]; });
        const auto [low, mid, high] = order;
        if (kind == 3) {  // qΠ₁² = pΠ₃² on the separatrix
            const double q = 1 / I[low] - 1 / I[mid], p = 1 / I[mid] - 1 / I[high];
            P[high] = P[low] * std::sqrt(q / p) * (1 + (random_.between(-1, 1) < 0 ? -1 : 1) * small());
        } else {
            P[order[random_.between(0, 3) < 1 ? 0 : 2]] *= 1 / small();
        }
        return P;
    }

    test::Random<double> random_{11};
};

/// Calls check(poinsot, name) for 200 motions.
template <class Check>
void over_motions(const Check& check) {
    Motions motions;
    for (int i = 0; i < 200; ++i) {
        const int kind = i % Motions::kinds;
        const Poinsot p = motions.next(kind).poinsot();
        check(p, motions, Motions::name(kind) + ", motion " + std::to_string(i));
    }
}

double speed(const Poinsot& p) { return p.motion().angular_velocity(0).norm(); }

/// Any time up to so many turns from the start.
double some_time(const Poinsot& p, Motions& motions, double turns) {
    return motions.between(-turns, turns) * 2 * pi / speed(p);
}

TEST(Poinsot, ThePolhodeIsOnBothEllipsoids) {
    over_motions([](const Poinsot& p, Motions&, const std::string& name) {
        const Matrix3d to_principal = p.body().principal_axes().conjugate().toRotationMatrix();
        for (const Vector3d& w : p.polhode(37)) {
            const Vector3d along = to_principal * w;
            EXPECT_NEAR(along.cwiseQuotient(p.energy_semi_axes()).norm(), 1, 1e-14) << name;
            EXPECT_NEAR(along.cwiseQuotient(p.momentum_semi_axes()).norm(), 1, 1e-14) << name;
        }
    });
}

TEST(Poinsot, TheSemiAxesAreThoseOfEnergyAndMomentum) {
    const Poinsot p = poinsot({1, 1.5, 2.2}, {0.3, -1, 2});
    const double T = 0.5 * (0.09 / 1 + 1 / 1.5 + 4 / 2.2), L = std::sqrt(0.09 + 1 + 4);
    EXPECT_NEAR(p.energy(), T, 1e-15);
    EXPECT_NEAR(p.momentum(), L, 1e-15);
    for (int i = 0; i < 3; ++i) {
        const double I = p.body().moments()[i];
        EXPECT_NEAR(p.energy_semi_axes()[i], std::sqrt(2 * T / I), 1e-15);
        EXPECT_NEAR(p.momentum_semi_axes()[i], L / I, 1e-15);
    }
    EXPECT_NEAR(p.plane().distance, 2 * T / L, 1e-15);
    EXPECT_LE((p.plane().normal - Vector3d(0.3, -1, 2) / L).norm(), 1e-15);
    EXPECT_EQ(p.course(), PolhodeCourse::around_largest_moment);
    EXPECT_EQ(p.axis(), Vector3d(0, 0, 1));
    EXPECT_EQ(poinsot({1, 1.5, 2.2}, {-1, 0.4, 0.2}).course(), PolhodeCourse::around_least_moment);
}

TEST(Poinsot, ThePolhodeComesBackAfterItsPeriod) {
    over_motions([](const Poinsot& p, Motions&, const std::string& name) {
        if (!std::isfinite(p.period())) return;
        EXPECT_EQ(p.one_period().last, p.period());
        const std::vector<Vector3d> points = p.polhode(9);
        EXPECT_LE((points.back() - points.front()).norm(), 1e-11 * speed(p)) << name;
        EXPECT_EQ(points.front(), p.motion().angular_velocity(0)) << name;
    });
}

TEST(Poinsot, TheHerpolhodeIsInThePlane) {
    over_motions([](const Poinsot& p, Motions& motions, const std::string& name) {
        for (int i = 0; i < 20; ++i) {
            const double t = some_time(p, motions, 3);
            EXPECT_NEAR(p.plane().normal.dot(p.herpolhode(t)) / p.plane().distance, 1, 1e-14) << name;
        }
    });
}

TEST(Poinsot, TheClosedFormIsTheExactFlow) {
    double worst = 0;
    over_motions([&](const Poinsot& p, Motions& motions, const std::string& name) {
        EXPECT_LE((p.in_space(p.herpolhode_polar(0)) - p.herpolhode(0)).norm(), 3e-15 * speed(p)) << name;
        for (int i = 0; i < 30; ++i) {
            const double t = some_time(p, motions, 20);
            const double miss = (p.in_space(p.herpolhode_polar(t)) - p.herpolhode(t)).norm() / speed(p);
            worst = std::max(worst, miss);
            EXPECT_LE(miss, 1e-12) << name << " at " << t << ", period " << p.period();
        }
    });
    RecordProperty("worst", std::to_string(worst));
    std::printf("closed form and exact flow differ by at most %.1e of |ω|\n", worst);
}

/// Euler's equations and the attitude's in 80-bit arithmetic by Boost.odeint, which shares nothing with either: ω in
/// space at these times. Times and rates are in terms of |ω| at the start.
std::vector<Vector3d> integrated(const FreeMotion& motion, const std::vector<double>& times) {
    namespace odeint = boost::numeric::odeint;
    using Number = long double;
    using Vector = Eigen::Matrix<Number, 3, 1>;
    using Numbers = std::array<Number, 7>;  // ω, and the attitude as x, y, z, w
    const Eigen::Matrix<Number, 3, 3> I = motion.body().tensor().cast<Number>(), inverse = I.inverse();
    const Number unit = motion.angular_velocity(0).cast<Number>().norm();
    const auto rates = [&](const Numbers& s, Numbers& rate, Number) {
        const Vector w(s[0], s[1], s[2]), v(s[3], s[4], s[5]), dw = inverse * (I * w).cross(w);
        const Vector dv = (s[6] * w + v.cross(w)) / 2;
        rate = {dw.x(), dw.y(), dw.z(), dv.x(), dv.y(), dv.z(), -v.dot(w) / 2};
    };
    const State start = motion.at(0);
    const Vector w = inverse * start.momentum.cast<Number>() / unit;
    const Eigen::Quaternion<Number> q = start.attitude.cast<Number>().normalized();
    Numbers now{w.x(), w.y(), w.z(), q.x(), q.y(), q.z(), q.w()};
    std::vector<Number> when{0};
    for (const double t : times) when.push_back(t * unit);
    std::vector<Vector3d> points;
    using Fehlberg = odeint::runge_kutta_fehlberg78<Numbers, Number>;
    odeint::integrate_times(
        odeint::make_controlled<Fehlberg>(1e-18L, 1e-18L), rates, now, when.begin(), when.end(), Number(0.01),
        [&](const Numbers& s, Number) {
            const Eigen::Quaternion<Number> attitude(s[6], s[3], s[4], s[5]);
            points.emplace_back((unit * (attitude.normalized() * Vector(s[0], s[1], s[2]))).cast<double>());
        });
    points.erase(points.begin());
    return points;
}

TEST(Poinsot, TheClosedFormIsWhatNumericalIntegrationGives) {
    double worst = 0;
    Motions motions;
    for (int motion = 0; motion < 200; ++motion) {
        const Poinsot p = motions.next_upright(motion % Motions::kinds).poinsot();
        std::vector<double> times;
        for (int i = 0; i < 10; ++i) times.push_back(std::abs(some_time(p, motions, 5)));
        std::ranges::sort(times);
        const std::vector<Vector3d> points = integrated(p.motion(), times);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double miss = (p.in_space(p.herpolhode_polar(times[i])) - points[i]).norm() / speed(p);
            worst = std::max(worst, miss);
            EXPECT_LE(miss, 1e-12) << Motions::name(motion % Motions::kinds) << ", motion " << motion
                                   << " at " << times[i] << ", period " << p.period();
        }
    }
    std::printf("closed form and numerical integration differ by at most %.1e of |ω|\n", worst);
}

/// A textbook's solution, with amplitudes from energy and momentum: Π = (A cn, B sn, C dn).
TEST(Poinsot, TheAdvanceIsThatOfTheCompleteIntegral) {
    for (const Vector3d& P : {Vector3d(0.3, -1, 2), Vector3d(0.5, 0.1, 1), Vector3d(-0.2, 0.4, -3)}) {
        const Poinsot p = poinsot({1, 1.5, 2.2}, P);
        ASSERT_EQ(p.course(), PolhodeCourse::around_largest_moment);
        const double I1 = 1, I2 = 1.5, I3 = 2.2, T2 = 2 * p.energy(), L2 = P.squaredNorm(), L = P.norm();
        const double k = std::sqrt((I2 - I1) * (T2 * I3 - L2) / ((I3 - I2) * (L2 - T2 * I1)));
        const double lambda = std::sqrt((I3 - I2) * (L2 - T2 * I1) / (I1 * I2 * I3));
        // ρ² = ρ_max² (1 − ν sn²)
        const double g1 = 1 / I1 - T2 / L2, g2 = 1 / I2 - T2 / L2, g3 = 1 / I3 - T2 / L2, nu = 1 - g2 / g1;
        const double period = 4 * boost::math::ellint_1(k) / lambda;
        const double advance = T2 / L * period + 4 * g2 * L * boost::math::ellint_3(k, nu) / lambda;
        EXPECT_NEAR(p.period(), period, 1e-13 * period);
        EXPECT_NEAR(p.herpolhode().advance, advance, 1e-13 * advance);
        EXPECT_NEAR(p.herpolhode().largest_radius, L * std::sqrt(-g1 * g3), 1e-14 * L);
        EXPECT_NEAR(p.herpolhode().least_radius, L * std::sqrt(-g2 * g3), 1e-14 * L);
    }
}

/// |L|/I_mid times the period, and a part of a turn whose angle ε depends on the body alone.
TEST(Poinsot, TheAdvanceIsOneOfHeumansLambda) {
    for (const Vector3d& I : {Vector3d(1, 1.5, 2.2), Vector3d(2.2, 1.5, 1)})
        for (const Vector3d& P : {Vector3d(0.3, -0.5, 2), Vector3d(0.6, 0.8, 0.9), Vector3d(0.01, 0, 1)}) {
            const Poinsot p = poinsot(I, P);
            ASSERT_EQ(p.axis(), Vector3d(0, 0, 1));
            const double gap = 1 / I[0] - 1 / I[2],
                         epsilon = std::asin(std::sqrt((1 / I[1] - 1 / I[2]) / gap));
            const double k = std::sqrt(p.motion().polhode().modulus2);
            const double turns = std::copysign(1 - boost::math::heuman_lambda(k, epsilon), gap);
            EXPECT_NEAR(p.herpolhode().advance, p.momentum() / I[1] * p.period() + 2 * pi * turns, 1e-13);
        }
}

/// The whole motion turns about L by the advance in one period.
TEST(Poinsot, TheHerpolhodeTurnsByItsAdvanceInAPeriod) {
    over_motions([](const Poinsot& p, Motions& motions, const std::string& name) {
        const double turns = p.period() * speed(p) / (2 * pi);
        if (!(turns < 20)) return;
        const double t = some_time(p, motions, 3);
        const HerpolhodeConstants& h = p.herpolhode();
        const HerpolhodePoint a = p.herpolhode_polar(t), b = p.herpolhode_polar(t + p.period());
        EXPECT_NEAR(b.angle - a.angle, h.advance, 1e-12 * h.advance * turns) << name;
        EXPECT_NEAR(h.mean_rate * p.period(), h.advance, 1e-14 * h.advance) << name;
        const Eigen::AngleAxisd turn(h.advance, p.plane().normal);
        EXPECT_LE((p.herpolhode(t + p.period()) - turn * p.herpolhode(t)).norm(), 1e-11 * speed(p)) << name;
    });
}

TEST(Poinsot, TheRadiusStaysBetweenItsBoundsAndReachesThem) {
    over_motions([](const Poinsot& p, Motions&, const std::string& name) {
        if (!std::isfinite(p.period())) return;
        const HerpolhodeConstants& h = p.herpolhode();
        double least = h.largest_radius, largest = 0;
        for (int i = 0; i < 400; ++i) {
            const HerpolhodePoint at = p.herpolhode_polar(p.period() * i / 400);
            const double radius = at.radius;
            least = std::min(least, radius);
            largest = std::max(largest, radius);
            const auto [slow, fast] = std::minmax(h.rate_at_least, h.rate_at_largest);
            EXPECT_GE(at.angle_rate, slow * (1 - 1e-14)) << name;
            EXPECT_LE(at.angle_rate, fast * (1 + 1e-14)) << name;
        }
        EXPECT_GE(least, h.least_radius * (1 - 1e-14)) << name;
        EXPECT_LE(largest, h.largest_radius * (1 + 1e-14)) << name;
        EXPECT_LE(h.largest_radius - largest, 0.05 * h.largest_radius) << name;
        EXPECT_LE(least - h.least_radius, 0.05 * h.largest_radius) << name;
    });
}

/// The plane touches the ellipsoid where ω is, and the point of the body that is there has velocity ω × ω =
/// 0.
TEST(Poinsot, TheEllipsoidTouchesThePlaneAtTheAngularVelocity) {
    over_motions([](const Poinsot& p, Motions& motions, const std::string& name) {
        for (int i = 0; i < 10; ++i) {
            const double t = some_time(p, motions, 3);
            const State state = p.motion().at(t);
            const Vector3d contact = p.herpolhode(t);
            const Vector3d normal =
                state.attitude * (p.body().tensor() * (state.attitude.conjugate() * contact));
            EXPECT_LE((normal.normalized() - p.plane().normal).norm(), 2e-14) << name;
        }
    });
}

/// The point of contact has the same velocity on the plane as on the ellipsoid, R dω/dt: no slip. The first
/// by the closed form, the second by Euler's equations.
TEST(Poinsot, TheEllipsoidRollsWithoutSlipping) {
    double worst = 0;
    over_motions([&](const Poinsot& p, Motions& motions, const std::string& name) {
        const double size = speed(p) * speed(p);
        for (int i = 0; i < 10; ++i) {
            const double t = some_time(p, motions, 1);
            const State state = p.motion().at(t);
            const Vector3d w = p.body().angular_velocity(state.momentum);
            const Vector3d on_ellipsoid = p.body().angular_velocity(state.momentum.cross(w));
            const HerpolhodePoint at = p.herpolhode_polar(t);
            const Vector3d outwards =
                std::cos(at.angle) * p.plane().first + std::sin(at.angle) * p.plane().second;
            const Vector3d on_plane =
                at.radius_rate * outwards + at.radius * at.angle_rate * p.plane().normal.cross(outwards);
            const double slip = (on_plane - state.attitude * on_ellipsoid).norm() / size;
            worst = std::max(worst, slip);
            EXPECT_LE(slip, 2e-14) << name << " at " << t;
        }
    });
    std::printf("the ellipsoid slips by at most %.1e of |ω|²\n", worst);
}

/// Measured with chords, so that nothing of the formulas enters; their error falls with the fourth power
/// after one extrapolation.
TEST(Poinsot, PolhodeAndHerpolhodeAreOfOneLength) {
    for (const Vector3d& momentum : {Vector3d(0.3, -1, 2), Vector3d(1, 0.4, 0.2), Vector3d(1, 0.9, 1.3)}) {
        const Poinsot p = poinsot({1, 1.5, 2.2}, momentum);
        const auto lengths = [&](std::size_t n) {
            const std::vector<Vector3d> polhode = p.polhode(n + 1);
            Eigen::Vector2d sum = Eigen::Vector2d::Zero();
            for (std::size_t i = 0; i < n; ++i) {
                const double step = p.period() / static_cast<double>(n), t = step * static_cast<double>(i);
                sum += Eigen::Vector2d((polhode[i + 1] - polhode[i]).norm(),
                                       (p.herpolhode(t + step) - p.herpolhode(t)).norm());
            }
            return sum;
        };
        const Eigen::Vector2d extrapolated = (4 * lengths(8000) - lengths(4000)) / 3;
        EXPECT_NEAR(extrapolated[0], extrapolated[1], 1e-11 * extrapolated[0]);
    }
}

/// The body cone rolls on the space cone: circles, both at constant rates.
TEST(Poinsot, OfASymmetricTopBothCurvesAreCircles) {
    for (const double axial : {0.4, 1.9, 3.5}) {
        const double I = 2, along = 1.3, across = 0.7, L = std::hypot(along, across);
        const Poinsot p = poinsot({I, I, axial}, {across, 0, along});
        EXPECT_EQ(p.course(),
                  axial < I ? PolhodeCourse::around_least_moment : PolhodeCourse::around_largest_moment);
        const double radius = std::abs(1 / I - 1 / axial) * along * across / L;
        const HerpolhodeConstants& h = p.herpolhode();
        EXPECT_NEAR(h.least_radius, radius, 1e-15);
        EXPECT_NEAR(h.largest_radius, radius, 1e-15);
        EXPECT_NEAR(p.period() * std::abs(along * (I - axial) / (I * axial)), 2 * pi, 1e-14);
        EXPECT_NEAR(h.mean_rate, L / I, 1e-15);  // regular precession
        EXPECT_EQ(h.rate_at_largest, h.rate_at_least);
        EXPECT_NEAR(h.advance, L / I * p.period(), 1e-13);
        for (const double t : {0.0, 0.3, -7.0, 40.0}) {
            const HerpolhodePoint at = p.herpolhode_polar(t);
            EXPECT_NEAR(at.radius, radius, 1e-15);
            EXPECT_NEAR(at.angle, L / I * t, 1e-13);
            EXPECT_NEAR(at.radius_rate, 0, 1e-15);
        }
        for (const Vector3d& w : p.polhode(10)) {
            EXPECT_NEAR(w.z(), along / axial, 1e-15);
            EXPECT_NEAR(std::hypot(w.x(), w.y()), across / I, 1e-15);
        }
    }
}

/// Near an axis, the frequency of the linearised motion. In a period of the polhode the body turns by |L|/I₃
/// times that period, and the curve around its axis by one turn more, or one less around the least moment.
TEST(Poinsot, SmallCurvesHaveTheRatesOfTheLinearisedMotion) {
    for (const Vector3d& I : {Vector3d(1, 1.5, 2.2), Vector3d(2.2, 1.5, 1)}) {
        const double L = 2, rate = L * std::sqrt((1 / I[0] - 1 / I[2]) * (1 / I[1] - 1 / I[2]));
        const double once = I[2] > I[0] ? 2 * pi : -2 * pi;
        for (const double offset : {1e-5, 1e-9, 1e-140, 1e-200, 0.0}) {
            const Poinsot p = poinsot(I, {offset, 0, L});
            const HerpolhodeConstants& h = p.herpolhode();
            const double curvature = 10 * offset * offset;
            EXPECT_NEAR(p.period(), 2 * pi / rate, curvature + 1e-14);
            EXPECT_NEAR(h.advance, L / I[2] * p.period() + once, curvature + 1e-14);
            EXPECT_NEAR(h.largest_radius, offset * std::abs(1 / I[0] - 1 / I[2]), 1e-8 * offset + 1e-160);
            EXPECT_EQ(p.course(), offset < 1e-145 ? PolhodeCourse::fixed_axis
                                  : I[2] > I[0]   ? PolhodeCourse::around_largest_moment
                                                  : PolhodeCourse::around_least_moment);
            EXPECT_GE(p.herpolhode_polar(3).radius, h.least_radius * (1 - 1e-14));
            EXPECT_TRUE(std::isfinite(p.herpolhode_polar(3).angle));
        }
    }
}

TEST(Poinsot, TheSeparatrixSpiralsIntoTheCentre) {
    // 1/I in equal steps: Π₁ = ±Π₃ is the separatrix, to the last bit
    for (const Vector3d& momentum : {Vector3d(3, 0, 3), Vector3d(3, 1, -3), Vector3d(-3, -8, 3)}) {
        const Poinsot p = poinsot({12, 15, 20}, momentum);
        EXPECT_EQ(p.course(), PolhodeCourse::separatrix);
        EXPECT_TRUE(std::isinf(p.period()));
        EXPECT_TRUE(std::isinf(p.herpolhode().advance));
        EXPECT_EQ(p.herpolhode().least_radius, 0);
        const double rate = momentum.norm() / 15;
        EXPECT_NEAR(p.herpolhode().mean_rate, rate, 1e-15);
        EXPECT_NEAR(p.herpolhode_polar(7).angle, 7 * rate, 1e-14);

        const TimeRange range = p.one_period();
        const double middle = 0.5 * (range.first + range.last), largest = p.herpolhode().largest_radius;
        EXPECT_NEAR(p.herpolhode_polar(middle).radius, largest, 1e-14);
        for (const double t : {-40.0, 3.0, 90.0}) {  // ρ = ρ_max/cosh λt
            const double lambda = p.motion().polhode().lambda;
            EXPECT_NEAR(p.herpolhode_polar(middle + t).radius, largest / std::cosh(lambda * t), 1e-13);
            const Vector3d point = p.in_space(p.herpolhode_polar(middle + t));
            EXPECT_LE((point - p.herpolhode(middle + t)).norm(), 1e-13);
        }
        EXPECT_TRUE(std::isfinite(p.herpolhode_polar(1e6).angle_rate));
        EXPECT_TRUE(std::isfinite(p.herpolhode_polar(1e6).radius_rate));
        const std::vector<Vector3d> points = p.polhode(101);
        const Vector3d end = p.axis() * momentum.norm() / 15;
        EXPECT_LE((points.back() - end).norm(), 3e-8);
        EXPECT_LE((points.front() + end).norm(), 3e-8);
    }
}

TEST(Poinsot, AFixedAxisHasAPointForACurve) {
    const auto check = [](const Poinsot& p, const std::string& name) {
        EXPECT_EQ(p.course(), PolhodeCourse::fixed_axis) << name;
        EXPECT_EQ(p.herpolhode().largest_radius, 0) << name;
        const Vector3d w = p.motion().angular_velocity(0);
        EXPECT_NEAR(p.plane().distance, w.norm(), 1e-15 * w.norm()) << name;
        for (const Vector3d& point : p.polhode(5)) EXPECT_LE((point - w).norm(), 1e-15 * w.norm()) << name;
        const HerpolhodePoint at = p.herpolhode_polar(1.7);
        EXPECT_EQ(at.radius, 0) << name;
        EXPECT_TRUE(std::isfinite(at.angle + at.angle_rate + p.herpolhode().mean_rate)) << name;
        EXPECT_LE((p.in_space(at) - p.herpolhode(1.7)).norm(), 1e-14 * w.norm()) << name;
        const Vector3d first = p.plane().first;
        EXPECT_NEAR(first.norm(), 1, 1e-15) << name;
        EXPECT_NEAR(first.dot(p.plane().normal), 0, 1e-15) << name;
    };
    check(poinsot({1, 1.5, 2.2}, {0, 0, -2}), "largest moment");
    check(poinsot({1, 1.5, 2.2}, {3, 0, 0}), "least moment");
    check(poinsot({1, 1.5, 2.2}, {0, 3, 0}), "middle moment");
    check(poinsot({2, 2, 2}, {0, 3, 4}), "spherical");
    check(poinsot({2, 2, 3}, {1, -4, 0}), "equator");
    check(poinsot({3, 2, 2}, {0, -4, 1}), "other equator");
    check(poinsot({2, 2, 3}, {0, 0, 1}), "axis of symmetry");
}

TEST(Poinsot, SeparatricesAreOfThisEnergyAndPassTheMiddleAxis) {
    over_motions([](const Poinsot& p, Motions&, const std::string& name) {
        const std::vector<std::vector<Vector3d>> curves = p.separatrices(41);
        ASSERT_EQ(curves.size(), 2) << name;
        Vector3d sorted = p.body().moments();
        std::sort(sorted.data(), sorted.data() + 3);
        for (const std::vector<Vector3d>& curve : curves) {
            ASSERT_EQ(curve.size(), 41);
            for (const Vector3d& w : curve) {
                const Vector3d momentum = p.body().tensor() * w;
                EXPECT_NEAR(w.dot(momentum) / (2 * p.energy()), 1, 1e-14) << name;
                EXPECT_NEAR(momentum.squaredNorm() / (2 * p.energy() * sorted[1]), 1, 1e-14) << name;
            }
            EXPECT_LE((curve.front() - curve.back()).norm(), 1e-15 * curve[0].norm()) << name;
            EXPECT_LE((curve.front() + curve[20]).norm(), 1e-15 * curve[0].norm()) << name;
            EXPECT_LE((p.body().tensor() * curve.front() - sorted[1] * curve.front()).norm(),
                      1e-13 * sorted[1] * curve.front().norm())
                << name;
        }
    });
    EXPECT_EQ(poinsot({2, 2, 3}, {1, 2, 3}).separatrices(5).size(), 1);
    EXPECT_EQ(poinsot({3, 2, 2}, {1, 2, 3}).separatrices(5).size(), 1);
    EXPECT_TRUE(poinsot({2, 2, 2}, {1, 2, 3}).separatrices(5).empty());
    const std::vector<std::vector<Vector3d>> equator = poinsot({2, 2, 3}, {1, 2, 3}).separatrices(9);
    for (const Vector3d& w : equator.at(0)) EXPECT_EQ(w.z(), 0);
}

/// A body that spins 2ⁿ times as fast does the same in 2⁻ⁿ of the time.
TEST(Poinsot, TakesAnyMomentum) {
    const Vector3d momentum(0.3, -1, 2);
    const Poinsot usual = poinsot({1, 1.5, 2.2}, momentum);
    for (const int n : {-1000, -600, -200, 200, 500}) {
        const double faster = std::ldexp(1.0, n);
        const Poinsot scaled = poinsot({1, 1.5, 2.2}, faster * momentum);
        EXPECT_LE((scaled.energy_semi_axes() / faster - usual.energy_semi_axes()).norm(), 1e-14) << n;
        EXPECT_LE((scaled.momentum_semi_axes() / faster - usual.momentum_semi_axes()).norm(), 1e-14) << n;
        EXPECT_NEAR(scaled.plane().distance / faster, usual.plane().distance, 1e-14) << n;
        EXPECT_NEAR(scaled.herpolhode().advance, usual.herpolhode().advance, 1e-13) << n;
        EXPECT_NEAR(scaled.herpolhode().mean_rate / faster, usual.herpolhode().mean_rate, 1e-14) << n;
        const HerpolhodePoint a = usual.herpolhode_polar(7.5), b = scaled.herpolhode_polar(7.5 / faster);
        EXPECT_NEAR(b.radius / faster, a.radius, 1e-14) << n;
        EXPECT_NEAR(b.angle, a.angle, 1e-13) << n;
        EXPECT_LE((scaled.separatrices(3)[1][1] / faster - usual.separatrices(3)[1][1]).norm(), 1e-14) << n;
        EXPECT_LE((scaled.polhode(4)[1] / faster - usual.polhode(4)[1]).norm(), 1e-14) << n;
    }
}

/// A body of c times the moments with c times the momentum turns as fast.
TEST(Poinsot, TakesAnyMoments) {
    const Vector3d moments(1, 1.5, 2.2), momentum(0.3, -1, 2);
    const Poinsot usual = poinsot(moments, momentum);
    for (const int n : {-300, 300, 450}) {
        const double c = std::ldexp(1.0, n);
        const Poinsot scaled = poinsot(c * moments, c * momentum);
        EXPECT_EQ(scaled.energy_semi_axes(), usual.energy_semi_axes()) << n;
        EXPECT_EQ(scaled.period(), usual.period()) << n;
        EXPECT_EQ(scaled.herpolhode().advance, usual.herpolhode().advance) << n;
        EXPECT_EQ(scaled.herpolhode_polar(7.5).angle, usual.herpolhode_polar(7.5).angle) << n;
        EXPECT_EQ(scaled.polhode(5)[2], usual.polhode(5)[2]) << n;
        EXPECT_EQ(scaled.herpolhode(7.5), usual.herpolhode(7.5)) << n;
    }
    EXPECT_THROW(poinsot({1, 1, 1e-300}, {1, 0, 1}), InputError);  // a needle whose ratios have no squares
}

/// Components so small that their squares, or products, are no numbers.
TEST(Poinsot, HasNumbersBesideEveryAxis) {
    for (const Vector3d& I :
         {Vector3d(1, 1.5, 2.2), Vector3d(1, 1, 1.9), Vector3d(2, 1, 1), Vector3d(1, 1, 1)})
        for (int axis = 0; axis < 3; ++axis)
            for (const double beside : {1e-320, 1e-300, 1e-160, 1e-150, 1e-90, 1e-76, 1e-20})
                for (const double other : {0.0, -beside, 0.3 * beside}) {
                    Vector3d P(other, other, other);
                    P[axis] = 1;
                    P[(axis + 1) % 3] = beside;
                    const Poinsot p = poinsot(I, P);
                    for (const Vector3d& w : p.polhode(4)) EXPECT_TRUE(w.allFinite()) << P.transpose();
                    for (const double t : {-3.0, 0.0, 100.0}) {
                        const HerpolhodePoint at = p.herpolhode_polar(t);
                        const double sum = at.radius + at.angle + at.radius_rate + at.angle_rate;
                        EXPECT_TRUE(std::isfinite(sum)) << P.transpose();
                        EXPECT_LE((p.in_space(at) - p.herpolhode(t)).norm(), 1e-12) << P.transpose();
                    }
                }
}

TEST(Poinsot, RefusesWhatHasNoPicture) {
    const auto sentence = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    const Body body = Body::from_moments({1, 1.5, 2.2});
    EXPECT_TRUE(contains(sentence([&] { poinsot({1, 1.5, 2.2}, {0, 0, 0}); }), "at rest"));
    EXPECT_TRUE(contains(sentence([&] {
                             free_motion(body.with_rotor_momentum({0, 0, 1}),
                                         {Quaterniond::Identity(), {0, 1, 2}});
                         }),
                         "rotors"));
    const Poinsot p = poinsot({1, 1.5, 2.2}, {0.3, -1, 2});
    EXPECT_TRUE(contains(sentence([&] { p.polhode(1); }), "at least 2"));
    EXPECT_TRUE(contains(sentence([&] { p.separatrices(0); }), "at least 2"));
    EXPECT_TRUE(contains(sentence([&] { p.herpolhode(std::nan("")); }), "finite"));
    EXPECT_TRUE(contains(sentence([&] { p.herpolhode_polar(1e300); }), "no digit"));
}

}  // namespace
}  // namespace polhode
