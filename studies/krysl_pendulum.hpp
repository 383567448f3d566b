/// The vector-space problem of the studies: a pendulum of mass 2, u'' = −½ sin u, from (u, p) = (0.8, 0.7).
#pragma once

#include "polhode/method/vector_space.hpp"

#include <cmath>

namespace polhode::reproduce::pendulum {

inline constexpr auto velocity = []<class Real>(const Real& p) { return Real(0.5) * p; };
inline constexpr auto force = []<class Real>(const Real& u) {
    using std::sin;
    return -sin(u);
};
inline constexpr vector_space::System<decltype(velocity), decltype(force)> system{velocity, force};
inline constexpr vector_space::State<double> start{0.8, 0.7};

/// One step of size h of each map in turn; the force does not depend on the time.
template <class... Maps>
vector_space::State<double> moved(double h, const Maps&... maps) {
    vector_space::State<double> s = start;
    (..., (void)maps(system, s, 0, h));
    return s;
}

inline double apart(const vector_space::State<double>& a, const vector_space::State<double>& b) {
    return std::hypot(a.u - b.u, a.p - b.p);
}

}  // namespace polhode::reproduce::pendulum
