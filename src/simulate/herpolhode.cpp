#include "polhode/simulate/herpolhode.hpp"

#include "polhode/drift/exact.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/scalar/hypotenuse.hpp"
#include "simulate/elliptic_integrals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::core {

namespace {

// What is as good as nothing, as a part of the momentum. The flow does not leave the middle axis from so
// close, and the squares of what is beside a stable axis are no longer numbers with all their digits.
constexpr double nothing_beside_middle_axis = 1e-76, nothing_beside_stable_axis = 1e-145;

/// Whether ω is constant.
bool is_on_an_axis(const Polhode<double>& o, double M) {
    // no axis is stable or unstable: a sphere, or the equator of a symmetric body
    const double least_rate = nothing_beside_stable_axis * (o.r * M);
    if (!(o.modulus.lambda2 > least_rate * least_rate)) return true;
    const double P1 = std::abs(o.momentum.x), P2 = std::abs(o.momentum.y), P3 = std::abs(o.momentum.z);
    const auto [less, more] = std::minmax(P1, P3);
    return (o.modulus.difference > 0 ? more : less) <= nothing_beside_middle_axis * M
        || std::max(P1, P2) <= nothing_beside_stable_axis * M;
}

/// g by differences of inverse moments. Each is a sum of terms of one sign; that of g₂ is λ² − μ².
Vector3<double> excess_of(const Polhode<double>& o) {
    const double P1 = o.momentum.x, P2 = o.momentum.y, P3 = o.momentum.z, scale = o.M2 > 0 ? 1 / o.M2 : 0;
    return {-scale * (o.q * P2 * P2 - o.r * P3 * P3), o.r != 0 ? scale * (o.modulus.difference / o.r) : 0,
            scale * (o.p * P2 * P2 - o.r * P1 * P1)};
}

/// φ = mπ + φ', |φ'| ≤ π/2, for φ in [−π, π]: how many half turns m, and the sign of sin φ' against sin φ.
struct HalfTurns {
    double count, sign;
    HalfTurns(double sin, double cos) : count(cos < 0 ? (sin < 0 ? -1 : 1) : 0), sign(cos < 0 ? -1 : 1) {}
};

}  // namespace

Herpolhode::Herpolhode(const EulerTop<double>& top, const Vector3<double>& momentum)
    : polhode_(top, momentum),
      excess_(excess_of(polhode_)),
      comes_back_(polhode_.modulus.difference > 0),
      momentum_(std::sqrt(polhode_.M2)),
      lambda_(std::sqrt(polhode_.modulus.lambda2)) {
    stays_ = is_on_an_axis(polhode_, momentum_);
    const Polhode<double>& o = polhode_;
    const Vector3<double>& P = o.momentum;
    HerpolhodeConstants& c = constants_;
    c.rate_at_largest = c.mean_rate = momentum_ * top.inverse.y;
    c.rate_at_least = momentum_ * o.inverse1;
    c.advance = std::numeric_limits<double>::infinity();
    if (!(lambda_ > 0)) return;

    axes_ratio_ = std::sqrt(-o.p / o.r);
    const double extreme1 = hypotenuse(P.x, axes_ratio_ * P.y);
    c.largest_radius = stays_ ? 0 : extreme1 * std::sqrt(o.r * excess_.x);
    c.least_radius = stays_ ? 0 : extreme1 * std::sqrt(o.r * excess_.y);
    if (!comes_back_) return;

    k_prime2_ = o.modulus.difference / o.modulus.lambda2;
    n_ = excess_.y / excess_.x;
    const double k_prime = std::sqrt(k_prime2_);
    quarter_period_ = elliptic::complete(k_prime, 1, 1, 1) / lambda_;
    quarter_lead_ = -o.q * n_ * momentum_ / lambda_ * elliptic::complete(k_prime, n_, 0, 1);
    c.advance = 4 / lambda_ * elliptic::complete(k_prime, n_, c.rate_at_largest, n_ * c.rate_at_least);
    c.mean_rate = c.advance / (4 * quarter_period_);
    if (stays_) return;
    const Amplitude start = amplitude_of(P);
    lead_at_start_ = lead(start);
    time_at_start_ = time_from_equator(start);
}

/// With the sign that lets φ grow.
Herpolhode::Amplitude Herpolhode::amplitude_of(const Vector3<double>& canonical_momentum) const {
    const double sine = (polhode_.r > 0 ? axes_ratio_ : -axes_ratio_) * canonical_momentum.y,
                 cosine = canonical_momentum.x, size = hypotenuse(sine, cosine);
    return {sine / size, cosine / size};
}

/// −qnM/λ ∫₀^φ sin²φ/(cos²φ + n sin²φ) dφ/√(cos²φ + k'² sin²φ): the angle of the herpolhode beyond Mt/I₂.
double Herpolhode::lead(const Amplitude& phi) const {
    const HalfTurns turns(phi.sin, phi.cos);
    const double c2 = phi.cos * phi.cos, s2 = phi.sin * phi.sin;
    const double integral = s2 * phi.sin / 3 * elliptic::carlson_rj(c2, c2 + k_prime2_ * s2, 1, c2 + n_ * s2);
    return 2 * turns.count * quarter_lead_ - polhode_.q * n_ * momentum_ / lambda_ * turns.sign * integral;
}

double Herpolhode::time_from_equator(const Amplitude& phi) const {
    const HalfTurns turns(phi.sin, phi.cos);
    const double c2 = phi.cos * phi.cos, s2 = phi.sin * phi.sin;
    return 2 * turns.count * quarter_period_
         + turns.sign * phi.sin * elliptic::carlson_rf(c2, c2 + k_prime2_ * s2, 1) / lambda_;
}

double Herpolhode::angle(const Amplitude& phi, double t) const {
    if (stays_) return constants_.mean_rate * t;
    const double steady = constants_.rate_at_largest * t;
    if (!comes_back_) return steady;  // g₂ = 0, and with it the lead
    const double since = time_from_equator(phi) - time_at_start_,
                 periods = std::round((t - since) / (4 * quarter_period_));
    return steady + (lead(phi) - lead_at_start_) + 4 * periods * quarter_lead_;
}

HerpolhodePoint Herpolhode::at(double t) const {
    if (stays_) return {0, angle({0, 1}, t), 0, constants_.mean_rate};
    const Vector3<double> P =
        at_length_of(polhode_.momentum, momentum_at(polhode_, jacobi::functions(polhode_.modulus, t)));
    const Amplitude phi = amplitude_of(P);
    const double across = constants_.largest_radius * phi.cos, along = constants_.least_radius * phi.sin,
                 radius = hypotenuse(across, along), c2 = phi.cos * phi.cos, s2 = n_ * (phi.sin * phi.sin);
    // ρ² = ρ_max² cos²φ + ρ_min² sin²φ and φ' = λ dn
    const double dn = std::sqrt(c2 + k_prime2_ * phi.sin * phi.sin);
    const double slope = radius > 0 ? polhode_.modulus.mu2 * phi.sin * (phi.cos / radius) * lambda_ * dn : 0;
    const double weight = c2 + s2;
    const double rate = weight > 0 && comes_back_
                          ? (constants_.rate_at_largest * c2 + constants_.rate_at_least * s2) / weight
                          : constants_.rate_at_largest;
    return {radius, angle(phi, t), -slope, rate};
}

double Herpolhode::time_of_largest_radius() const {
    if (stays_) return 0;
    if (comes_back_) {
        const double half = 2 * quarter_period_;
        return half * std::round(time_at_start_ / half) - time_at_start_;
    }
    // sin φ = tanh λt; by the smaller part, which keeps its digits: exp(λt) = (1 + sin φ)/cos φ
    const Amplitude phi = amplitude_of(polhode_.momentum);
    const double growth = (1 + std::abs(phi.sin)) / std::abs(phi.cos);
    return (phi.sin * phi.cos > 0 ? -1 : 1) * logarithm(growth) / lambda_;
}

Vector3<double> Herpolhode::start(const EulerTop<double>& top) const {
    return polhode_.to_body(top, hadamard(excess_, polhode_.momentum));
}

}  // namespace polhode::core
