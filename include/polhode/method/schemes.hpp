/// The schemes of the midpoint-Lie papers.
#pragma once

#include "polhode/method/scheme.hpp"

namespace polhode::core::schemes {

/// The drift alone.
inline const Scheme& drift_only() {
    static const Scheme scheme("drift", "D(h)", "", 100, {0, 0}, {1});
    return scheme;
}

/// LIEMID[E1] of Krysl (2004), Φ* of Krysl (2005).
inline const Scheme& drift_kick() {
    static const Scheme scheme("drift-kick", "K(h) ∘ D(h)", "symplectic Euler", 1, {0, 1}, {1});
    return scheme;
}

/// LIEMID[E2] of Krysl (2004), Φ of Krysl (2005).
inline const Scheme& kick_drift() {
    static const Scheme scheme("kick-drift", "D(h) ∘ K(h)", "symplectic Euler", 1, {1, 0}, {1});
    return scheme;
}

/// LIEMID[EA] of Krysl (2004) = E1_{h/2} ∘ E2_{h/2}: for an approximate drift not the same as one drift of h.
inline const Scheme& two_half_drifts() {
    static const Scheme scheme("kddk", "K(h/2) ∘ D(h/2) ∘ D(h/2) ∘ K(h/2)", "Krysl (2004)", 2,
                               {0.5L, 0, 0.5L}, {0.5L, 0.5L});
    return scheme;
}

inline const Scheme& strang() {
    static const Scheme scheme("strang", "K(h/2) ∘ D(h) ∘ K(h/2)", "Strang (1968)", 2, {0.5L, 0.5L}, {1});
    return scheme;
}

}  // namespace polhode::core::schemes
