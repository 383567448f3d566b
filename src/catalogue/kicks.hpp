/// The kicks of torques that depend on the angular velocity: the same in every kick–drift method, compiled once
/// for each scalar (kicks.cpp).
#pragma once

#include "polhode/method/kick.hpp"
#include "polhode/torque/bound_torque.hpp"

namespace polhode::core {

// NOLINTBEGIN(bugprone-macro-parentheses): types have none
#define POLHODE_KICKS(declaration, Real)                                                              \
    declaration template Status kick_by_rate(System<Real, ErasedTorque<Real>>&, State<Real>&,         \
                                             KickMemory<Real>&, bool, const Real&, const Real&, int); \
    declaration template KickMemory<Real> memory_of_kick(System<Real, ErasedTorque<Real>>&,           \
                                                         const State<Real>&, const Real&);
// NOLINTEND(bugprone-macro-parentheses)

using Dual6 = Dual<double, 6>;
POLHODE_KICKS(extern, double)
POLHODE_KICKS(extern, long double)
POLHODE_KICKS(extern, Dual6)

}  // namespace polhode::core
