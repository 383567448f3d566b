/// The problems on which properties are tested. None has a constant angular velocity or starts where its torque is
/// zero: a method may be better there than it is.
#pragma once

#include "polhode/mechanics/problem.hpp"

#include "support/odeint_reference.hpp"

#include <cmath>
#include <vector>

namespace polhode::test {

/// A torque that depends on time: catches a kick at the wrong time, which no autonomous problem shows.
inline const Problem& driven_body() {
    static const Problem driven = [] {
        const Body body = Body::from_moments({2, 3, 4});
        Problem p{"driven-body",
                  "asymmetric body under an oscillating torque fixed in space",
                  body,
                  space_torque([](double t, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
                      return Eigen::Vector3d(2 * std::cos(3 * t), 1, std::sin(2 * t))
                           + std::cos(t) * (q * Eigen::Vector3d(1, 0.5, 0)).cross(Eigen::Vector3d::UnitZ());
                  }),
                  {Eigen::Quaterniond(0.8, 0.6, 0, 0), body.momentum({0.5, -1, 0.7})},
                  4,
                  0.02,
                  {}};
        p.references.push_back({p.end, odeint_reference(p, p.end), 1e-12});
        return p;
    }();
    return driven;
}

/// Torqued problems with a reference state.
inline std::vector<Problem> order_problems() {
    Problem top = problem("heavy-top-123");
    top.end = 1;
    return {
        problem("slow-top"), problem("fast-top"), problem("soft-wall"), problem("soft-wall-repulsive"), top,
        driven_body()};
}

/// The state to compare with at the end of a problem.
inline const State& reference_at_end(const Problem& p) {
    for (const ReferenceState& r : p.references)
        if (r.time == p.end) return r.state;
    throw std::logic_error("no reference at the end of " + p.name);
}

}  // namespace polhode::test
