/// The drift of a free body with rotors (a gyrostat): H = ½ Π·I⁻¹Π − h·I⁻¹Π + const.
/// The second term generates a map G of its own, the rotation of attitude and momentum at the constant rate
/// −I⁻¹h, which like a drift leaves L = RΠ alone (as a kick by h × ω it would not). So the body moves by
/// G(½h) D(h) G(½h), or by several of these one after the other where the method is of a higher order than two
/// and does not raise it itself. A momentum h that changes with time is taken at both ends of each.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"

#include <algorithm>

namespace polhode::core {

/// Strang steps, enough of them for an order.
inline const Scheme& rotor_steps(int order) {
    if (order <= 2) return schemes::strang();
    return order <= 4 ? schemes::suzuki4() : order <= 6 ? schemes::kahan_li6() : schemes::kahan_li8();
}

template <class Real, class D, class Model>
Status drift_with_rotor(const D& drift, const System<Real, Model>& system, State<Real>& state, const Real& t,
                        const Real& h, const Scheme& steps) {
    const auto rotate = [&](const Real& time, const Real& duration) {
        turn(state, exp(-duration * system.inertia.solve(system.rotor.at(time))));
    };
    Status worst;
    Plain<Real> node(0);
    for (const long double length : steps.drift) {
        const auto part = static_cast<Plain<Real>>(length);
        const Real half = Real(Plain<Real>(0.5) * part) * h;
        rotate(t + Real(node) * h, half);
        const Status status = drift(system.inertia, state, Real(part) * h);
        worst.iterations = std::max(worst.iterations, status.iterations);
        if (!status.ok()) return merged(worst, status);
        node += part;
        rotate(t + Real(node) * h, half);
    }
    return worst;
}

}  // namespace polhode::core
