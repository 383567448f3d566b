/// Angles of all 24 sequences, and the forms in which attitudes are written. SciPy beside them:
/// python/tests/test_against_scipy.py.
#include "polhode/mechanics/attitude_form.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "support/random_rotation.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

namespace polhode::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
constexpr double pi = std::numbers::pi;

/// All of three axes: first those of space, then those of the body.
std::vector<std::string> sequences() {
    std::vector<std::string> all;
    for (const std::string letters : {"xyz", "XYZ"})
        for (const char a : letters)
            for (const char b : letters)
                for (const char c : letters)
                    if (a != b && b != c) all.push_back({a, b, c});
    return all;
}

/// The elementary rotation about an axis, written out.
Matrix3d elementary(char letter, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    Matrix3d m;
    switch (std::tolower(letter)) {
        case 'x': m << 1, 0, 0, 0, c, -s, 0, s, c; break;
        case 'y': m << c, 0, s, 0, 1, 0, -s, 0, c; break;
        default: m << c, -s, 0, s, c, 0, 0, 0, 1; break;
    }
    return m;
}

/// Turns about axes of space come to the left, those about the body's to the right.
Matrix3d composed(const std::string& letters, const Vector3d& angles) {
    Matrix3d m = Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) {
        const char letter = letters[static_cast<std::size_t>(i)];
        const Matrix3d turn = elementary(letter, angles[i]);
        m = letter < 'a' ? Matrix3d(m * turn) : Matrix3d(turn * m);
    }
    return m;
}

Quaterniond attitude_of(const std::string& letters, const Vector3d& angles) {
    return EulerAxes::try_from(letters).or_throw().attitude({angles.data(), 3});
}

double difference(const Quaterniond& q, const Matrix3d& m) {
    return (q.toRotationMatrix() - m).cwiseAbs().maxCoeff();
}

TEST(EulerAngles, AreElementaryRotationsOneAfterTheOther) {
    EXPECT_EQ(sequences().size(), 24U);
    Random<double> random(1);
    for (const std::string& letters : sequences())
        for (int i = 0; i < 20; ++i) {
            const Vector3d angles = core::to_eigen(random.vector(2 * pi));
            EXPECT_LT(difference(attitude_of(letters, angles), composed(letters, angles)), 2e-15) << letters;
        }
}

TEST(EulerAngles, GiveTheAttitudeBack) {
    Random<double> random(2);
    for (const std::string& letters : sequences()) {
        const EulerAxes axes = EulerAxes::try_from(letters).or_throw();
        const bool returns = letters[0] == letters[2];
        for (int i = 0; i < 200; ++i) {
            const Quaterniond q = core::to_eigen(random.rotation());
            const Vector3d angles = axes.angles(q);
            EXPECT_LT(difference(q, composed(letters, angles)), 4e-15) << letters;
            EXPECT_LE(std::abs(angles[0]), pi);
            EXPECT_LE(std::abs(angles[2]), pi);
            EXPECT_LE(std::abs(angles[1] - (returns ? pi / 2 : 0)), pi / 2);
            // the negative quaternion is the same attitude
            EXPECT_LT(difference(q, composed(letters, axes.angles(Quaterniond(-q.coeffs())))), 4e-15);
        }
    }
}

TEST(EulerAngles, AreTheGivenOnesWithinTheirRanges) {
    Random<double> random(3);
    for (const std::string& letters : sequences())
        for (int i = 0; i < 50; ++i) {
            const double middle =
                letters[0] == letters[2] ? random.between(0.1, 3) : random.between(-1.5, 1.5);
            const Vector3d angles(random.between(-3, 3), middle, random.between(-3, 3));
            const Vector3d found =
                EulerAxes::try_from(letters).or_throw().angles(attitude_of(letters, angles));
            EXPECT_LT((found - angles).cwiseAbs().maxCoeff(), 1e-13) << letters;
        }
}

/// At and near the lock only the sum or the difference of two angles is determined: any that give the attitude.
TEST(EulerAngles, AreOnesOfTheAttitudeInGimbalLock) {
    for (const std::string& letters : sequences()) {
        const EulerAxes axes = EulerAxes::try_from(letters).or_throw();
        const std::array<double, 2> locks =
            letters[0] == letters[2] ? std::array{0.0, pi} : std::array{-pi / 2, pi / 2};
        for (const double lock : locks)
            for (const double away : {0.0, 1e-17, 1e-12, 1e-9, 1e-7, 1e-5})
                for (const double first : {-2.5, 0.0, 0.7}) {
                    const double middle = lock > 0 ? lock - away : lock + away;
                    const Quaterniond q = attitude_of(letters, {first, middle, 1.1});
                    const Vector3d angles = axes.angles(q);
                    EXPECT_TRUE(angles.allFinite());
                    EXPECT_LT(difference(q, composed(letters, angles)), 4e-15) << letters << ' ' << middle;
                }
        const Vector3d none = axes.angles(Quaterniond::Identity());
        EXPECT_LT(none.norm(), 1e-15) << letters;
    }
    // exact ones put all of it into the first angle
    EXPECT_EQ(
        EulerAxes::try_from("zxz").or_throw().angles(Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5)))[2],
        0);
    EXPECT_EQ(
        EulerAxes::try_from("ZXZ").or_throw().angles(Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5)))[2],
        0);
}

TEST(EulerAngles, AreRefusedForOtherAxes) {
    for (const char* letters : {"", "abc", "xYz", "xxy", "zyy", "xyzx", "Xy"})
        EXPECT_FALSE(EulerAxes::try_from(letters)) << letters;
    for (const char* letters : {"x", "Z", "zy", "ZXZ"}) EXPECT_TRUE(EulerAxes::try_from(letters)) << letters;
}

TEST(AttitudeForms, HaveAsManyNumbersAsColumns) {
    std::vector<std::string> names{"quaternion", "quaternion-wxyz", "matrix", "rotation-vector",
                                   "rotation-vector-deg"};
    for (const std::string& letters : sequences())
        for (const char* ending : {"", "-deg"}) names.push_back("euler-" + letters + ending);
    const Quaterniond q(0.5, -0.5, 0.5, 0.5);
    for (const std::string& name : names) {
        const AttitudeForm form = AttitudeForm::named(name).or_throw();
        EXPECT_EQ(form.name(), name);
        std::set<std::string> columns;
        for (const AttitudeForm::Column& column : form.columns()) {
            columns.insert(column.name);
            EXPECT_EQ(column.name.ends_with("_deg"), column.unit == "deg");
        }
        EXPECT_EQ(columns.size(), form.columns().size()) << name;
        EXPECT_EQ(columns.size(), form.numbers(q).size()) << name;
    }
    EXPECT_EQ(AttitudeForm().name(), "quaternion");
}

TEST(AttitudeForms, SayTheSame) {
    const Vector3d angles(0.3, -0.4, 1.1);
    const Quaterniond q = attitude_of("ZYX", angles);
    const auto numbers = [&](const char* name) { return AttitudeForm::named(name).or_throw().numbers(q); };
    EXPECT_EQ(AttitudeForm().numbers(q), (std::vector{q.x(), q.y(), q.z(), q.w()}));
    EXPECT_EQ(numbers("quaternion-wxyz"), (std::vector{q.w(), q.x(), q.y(), q.z()}));
    const Matrix3d r = composed("ZYX", angles);
    const Eigen::AngleAxisd turn(r);
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_NEAR(numbers("euler-ZYX")[k], angles[i], 1e-14);
        EXPECT_NEAR(numbers("euler-xyz")[2 - k], angles[i], 1e-14);
        EXPECT_NEAR(numbers("euler-ZYX-deg")[k], angles[i] * 180 / pi, 1e-12);
        EXPECT_NEAR(numbers("rotation-vector")[k], turn.angle() * turn.axis()[i], 1e-14);
        EXPECT_NEAR(numbers("rotation-vector-deg")[k], turn.angle() * turn.axis()[i] * 180 / pi, 1e-12);
        for (int j = 0; j < 3; ++j)
            EXPECT_NEAR(numbers("matrix")[3 * k + static_cast<std::size_t>(j)], r(i, j), 1e-15);
    }
    EXPECT_EQ(AttitudeForm::named("euler-ZYX-deg").or_throw().columns()[0].name, "euler_1_Z_deg");
}

TEST(AttitudeForms, OfOtherNamesAreRefused) {
    for (const char* name : {"", "Quaternion", "quaternion-deg", "matrix-deg", "euler", "euler-", "euler-zy",
                             "euler-abc", "euler-zyx-rad", "rotation-vector-deg-deg"})
        EXPECT_FALSE(AttitudeForm::named(name)) << name;
}

}  // namespace
}  // namespace polhode::test
