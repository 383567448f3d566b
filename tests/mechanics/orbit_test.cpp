// The orbit against computations of another kind: Kepler's equation by bisection, conserved quantities from
// differences of positions, textbook formulas of field, air and shadow.
#include "polhode/mechanics/orbit.hpp"
#include "polhode/mechanics/environment.hpp"
#include "polhode/scalar/pack.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using core::Dual;
using core::Jet;
using core::Pack;
using core::SinCos;
using V = core::Vector3<double>;
using std::numbers::pi;

const double day = 86400;
const OrbitElements tilted{.semi_major_axis = 9e6,
                           .eccentricity = 0.25,
                           .inclination = 0.9,
                           .node = 0.4,
                           .argument = -1.1,
                           .anomaly = 2.2};
const Orbit ellipse = Orbit::from(tilted), turning = Orbit::from(tilted, {.j2 = earth_j2});

// --- Kepler's equation -------------------------------------------------------------------------------------------

/// E − e sin E grows with E: by bisection.
long double bisected_anomaly(long double mean, long double e) {
    long double low = mean - 1, high = mean + 1;
    for (int i = 0; i < 80; ++i) {
        const long double middle = (low + high) / 2;
        (middle - e * std::sin(middle) < mean ? low : high) = middle;
    }
    return (low + high) / 2;
}

TEST(Kepler, AgreesWithBisection) {
    for (const double e : {0.0, 1e-9, 0.01, 0.3, 0.7, 0.95, 0.999, 0.999999})
        for (double mean = -7.3; mean < 7.3; mean += 0.0173) {
            const SinCos<double> got = core::eccentric_anomaly(mean, e);
            const long double exact = bisected_anomaly(mean, e);
            ASSERT_NEAR(got.sin, static_cast<double>(std::sin(exact)), 3e-15) << e << " " << mean;
            ASSERT_NEAR(got.cos, static_cast<double>(std::cos(exact)), 3e-15) << e << " " << mean;
            const SinCos<long double> wide = core::eccentric_anomaly(static_cast<long double>(mean), e);
            ASSERT_LT(std::abs(wide.sin - std::sin(exact)), 1e-17L / std::sqrt(1 - e)) << e << " " << mean;
        }
}

// Where the ellipse is nearly a parabola, the anomaly near periapsis is badly conditioned, but the equation
// holds.
TEST(Kepler, HoldsNextToThePeriapsisOfALongEllipse) {
    for (const double e : {0.9, 0.9999, 1 - 1e-9, std::nextafter(1.0, 0.0)})
        for (double mean = 1e-18; mean < 1; mean *= 1.7) {
            const SinCos<double> got = core::eccentric_anomaly(mean, e);
            const long double anomaly =
                std::atan2(static_cast<long double>(got.sin), static_cast<long double>(got.cos));
            ASSERT_NEAR(static_cast<double>(anomaly - e * std::sin(anomaly)), mean,
                        1e-20 + 5e-16 * static_cast<double>(anomaly))
                << e << " " << mean;
        }
}

TEST(Kepler, KeepsItsDigitsAfterManyRevolutions) {
    const double mean = 1e6 + 0.3, e = 0.4;
    const long double exact = bisected_anomaly(mean, static_cast<long double>(e));
    EXPECT_NEAR(core::eccentric_anomaly(mean, e).sin, static_cast<double>(std::sin(exact)), 1e-13);
}

// --- the ellipse -------------------------------------------------------------------------------------------------

V turned_about_z(const V& v, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
V turned_about_x(const V& v, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}
/// From the true anomaly: r = p/(1 + e cos ν), turned by the three angles.
V from_true_anomaly(const OrbitElements& o, double nu) {
    const double e = o.eccentricity, r = *o.semi_major_axis * (1 - e * e) / (1 + e * std::cos(nu));
    const V plane{r * std::cos(nu), r * std::sin(nu), 0};
    return turned_about_z(turned_about_x(turned_about_z(plane, o.argument), o.inclination), o.node);
}

TEST(Orbit, StartsAtItsTrueAnomaly) {
    for (const double nu : {0.0, 0.3, 2.2, 3.1, -2.9, 7.0}) {
        OrbitElements elements = tilted;
        elements.anomaly = nu;
        for (const double j2 : {0.0, earth_j2})
            EXPECT_LT(norm(Orbit::from(elements, {.j2 = j2}).position(0.0) - from_true_anomaly(elements, nu)),
                      1e-8);
    }
}

TEST(Orbit, FollowsKeplersEquation) {
    const long double e = tilted.eccentricity, n = std::sqrt(3.986004418e14L / 9e6L) / 9e6L;
    const long double half = std::sqrt((1 + e) / (1 - e));
    const long double start = 2 * std::atan(std::tan(1.1L) / half), mean = start - e * std::sin(start);
    for (const double t : {10.0, 3000.0, 50000.0, -777.0}) {
        const long double anomaly = bisected_anomaly(mean + n * t, e);
        const double nu =
            static_cast<double>(2 * std::atan2(half * std::sin(anomaly / 2), std::cos(anomaly / 2)));
        EXPECT_LT(norm(ellipse.position(t) - from_true_anomaly(tilted, nu)), 1e-6) << t;
    }
}

TEST(Orbit, ACircleTurnsAtItsMeanMotion) {
    const Orbit circle = Orbit::from({.radius = 7e6, .inclination = 0.5, .argument = 0.2, .anomaly = 0.1});
    const double n = std::sqrt(3.986004418e14 / (7e6 * 7e6 * 7e6));
    EXPECT_NEAR(circle.mean_motion(), n, 1e-18);
    EXPECT_NEAR(circle.period(), 2 * pi / n, 1e-9);
    for (const double t : {0.0, 100.0, 4321.0}) {
        const double u = 0.3 + n * t;
        EXPECT_LT(norm(circle.position(t) - turned_about_x({7e6 * std::cos(u), 7e6 * std::sin(u), 0}, 0.5)),
                  1e-7);
        EXPECT_NEAR(norm(circle.velocity(t)), 7e6 * n, 1e-11);
        EXPECT_LT(norm(circle.towards_centre(t) + (1 / 7e6) * circle.position(t)), 1e-15);
    }
}

TEST(Orbit, ComesBackAfterAPeriod) {
    EXPECT_NEAR(ellipse.period(), 2 * pi * std::sqrt(9e6 * 9e6 * 9e6 / 3.986004418e14), 1e-10);
    EXPECT_LT(norm(ellipse.position(500 + 3 * ellipse.period()) - ellipse.position(500.0)), 1e-6);
}

/// From positions alone, by a difference of sixth order.
V velocity_by_differences(const Orbit& orbit, double t) {
    const double h = 10;
    const auto apart = [&](double d) { return orbit.position(t + d) - orbit.position(t - d); };
    return (1 / (60 * h)) * (45.0 * apart(h) - 9.0 * apart(2 * h) + apart(3 * h));
}

TEST(Orbit, ConservesEnergyAndAngularMomentum) {
    const double mu = 3.986004418e14, a = 9e6, e = 0.25;
    const V normal = turned_about_z(turned_about_x({0, 0, 1}, 0.9), 0.4);
    for (double t = 0; t < 9000; t += 500) {
        const V r = ellipse.position(t), v = velocity_by_differences(ellipse, t);
        EXPECT_NEAR(0.5 * norm2(v) - mu / norm(r), -mu / (2 * a), 1e-8 * mu / a) << t;
        EXPECT_LT(norm(cross(r, v) - std::sqrt(mu * a * (1 - e * e)) * normal), 1e-8 * std::sqrt(mu * a))
            << t;
        const V exact = ellipse.velocity(t);
        EXPECT_NEAR(norm2(exact), mu * (2 / norm(r) - 1 / a), 1e-14 * mu / a) << "vis-viva at " << t;
    }
}

// --- J2 ----------------------------------------------------------------------------------------------------------

TEST(OrbitWithJ2, HasTheSecularRates) {
    const double n = std::sqrt(3.986004418e14 / (9e6 * 9e6 * 9e6)), p = 9e6 * (1 - 0.25 * 0.25),
                 c = std::cos(0.9), k = n * earth_j2 * std::pow(6378137 / p, 2);
    EXPECT_NEAR(turning.node_rate() / (-1.5 * k * c), 1, 1e-14);
    EXPECT_NEAR(turning.argument_rate() / (0.75 * k * (5 * c * c - 1)), 1, 1e-13);
    EXPECT_NEAR(turning.mean_motion(), n + 0.75 * k * std::sqrt(1 - 0.25 * 0.25) * (3 * c * c - 1), 1e-17);
    EXPECT_EQ(ellipse.node_rate(), 0);
    EXPECT_EQ(ellipse.argument_rate(), 0);
}

// The node of an orbit 800 km high at 98.6° goes once around in a year.
TEST(OrbitWithJ2, ASunSynchronousOrbitTurnsWithTheSun) {
    const Orbit orbit = Orbit::from({.radius = 7178137, .inclination = 98.6 * pi / 180}, {.j2 = earth_j2});
    EXPECT_NEAR(orbit.node_rate() * 365.2422 * day, 2 * pi, 0.01);
    EXPECT_NEAR(Orbit::from({.radius = 7e6, .inclination = std::acos(std::sqrt(0.2))}, {.j2 = earth_j2})
                    .argument_rate(),
                0, 1e-20);
}

// Where the satellite crosses the equator northwards, and where it is nearest to the planet.
TEST(OrbitWithJ2, TurnsItsNodeAndItsPeriapsis) {
    for (double t = 1000; t < 10 * day; t += day) {
        double low = t;
        while (!(turning.position(low).z < 0 && turning.position(low + 10).z >= 0)) low += 10;
        double high = low + 10;
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (low + high);
            (turning.position(middle).z < 0 ? low : high) = middle;
        }
        const V node = turning.position(low);
        EXPECT_NEAR(std::remainder(std::atan2(node.y, node.x) - 0.4 - turning.node_rate() * low, 2 * pi), 0,
                    1e-9);
    }
    for (int k = 1; k < 50; ++k) {
        const double t = k * turning.period() - turning.mean_anomaly() / turning.mean_motion();
        OrbitElements then = tilted;
        then.node += turning.node_rate() * t;
        then.argument += turning.argument_rate() * t;
        EXPECT_LT(norm(turning.position(t) - from_true_anomaly(then, 0)), 1e-3) << k;
    }
}

// --- on other scalars --------------------------------------------------------------------------------------------

const Orbit round_orbit = Orbit::from({.radius = 7e6, .inclination = 1, .node = 0.3});
const Orbit round_turning = Orbit::from({.radius = 7e6, .inclination = 1, .node = 0.3}, {.j2 = earth_j2});
const std::vector<const Orbit*> every{&ellipse, &turning, &round_orbit, &round_turning};

TEST(OrbitOnScalars, TheVelocityIsTheDerivativeOfThePosition) {
    using Time = Dual<double, 1>;
    for (const Orbit* orbit : every)
        for (double t = 0; t < 20000; t += 777) {
            const core::Vector3<Time> r = orbit->position(Time::variable(t, 0));
            const V slope{r.x.slope[0], r.y.slope[0], r.z.slope[0]};
            ASSERT_LT(norm(slope - orbit->velocity(t)), 1e-14 * norm(slope)) << t;
            ASSERT_LT(norm(orbit->velocity(t) - velocity_by_differences(*orbit, t)), 1e-6) << t;
        }
}

TEST(OrbitOnScalars, ADualOfADualHasTheAcceleration) {
    using Time = Dual<Dual<double, 1>, 1>;
    const double t = 1234;
    const Time time = Time::variable(Dual<double, 1>::variable(t, 0), 0);
    const core::Vector3<Time> r = ellipse.position(time);
    const V at = ellipse.position(t),
            acceleration{r.x.slope[0].slope[0], r.y.slope[0].slope[0], r.z.slope[0].slope[0]};
    EXPECT_LT(norm(acceleration + (3.986004418e14 / std::pow(norm(at), 3)) * at), 1e-13);
}

/// The series of a function of time.
template <class Real, class F>
std::vector<core::Vector3<Real>> series(const F& f, const Real& t, int order) {
    core::JetTape<Real> tape(order);
    const auto time = tape.variable();
    for (int k = 0; k <= order; ++k) time.set(k, k == 0 ? t : Real(k == 1 ? 1 : 0));
    std::vector<core::Vector3<Real>> coefficients;
    for (int k = 0; k <= order; ++k) {
        const auto jets = tape.replay(k, [&] { return f(time.jet()); });
        coefficients.push_back({jets.x[k], jets.y[k], jets.z[k]});
    }
    return coefficients;
}

TEST(OrbitOnScalars, JetsGiveTheTaylorSeries) {
    for (const Orbit* orbit : every)
        for (const double t : {0.0, 2500.0, 7777.0}) {
            const auto position = series([&](const auto& s) { return orbit->position(s); }, t, 24);
            const auto velocity = series([&](const auto& s) { return orbit->velocity(s); }, t, 24);
            V r{}, v{};
            for (int k = 24; k >= 0; --k) {
                r = 100.0 * r + position[static_cast<std::size_t>(k)];
                v = 100.0 * v + velocity[static_cast<std::size_t>(k)];
                if (k > 0) {
                    const V rate = static_cast<double>(k) * position[static_cast<std::size_t>(k)];
                    ASSERT_LT(norm(rate - velocity[static_cast<std::size_t>(k - 1)]),
                              1e-12 * norm(rate) + 1e-60);
                }
            }
            EXPECT_LT(norm(r - orbit->position(t + 100)), 1e-7);
            EXPECT_LT(norm(v - orbit->velocity(t + 100)), 1e-10);
        }
}

struct SomeTarget;  // a name for the packs
using Lanes = Pack<2, SomeTarget>;
void expect_bits(double a, double b) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
}

TEST(OrbitOnScalars, LanesHaveTheBitsOfTheScalar) {
    for (const Orbit* orbit : every)
        for (double t = 0; t < 9000; t += 333) {
            Lanes both(t);
            both.set_lane(1, 1e5 - 3 * t);
            const auto motion = orbit->motion(both);
            const auto jets = series([&](const auto& s) { return orbit->velocity(s); }, both, 5);
            for (int lane = 0; lane < 2; ++lane) {
                const auto expected = orbit->motion(both.lane(lane));
                const auto single =
                    series([&](const auto& s) { return orbit->velocity(s); }, both.lane(lane), 5);
                for (int i = 0; i < 3; ++i) {
                    expect_bits(motion.velocity[i].lane(lane), expected.velocity[i]);
                    expect_bits(motion.up[i].lane(lane), expected.up[i]);
                    for (std::size_t k = 0; k <= 5; ++k)  // a zero may have the other sign
                        EXPECT_EQ(jets[k][i].lane(lane), single[k][i]);
                }
            }
        }
}

TEST(OrbitOnScalars, LongDoubleAndDualsHaveTheSameValues) {
    for (const Orbit* orbit : every) {
        const core::Vector3<long double> wide = orbit->position(4321.0L);
        const core::Vector3<Dual<double, 6>> dual = orbit->position(Dual<double, 6>(4321.0));
        const V plain = orbit->position(4321.0);
        EXPECT_LT(
            norm(V{static_cast<double>(wide.x), static_cast<double>(wide.y), static_cast<double>(wide.z)}
                 - plain),
            1e-7);
        for (int i = 0; i < 3; ++i) expect_bits(dual[i].value, plain[i]);
    }
}

// --- refused -----------------------------------------------------------------------------------------------------

TEST(Orbit, RefusesWhatIsNone) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    struct Case {
        OrbitElements elements;
        Planet planet;
        std::string message;
    };
    const std::vector<Case> cases{
        {{}, {}, "orbit: the size is missing, expected radius or semi_major_axis"},
        {{.radius = 7e6, .semi_major_axis = 8e6},
         {},
         "orbit: both radius (7000000) and semi_major_axis (8000000) are given, expected one of them"},
        {{.radius = -7e6}, {}, "orbit: radius is -7000000, expected a positive number"},
        {{.radius = nan}, {}, "orbit: radius is nan, expected a positive number"},
        {{.semi_major_axis = inf}, {}, "orbit: semi_major_axis is inf, expected a positive number"},
        {{.semi_major_axis = 8e6, .eccentricity = 1},
         {},
         "orbit: eccentricity is 1, expected a number from 0 to below 1"},
        {{.semi_major_axis = 8e6, .eccentricity = -0.1},
         {},
         "orbit: eccentricity is -0.1, expected a number from 0 to below 1"},
        {{.semi_major_axis = 8e6, .eccentricity = nan},
         {},
         "orbit: eccentricity is nan, expected a number from 0 to below 1"},
        {{.radius = 8e6, .eccentricity = 0.1},
         {},
         "orbit: eccentricity is 0.1, expected 0 beside radius, which is that of a circle; give semi_major_axis for "
         "an ellipse"},
        {{.radius = 8e6, .inclination = nan}, {}, "orbit: inclination is nan, expected an angle in radians"},
        {{.radius = 8e6, .node = inf}, {}, "orbit: node is inf, expected an angle in radians"},
        {{.radius = 8e6, .argument = nan}, {}, "orbit: argument is nan, expected an angle in radians"},
        {{.radius = 8e6, .anomaly = nan}, {}, "orbit: anomaly is nan, expected an angle in radians"},
        {{.radius = 8e6}, {.mu = 0}, "orbit: mu is 0, expected a positive number"},
        {{.radius = 8e6}, {.radius = -1}, "orbit: planet_radius is -1, expected a positive number"},
        {{.radius = 8e6}, {.rotation = nan}, "orbit: rotation is nan, expected a finite number"},
        {{.radius = 8e6}, {.j2 = inf}, "orbit: j2 is inf, expected a finite number"},
        {{.radius = 6e6},
         {},
         "orbit: radius is 6000000, expected at least 6378137, the radius of the planet: the orbit is below the "
         "ground"},
        {{.semi_major_axis = 8e6, .eccentricity = 0.25},
         {},
         "orbit: with semi_major_axis 8000000 and eccentricity 0.25 the periapsis is at 6000000, expected at least "
         "6378137, the radius of the planet: the orbit is below the ground"},
    };
    for (const Case& c : cases) {
        const Expected<Orbit> orbit = Orbit::try_from(c.elements, c.planet);
        ASSERT_FALSE(orbit.ok()) << c.message;
        EXPECT_EQ(orbit.error().message, c.message);
        EXPECT_EQ(orbit.error().field.substr(0, 5), "orbit");
    }
    EXPECT_THROW(static_cast<void>(Orbit::from({.radius = 1})), InputError);
    EXPECT_TRUE(Orbit::try_from({.radius = 2}, {.mu = 1, .radius = 1}).ok());
}

// --- the field ---------------------------------------------------------------------------------------------------

TEST(DipoleField, PointsNorthAtTheEquatorAndDownAtThePole) {
    const Planet earth;
    const DipoleField field;
    const auto at = [&](const V& up, double distance) {
        return field.at(earth, OrbitPlace<double>{up, distance}, 0.0);
    };
    EXPECT_LT(norm(at({0, 1, 0}, earth.radius) - V{0, 0, 3.12e-5}), 1e-20);
    EXPECT_LT(norm(at({0, 0, 1}, earth.radius) - V{0, 0, -6.24e-5}), 1e-20);
    EXPECT_LT(norm(at({0, 0, -1}, 2 * earth.radius) - V{0, 0, -6.24e-5 / 8}), 1e-20);
    // at the latitude λ: B_r = −2 B₀ sin λ, B_north = B₀ cos λ, |B| = B₀ √(1 + 3 sin² λ)
    const double latitude = 0.7, s = std::sin(latitude), c = std::cos(latitude);
    const V here = at({c, 0, s}, earth.radius);
    EXPECT_NEAR(dot(here, V{c, 0, s}), -2 * 3.12e-5 * s, 1e-19);
    EXPECT_NEAR(dot(here, V{-s, 0, c}), 3.12e-5 * c, 1e-19);
    EXPECT_NEAR(norm(here), 3.12e-5 * std::sqrt(1 + 3 * s * s), 1e-19);
}

// A tilted dipole is the upright one turned, and a sidereal day later it is where it was.
TEST(DipoleField, TurnsWithThePlanet) {
    const Planet earth;
    const DipoleField upright, leaning{.tilt = 0.2, .longitude = -1.3};
    const double t = 5000, longitude = -1.3 + earth.rotation * t;
    const auto turned = [&](const V& v, double sign) {  // z to the leaning pole, or back
        const V w = sign > 0 ? v : turned_about_z(v, -longitude);
        const double c = std::cos(0.2), s = sign * std::sin(0.2);
        const V tilted_over{c * w.x + s * w.z, w.y, c * w.z - s * w.x};
        return sign > 0 ? turned_about_z(tilted_over, longitude) : tilted_over;
    };
    const V up{0.48, -0.6, 0.64};
    const V expected = turned(upright.at(earth, OrbitPlace<double>{turned(up, -1), 7e6}, 0.0), 1);
    const auto at = [&](double when) { return leaning.at(earth, OrbitPlace<double>{up, 7e6}, when); };
    EXPECT_LT(norm(at(t) - expected), 1e-19);
    EXPECT_LT(norm(at(t + 2 * pi / earth.rotation) - expected), 1e-17);
    EXPECT_GT(norm(at(t + 3600) - expected), 1e-6);
}

// --- the air -----------------------------------------------------------------------------------------------------

TEST(Atmosphere, ThinsOutByItsScaleHeight) {
    const Planet earth;
    const Atmosphere air{.density = 4e-12, .altitude = 4e5, .scale_height = 6e4};
    EXPECT_DOUBLE_EQ(air.density_at(earth, earth.radius + 4e5), 4e-12);
    EXPECT_NEAR(air.density_at(earth, earth.radius + 4.6e5), 4e-12 / std::numbers::e, 1e-26);
    EXPECT_NEAR(air.density_at(earth, earth.radius + 2.2e5), 4e-12 * std::exp(3.0), 1e-24);
}

// A satellite that goes round once a day above the equator has no wind.
TEST(Atmosphere, TurnsWithThePlanetOrNot) {
    const double rotation = Planet{}.rotation, r = std::cbrt(Planet{}.mu / (rotation * rotation));
    const Orbit above = Orbit::from({.radius = r, .anomaly = 1});
    EXPECT_LT(norm(Atmosphere{}.wind(above.planet(), above.motion(500.0))), 1e-11);
    const V still = Atmosphere{.turns = false}.wind(above.planet(), above.motion(500.0));
    EXPECT_LT(norm(still - above.velocity(500.0)), 1e-12);
}

// --- the shadow --------------------------------------------------------------------------------------------------

/// Stated independently: behind the planet and within its radius of the axis.
bool in_shadow(const Orbit& orbit, const V& sun, double t) {
    const V r = orbit.position(t);
    return dot(r, sun) < 0 && norm(r - dot(r, sun) * sun) < orbit.planet().radius;
}

// A circle of radius r, the sun at the angle β from its plane: the shadow is |angle from midnight| <
// acos(√(r²−R²)/(r cos β)).
TEST(Shadow, OfACircleIsKnownByGeometry) {
    for (const double beta : {0.0, 0.3, 0.9, 1.1}) {
        const double r = 6878137, radius = 6378137;
        const Orbit orbit = Orbit::from({.radius = r});
        const V sun{std::cos(beta), 0, std::sin(beta)};
        const double half = std::acos(std::sqrt(r * r - radius * radius) / (r * std::cos(beta)));
        const std::vector<double> times = shadow_times(orbit, sun, 0, 10 * orbit.period());
        ASSERT_EQ(times.size(), 20) << beta;
        for (std::size_t k = 0; k < 10; ++k) {
            const double midnight = (static_cast<double>(k) + 0.5) * orbit.period(),
                         away = half / orbit.mean_motion();
            EXPECT_NEAR(times[2 * k], midnight - away, 1e-8);
            EXPECT_NEAR(times[2 * k + 1], midnight + away, 1e-8);
        }
    }
    const double limit = std::asin(6378137.0 / 6878137);  // of β
    const Orbit orbit = Orbit::from({.radius = 6878137});
    const auto count = [&](double beta) {
        return shadow_times(orbit, {std::cos(beta), 0, std::sin(beta)}, 0, 3 * orbit.period()).size();
    };
    EXPECT_EQ(count(limit - 1e-7), 6);  // a shadow of seconds
    EXPECT_EQ(count(limit + 1e-7), 0);
    EXPECT_EQ(count(pi / 2), 0);
}

TEST(Shadow, OfAnyOrbitChangesAtTheTimesAndNowhereElse) {
    const V sun = (1 / norm(V{0.5, -0.8, 0.3})) * V{0.5, -0.8, 0.3};
    const Orbit low = Orbit::from(
        {.semi_major_axis = 9e6, .eccentricity = 0.28, .inclination = 1.4, .node = 2.2}, {.j2 = earth_j2});
    const Orbit high =
        Orbit::from({.semi_major_axis = 2.66e7, .eccentricity = 0.74, .inclination = 1.1, .argument = 4.7});
    for (const Orbit* orbit : {&ellipse, &turning, &low, &high, &round_turning}) {
        const double from = 1000, to = from + 12 * orbit->period();
        const std::vector<double> times = shadow_times(*orbit, sun, from, to);
        EXPECT_TRUE(std::ranges::is_sorted(times));
        std::size_t next = 0;
        bool dark = in_shadow(*orbit, sun, from);
        for (double t = from; t < to; t += 5) {
            while (next < times.size() && times[next] <= t) ++next, dark = !dark;
            ASSERT_EQ(in_shadow(*orbit, sun, t), dark) << t;
        }
        for (const double t : times)
            EXPECT_NE(in_shadow(*orbit, sun, t - 1e-4), in_shadow(*orbit, sun, t + 1e-4)) << t;
    }
    EXPECT_GE(shadow_times(low, sun, 0, 12 * low.period()).size(), 20);
}

// A part of the time has its part of the list.
TEST(Shadow, IsTheSameWhereverItIsAskedFor) {
    const V sun{1, 0, 0};
    const std::vector<double> all = shadow_times(ellipse, sun, 0, 1e5);
    ASSERT_GT(all.size(), 10);
    const double from = all[3], to = all[7];
    EXPECT_EQ(shadow_times(ellipse, sun, from, to), std::vector<double>(all.begin() + 4, all.begin() + 7));
    EXPECT_TRUE(shadow_times(ellipse, sun, 100, 100).empty());
}

}  // namespace
