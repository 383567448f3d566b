/// Kepler's equation E − e sin E = M, on any scalar.
#pragma once

#include "polhode/scalar/jet.hpp"
#include "polhode/scalar/trigonometry.hpp"

namespace polhode::core {

/// Sine and cosine of the eccentric anomaly E, from the mean anomaly M and the eccentricity 0 ≤ e < 1.
///
/// The unknown is D = E − M = e sin(M + D), which is small and has all its digits however large M is. Plain
/// numbers and packs iterate by Laguerre's formula (B. A. Conway, An improved algorithm due to Laguerre for
/// the solution of Kepler's equation, Celest. Mech. 39 (1986) 199–211), of third order and safe for every e
/// and M; a lane that has converged stays as it is. Derivatives follow from dE = dM/(1 − e cos E).
template <class Real>
SinCos<Real> eccentric_anomaly(const Real& mean, double eccentricity) {
    if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
        using Inner = decltype(mean.value);
        const SinCos<Inner> at = eccentric_anomaly(mean.value, eccentricity);
        const Inner slope = Inner(1) / (Inner(1) - Inner(eccentricity) * at.cos);
        return {mean.chain(at.sin, at.cos * slope), mean.chain(at.cos, -at.sin * slope)};
    } else {
        using std::abs, std::sqrt;
        const Real e(eccentricity), one(1);
        const SinCos<Real> m = sin_cos(mean);
        const auto moved = [&](const Real& d) -> SinCos<Real> {
            const SinCos<Real> turn = sin_cos(d);
            return {m.sin * turn.cos + m.cos * turn.sin, m.cos * turn.cos - m.sin * turn.sin};
        };
        // the last step of a third-order iteration need not be small itself
        const Real small(1e-8);
        Real d = select(m.sin < Real(0), Real(-0.85) * e, Real(0.85) * e);
        Mask<Real> moving = e >= Real(0);
        for (int i = 0; i < 40 && any(moving); ++i) {
            const SinCos<Real> at = moved(d);
            const Real f = d - e * at.sin, slope = one - e * at.cos;
            const Real root = sqrt(abs(Real(16) * slope * slope - Real(20) * f * (e * at.sin)));
            const Real step = Real(5) * f / (slope + root);
            d = select(moving, d - step, d);
            moving = moving & (abs(step) > small);
        }
        return moved(d);
    }
}

/// Coefficient by coefficient: with E' (1 − e cos E) = M', each of E follows from those before it.
template <class Real>
SinCos<Jet<Real>> eccentric_anomaly(const Jet<Real>& mean, double eccentricity) {
    if (!mean.row()) {
        const SinCos<Real> constant = eccentric_anomaly(mean[0], eccentricity);
        return {constant.sin, constant.cos};
    }
    JetTape<Real>& tape = *mean.tape();
    const int k = tape.k();
    const auto slope = tape.take(), s = tape.take(), c = tape.take();  // of t E', sin E, cos E
    for (const auto& row : {slope, s, c}) row.set(k, Real(0));         // the sums below stop before k
    if (k == 0) {
        const SinCos<Real> start = eccentric_anomaly(mean[0], eccentricity);
        s.set(0, start.sin);
        c.set(0, start.cos);
    } else {
        const Real e(eccentricity), order(k);
        slope.set(k, (order * mean[k] + e * convolution(slope, c, k)) / (Real(1) - e * c[0]));
        s.set(k, convolution(slope, c, k) / order);
        c.set(k, -convolution(slope, s, k) / order);
    }
    return {{tape, s}, {tape, c}};
}

}  // namespace polhode::core
