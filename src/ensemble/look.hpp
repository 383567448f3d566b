/// The quantities of bodies at one time, on any scalar: on double one body after the other, on lanes one each.
#pragma once

#include "polhode/mechanics/attitude_angle.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/scalar/trigonometry.hpp"
#include "polhode/step/watch.hpp"

#include <array>
#include <cstddef>

namespace polhode {

/// What is wanted, in plain types: kernels for several instruction sets are given it.
struct Look {
    double time = 0;
    core::Vector3<double> axis{}, target{};      ///< of the pointing error; the axis in principal axes
    core::Vector3<double> rotor{};               ///< momentum of rotors at that time
    core::MomentumLaw<double> law{};             ///< of the momentum error
    core::Quaternion<double> attitude_target{};  ///< of the attitude error, principal axes → space

    // One value per body; null if it is not wanted.
    double *pointing_error = nullptr, *energy_error = nullptr, *momentum_error = nullptr, *rate = nullptr,
           *attitude_error = nullptr;

    // What the errors are counted from: the momentum, or in the first place its component along the axis.
    const double* energy_at_start = nullptr;
    std::array<const double*, 3> momentum_at_start{};
};

namespace core {

/// The angle by its sine and cosine: good to round-off near 0 and near π too.
template <class Real>
Real angle_between(const Vector3<Real>& a, const Vector3<Real>& b) {
    return arc_tangent(norm(cross(a, b)), dot(a, b));
}

}  // namespace core

/// Of the bodies from k on, as many as Real has. `bodies` gives their state, inertia and potential, and moves
/// numbers between Real and arrays with one number per body.
template <class Real, class Bodies>
void look_at(const Look& look, const Bodies& bodies, std::size_t k) {
    using Vector = core::Vector3<Real>;
    const core::State<Real> state = bodies.state(k);
    const Vector own_momentum = state.momentum - Vector(look.rotor);
    if (look.pointing_error != nullptr)
        bodies.store(core::angle_between(to_space(state.attitude, Vector(look.axis)), Vector(look.target)),
                     look.pointing_error, k);
    if (look.rate != nullptr) bodies.store(norm(bodies.inertia(k).solve(own_momentum)), look.rate, k);
    if (look.energy_error != nullptr)
        bodies.store((bodies.inertia(k).kinetic_energy(own_momentum) + bodies.potential(k, state.attitude))
                         - bodies.load(look.energy_at_start, k),
                     look.energy_error, k);
    if (look.momentum_error != nullptr) {
        const Vector momentum = to_space(state.attitude, state.momentum);
        const auto& start = look.momentum_at_start;
        const bool whole = look.law.kind == core::MomentumLaw<double>::Kind::all;
        bodies.store(whole ? norm(momentum
                                  - Vector(bodies.load(start[0], k), bodies.load(start[1], k),
                                           bodies.load(start[2], k)))
                           : dot(momentum, Vector(look.law.axis)) - bodies.load(start[0], k),
                     look.momentum_error, k);
    }
    if (look.attitude_error != nullptr)
        bodies.store(core::attitude_angle(core::Quaternion<Real>(look.attitude_target), state.attitude),
                     look.attitude_error, k);
}

}  // namespace polhode
