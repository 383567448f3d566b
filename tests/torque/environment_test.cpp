// The torques of a spacecraft on its orbit: by hand at places where they are known, on every scalar, and
// along motions whose closed forms are known.
#include "polhode/mechanics/eigen.hpp"
#include "polhode/scalar/pack.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/bound_torque.hpp"
#include "polhode/torque/drag.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "polhode/torque/orbit_gravity_gradient.hpp"
#include "polhode/torque/orbit_magnetic_dipole.hpp"
#include "polhode/torque/solar_pressure.hpp"
#include "support/random_torque.hpp"

#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

namespace polhode::test {
namespace {

using core::Dual;
using core::Inertia;
using core::Jet;
using core::Quaternion;
using core::Vector3;
using V = Vector3<double>;
using Q = Quaternion<double>;
using std::numbers::pi;

const V moments{1.7, 2.3, 3.1};
const Orbit ellipse = Orbit::from({.semi_major_axis = 8e6,
                                   .eccentricity = 0.15,
                                   .inclination = 0.9,
                                   .node = 0.4,
                                   .argument = -1.1,
                                   .anomaly = 2.2},
                                  {.j2 = earth_j2});
const Orbit circle = Orbit::from({.radius = 7e6});  // on the x axis at first, moving along y

// --- what every model has to fulfil ------------------------------------------------------------------------------

template <class Model>
class EveryOrbitTorque : public testing::Test {
protected:
    Random<double> random{11};

    /// Plates are turned to the sun and to the wind as long as the attitude is near the unit.
    Model example() {
        Model model;
        model.take_from_orbit(ellipse);
        if constexpr (requires { model.moment; }) model.moment = random.vector(), model.tilt = 0.2;
        if constexpr (requires { model.centre; }) model.centre = random.vector();
        if constexpr (requires { model.sun; }) {
            model.sun = ellipse.place(900.0).up;
            model.normal = model.sun;
            model.specular = 0.3, model.diffuse = 0.2;
        } else if constexpr (requires { model.normal; }) {
            const V v = ellipse.velocity(900.0);
            model.normal = (1 / norm(v)) * v;
            model.altitude = 2e6;  // where there is hardly any air otherwise
        }
        return model;
    }
    Q attitude() { return exp(random.vector(0.3)); }
};
using Models =
    testing::Types<core::OrbitGravityGradient, core::OrbitMagneticDipole, core::SolarPressure, core::Drag>;
TYPED_TEST_SUITE(EveryOrbitTorque, Models, TorqueNames);

TYPED_TEST(EveryOrbitTorque, IsAModel) {
    static_assert(core::TorqueModel<typename core::CheckedTorqueModel<TypeParam>::type>);
    static_assert(TypeParam::sheet.needs_orbit);
    EXPECT_GT(
        norm(core::in_axes(this->example(), Q{}, Inertia<double>(moments))(900.0, this->attitude(), V{})),
        1e-12);
}

TYPED_TEST(EveryOrbitTorque, BoundToABodyIsTheSameOnEveryScalar) {
    const TypeParam model = core::in_axes(this->example(), Q{}, Inertia<double>(moments));
    const Q q = this->attitude();
    const V plain = model(900.0, q, V{});
    const auto expect_plain = [&]<class Real>(Real) {
        const core::BoundModel<TypeParam, Real> bound(model);
        const Vector3<Real> got = bound.at(Real(900.0), Quaternion<Real>(q), Vector3<Real>());
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(static_cast<double>(core::value_of(got[i])), plain[i], 1e-13 * norm(plain));
        EXPECT_FALSE(bound.has_potential || bound.knows_direction);
    };
    expect_plain(0.0);
    expect_plain(0.0L);
    expect_plain(Dual<double, 6>());
}

struct SomeTarget;  // a name for the packs
TYPED_TEST(EveryOrbitTorque, OnLanesHasTheBitsOfTheScalar) {
    using Pack = core::Pack<2, SomeTarget>;
    const Inertia<double> inertia(moments);
    for (int k = 0; k < 20; ++k) {
        const TypeParam user = this->example();
        const Q principal = this->attitude(), q[2] = {this->attitude(), this->random.rotation()};
        const double t = 250.0 * k;
        const TypeParam scalar = core::in_axes(user, principal, inertia);
        const auto lanes = core::in_axes(core::on_number<Pack>(user), principal, Inertia<Pack>(inertia));
        const auto both = [&](double Q::* component) {
            Pack p(q[0].*component);
            p.set_lane(1, q[1].*component);
            return p;
        };
        const Quaternion<Pack> attitudes(both(&Q::x), both(&Q::y), both(&Q::z), both(&Q::w));
        const Vector3<Pack> got = lanes(Pack(t), attitudes, Vector3<Pack>());
        const core::BoundModel<std::remove_const_t<decltype(lanes)>, Pack> bound(
            lanes);  // with jets of packs
        const Vector3<Pack> called = bound.at(Pack(t), attitudes, Vector3<Pack>());
        const Vector3<Jet<Pack>> jets =
            bound.at(Jet<Pack>(Pack(t)), Quaternion<Jet<Pack>>(attitudes), Vector3<Jet<Pack>>());
        for (int lane = 0; lane < 2; ++lane) {
            const V expected = scalar(t, q[lane], V{});
            for (int i = 0; i < 3; ++i) {
                const auto bits = std::bit_cast<std::uint64_t>(expected[i]);
                ASSERT_EQ(std::bit_cast<std::uint64_t>(got[i].lane(lane)), bits);
                ASSERT_EQ(std::bit_cast<std::uint64_t>(called[i].lane(lane)), bits);
                ASSERT_EQ(jets[i][0].lane(lane), expected[i]);
            }
        }
    }
}

TYPED_TEST(EveryOrbitTorque, OnJetsGivesItsTaylorSeries) {
    const TypeParam model = core::in_axes(this->example(), Q{}, Inertia<double>(moments));
    const Q q0 = this->attitude(), q1 = this->random.rotation();
    const double rate = 2e-4;
    constexpr int order = 24;
    core::JetTape<double> tape(order);
    const auto time = tape.variable();
    for (int k = 0; k <= order; ++k) time.set(k, k == 0 ? 900 : k == 1 ? 1 : 0);
    const auto along_path = [&]<class Real>(const Real& t) {
        const Real s = Real(rate) * (t - Real(900.0));
        return model(t,
                     Quaternion<Real>(Real(q0.x) + s * Real(q1.x), Real(q0.y) + s * Real(q1.y),
                                      Real(q0.z) + s * Real(q1.z), Real(q0.w) + s * Real(q1.w)),
                     Vector3<Real>());
    };
    Vector3<Jet<double>> jets;
    for (int k = 0; k <= order; ++k) jets = tape.replay(k, [&] { return along_path(time.jet()); });
    using Variable = Dual<double, 1>;
    const Vector3<Variable> derivative = along_path(Variable::variable(900, 0));
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(jets[i][1], derivative[i].slope[0], 1e-12 * std::abs(derivative[i].slope[0]));
    const double s = 60;
    V sum{};
    for (int k = order; k >= 0; --k) sum = s * sum + V{jets.x[k], jets.y[k], jets.z[k]};
    const V direct = along_path(900 + s);
    EXPECT_LT(norm(sum - direct), 1e-13 * norm(direct));
}

// The body is a ball, so that its moments are the same about all axes; a gravity gradient does not turn it.
TYPED_TEST(EveryOrbitTorque, IsTheSameInAnyBodyAxes) {
    const Inertia<double> ball(V{2, 2, 2});
    const TypeParam model = this->example();
    const Q turn = this->random.rotation(), q = this->attitude();
    const V plain = core::in_axes(model, Q{}, ball)(900.0, q, V{});
    const V turned = to_space(turn, core::in_axes(model, turn, ball)(900.0, q * turn, V{}));
    if constexpr (requires { model.moments; })
        EXPECT_LT(norm(plain) + norm(turned), 1e-20);
    else
        EXPECT_LT(norm(turned - plain), 1e-12 * norm(plain));
}

// --- gravity gradient --------------------------------------------------------------------------------------------

TEST(OrbitGravityGradient, IsThatOfAFixedCentreAtEachTime) {
    core::OrbitGravityGradient model;
    model.take_from_orbit(ellipse);
    model.take_from_body(Inertia<double>(moments));
    Random<double> random(3);
    for (double t = 0; t < 8000; t += 500) {
        const V r = ellipse.position(t);
        const Q attitude = random.rotation();
        const V u = to_body(attitude, (1 / norm(r)) * r);
        const V expected = (3 * 3.986004418e14 / std::pow(norm(r), 3)) * cross(u, hadamard(moments, u));
        EXPECT_LT(norm(model(t, attitude, V{}) - expected), 1e-14 * 1e-6);
    }
}

/// A model as a function of the user's: it needs no place in the list of models then.
template <class Model>
CustomTorque as_function(const Model& bound) {
    return generic_torque([bound](const auto& t, const auto& attitude) {
        return bound(t, attitude, Vector3<std::decay_t<decltype(t)>>());
    });
}

/// A body in a gravity field of unit mean motion, its axes yaw (up), roll (along the track) and pitch (along
/// the normal of the orbit) in the order of x, y, z, started near its equilibrium.
struct Librating {
    double yaw, roll, pitch;  ///< moments
    double inclination = 0;
    Orbit orbit =
        Orbit::from({.radius = 1, .inclination = inclination, .node = 0.3}, {.mu = 1, .radius = 0.5});

    Q local_frame(double t) const {
        return exp(V{0, 0, 0.3}) * (exp(V{inclination, 0, 0}) * exp(V{0, 0, t}));
    }
    /// From the local frame to the body.
    V deviation(const Sample& s) const {
        return log(conjugate(local_frame(s.time)) * core::from_eigen(s.state.attitude));
    }
    std::vector<Sample> run(const V& start, double end, double step) const {
        const V inertia{yaw, roll, pitch};
        core::OrbitGravityGradient model;
        model.take_from_orbit(orbit);
        const Q attitude = local_frame(0) * exp(start);
        const V rate = to_body(exp(start), V{0, 0, 1});  // at rest in the local frame
        const V momentum = hadamard(inertia, rate);
        std::vector<Sample> samples;
        const Problem problem{.body = Body::from_moments(core::to_eigen(inertia)),
                              .torque = as_function(core::in_axes(model, Q{}, Inertia<double>(inertia))),
                              .initial = {Eigen::Quaterniond(attitude.w, attitude.x, attitude.y, attitude.z),
                                          core::to_eigen(momentum)}};
        simulate(problem, {.method = "se4-rkn", .steps = FixedStep{step}, .end = end},
                 {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
        return samples;
    }
};

/// The time at which a smooth function passes through zero between the second and the third of four samples.
double zero_of_cubic(const std::array<double, 4>& t, const std::array<double, 4>& y) {
    const auto at = [&](double x) {
        double sum = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            double term = y[i];
            for (std::size_t j = 0; j < 4; ++j)
                if (j != i) term *= (x - t[j]) / (t[i] - t[j]);
            sum += term;
        }
        return sum;
    };
    double low = t[1], high = t[2];
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        ((at(middle) > 0) == (y[1] > 0) ? low : high) = middle;
    }
    return low;
}

// The pitch of a small libration turns at √(3n² (I_R − I_Y)/I_P).
TEST(OrbitGravityGradient, LibratesInPitchAtTheLinearFrequency) {
    for (const Librating& body : {Librating{1, 2, 2.5}, Librating{1.5, 2, 3.2, 0.9}}) {
        const std::vector<Sample> samples = body.run({0, 0, 1e-4}, 60, 0.02);
        std::vector<double> zeros;
        for (std::size_t i = 1; i + 2 < samples.size(); ++i) {
            std::array<double, 4> t{}, y{};
            for (std::size_t j = 0; j < 4; ++j)
                t[j] = samples[i - 1 + j].time, y[j] = body.deviation(samples[i - 1 + j]).z;
            if ((y[1] > 0) != (y[2] > 0)) zeros.push_back(zero_of_cubic(t, y));
        }
        ASSERT_GT(zeros.size(), 10);
        const double measured = pi * static_cast<double>(zeros.size() - 1) / (zeros.back() - zeros.front());
        const double expected = std::sqrt(3 * (body.roll - body.yaw) / body.pitch);
        EXPECT_NEAR(measured / expected, 1,
                    1e-8);  // what is left is the amplitude's, of relative size 10⁻⁸/16
    }
}

/// Of the linear equations (DeBra and Delp 1961): kR = (I_P − I_Y)/I_R, kY = (I_P − I_R)/I_Y.
bool is_stable(const Librating& body) {
    const double r = (body.pitch - body.yaw) / body.roll, y = (body.pitch - body.roll) / body.yaw;
    return r > y && r * y > 0 && 1 + 3 * r + r * y > 4 * std::sqrt(r * y);
}

TEST(OrbitGravityGradient, IsStableWhereTheLinearEquationsAre) {
    const Librating lagrange{1, 2, 2.5, 0.9}, debra_delp{1, 1.0 / 0.7, 1.0 / 0.7 - 0.5, 0.9};
    const Librating in_pitch{2, 1, 2.5, 0.9}, in_roll_and_yaw{1, 2, 1.5, 0.9}, at_both{2, 2.5, 1, 0.9};
    EXPECT_TRUE(is_stable(lagrange) && is_stable(debra_delp));
    EXPECT_FALSE(is_stable(in_pitch) || is_stable(in_roll_and_yaw) || is_stable(at_both));
    for (const Librating* body : {&lagrange, &debra_delp, &in_pitch, &in_roll_and_yaw, &at_both}) {
        double largest = 0;
        for (const Sample& s : body->run({1e-4, 1e-4, 1e-4}, 12 * 2 * pi, 0.05))
            largest = std::max(largest, norm(body->deviation(s)));
        if (is_stable(*body))
            EXPECT_LT(largest, 3e-3) << body->yaw << " " << body->roll << " " << body->pitch;
        else
            EXPECT_GT(largest, 0.1) << body->yaw << " " << body->roll << " " << body->pitch;
    }
}

// On a circle, in the frame that turns with it, there is an energy: ½ω·Iω − n normal·L + ½ 3n² u·Iu.
TEST(OrbitGravityGradient, OnACircleConservesTheEnergyOfTheTurningFrame) {
    const Librating body{1, 2, 2.5, 0.9};
    const Eigen::Vector3d normal = core::to_eigen(to_space(body.local_frame(0), V{0, 0, 1}));
    const Eigen::Vector3d inertia(body.yaw, body.roll, body.pitch);
    std::vector<double> energies;
    for (const Sample& s : body.run({1, 0.5, -0.7}, 20, 0.01)) {
        const Eigen::Vector3d up = core::to_eigen(body.orbit.place(s.time).up),
                              u = s.state.attitude.conjugate() * up;
        energies.push_back(0.5 * s.angular_velocity.dot(s.state.momentum) - normal.dot(s.spatial_momentum)
                           + 1.5 * u.dot(inertia.cwiseProduct(u)));
    }
    const auto [least, most] = std::ranges::minmax(energies);
    EXPECT_LT(most - least, 1e-8);
    EXPECT_GT(energies.size(), 1000);
}

// --- magnetic dipole ---------------------------------------------------------------------------------------------

TEST(OrbitMagneticDipole, IsMomentTimesField) {
    core::OrbitMagneticDipole model{.moment = {2, 0, 0}};
    model.take_from_orbit(circle);
    const double field = 3.12e-5 * std::pow(6378137.0 / 7e6, 3);  // north, above the equator
    EXPECT_LT(norm(model(0.0, Q{}, V{}) - V{0, -2 * field, 0}), 1e-19);
    EXPECT_LT(norm(model(0.0, exp(V{0, -pi / 2, 0}), V{})), 1e-19);  // its axis to the north
    const Orbit polar = Orbit::from({.radius = 7e6, .inclination = pi / 2, .anomaly = pi / 2});
    model.take_from_orbit(polar);
    EXPECT_LT(norm(model(0.0, Q{}, V{}) - V{0, 4 * field, 0}), 1e-19);  // down, and twice as strong
}

// --- plates ------------------------------------------------------------------------------------------------------

core::SolarPressure plate_to_the_sun() {
    core::SolarPressure plate{.centre = {0, 0.5, 0}, .normal = {1, 0, 0}, .area = 3, .sun = {1, 0, 0}};
    plate.take_from_orbit(circle);
    return plate;
}

TEST(SolarPressure, OfABlackAPolishedAndAWhitePlate) {
    core::SolarPressure plate = plate_to_the_sun();
    const double force = 4.56e-6 * 3;
    // towards −x, at the arm 0.5 along y: about +z
    EXPECT_LT(norm(plate(0.0, Q{}, V{}) - V{0, 0, 0.5 * force}), 1e-20);
    plate.specular = 1;
    EXPECT_LT(norm(plate(0.0, Q{}, V{}) - V{0, 0, 0.5 * 2 * force}), 1e-20);
    plate.specular = 0, plate.diffuse = 1;
    EXPECT_LT(norm(plate(0.0, Q{}, V{}) - V{0, 0, 0.5 * force * (1 + 2.0 / 3)}), 1e-20);
}

// Turned by 60°, half of the light falls on it: a black one is pushed along the light, a mirror along its
// normal.
TEST(SolarPressure, OfATurnedPlate) {
    core::SolarPressure plate = plate_to_the_sun();
    const Q turned = exp(V{0, 0, pi / 3});
    const V arm = to_space(turned, {0, 0.5, 0}), normal = to_space(turned, {1, 0, 0});
    const double full = 4.56e-6 * 3;
    EXPECT_LT(norm(to_space(turned, plate(0.0, turned, V{})) - cross(arm, V{-0.5 * full, 0, 0})), 1e-20);
    plate.specular = 1;
    EXPECT_LT(norm(to_space(turned, plate(0.0, turned, V{})) - cross(arm, (-2 * 0.25 * full) * normal)),
              1e-20);
    EXPECT_EQ(norm(plate(0.0, exp(V{0, 0, 2.0}), V{})), 0);  // light from behind
}

TEST(SolarPressure, IsNoneInTheShadow) {
    core::SolarPressure plate = plate_to_the_sun();
    const double midnight = 0.5 * circle.period();
    EXPECT_EQ(norm(plate(midnight, Q{}, V{})), 0);
    plate.eclipse = core::SolarPressure::Eclipse::none;
    EXPECT_GT(norm(plate(midnight, Q{}, V{})), 1e-6);
    EXPECT_TRUE(plate.breakpoints(0, 1e5).empty());
}

TEST(SolarPressure, OfATimeWithoutJumpsIsOneSideOnly) {
    const core::SolarPressure plate = plate_to_the_sun();
    const std::vector<double> jumps = plate.breakpoints(0, circle.period());
    ASSERT_EQ(jumps.size(), 2);
    const auto size = [&](const core::SolarPressure& p, double t) { return norm(p(t, Q{}, V{})); };
    const core::SolarPressure light = plate.within(0, jumps[0]), dark = plate.within(jumps[0], jumps[1]);
    for (const double t : {jumps[0], jumps[0] - 1, jumps[0] + 1, jumps[1]}) {
        EXPECT_GT(size(light, t), 1e-6);
        EXPECT_EQ(size(dark, t), 0);
    }
    EXPECT_GT(size(plate.within(jumps[1], circle.period()), jumps[1]), 1e-6);
    EXPECT_EQ(size(plate.within(0, std::numeric_limits<double>::infinity()), jumps[1] - 1),
              0);  // as without it
}

/// The momentum after three revolutions in and out of the shadow, with so many steps for each stretch of
/// time.
Eigen::Vector3d after_shadows(int steps, bool stops_at_jumps) {
    core::SolarPressure plate{
        .centre = {0.1, 0.5, -0.2}, .normal = {1, 0, 0}, .area = 1, .sun = {1, 0, 0}, .pressure = 0.05};
    plate.take_from_orbit(Orbit::from({.radius = 1.3}, {.mu = 1, .radius = 1}));
    const double end = 3 * plate.orbit.period();
    std::vector<double> ends = stops_at_jumps ? plate.breakpoints(0, end) : std::vector<double>{};
    ends.push_back(end);
    State state{Eigen::Quaterniond::Identity(), {0.02, 0, 0}};
    double from = 0;
    for (const double to : ends) {
        const core::SolarPressure piece = stops_at_jumps ? plate.within(from, to) : plate;
        const CustomTorque torque = generic_torque([piece, from](const auto& t, const auto& attitude) {
            using Real = std::decay_t<decltype(t)>;
            return piece(t + Real(from), attitude, Vector3<Real>());
        });
        const Problem problem{.body = Body::from_moments({5, 6, 7}), .torque = torque, .initial = state};
        state = simulate(problem, {.method = "se4-rkn",
                                   .steps = FixedStep{(to - from) / (stops_at_jumps ? steps : 7 * steps)},
                                   .end = to - from})
                    .final_state;
        from = to;
    }
    return state.momentum;
}

TEST(SolarPressure, KeepsTheOrderOfAMethodThatStopsAtItsJumps) {
    const Eigen::Vector3d exact = after_shadows(400, true);
    const double coarse = (after_shadows(12, true) - exact).norm(),
                 fine = (after_shadows(24, true) - exact).norm();
    EXPECT_GT(coarse / fine, 12);
    EXPECT_GT((after_shadows(24, false) - exact).norm(), 100 * fine);
}

TEST(SolarPressure, RefusesWhatNoPlateIs) {
    const auto message = [](const core::SolarPressure& plate) { return wrong_parameters(plate)->message; };
    EXPECT_EQ(message({.area = -1}), "area is -1, expected a number that is not negative");
    EXPECT_EQ(message({.diffuse = -0.1}), "diffuse is -0.1, expected a number that is not negative");
    EXPECT_EQ(message({.specular = 0.7, .diffuse = 0.5}),
              "specular is 0.7 and diffuse 0.5, expected parts of the light whose sum is at most 1");
    EXPECT_FALSE(wrong_parameters(core::SolarPressure{.specular = 0.7, .diffuse = 0.3}));
}

TEST(Drag, OfAPlateThatMeetsTheAir) {
    core::Drag plate{.centre = {0, 0, 0.4},
                     .normal = {0, 1, 0},
                     .area = 2,
                     .coefficient = 2.5,
                     .density = 1e-12,
                     .altitude = 7e6 - 6378137};
    plate.take_from_orbit(circle);
    const double v = 7e6 * circle.mean_motion(), w = v - 7e6 * Planet{}.rotation;
    const double force = 0.5 * 1e-12 * 2.5 * 2 * w * w;  // towards −y, at the arm 0.4 along z: about +x
    EXPECT_LT(norm(plate(0.0, Q{}, V{}) - V{0.4 * force, 0, 0}), 1e-12 * force);
    EXPECT_EQ(norm(plate(0.0, exp(V{0, 0, pi}), V{})), 0);  // from behind
    plate.air = core::Drag::Air::resting;
    EXPECT_NEAR(plate(0.0, Q{}, V{}).x, 0.4 * force * (v / w) * (v / w), 1e-12 * force);
    plate.altitude -= plate.scale_height;  // thinner by e
    EXPECT_NEAR(plate(0.0, Q{}, V{}).x, 0.4 * force * (v / w) * (v / w) / std::numbers::e, 1e-12 * force);
    // turned by 60° the plate is half as wide, and the force is along the wind as before
    const Q turned = exp(V{pi / 3, 0, 0});
    const double half = 0.5 * force * (v / w) * (v / w) / std::numbers::e;
    EXPECT_LT(norm(to_space(turned, plate(0.0, turned, V{}))
                   - cross(to_space(turned, {0, 0, 0.4}), V{0, -half, 0})),
              1e-12 * force);
}

TEST(Drag, RefusesWhatNoAirIs) {
    const auto message = [](const core::Drag& plate) { return wrong_parameters(plate)->message; };
    EXPECT_EQ(message({.scale_height = 0}), "scale_height is 0, expected a positive number");
    EXPECT_EQ(message({.coefficient = -2}), "coefficient is -2, expected a number that is not negative");
    EXPECT_EQ(message({.density = std::nan("")}), "density is nan, expected a number that is not negative");
    EXPECT_FALSE(wrong_parameters(core::Drag{}));
}

}  // namespace
}  // namespace polhode::test
