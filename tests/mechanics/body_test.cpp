// Inertia: what is accepted and refused, and that every answer is in the user's axes.
#include "polhode/mechanics/body.hpp"

#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <string>

namespace {

using namespace polhode;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

const Quaterniond tilt = Quaterniond(0.3, -0.5, 0.2, 0.7).normalized();

Matrix3d rotated(const Vector3d& moments, const Quaterniond& axes = tilt) {
    const Matrix3d q = axes.toRotationMatrix(), tensor = q * moments.asDiagonal() * q.transpose();
    return 0.5 * (tensor + tensor.transpose());
}

/// The message with which the input is refused; "" if it is not.
template <class Make>
std::string refusal(const Make& make) {
    try {
        make();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}
std::string refusal_of_moments(const Vector3d& moments) {
    return refusal([&] { return Body::from_moments(moments); });
}
std::string refusal_of_tensor(const Matrix3d& tensor) {
    return refusal([&] { return Body::from_tensor(tensor); });
}
void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" lacks \"" << part << "\"";
}

// --- moments -----------------------------------------------------------------------------------------------------

TEST(BodyFromMoments, KeepsThemInTheirOrder) {
    const Body body = Body::from_moments({3, 2, 4});
    EXPECT_EQ(body.moments(), Vector3d(3, 2, 4));
    EXPECT_EQ(body.tensor(), Matrix3d(Vector3d(3, 2, 4).asDiagonal()));
    EXPECT_EQ(body.angular_velocity({6, 6, 6}), Vector3d(2, 3, 1.5));
    EXPECT_EQ(body.momentum({2, 3, 1.5}), Vector3d(6, 6, 6));
    EXPECT_DOUBLE_EQ(body.kinetic_energy({Quaterniond::Identity(), {6, 6, 6}}), 18 * (1.0 / 3 + 0.5 + 0.25));
}

// Plates and the satellite of the papers: the largest moment is the sum of the others, up to rounding.
TEST(BodyFromMoments, AcceptsBodiesOnTheEqualityOfTheTriangle) {
    EXPECT_EQ(refusal_of_moments({1, 2, 3}), "");
    EXPECT_EQ(refusal_of_moments({1000, 5000, 6000}), "");
    EXPECT_EQ(refusal_of_moments({1.7e4, 3.7e4, 5.4e4}), "");
    EXPECT_EQ(refusal_of_moments({0.1, 0.2, 0.1 + 0.2}), "");
    EXPECT_EQ(refusal_of_moments({0.1, 0.2, 0.3 * (1 + 1e-10)}), "");
    EXPECT_EQ(refusal_of_moments({5, 5, 1e-12}), "");  // a rod
    EXPECT_EQ(refusal_of_moments({1e-40, 1e-40, 1e-40}), "");
}

TEST(BodyFromMoments, RefusesAnImpossibleBodyInAnyOrderAndNamesTheMoments) {
    for (const Vector3d& moments : {Vector3d(1, 2, 3.001), Vector3d(3.001, 1, 2), Vector3d(1, 3.001, 2)}) {
        const std::string message = refusal_of_moments(moments);
        expect_contains(message, "inertia");
        expect_contains(message, "3.001");
        expect_contains(message, "exceeds the sum of the other two");
    }
    EXPECT_NE(refusal_of_moments({1, 2, 3 * (1 + 1e-8)}), "");
}

TEST(BodyFromMoments, RefusesWhatIsNotPositiveAndSaysWhich) {
    expect_contains(refusal_of_moments({1, 0, 1}), "moment 2 is 0");
    expect_contains(refusal_of_moments({1, 1, -2}), "moment 3 is -2");
    expect_contains(refusal_of_moments({nan, 1, 1}), "moment 1 is nan");
    expect_contains(refusal_of_moments({1, inf, inf}), "moment 2 is inf");
    expect_contains(refusal_of_moments({1, 0, 1}), "positive");
}

// --- tensors -----------------------------------------------------------------------------------------------------

TEST(BodyFromTensor, DiagonalisationRoundTrip) {
    for (const Vector3d& moments :
         {Vector3d(2, 3, 4.5), Vector3d(4.5, 2, 3), Vector3d(5, 5, 1), Vector3d(2, 2, 2),
          Vector3d(1.7e4, 3.7e4, 5.4e4), Vector3d(1, 1 + 1e-12, 1.5)}) {
        const Matrix3d tensor = rotated(moments);
        const Body body = Body::from_tensor(tensor);
        EXPECT_LT((body.tensor() - tensor).norm(), 1e-14 * tensor.norm()) << moments.transpose();
        Vector3d sorted = moments, found = body.moments();
        std::sort(sorted.begin(), sorted.end());
        std::sort(found.begin(), found.end());
        EXPECT_LT((found - sorted).norm(), 1e-14 * sorted.norm());
        EXPECT_NEAR(body.principal_axes().norm(), 1, 1e-15);
        EXPECT_NEAR(body.principal_axes().toRotationMatrix().determinant(), 1, 1e-14);
    }
}

TEST(BodyFromTensor, ADiagonalTensorKeepsItsAxes) {
    const Body body = Body::from_tensor(Vector3d(3, 2, 4).asDiagonal());
    EXPECT_EQ(body.moments(), Vector3d(3, 2, 4));
    EXPECT_EQ(body.principal_axes().coeffs(), Quaterniond::Identity().coeffs());
}

// Noise beside the diagonal must not rename the axes, whatever the order of the moments.
TEST(BodyFromTensor, NumbersThePrincipalAxesAsTheBodyAxesNearestToThem) {
    for (const Vector3d& moments :
         {Vector3d(5, 3, 4), Vector3d(3, 5, 4), Vector3d(4, 3, 5), Vector3d(2, 2.5, 3)})
        for (const double noise : {1e-17, 1e-15, 1e-9, 1e-3}) {
            Matrix3d tensor = moments.asDiagonal();
            tensor(0, 1) = tensor(1, 0) = noise;
            tensor(1, 2) = tensor(2, 1) = -noise;
            const Body body = Body::from_tensor(tensor);
            EXPECT_LT((body.moments() - moments).norm(), 1e-14 + 10 * noise * noise) << moments << noise;
            EXPECT_LT(body.principal_axes().angularDistance(Quaterniond::Identity()), 1e-14 + 10 * noise);
            EXPECT_LT((body.tensor() - tensor).norm(), 1e-14);
        }
}

TEST(BodyFromTensor, TurnsToThePrincipalAxesByTheLeastAngle) {
    // no other name or direction of the axes turns less: each differs by a rotation of the cube
    const Vector3d moments(2, 3, 4.5);
    for (int n = 0; n < 100; ++n) {
        const Quaterniond axes =
            Quaterniond(std::sin(n), std::cos(3 * n), std::sin(7 * n), std::cos(5 * n)).normalized();
        const Body body = Body::from_tensor(rotated(moments, axes));
        const double turned = body.principal_axes().angularDistance(Quaterniond::Identity());
        for (int i = 0; i < 3; ++i)
            for (const double angle : {M_PI_2, M_PI, -M_PI_2})
                for (int j = 0; j < 3; ++j)
                    for (const double other : {0.0, M_PI_2, M_PI, -M_PI_2}) {
                        const Quaterniond renamed = body.principal_axes()
                                                  * Eigen::AngleAxisd(angle, Vector3d::Unit(i))
                                                  * Eigen::AngleAxisd(other, Vector3d::Unit(j));
                        EXPECT_GT(renamed.angularDistance(Quaterniond::Identity()), turned - 1e-6) << n;
                    }
    }
}

TEST(BodyFromTensor, AnswersInTheUsersAxes) {
    const Matrix3d tensor = rotated({2, 3, 4.5});
    const Body body = Body::from_tensor(tensor);
    const Vector3d momentum(0.3, -1.2, 0.8), velocity = tensor.inverse() * momentum;
    EXPECT_LT((body.angular_velocity(momentum) - velocity).norm(), 1e-15);
    EXPECT_LT((body.momentum(velocity) - momentum).norm(), 1e-14);
    EXPECT_NEAR(body.kinetic_energy({Quaterniond::Identity(), momentum}), 0.5 * momentum.dot(velocity),
                1e-15);
}

TEST(BodyFromTensor, AcceptsBodiesOnTheEqualityOfTheTriangle) {
    EXPECT_EQ(refusal_of_tensor(rotated({1, 2, 3})), "");
    EXPECT_EQ(refusal_of_tensor(rotated({1000, 5000, 6000})), "");
    EXPECT_EQ(refusal_of_tensor(rotated({1.7e4, 3.7e4, 5.4e4})), "");
}

TEST(BodyFromTensor, RefusesWhatIsNoInertia) {
    expect_contains(refusal_of_tensor(rotated({1, 2, 3.1})), "exceeds the sum of the other two");
    expect_contains(refusal_of_tensor(rotated({-1, 2, 2})), "expected a positive number");
    expect_contains(refusal_of_tensor(Matrix3d::Zero()), "moment 1 is 0");
    Matrix3d bad = rotated({2, 3, 4.5});
    bad(1, 2) = nan;
    expect_contains(refusal_of_tensor(bad), "not a finite number");
}

TEST(BodyFromTensor, RefusesAnAsymmetricMatrixAndShowsTheEntries) {
    Matrix3d tensor = Vector3d(2, 3, 4).asDiagonal();
    tensor(0, 1) = 0.125;
    const std::string message = refusal_of_tensor(tensor);
    expect_contains(message, "not symmetric");
    expect_contains(message, "0.125");
    tensor(1, 0) = 0.125;
    EXPECT_EQ(refusal_of_tensor(tensor), "");
    tensor(1, 0) += 1e-14;  // rounding in whatever produced it
    EXPECT_EQ(refusal_of_tensor(tensor), "");
}

// --- rotors -------------------------------------------------------------------------------------------------------

TEST(BodyWithRotor, HasTheTotalMomentum) {
    const Matrix3d tensor = rotated({2, 3, 4.5});
    const Vector3d h(0.3, -0.1, 0.5), velocity(0.4, 0.2, -0.7), momentum = tensor * velocity + h;
    const Body body = Body::from_tensor(tensor).with_rotor_momentum(h);
    EXPECT_TRUE(body.has_rotor());
    EXPECT_EQ(body.rotor_momentum(), h);
    EXPECT_LT((body.angular_velocity(momentum) - velocity).norm(), 1e-15);
    EXPECT_LT((body.momentum(velocity) - momentum).norm(), 1e-14);
    EXPECT_NEAR(body.kinetic_energy({Quaterniond::Identity(), momentum}),
                0.5 * velocity.dot(tensor * velocity), 1e-15);
    EXPECT_EQ(body.with_moments({2, 3, 4}).rotor_momentum(), h);
    EXPECT_FALSE(body.with_rotor_momentum(Vector3d::Zero()).has_rotor());
}

TEST(BodyWithRotor, MayHaveAMomentumThatChanges) {
    const Body body = Body::from_moments({2, 3, 4}).with_rotor({{1, 0, 0}, {0, 0.5, 0}, 2});
    EXPECT_EQ(body.rotor_momentum(4), Vector3d(1, 1, 0));
    EXPECT_EQ(body.angular_velocity({1, 1, 8}, 4), Vector3d(0, 0, 2));
    EXPECT_EQ(body.momentum({0, 0, 2}, 4), Vector3d(1, 1, 8));
}

TEST(BodyWithRotor, RefusesWhatIsNoNumber) {
    const Body body = Body::from_moments({2, 3, 4});
    const auto refusal = [&](const RotorMomentum& rotor) {
        const Expected<Body> made = body.try_with_rotor(rotor);
        return made ? std::string() : made.error().message;
    };
    EXPECT_EQ(refusal({.momentum = {1, nan, 0}}),
              "rotor momentum: (1, nan, 0), expected three finite numbers");
    EXPECT_EQ(refusal({.rate = {nan, 0, 0}}),
              "rotor momentum: a rate of (nan, 0, 0) since 0, expected finite numbers");
}

}  // namespace
