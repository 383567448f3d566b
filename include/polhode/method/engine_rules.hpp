/// How game engines turn a body, so that an engine can be looked at beside methods that follow the motion. A step first
/// changes the angular velocity, by the gyroscopic term −ω×Iω and by the torque, each from the start of the step, and
/// then turns the body at the new velocity (semi-implicit Euler). The rules differ in the gyroscopic term, of which the
/// explicit form gains energy, and engines have other forms so that bodies do not fly apart.
///
/// Engines keep ω in space axes. The formulas here are in body axes and the same: a body that is turned about ω has the
/// same ω in its axes before and after; tests/method/engine_rules_test.cpp. Written from the descriptions that the
/// sheets name.
///
/// An engine that leaves the gyroscopic term out, as some do unless told otherwise, is not here: ω then stays in space
/// whatever the body, which converges to no motion of a body of unequal moments.
#pragma once

#include "polhode/so3/rotation.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"

#include <limits>
#include <string_view>

namespace polhode::core {

namespace engine {

// Each rule: `coasted` is Π after the gyroscopic term alone, and `rotation` is that of the step, from hω₁.

struct Explicit {
    static constexpr std::string_view
        name = "engine-euler",
        title = "semi-implicit Euler as in game engines, explicit gyroscopic term; gains energy",
        formula = "Π₁ = Π₀ + h(Π₀×ω₀ + T₀); q₁ = q₀ + ½h q₀ω₁, normalised",
        source = "Witkin and Baraff 1997, Physically Based Modeling, with the new velocity";
    template <class Real>
    static Vector3<Real> coasted(const Inertia<Real>& inertia, const Vector3<Real>& momentum, const Real& h) {
        return momentum + h * cross(momentum, inertia.solve(momentum));
    }
    template <class Real>
    static Quaternion<Real> rotation(const Vector3<Real>& v) {
        return cayley(v);  // (1 + v/2) / |1 + v/2|
    }
};

struct Clamped {
    static constexpr std::string_view
        name = "engine-clamped",
        title = "explicit gyroscopic term, then |Π| as before it; a free body drifts to the separatrix",
        formula = "P = Π₀ + hΠ₀×ω₀; Π₁ = |Π₀| P/|P| + hT₀; R₁ = R₀ exp(hω₁)",
        source = "Jolt Physics, MotionProperties::ApplyGyroscopicForceInternal";
    template <class Real>
    static Vector3<Real> coasted(const Inertia<Real>& inertia, const Vector3<Real>& momentum, const Real& h) {
        using std::sqrt;
        // |P|² = |Π₀|² + h²|Π₀×ω₀|², written so that a body at rest stays at rest
        const Vector3<Real> change = h * cross(momentum, inertia.solve(momentum));
        const Real size = norm2(momentum), divisor = select(size > Real(0), size, Real(1));
        const Real scale = Real(1) / sqrt(Real(1) + norm2(change) / divisor);
        return restore_length(scale * (momentum + change), size);
    }
    template <class Real>
    static Quaternion<Real> rotation(const Vector3<Real>& v) {
        return exp(v);
    }
};

struct Implicit {
    static constexpr std::string_view
        name = "engine-implicit",
        title = "implicit gyroscopic term by one Newton step in body axes; loses energy and momentum",
        formula = "(I + h(ω̂₀I − Π̂₀)) Δ = hΠ₀×ω₀; ω₁ = ω₀ + Δ + hI⁻¹T₀; R₁ = R₀ exp(hω₁)",
        source = "Catto 2015, Numerical Methods (GDC); Bullet, BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY";
    template <class Real>
    static Vector3<Real> coasted(const Inertia<Real>& inertia, const Vector3<Real>& momentum, const Real& h) {
        const Vector3<Real> omega = inertia.solve(momentum);
        const Matrix3<Real> moments = Matrix3<Real>::diagonal(inertia.moments);
        const Matrix3<Real> slope = moments + h * (hat(omega) * moments - hat(momentum));
        return momentum + inertia * solve(slope, h * cross(momentum, omega));
    }
    template <class Real>
    static Quaternion<Real> rotation(const Vector3<Real>& v) {
        return exp(v);
    }
};

struct Stabilised {
    static constexpr std::string_view
        name = "engine-stabilised",
        title = "gyroscopic term linear in the new velocity; never gains energy",
        formula = "(I − hΠ̂₀) w = Π₀; Π₁ = Π₀ + h(Π₀×w + T₀); R₁ = R₀ exp(hω₁)",
        source =
            "Lacoursière 2006, Stabilizing gyroscopic forces in rigid multibody simulations; "
            "Open Dynamics Engine";
    template <class Real>
    static Vector3<Real> coasted(const Inertia<Real>& inertia, const Vector3<Real>& momentum, const Real& h) {
        const Matrix3<Real> slope = Matrix3<Real>::diagonal(inertia.moments) - h * hat(momentum);
        return momentum + h * cross(momentum, solve(slope, momentum));
    }
    template <class Real>
    static Quaternion<Real> rotation(const Vector3<Real>& v) {
        return exp(v);
    }
};

}  // namespace engine

template <class Rule>
struct EngineRule : WithoutMemory {
    static constexpr Sheet sheet{.name = Rule::name,
                                 .title = Rule::title,
                                 .formula = Rule::formula,
                                 .source = Rule::source,
                                 .order_attitude = 1,
                                 .torque_evaluations = 1};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Vector3<Real> torque = system.torque(t, state);
        state.momentum = Rule::coasted(system.inertia, state.momentum, h) + h * torque;
        const Vector3<Real> turn = h * system.inertia.solve(state.momentum);
        // a body that has flown apart so far turns by no angle that there is
        if (!is_finite(norm2(turn))) {
            const Real none(std::numeric_limits<Plain<Real>>::quiet_NaN());
            state.momentum = {none, none, none};
            return {};
        }
        state.attitude = renormalised(state.attitude * Rule::rotation(turn));
        return {};
    }
};

}  // namespace polhode::core
