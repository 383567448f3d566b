/// Torques that come from outside as T(t), T'(t), T''(t), …
#include "polhode/torque/given_torque.hpp"

#include "polhode/catalogue.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

namespace polhode::test {
namespace {

/// (cos 2t, ½, sin 3t) in space, with so many derivatives after the value.
CustomTorque given_to(int derivatives) {
    return given_torque([derivatives](double t) {
        std::vector<Eigen::Vector3d> all;
        for (int k = 0; k <= derivatives; ++k) {
            const double turn = k * std::acos(-1.0) / 2;
            all.emplace_back(std::pow(2, k) * std::cos(2 * t + turn), k == 0 ? 0.5 : 0,
                             std::pow(3, k) * std::sin(3 * t + turn));
        }
        return all;
    });
}

CustomTorque as_a_formula() {
    return generic_torque(
        [](const auto& t, const auto&) {
            using Real = std::decay_t<decltype(t)>;
            using std::cos, std::sin;
            return core::Vector3<Real>(cos(Real(2) * t), Real(0.5), sin(Real(3) * t));
        },
        Frame::space);
}

ExtendedState at_one(const char* name, const Torque& torque, long steps) {
    const auto stepper = method(name).on_long_double(Body::from_moments({2, 3, 4}), torque);
    ExtendedState s{{0.6L, 0, 0, 0.8L}, {1, -2, 1.5L}};
    const Extended h = 1.0L / static_cast<Extended>(steps);
    for (long n = 0; n < steps; ++n) EXPECT_TRUE(stepper->step(s, static_cast<Extended>(n) * h, h).ok());
    return s;
}

/// As many derivatives as a method takes make it what it is with a formula; fewer, a method of as low an order.
TEST(GivenTorque, HasTheOrderOfTheDerivativesThatAreGiven) {
    const ExtendedState exact = at_one("taylor-20", as_a_formula(), 32);
    for (const auto& [name, order] : {std::pair("buss2", 2), {"buss3", 3}, {"buss4", 4}}) {
        EXPECT_LT(distance(at_one(name, given_to(order - 1), 64), at_one(name, as_a_formula(), 64)), 1e-14)
            << name;
        for (int given = 0; given < order; ++given) {
            const double coarse = distance(at_one(name, given_to(given), 128), exact),
                         fine = distance(at_one(name, given_to(given), 256), exact);
            EXPECT_NEAR(std::log2(coarse / fine), given + 1, 0.15) << name << ", derivatives: " << given;
        }
    }
}

TEST(GivenTorque, HasItsValueInMethodsThatTakeNoDerivatives) {
    EXPECT_LT(distance(at_one("rkmk-rk4", given_to(0), 16), at_one("rkmk-rk4", as_a_formula(), 16)), 1e-15);
}

}  // namespace
}  // namespace polhode::test
