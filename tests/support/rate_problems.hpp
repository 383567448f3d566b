/// Problems whose torque depends on the angular velocity, and bodies with rotors, with reference states by an
/// independent library: Boost.odeint's adaptive Fehlberg 7(8) in 80-bit arithmetic, on the plain quaternion
/// equations with the torque written down once more.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "support/steps.hpp"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <functional>
#include <string>
#include <vector>

namespace polhode::test {

struct RateProblem {
    std::string name;
    Problem problem;
    double end;
    ExtendedState reference;  ///< at the end
};

namespace rates {

using Vector = ExtendedVector;

inline const core::Matrix3<double> damping{{{0.5, 0.2, -0.3}, {0.1, 0.4, 0}, {0.2, 0, 0.7}}};
inline constexpr double weight = 3, drag = 0.4;

/// A heavy top with an axis that is none of the body's.
template <class Real>
core::Vector3<Real> top(const core::Quaternion<Real>& attitude) {
    using V = core::Vector3<Real>;
    return Real(weight)
         * cross(to_body(attitude, V(Real(0), Real(0), Real(1))), V(Real(0.6), Real(0), Real(0.8)));
}

/// T(t, attitude, ω) in the body.
using ReferenceTorque = std::function<Vector(Extended, const core::Quaternion<Extended>&, const Vector&)>;

/// A torque up to a time.
struct Stage {
    double end;
    ReferenceTorque torque;
};

/// At the end of the last stage; `rotor(t)` is the momentum of rotors.
inline ExtendedState reference(const Problem& p, const std::vector<Stage>& stages,
                               const std::function<Vector(Extended)>& rotor) {
    using Numbers = std::array<Extended, 7>;  // x, y, z, w, Π
    const core::Vector3<Extended> I(core::from_eigen(p.body.moments()));
    const Stage* stage = nullptr;
    const auto slopes = [&](const Numbers& s, Numbers& ds, Extended t) {
        const Extended length = std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]);
        const core::Quaternion<Extended> q{s[0] / length, s[1] / length, s[2] / length, s[3] / length};
        const Vector momentum{s[4], s[5], s[6]},
            h = rotor(t), omega{(momentum.x - h.x) / I.x, (momentum.y - h.y) / I.y, (momentum.z - h.z) / I.z};
        const core::Quaternion<Extended> dq = core::Quaternion<Extended>{s[0], s[1], s[2], s[3]}
                                            * core::Quaternion<Extended>(omega, Extended(0));
        const Vector dm = cross(momentum, omega) + stage->torque(t, q, omega);
        ds = {dq.x / 2, dq.y / 2, dq.z / 2, dq.w / 2, dm.x, dm.y, dm.z};
    };
    namespace odeint = boost::numeric::odeint;
    const ExtendedState start = initial_state(p);
    const auto& [q, m] = start;
    const Extended length = std::sqrt(norm2(q));
    Numbers s{q.x / length, q.y / length, q.z / length, q.w / length, m.x, m.y, m.z};
    using Fehlberg = odeint::runge_kutta_fehlberg78<Numbers, Extended>;
    Extended from = 0;
    for (const Stage& next : stages) {
        stage = &next;
        const Extended to = next.end;
        odeint::integrate_adaptive(odeint::make_controlled<Fehlberg>(1e-18L, 1e-18L), slopes, s, from, to,
                                   Extended(1e-3));
        from = to;
    }
    return {{s[0], s[1], s[2], s[3]}, {s[4], s[5], s[6]}};
}

inline Problem problem_of(const Body& body, const Torque& torque) {
    return {"", "", body, torque, {Eigen::Quaterniond(0.8, 0.6, 0, 0), {1, -2, 1.5}}, {1, 0.01}, {}};
}

inline const Body& body() {
    static const Body b = Body::from_moments({1, 2, 2.5});
    return b;
}
inline Vector no_rotor(Extended) { return {}; }

}  // namespace rates

/// A heavy top with damping by a full matrix: affine in ω.
inline const RateProblem& damped_top() {
    static const RateProblem p = [] {
        core::HeavyTop top{.weight_moment = rates::weight};
        top.axis = {0.6, 0, 0.8};
        const Problem problem =
            rates::problem_of(rates::body(), TorqueSum{{{top}, {core::Damping{rates::damping}}}});
        const auto torque = [](Extended, const core::Quaternion<Extended>& q, const ExtendedVector& w) {
            const core::Matrix3<double>& D = rates::damping;
            return rates::top(q)
                 - ExtendedVector(dot(ExtendedVector(D.row[0]), w), dot(ExtendedVector(D.row[1]), w),
                                  dot(ExtendedVector(D.row[2]), w));
        };
        return RateProblem{"damped top", problem, 1,
                           rates::reference(problem, {{1, torque}}, rates::no_rotor)};
    }();
    return p;
}

/// The same top with quadratic drag.
inline const RateProblem& top_with_drag() {
    static const RateProblem p = [] {
        const auto torque = [](const auto&, const auto& attitude, const auto& w) {
            using Real = std::decay_t<decltype(w.x)>;
            return rates::top(attitude) - (Real(rates::drag) * norm(w)) * w;
        };
        const Problem problem = rates::problem_of(rates::body(), generic_torque(torque));
        return RateProblem{"top with drag", problem, 1,
                           rates::reference(problem, {{1, torque}}, rates::no_rotor)};
    }();
    return p;
}

/// The same top with rotors whose momentum changes.
inline const RateProblem& gyrostat() {
    static const RateProblem p = [] {
        core::HeavyTop top{.weight_moment = rates::weight};
        top.axis = {0.6, 0, 0.8};
        const Body body = rates::body().with_rotor({{0.3, -0.2, 0.5}, {0.1, 0.2, -0.3}, 0.25});
        const Problem problem = rates::problem_of(body, top);
        const auto torque = [](Extended, const core::Quaternion<Extended>& q, const ExtendedVector&) {
            return rates::top(q);
        };
        const auto rotor = [](Extended t) {
            const Extended s = t - 0.25L;
            return ExtendedVector(Extended(0.3) + s * Extended(0.1), Extended(-0.2) + s * Extended(0.2),
                                  Extended(0.5) - s * Extended(0.3));
        };
        return RateProblem{"gyrostat", problem, 1, rates::reference(problem, {{1, torque}}, rotor)};
    }();
    return p;
}

}  // namespace polhode::test
