/// Orders of six and more: in double, errors fall from useless to round-off within two halvings. So the order
/// is read off in long double, against the same method at a fine step; that it converges to the truth is
/// checked in properties_test.cpp.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/so3/rotation.hpp"
#include "support/property_problems.hpp"
#include "support/tested_methods.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <optional>

namespace polhode::test {
namespace {

using Real = long double;

core::State<Real> end_state(const Method& m, const Problem& p, Real end, long steps) {
    const auto stepper = m.on_long_double(p.body, p.torque);
    const core::State<double> start =
        core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    core::State<Real> s{core::Quaternion<Real>(start.attitude), core::Vector3<Real>(start.momentum)};
    s.attitude = core::renormalised(core::renormalised(s.attitude));
    const Real h = end / static_cast<Real>(steps);
    for (long n = 0; n < steps; ++n)
        EXPECT_TRUE(stepper->step(s, static_cast<Real>(n) * h, h).ok()) << p.name;
    return s;
}

Real distance(const core::State<Real>& a, const core::State<Real>& b) {
    return attitude_angle(a.attitude, b.attitude)
         + core::norm(a.momentum - b.momentum) / core::norm(b.momentum);
}

TEST(HighOrder, IsAsStated) {
    for (const Method& m : tested_methods()) {
        // beyond eight, errors fall from useless to round-off in long double too: taylor_test.cpp,
        // rkmk_test.cpp, gauss_test.cpp
        if (m.sheet.order_attitude < 6 || m.sheet.order_attitude > 8) continue;
        int measured = 0;
        for (const auto& [name, end] :
             {std::pair("heavy-top-123", 2.0L), {"slow-top", 4.0L}, {"soft-wall-repulsive", 2.0L}}) {
            const Problem& p = problem(name);
            const core::State<Real> exact = end_state(m, p, end, 2560);
            Real previous = 1;
            double order = 0;
            std::optional<double> finest;
            for (long steps = 20; steps <= 640; steps *= 2) {
                const Real error = distance(end_state(m, p, end, steps), exact);
                const double now = static_cast<double>(std::log2(previous / error));
                // two estimates that agree, above the round-off of long double; a steep torque can make
                // coarse steps agree on more than the order
                if (error > 1e-15L && previous < 1e-3L && std::abs(now - order) < 0.4) finest = now;
                order = now;
                previous = error;
            }
            if (!finest) continue;
            ++measured;
            EXPECT_NEAR(*finest, m.sheet.order_attitude, 0.4) << m.sheet.name << " on " << name;
        }
        EXPECT_GE(measured, 2) << m.sheet.name;
    }
}

}  // namespace
}  // namespace polhode::test
