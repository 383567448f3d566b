// The rotation group at the identity, near it, at random, near a half turn and at exactly one.
#include "polhode/so3/rotation.hpp"

#include "polhode/scalar/dual.hpp"
#include "support/random_rotation.hpp"
#include "support/wide.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <numbers>
#include <vector>

namespace {

using namespace polhode::core;
using polhode::test::Random;
using polhode::test::Wide;

template <class Real> using EigenMatrix = Eigen::Matrix<Real, 3, 3>;

template <class Real>
EigenMatrix<Real> eigen(const Matrix3<Real>& m) {
    EigenMatrix<Real> e;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) e(i, j) = m(i, j);
    return e;
}

template <class Real>
Real largest_entry(const Matrix3<Real>& m) {
    return eigen(m).cwiseAbs().maxCoeff();
}

/// The rotation vectors on which everything is tried, |v| ≤ π.
template <class Real>
std::vector<Vector3<Real>> rotation_vectors() {
    const Real pi = std::numbers::pi_v<Real>, tiny = Real(1e-160L);
    std::vector<Vector3<Real>> all{{0, 0, 0}};
    Random<Real> random(1);
    // 0.2 and 2: the seams of log and exp
    for (const Real angle : {tiny, Real(1e-8L), Real(1e-4L), Real(0.19L), Real(0.2L), Real(0.21L), Real(1),
                             Real(1.99L), Real(2.01L), Real(3), pi - Real(1e-8L), pi}) {
        all.push_back({angle, 0, 0});
        all.push_back({0, -angle, 0});
        all.push_back({0, 0, angle});
        for (int k = 0; k < 5; ++k) all.push_back(angle * random.direction());
    }
    for (int k = 0; k < 300; ++k) all.push_back(random.between(0, pi) * random.direction());
    return all;
}

/// Σ v̂ᵏ/(k + shift)!: the exponential for shift = 0, its differential for shift = 1, by definition.
Matrix3<Wide> series(const Vector3<Wide>& v, int shift) {
    Matrix3<Wide> power = Matrix3<Wide>::identity(), sum = power;
    for (int k = 1; k < 120; ++k) {
        power = (Wide(1) / (k + shift)) * (power * hat(v));
        sum = sum + power;
    }
    return sum;
}

/// Largest |component|: unlike a length it does not underflow at 1e-160.
template <class Real>
Real largest(const Vector3<Real>& v) {
    using std::abs;
    return std::max({abs(v.x), abs(v.y), abs(v.z)});
}

/// The error of `result` in units of round-off of `exact`.
template <class Real>
Real relative_error(const Vector3<Real>& result, const Vector3<Real>& exact) {
    const Real size = largest(exact) > 0 ? largest(exact) : Real(1);
    return largest(result - exact) / size / std::numeric_limits<Real>::epsilon();
}

/// The same for two rotation vectors; at a half turn, up to rounding, both signs mean the same rotation.
template <class Real>
Real rotation_vector_error(const Vector3<Real>& result, const Vector3<Real>& exact) {
    const Real error = relative_error(result, exact);
    const bool half_turn = norm(exact) > std::numbers::pi_v<Real> - 4 * std::numeric_limits<Real>::epsilon();
    return half_turn ? std::min(error, relative_error(-result, exact)) : error;
}

template <class Real>
Quaternion<Real> negative(const Quaternion<Real>& q) {
    return {-q.x, -q.y, -q.z, -q.w};
}

template <class Real>
class Rotation : public testing::Test {
protected:
    static constexpr Real eps = std::numeric_limits<Real>::epsilon();
};
using Reals = testing::Types<double, long double>;
TYPED_TEST_SUITE(Rotation, Reals);

// --- exponential and logarithm -----------------------------------------------------------------------------------

TYPED_TEST(Rotation, ExpIsThePowerSeries) {
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Matrix3<Wide> exact = series(Vector3<Wide>(v), 0), ours = to_matrix(Quaternion<Wide>(exp(v)));
        EXPECT_LE(static_cast<double>(largest_entry(ours - exact) / this->eps), 6) << norm(v);
        EXPECT_LE(std::abs(norm2(exp(v)) - 1), 4 * this->eps) << norm(v);
    }
}

TYPED_TEST(Rotation, ExpOfMoreThanATurn) {
    for (const TypeParam angle : {4, 7, 20, 100}) {
        const Vector3<TypeParam> v = angle * Random<TypeParam>(3).direction();
        const Quaternion<TypeParam> half = exp(TypeParam(0.5) * v);
        EXPECT_LE(largest_entry(to_matrix(exp(v)) - to_matrix(half * half)), 4 * angle * this->eps) << angle;
    }
}

TYPED_TEST(Rotation, LogUndoesExp) {
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Quaternion<TypeParam> q = exp(v);
        ASSERT_TRUE(is_finite(log(q)));
        EXPECT_LE(rotation_vector_error(log(q), v), 4) << norm(v);
        EXPECT_LE(rotation_vector_error(log(negative(q)), v), 4) << norm(v) << ", the other sign of q";
    }
}

TYPED_TEST(Rotation, ExpUndoesLog) {
    Random<TypeParam> random(2);
    for (int k = 0; k < 300; ++k) {
        const Quaternion<TypeParam> q = random.rotation(), back = exp(log(q));
        EXPECT_LE(norm(log(q)), std::numbers::pi_v<TypeParam>);
        EXPECT_LE(largest_entry(to_matrix(back) - to_matrix(q)), 8 * this->eps);
    }
}

TYPED_TEST(Rotation, LogOfAnExactHalfTurnIsFiniteAndKeepsTheAxis) {
    using Q = Quaternion<TypeParam>;
    const TypeParam pi = std::numbers::pi_v<TypeParam>, s = std::sqrt(TypeParam(0.5));
    for (const TypeParam w : {TypeParam(0), -TypeParam(0)}) {
        EXPECT_LE(relative_error(log(Q{1, 0, 0, w}), {pi, 0, 0}), 1);
        EXPECT_LE(relative_error(log(Q{0, -1, 0, w}), {0, -pi, 0}), 1);
        EXPECT_LE(relative_error(log(Q{0, s, -s, w}), {0, s * pi, -s * pi}), 2);
    }
}

TYPED_TEST(Rotation, LogOfAMatrix) {
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Vector3<TypeParam> back = log(from_matrix(to_matrix(exp(v))));
        ASSERT_TRUE(is_finite(back));
        EXPECT_LE(rotation_vector_error(back, v), 8) << norm(v);
    }
}

// Half turns about each axis and the identity: each of the four formulas in turn.
TYPED_TEST(Rotation, FromMatrixTakesEveryBranch) {
    using Q = Quaternion<TypeParam>;
    Random<TypeParam> random(4);
    for (const Q& centre : {Q{1, 0, 0, 0}, Q{0, 1, 0, 0}, Q{0, 0, 1, 0}, Q{0, 0, 0, 1}})
        for (int k = 0; k < 50; ++k) {
            const Q q = centre * exp(random.vector(TypeParam(0.5)));
            const Q back = from_matrix(to_matrix(q)),
                    same = dot(back.vector(), q.vector()) + back.w * q.w < 0 ? negative(back) : back;
            EXPECT_LE(largest(same.vector() - q.vector()), 4 * this->eps);
            EXPECT_LE(std::abs(same.w - q.w), 4 * this->eps);
        }
}

// --- differentials -----------------------------------------------------------------------------------------------

TYPED_TEST(Rotation, DexpIsItsPowerSeries) {
    Random<TypeParam> random(5);
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Vector3<TypeParam> w = random.vector();
        const Vector3<Wide> exact = series(Vector3<Wide>(v), 1) * Vector3<Wide>(w);
        const Vector3<Wide> error = Vector3<Wide>(dexp(v, w)) - exact;
        EXPECT_LE(static_cast<double>(largest(error) / this->eps), 8) << norm(v);
    }
}

// d/dt exp(v(t)) = (dexp_v v')^ exp(v): the velocity stands on the left, in space.
TYPED_TEST(Rotation, DexpIsTheSpatialVelocityOfExp) {
    Random<TypeParam> random(6);
    const Wide step("1e-30");
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Vector3<TypeParam> w = random.vector();
        const Vector3<Wide> at(v), rate(w);
        const Matrix3<Wide> change = series(at + step * rate, 0) - series(at - step * rate, 0);
        const Vector3<Wide> velocity = (1 / (2 * step)) * vee(change * transpose(series(at, 0)));
        EXPECT_LE(static_cast<double>(largest(Vector3<Wide>(dexp(v, w)) - velocity) / this->eps), 8)
            << norm(v);
    }
}

TYPED_TEST(Rotation, DexpInverseUndoesDexp) {
    Random<TypeParam> random(7);
    std::vector<Vector3<TypeParam>> all = rotation_vectors<TypeParam>();
    for (const TypeParam angle : {4, 5, 6}) all.push_back(angle * random.direction());
    for (const auto& v : all) {
        const Vector3<TypeParam> w = random.vector();
        const TypeParam most = norm(v) < 4 ? 16 : 200;  // dexp⁻¹ grows towards its pole at a full turn
        EXPECT_LE(largest(dexp(v, dexp_inverse(v, w)) - w), most * this->eps) << norm(v);
        EXPECT_LE(largest(dexp_inverse(v, dexp(v, w)) - w), most * this->eps) << norm(v);
    }
}

// Derivatives of exp by dual numbers; they must pass through zero angle.
TYPED_TEST(Rotation, DualNumbersThroughExpGiveDexp) {
    using Variable = Dual<TypeParam, 1>;
    Random<TypeParam> random(8);
    for (const auto& v : rotation_vectors<TypeParam>()) {
        const Vector3<TypeParam> w = random.vector();
        Vector3<Variable> moving(v);
        for (int i = 0; i < 3; ++i) moving[i].slope[0] = w[i];
        const Quaternion<Variable> q = exp(moving);
        const Quaternion<TypeParam> value{q.x.value, q.y.value, q.z.value, q.w.value};
        const Quaternion<TypeParam> rate{q.x.slope[0], q.y.slope[0], q.z.slope[0], q.w.slope[0]};
        // q' = ½ ω q
        const Vector3<TypeParam> velocity = TypeParam(2) * (rate * conjugate(value)).vector();
        EXPECT_LE(largest(velocity - dexp(v, w)), 16 * this->eps) << norm(v);
    }
}

// Derivatives of log by dual numbers: exp(tw) q turns with the velocity w in space, so (log q)' = dexp⁻¹ w.
TYPED_TEST(Rotation, DualNumbersThroughLogGiveDexpInverse) {
    using Variable = Dual<TypeParam, 1>;
    Random<TypeParam> random(9);
    for (const auto& v : rotation_vectors<TypeParam>())
        for (const bool flipped : {false, true}) {
            const Vector3<TypeParam> w = random.vector();
            const Quaternion<TypeParam> q = flipped ? negative(exp(v)) : exp(v);
            const Quaternion<TypeParam> rate = Quaternion<TypeParam>{TypeParam(0.5) * w, 0} * q;
            Quaternion<Variable> moving(q);
            moving.x.slope[0] = rate.x;
            moving.y.slope[0] = rate.y;
            moving.z.slope[0] = rate.z;
            moving.w.slope[0] = rate.w;
            const Vector3<Variable> turned = log(moving);
            const Vector3<TypeParam> slope{turned.x.slope[0], turned.y.slope[0], turned.z.slope[0]};
            const Vector3<TypeParam> exact = dexp_inverse(log(q), w);
            EXPECT_LE(largest(slope - exact), 100 * this->eps) << norm(v);
        }
}

// --- Cayley's map ------------------------------------------------------------------------------------------------

TYPED_TEST(Rotation, CayleyIsItsMatrixFormula) {
    using Matrix = EigenMatrix<TypeParam>;
    Random<TypeParam> random(10);
    for (const TypeParam size : {0.0, 1e-8, 0.1, 1.0, 3.0, 50.0}) {
        const Vector3<TypeParam> v = size * random.direction();
        const Matrix half = eigen(TypeParam(0.5) * hat(v)), one = Matrix::Identity();
        const Matrix exact = (one - half).inverse() * (one + half);
        EXPECT_LE((eigen(to_matrix(cayley(v))) - exact).cwiseAbs().maxCoeff(), 8 * this->eps) << size;
        EXPECT_NEAR(static_cast<double>(norm(log(cayley(v)))), static_cast<double>(2 * std::atan(size / 2)),
                    1e-14);
    }
}

// --- quaternions against matrices --------------------------------------------------------------------------------

TYPED_TEST(Rotation, QuaternionsMultiplyAsTheirMatrices) {
    Random<TypeParam> random(11);
    for (int k = 0; k < 100; ++k) {
        const Quaternion<TypeParam> a = random.rotation(), b = random.rotation();
        const Vector3<TypeParam> v = random.vector();
        const Matrix3<TypeParam> A = to_matrix(a);
        EXPECT_LE(largest_entry(to_matrix(a * b) - A * to_matrix(b)), 8 * this->eps);
        EXPECT_LE(largest_entry(to_matrix(conjugate(a)) - transpose(A)), this->eps);
        EXPECT_LE(largest(to_space(a, v) - A * v), 8 * this->eps);
        EXPECT_LE(largest(to_body(a, v) - transpose(A) * v), 8 * this->eps);
        EXPECT_LE(largest_entry(A * transpose(A) - Matrix3<TypeParam>::identity()), 8 * this->eps);
        EXPECT_NEAR(static_cast<double>(eigen(A).determinant()), 1, 1e-14);
    }
}

// The sense of rotation: a quarter turn about z takes x to y.
TYPED_TEST(Rotation, RotationsAreRightHanded) {
    const Quaternion<TypeParam> quarter = exp(Vector3<TypeParam>{0, 0, std::numbers::pi_v<TypeParam> / 2});
    EXPECT_LE(largest(to_space(quarter, Vector3<TypeParam>{1, 0, 0}) - Vector3<TypeParam>{0, 1, 0}),
              2 * this->eps);
}

TYPED_TEST(Rotation, HatVeeCrossAndOuter) {
    Random<TypeParam> random(12);
    const Vector3<TypeParam> v = random.vector(), w = random.vector(), u = random.vector();
    const Vector3<TypeParam> back = vee(hat(v));
    EXPECT_TRUE(back.x == v.x && back.y == v.y && back.z == v.z);
    EXPECT_LE(largest(hat(v) * w - cross(v, w)), this->eps);
    EXPECT_LE(std::abs(dot(cross(v, w), v)), this->eps);
    EXPECT_LE(largest(cross(v, w) + cross(w, v)), 0);
    const Vector3<TypeParam> z = cross(Vector3<TypeParam>{1, 0, 0}, Vector3<TypeParam>{0, 1, 0});
    EXPECT_TRUE(z.x == 0 && z.y == 0 && z.z == 1);
    EXPECT_LE(largest(outer(v, w) * u - dot(w, u) * v), 4 * this->eps);
    EXPECT_LE(largest(vee(outer(v, w)) - TypeParam(-0.5) * cross(v, w)), this->eps);
    EXPECT_LE(largest(Matrix3<TypeParam>::diagonal(v) * w - hadamard(v, w)), 0);
}

TYPED_TEST(Rotation, SolveInvertsAMatrix) {
    Random<TypeParam> random(13);
    for (int k = 0; k < 100; ++k) {
        const Matrix3<TypeParam> a{{random.vector(), random.vector(), random.vector()}};
        const Vector3<TypeParam> x = random.vector();
        const auto singular = eigen(a).jacobiSvd().singularValues();
        const TypeParam condition = singular[0] / singular[2];
        EXPECT_LE(largest(solve(a, a * x) - x), 8 * condition * this->eps) << condition;
    }
}

// --- unit length -------------------------------------------------------------------------------------------------

TYPED_TEST(Rotation, RenormalisedRestoresUnitLength) {
    Random<TypeParam> random(14);
    for (int k = 0; k < 100; ++k) {
        const Quaternion<TypeParam> q = random.rotation();
        const TypeParam off = 1 + random.between(-1, 1) * std::sqrt(this->eps);
        const Quaternion<TypeParam> fixed =
            renormalised(Quaternion<TypeParam>{off * q.x, off * q.y, off * q.z, off * q.w});
        EXPECT_LE(std::abs(norm2(fixed) - 1), 4 * this->eps);
    }
}

TYPED_TEST(Rotation, RestoreLengthRestoresIt) {
    Random<TypeParam> random(15);
    for (const TypeParam size : {TypeParam(1e-60L), TypeParam(1), TypeParam(1e60L)})
        for (int k = 0; k < 100; ++k) {
            const Vector3<TypeParam> v = size * random.vector();
            const TypeParam off = 1 + random.between(-1, 1) * std::sqrt(this->eps);
            const Vector3<TypeParam> fixed = restore_length(off * v, norm2(v));
            EXPECT_LE(std::abs(norm2(fixed) / norm2(v) - 1), 8 * this->eps);
            EXPECT_LE(largest(cross(fixed, v)), 4 * this->eps * norm2(v));  // along the same line
        }
    EXPECT_EQ(largest(restore_length(Vector3<TypeParam>{0, 0, 0}, TypeParam(0))), 0);
}

/// The mean of (|x|² − 1)/ε over many inputs, and its standard error.
struct Bias {
    double sum = 0, squares = 0;
    int count = 0;
    void add(double error) { sum += error, squares += error * error, ++count; }
    double mean() const { return sum / count; }
    double uncertainty() const { return std::sqrt(squares) / count; }
};

/// |x|² − 1 in units of round-off; the squares of doubles are exact enough in long double.
double length_error(const Quaternion<double>& q) {
    const Quaternion<long double> wide(q);
    return static_cast<double>((norm2(wide) - 1) / std::numeric_limits<double>::epsilon());
}

// Rounding errors that lean to one side add up over millions of steps.
TEST(UnitLength, RenormalisingIsUnbiased) {
    Random<double> random(16);
    Bias additive, by_a_factor;
    for (int k = 0; k < 400000; ++k) {
        const Quaternion<double> q = random.rotation() * random.rotation();
        additive.add(length_error(renormalised(q)));
        const double factor = 1 + 0.5 * (1 - norm2(q));
        by_a_factor.add(length_error({factor * q.x, factor * q.y, factor * q.z, factor * q.w}));
    }
    EXPECT_LT(std::abs(additive.mean()), 5 * additive.uncertainty());
    // the obvious alternative is caught by this test
    EXPECT_GT(std::abs(by_a_factor.mean()), 20 * by_a_factor.uncertainty());
}

// Each step takes its target from the step before, so that a bias would add up: the length must do no more
// than a random walk.
TEST(UnitLength, RestoringALengthIsUnbiased) {
    const int steps = 400000;
    const auto drift = [](const auto& restore) {
        Random<double> random(17);
        Vector3<double> v{0.6, 0, 0.8};
        for (int k = 0; k < steps; ++k) v = restore(to_body(exp(random.vector(0.1)), v), norm2(v));
        return static_cast<double>(norm2(Vector3<long double>(v)) - 1)
             / std::numeric_limits<double>::epsilon();
    };
    const double walk = std::sqrt(static_cast<double>(steps));
    EXPECT_LT(
        std::abs(drift([](const Vector3<double>& v, double length2) { return restore_length(v, length2); })),
        2 * walk);
    // scaling, the obvious alternative, is caught by this test
    EXPECT_GT(std::abs(drift([](const Vector3<double>& v, double length2) {
                  return (1 + 0.5 * (length2 - norm2(v)) / length2) * v;
              })),
              10 * walk);
}

TEST(UnitLength, StaysOverAMillionProducts) {
    Random<double> random(18);
    const Quaternion<double> turn = exp(random.vector(0.1));
    Quaternion<double> q;
    double worst = 0;
    for (int k = 0; k < 1000000; ++k) {
        q = renormalised(q * turn);
        worst = std::max(worst, std::abs(length_error(q)));
    }
    EXPECT_LT(worst, 6);
}

}  // namespace
