/// The momentum of the free body as Celledoni and Säfström (2006) print it, (12)–(13), with the misprint in
/// b₁² mended (I₂(I₃ − I₂), not I₂(I₃ − I₁)): with 2E = Π·ω, G = |Π| and the polhode about axis 3,
///     Π = (a₁ cn u, a₂ sn u, a₃ dn u),  u = λt + F(φ₀ | k²),
/// the phase φ₀ and thus F anew in every step. Kept as the paper's method; drift/exact.hpp looks up no phase.
///
/// The differences 2E I₃ − G², G² − 2E I₁ and G² − 2E I₂, of which all constants are made, are not taken from E
/// and G, where they cancel, but are sums over the components of Π: the first two of terms of one sign. So k² = 0
/// (a symmetric body; a rotation about axis 3 is its limit) and k² = 1, where the functions are tanh and sech,
/// have values. On dual numbers a steady rotation and the separatrix have none: √ and the phase have no derivative
/// there.
#pragma once

#include "polhode/drift/agm.hpp"
#include "polhode/drift/euler_top.hpp"
#include "polhode/scalar/functions.hpp"

#include <utility>

namespace polhode::core {

template <class Real>
class EnergyFormulation {
public:
    EnergyFormulation(const Inertia<Real>& inertia, const Vector3<Real>& momentum)
        : top_(inertia), start_(momentum) {
        using std::sqrt;
        const Real zero(0), one(1);
        Vector3<Real> I = top_.to_frame(inertia.moments), P = top_.to_frame(momentum);
        const auto beyond_middle = [&] {  // G² − 2E I₂, the side of the separatrix
            return P.z * P.z * ((I.z - I.y) / I.z) - P.x * P.x * ((I.y - I.x) / I.x);
        };
        const bool two_equal = !(I.z < I.y) && !(I.z > I.y);  // then axis 1 is the body's axis
        about_first_ = two_equal || beyond_middle() * (I.z - I.x) < zero;
        if (about_first_) {
            std::swap(I.x, I.z);
            std::swap(P.x, P.z);
        }
        const Real P11 = P.x * P.x, P22 = P.y * P.y, P33 = P.z * P.z, width = I.z - I.x;
        const Real above = P11 * (width / I.x) + P22 * ((I.z - I.y) / I.y),  // 2E I₃ − G²
            below = P22 * ((I.y - I.x) / I.y) + P33 * (width / I.z);         // G² − 2E I₁
        const Real beyond = beyond_middle();
        separatrix_ = !(beyond * width > zero);
        // about axis 3; about the equator of a symmetric body; about axis 2
        steady_ = !(above * width > zero) || !(below * width > zero) || (separatrix_ && !(P11 > zero));
        exists = ScalarTraits<Real>::derivative_depth == 0 || !(steady_ || separatrix_);
        if (steady_ || !exists) return;

        const Real a1 = sqrt(I.x * above / width), a2 = sqrt(I.y * above / (I.z - I.y)),
                   a3 = sqrt(I.z * below / width);
        const Real b = (I.z - I.y) * below;
        k2_ = (I.y - I.x) * above / b;
        k2_complement_ = width * beyond / b;
        // dn has one sign along a polhode, and on the separatrix cn too
        const Real side3 = select(P.z < zero, -one, one),
                   side1 = separatrix_ ? select(P.x < zero, -one, one) : one;
        amplitudes_ = {side1 * a1, a2, side3 * a3};
        lambda_ = side1 * side3 * select(top_.r < zero, -one, one) * sqrt(b / (I.x * I.y * I.z));
        const Real cn = side1 * P.x / a1, sn = P.y / a2;
        if (separatrix_) {
            phase_ = inverse_sinh(sn / cn);  // F(φ | 1) = artanh sin φ = arsinh tan φ
        } else {
            mean_ = ArithmeticGeometricMean<Real>(Real(sqrt(value_of(k2_))), sqrt(k2_complement_));
            phase_ = mean_.integral(arc_tangent(sn, cn));
        }
    }

    /// Is there an answer?
    bool exists = false;

    /// Π after the time t.
    Vector3<Real> operator()(const Real& t) const {
        using std::sqrt;
        if (steady_) return start_;
        const Real u = lambda_ * t + phase_;
        Vector3<Real> N;
        if (separatrix_) {
            const auto [tanh, sech] = hyperbolic(u);
            N = {amplitudes_.x * sech, amplitudes_.y * tanh, amplitudes_.z * sech};
        } else {
            const auto [sn, cn] = sin_cos(mean_.amplitude(u));
            N = {amplitudes_.x * cn, amplitudes_.y * sn,
                 amplitudes_.z * sqrt(k2_complement_ + k2_ * (cn * cn))};
        }
        if (about_first_) std::swap(N.x, N.z);
        return top_.from_frame(N);
    }

private:
    static Real inverse_sinh(const Real& x) {
        using std::sqrt;
        const Real size = select(x < Real(0), -x, x), u = logarithm(size + sqrt(Real(1) + size * size));
        return select(x < Real(0), -u, u);
    }
    struct Hyperbolic {
        Real tanh, sech;
    };
    static Hyperbolic hyperbolic(const Real& u) {
        const Real one(1), sign = select(u < Real(0), -one, one), e = exponential(-(sign * u)), e2 = e * e;
        return {sign * (one - e2) / (one + e2), (e + e) / (one + e2)};
    }

    EulerTop<Real> top_;
    Vector3<Real> start_;
    bool about_first_ = false, steady_ = false, separatrix_ = false;
    ArithmeticGeometricMean<Real> mean_{Real(0), Real(1)};
    Vector3<Real> amplitudes_;
    Real k2_{}, k2_complement_{}, lambda_{}, phase_{};
};

}  // namespace polhode::core
