/// The problems on which properties are tested. None has a constant angular velocity or starts where its
/// torque is zero: a method may be better there than it is.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/torque/generic_torque.hpp"

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
                  generic_torque(
                      [](const auto& t, const auto& q) {
                          using Real = std::decay_t<decltype(t)>;
                          using Vector = core::Vector3<Real>;
                          using std::cos, std::sin;
                          return Vector(Real(2) * cos(Real(3) * t), Real(1), sin(Real(2) * t))
                               + cos(t)
                                     * cross(to_space(q, Vector(Real(1), Real(0.5), Real(0))),
                                             Vector(Real(0), Real(0), Real(1)));
                      },
                      Frame::space),
                  {Eigen::Quaterniond(0.8, 0.6, 0, 0), body.momentum({0.5, -1, 0.7})},
                  {4, 0.02},
                  {}};
        p.references.push_back({p.defaults.end, odeint_reference(p, p.defaults.end), 1e-12});
        return p;
    }();
    return driven;
}

/// Torqued problems with a reference state.
inline std::vector<Problem> order_problems() {
    Problem top = problem("heavy-top-123");
    top.defaults.end = 1;
    return {
        problem("slow-top"), problem("fast-top"), problem("soft-wall"), problem("soft-wall-repulsive"), top,
        driven_body()};
}

/// The state to compare with at the end of a problem.
inline const State& reference_at_end(const Problem& p) {
    for (const ReferenceState& r : p.references)
        if (r.time == p.defaults.end) return r.state;
    throw std::logic_error("no reference at the end of " + p.name);
}

}  // namespace polhode::test
