// The vector-space integrators: their claimed properties, the identities between them, the vector types they
// take.
#include "polhode/method/vector_space.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

namespace {

namespace vs = polhode::vector_space;
using polhode::core::Dual;
using polhode::core::Status;

// Two coupled degrees of freedom, a full mass matrix, V = x²/2 + 3y²/2 + x²y + sin(x − 2y − 3t): nothing is
// linear, diagonal or symmetric by accident, and a force at another time is another force.
constexpr auto velocity = []<class Vector>(const Vector& p) {
    using Real = typename Vector::Scalar;
    return Vector(Real(2.0) * p[0] + Real(0.5) * p[1], Real(0.5) * p[0] + p[1]);
};
constexpr auto force = []<class Vector>(const Vector& u, const typename Vector::Scalar& t) {
    using std::cos;
    using Real = typename Vector::Scalar;
    const Real c = cos(u[0] - Real(2.0) * u[1] - Real(3.0) * t);
    return Vector(-(u[0] + Real(2.0) * u[0] * u[1] + c), -(Real(3.0) * u[1] + u[0] * u[0] - Real(2.0) * c));
};
constexpr vs::System<decltype(velocity), decltype(force)> problem{velocity, force};

using Real = long double;
template <class Scalar> using Vector2 = Eigen::Matrix<Scalar, 2, 1>;
using State = vs::State<Vector2<Real>>;

constexpr Real rounding = 3e-18L;  // some 30 units of round-off of 80-bit numbers near one

State start() { return {{0.3L, -0.4L}, {0.5L, 0.2L}}; }
constexpr Real start_time = 0.4L;

Real distance(const State& a, const State& b) { return std::hypot((a.u - b.u).norm(), (a.p - b.p).norm()); }

template <class Map>
State step(const Map& map, State s, Real t, Real h) {
    EXPECT_TRUE(map(problem, s, t, h).ok());
    return s;
}
template <class First, class Second>
State step_then_step(const First& first, const Second& second, Real h) {
    return step(second, step(first, start(), start_time, h), start_time + h, h);
}

/// Over a time from the start on.
template <class Map>
State run(const Map& map, Real time, int steps) {
    State s = start();
    const Real h = time / static_cast<Real>(steps);
    for (int n = 0; n < steps; ++n) s = step(map, s, start_time + static_cast<Real>(n) * h, h);
    return s;
}

// The classical Runge–Kutta method: shares no line with what it judges.
State reference(Real time) {
    const int steps = 4000;
    const Real h = time / steps;
    const auto slope = [](const State& s, Real t) { return State{velocity(s.p), force(s.u, t)}; };
    const auto moved = [](const State& s, Real t, const State& k) {
        return State{s.u + t * k.u, s.p + t * k.p};
    };
    State s = start();
    for (int n = 0; n < steps; ++n) {
        const Real t = start_time + static_cast<Real>(n) * h, middle = t + h / 2;
        const State k1 = slope(s, t), k2 = slope(moved(s, h / 2, k1), middle),
                    k3 = slope(moved(s, h / 2, k2), middle), k4 = slope(moved(s, h, k3), t + h);
        s = moved(s, h / 6, {k1.u + 2 * k2.u + 2 * k3.u + k4.u, k1.p + 2 * k2.p + 2 * k3.p + k4.p});
    }
    return s;
}

template <class Map>
Real measured_order(const Map& map) {
    const Real time = 2;
    const State exact = reference(time);
    return std::log2(distance(run(map, time, 256), exact) / distance(run(map, time, 512), exact));
}

/// The largest entry of DᵀJD − J, D the exact Jacobian of one step.
template <class Map>
Real symplectic_defect(const Map& map, Real h) {
    using Variable = Dual<Real, 4>;
    const State s0 = start();
    vs::State<Vector2<Variable>> s{{Variable::variable(s0.u[0], 0), Variable::variable(s0.u[1], 1)},
                                   {Variable::variable(s0.p[0], 2), Variable::variable(s0.p[1], 3)}};
    EXPECT_TRUE(map(problem, s, Variable(start_time), Variable(h)).ok());
    Eigen::Matrix<Real, 4, 4> d, j = Eigen::Matrix<Real, 4, 4>::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
        const auto column = static_cast<Eigen::Index>(k);
        d.col(column) << s.u[0].slope[k], s.u[1].slope[k], s.p[0].slope[k], s.p[1].slope[k];
    }
    j.topRightCorner<2, 2>().setIdentity();
    j.bottomLeftCorner<2, 2>() = -Eigen::Matrix<Real, 2, 2>::Identity();
    return (d.transpose() * j * d - j).cwiseAbs().maxCoeff();
}

template <class Map>
class VectorSpaceMap : public testing::Test {};
using Maps = testing::Types<vs::SymplecticEuler, vs::AdjointSymplecticEuler, vs::ExplicitNewmark,
                            vs::ForwardEuler, vs::BackwardEuler, vs::Trapezoid, vs::Midpoint>;
TYPED_TEST_SUITE(VectorSpaceMap, Maps);

TYPED_TEST(VectorSpaceMap, ConvergesWithItsOrder) {
    EXPECT_NEAR(static_cast<double>(measured_order(TypeParam{})), TypeParam::order, 0.03);
}

TYPED_TEST(VectorSpaceMap, IsSymplecticIfItSaysSo) {
    const Real defect = symplectic_defect(TypeParam{}, 0.2L);
    if (TypeParam::symplectic)
        EXPECT_LT(defect, rounding);
    else
        EXPECT_GT(defect, 1e-4L);
}

TYPED_TEST(VectorSpaceMap, IsUndoneByTheNegativeStepIfItSaysSo) {
    const TypeParam map;
    const Real h = 0.2L,
               left = distance(step(map, step(map, start(), start_time, h), start_time + h, -h), start());
    if (TypeParam::time_symmetric)
        EXPECT_LT(left, rounding);
    else
        EXPECT_GT(left, 1e-3L);
}

// Three uncoupled pendulums in one vector move as each would by itself, and the same in every vector type. Their force
// does not take the time.
TYPED_TEST(VectorSpaceMap, DoesNotDependOnTheVectorType) {
    const auto pull = [](const auto& x) {
        using std::sin;
        return -sin(x);
    };
    const auto same = [](const auto& p) { return p; };
    const auto of_each = [&](const auto& u) {
        auto f = u;
        for (int i = 0; i < 3; ++i) f[i] = pull(u[i]);
        return f;
    };
    const TypeParam map;
    const vs::System one{same, pull};
    const vs::System three{same, of_each};
    const double h = 0.3, u[3] = {0.1, -1.2, 2.5}, p[3] = {1, 0.2, -0.7};
    vs::State<polhode::core::Vector3<double>> ours{{u[0], u[1], u[2]}, {p[0], p[1], p[2]}};
    vs::State<Eigen::Vector3d> eigen{{u[0], u[1], u[2]}, {p[0], p[1], p[2]}};
    ASSERT_TRUE(map(three, ours, 0, h).ok());
    ASSERT_TRUE(map(three, eigen, 0, h).ok());
    for (int i = 0; i < 3; ++i) {
        vs::State<double> single{u[i], p[i]};
        vs::State<long double> wide{u[i], p[i]};
        ASSERT_TRUE(map(one, single, 0, h).ok());
        ASSERT_TRUE(map(one, wide, 0, static_cast<long double>(h)).ok());
        const double most = 1e-15;
        for (const double other : {ours.u[i], eigen.u[i], static_cast<double>(wide.u)})
            EXPECT_NEAR(single.u, other, most);
        for (const double other : {ours.p[i], eigen.p[i], static_cast<double>(wide.p)})
            EXPECT_NEAR(single.p, other, most);
    }
}

TEST(VectorSpace, TheExplicitMapsTakeVectorsOfAnyLength) {
    const vs::System springs{[](const Eigen::VectorXd& p) { return p; },
                             [](const Eigen::VectorXd& u) { return Eigen::VectorXd(-u); }};
    vs::State<Eigen::VectorXd> s{Eigen::VectorXd::Constant(17, 1.0), Eigen::VectorXd::Zero(17)};
    vs::ExplicitNewmark{}(springs, s, 0, 0.1);
    EXPECT_DOUBLE_EQ(s.u[16], 1 - 0.1 * 0.1 / 2);
    EXPECT_DOUBLE_EQ(s.p[16], -0.05 * (1 + s.u[16]));
}

// --- identities --------------------------------------------------------------------------------------------------

constexpr Real step_size = 0.3L;

template <class Map>
State one_step(const Map& map) {
    return step(map, start(), start_time, step_size);
}

TEST(VectorSpaceIdentity, NewmarkIsHalfSymplecticEulerThenHalfItsAdjoint) {
    const State composed = step_then_step(vs::SymplecticEuler{}, vs::AdjointSymplecticEuler{}, step_size / 2);
    EXPECT_LT(distance(composed, one_step(vs::ExplicitNewmark{})), rounding);
}

TEST(VectorSpaceIdentity, TrapezoidIsHalfForwardThenHalfBackwardEuler) {
    const State composed = step_then_step(vs::ForwardEuler{}, vs::BackwardEuler{}, step_size / 2);
    EXPECT_LT(distance(composed, one_step(vs::Trapezoid{})), rounding);
}

TEST(VectorSpaceIdentity, MidpointIsHalfBackwardThenHalfForwardEuler) {
    const State composed = step_then_step(vs::BackwardEuler{}, vs::ForwardEuler{}, step_size / 2);
    EXPECT_LT(distance(composed, one_step(vs::Midpoint{})), rounding);
}

TEST(VectorSpaceIdentity, TrapezoidAndMidpointAreConjugate) {
    const vs::BackwardEuler euler;
    const Real half = step_size / 2;
    const State left =
        step(vs::Trapezoid{}, step(euler, start(), start_time, half), start_time + half, step_size);
    const State right = step(euler, one_step(vs::Midpoint{}), start_time + step_size, half);
    EXPECT_LT(distance(left, right), rounding);
    // and not the same map: the conjugacy says something
    EXPECT_GT(distance(one_step(vs::Trapezoid{}), one_step(vs::Midpoint{})), 1e-4L);
}

// The adjoint of Φ_h is the inverse of Φ_{−h}.
TEST(VectorSpaceIdentity, AdjointPairsUndoEachOther) {
    const auto undone = [](const auto& map, const auto& adjoint) {
        return distance(step(adjoint, one_step(map), start_time + step_size, -step_size), start());
    };
    EXPECT_LT(undone(vs::SymplecticEuler{}, vs::AdjointSymplecticEuler{}), rounding);
    EXPECT_LT(undone(vs::AdjointSymplecticEuler{}, vs::SymplecticEuler{}), rounding);
    EXPECT_LT(undone(vs::ForwardEuler{}, vs::BackwardEuler{}), rounding);
    EXPECT_LT(undone(vs::BackwardEuler{}, vs::ForwardEuler{}), rounding);
}

// --- what the papers print ---------------------------------------------------------------------------------------

// Newmark's method in the form of the textbooks, with displacement, velocity and acceleration.
TEST(VectorSpacePrinted, NewmarkIsThatOfTheTextbooks) {
    const State s = start();
    const Real h = step_size, gamma = 0.5L, beta = 0;
    const auto acceleration = [](const Vector2<Real>& u, Real t) { return velocity(force(u, t)); };
    const Vector2<Real> v0 = velocity(s.p), a0 = acceleration(s.u, start_time);
    const Vector2<Real> u1 = s.u + h * v0 + h * h * (0.5L - beta) * a0;
    const Vector2<Real> v1 = v0 + h * ((1 - gamma) * a0 + gamma * acceleration(u1, start_time + h));
    const State ours = one_step(vs::ExplicitNewmark{});
    EXPECT_LT((ours.u - u1).norm(), rounding);
    EXPECT_LT((velocity(ours.p) - v1).norm(), rounding);
}

/// Eq. (5) of Krysl 2006 to the letter: ½h in both halves of the second line.
struct MidpointAsPrinted {
    template <class V, class F, class Vector>
    Status operator()(const vs::System<V, F>& system, vs::State<Vector>& s, const vs::Scalar<Vector>& t,
                      const vs::Scalar<Vector>& h) const {
        vs::State<Vector> correct = s;
        const Status status = vs::Midpoint{}(system, correct, t, h);
        const Vector p_m = 0.5L * (s.p + correct.p);
        s.u += 0.5L * h * system.velocity(p_m);
        s.p = correct.p;
        return status;
    }
};

TEST(VectorSpacePrinted, TheMidpointRuleAsPrintedDoesNotConverge) {
    EXPECT_NEAR(static_cast<double>(measured_order(MidpointAsPrinted{})), 0, 0.1);
    EXPECT_GT(distance(run(MidpointAsPrinted{}, 2, 512), reference(2)), 0.1L);
}

/// The midpoint rule with the force at tₙ + h/2, where Krysl 2006 prints the torque of IMID and IMIDM: the step ends
/// at tₙ, so that this is one step late.
struct MidpointWithALateForce {
    template <class V, class F, class Vector>
    Status operator()(const vs::System<V, F>& system, vs::State<Vector>& s, const vs::Scalar<Vector>& t,
                      const vs::Scalar<Vector>& h) const {
        const auto late = [&]<class Other>(const Other& u, const vs::Scalar<Other>& time) {
            return system.force(u, time + vs::Scalar<Other>(h));
        };
        return vs::Midpoint{}(vs::System{system.velocity, late}, s, t, h);
    }
};

TEST(VectorSpacePrinted, TheMidpointRuleIsOfFirstOrderWithTheForceAtThePrintedTime) {
    EXPECT_NEAR(static_cast<double>(measured_order(MidpointWithALateForce{})), 1, 0.05);
}

// --- the equation inside the implicit maps -----------------------------------------------------------------------

TEST(VectorSpaceSolver, ReportsAnEquationWithoutSolution) {
    // u = u₀ + h² (1 + u²) has no real solution for h > ½ at u₀ = 0
    const vs::System runaway{[](const auto& p) { return p; },
                             []<class T>(const T& u) { return T(1.0) + u * u; }};
    vs::State<double> s{0, 0};
    EXPECT_FALSE(vs::BackwardEuler{}(runaway, s, 0, 1.0).ok());
    s = {0, 0};
    EXPECT_TRUE(vs::BackwardEuler{}(runaway, s, 0, 0.4).ok());
    EXPECT_NEAR(s.u, 0.16 * (1 + s.u * s.u), 1e-16);
}

TEST(VectorSpaceSolver, ConvergesWhenThePositionPassesThroughZero) {
    // f(0) = −1: from a = h² backward Euler lands on u₁ = 0, where u is no measure of the rounding of the
    // equation
    const vs::System spring{
        [](const auto& p) { return p; },
        []<class T>(const T& u) { return -((u + T(1.0)) * (u + T(1.0)) * (u + T(1.0))); }};
    for (int k = -50; k <= 50; ++k) {
        const double h = 3, u0 = 0.7 + 1e-16 * k;
        vs::State<double> s{u0, (h * h - u0) / h + 3e-16 * k};
        EXPECT_TRUE(vs::BackwardEuler{}(spring, s, 0, h).ok()) << k;
        EXPECT_NEAR(s.u, 0, 1e-14);
    }
}

}  // namespace
