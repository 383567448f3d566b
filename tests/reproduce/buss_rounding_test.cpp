/// What the study says of Figure 7 of Buss (2001): where our counts of steps differ from the printed ones, it is not our
/// rounding.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_angle.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>

namespace polhode::reproduce {
namespace {

/// The angle from the exact attitude after N steps of T/N.
template <class Real, class Make>
double error_of(const Make& make, double T, long N) {
    const Problem& p = problem("buss-prism");
    const core::State<double> start =
        core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    core::State<Real> state{core::Quaternion<Real>(start.attitude), core::Vector3<Real>(start.momentum)};
    make(p)->march(state, {0, Real(T) / Real(N)}, 0, N);
    core::State<long double> exact{core::Quaternion<long double>(start.attitude),
                                   core::Vector3<long double>(start.momentum)};
    method("se").on_long_double(p.body, p.torque)->step(exact, 0, T);
    return static_cast<double>(
        core::attitude_angle(core::Quaternion<long double>(state.attitude), exact.attitude));
}

TEST(Buss2001, CountsOfFigure7AreNotOfOurRounding) {
    for (const auto& [name, T, N] : {std::tuple("mr4-231", 40.0, 42006L), {"buss3", 4.0, 36548L}}) {
        const double in_double = error_of<double>(
                         [&](const Problem& p) { return method(name).on_double(p.body, p.torque); }, T, N),
                     in_long_double = error_of<long double>(
                         [&](const Problem& p) { return method(name).on_long_double(p.body, p.torque); }, T,
                         N);
        EXPECT_NEAR(in_double / in_long_double, 1, 1e-4) << name;
        EXPECT_NEAR(in_double, 1e-6, 1e-9) << name;
    }
}

}  // namespace
}  // namespace polhode::reproduce
