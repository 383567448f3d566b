/// The motion between the two ends of a step, whatever method made it. Derived in docs/dense-output.md.
#pragma once

#include "polhode/drift/exact.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/so3/rotation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace polhode::core {

/// The polynomial y on [0, 1] of degree s + 1 with given y(0), y(1) and, at the s nodes 0, 1/(s−1), …, 1,
/// given y'. s is even: the formula of Newton and Cotes for an odd s is exact one degree further, and y(1)
/// would follow from y'.
template <class Real>
class NodeCurve {
public:
    static constexpr std::size_t most_nodes = 8;

    static NodeCurve through(const Vector3<Real>& y0, const Vector3<Real>& y1,
                             std::span<const Vector3<Real>> slopes) {
        const std::size_t s = slopes.size();
        const Real inverse_spacing(static_cast<double>(s - 1));
        std::array<Vector3<Real>, most_nodes> d;  // divided differences of y'
        for (std::size_t i = 0; i < s; ++i) d[i] = slopes[i];
        for (std::size_t k = 1; k < s; ++k)
            for (std::size_t i = s; i-- > k;)
                d[i] = (inverse_spacing / Real(static_cast<double>(k))) * (d[i] - d[i - 1]);

        // Newton's polynomial p, and N = Π (x − xᵢ), in powers of x
        std::array<Vector3<Real>, most_nodes + 1> p{};
        std::array<Real, most_nodes + 1> N{Real(1)};
        for (std::size_t i = s; i-- > 0;) {
            const Real node = Real(static_cast<double>(i)) / inverse_spacing;
            for (std::size_t k = s; k > 0; --k) {
                p[k] = p[k - 1] - node * p[k];
                N[k] = N[k - 1] - node * N[k];
            }
            p[0] = d[i] - node * p[0];
            N[0] = -(node * N[0]);
        }

        // y' = p + κN, with κ such that y comes to y(1)
        Vector3<Real> missing = y1 - y0;
        Real whole(0);
        for (std::size_t k = 0; k <= s; ++k) {
            const Real over = Real(1) / Real(static_cast<double>(k + 1));
            missing -= over * p[k];
            whole += over * N[k];
        }
        const Vector3<Real> kappa = (Real(1) / whole) * missing;
        NodeCurve y;
        y.missing_ = missing;
        y.start_ = y0;
        y.terms_ = s + 1;
        for (std::size_t k = 0; k <= s; ++k)
            y.coefficients_[k] = (Real(1) / Real(static_cast<double>(k + 1))) * (p[k] + N[k] * kappa);
        return y;
    }

    /// Without any slopes.
    static NodeCurve straight(const Vector3<Real>& y0, const Vector3<Real>& y1) {
        NodeCurve y;
        y.start_ = y0;
        y.terms_ = 1;
        y.coefficients_[0] = y1 - y0;
        return y;
    }

    /// By how much y(1) is not what follows from y(0) and the slopes.
    const Vector3<Real>& missing() const { return missing_; }
    /// Of xᵏ, k > 0.
    const Vector3<Real>& coefficient(std::size_t k) const { return coefficients_[k - 1]; }

    Vector3<Real> operator()(const Real& x) const {
        Vector3<Real> sum;
        for (std::size_t k = terms_; k-- > 0;) sum = coefficients_[k] + x * sum;
        return start_ + x * sum;
    }
    /// y'
    Vector3<Real> slope(const Real& x) const {
        Vector3<Real> sum;
        for (std::size_t k = terms_; k-- > 0;)
            sum = Real(static_cast<double>(k + 1)) * coefficients_[k] + x * sum;
        return sum;
    }

private:
    Vector3<Real> start_, missing_;
    std::array<Vector3<Real>, most_nodes + 1> coefficients_;  ///< of x, x², …
    std::size_t terms_ = 0;
};

/// In a frame that moves with the free body that left the start of the step, R_f and Π_f,
///     R = exp(θ) R_f,   θ' = dexp_θ⁻¹ R I⁻¹ (RᵀL − h − Π_f),   L' = R T(t, R, ω),
/// where θ and L are polynomials: they meet both ends, and these equations at the nodes of NodeCurve. Nothing
/// is interpolated of what a free body does, and a component of L that neither torque nor step changes stays
/// as it is. With rotors of momentum h, Π_f begins as what the body has without it.
template <class Real>
class DenseStep {
public:
    struct End {
        Real time;
        State<Real> state;
        Vector3<Real> torque;  ///< in the body
    };

    /// What dense output knows of a body and its torque.
    struct Problem {
        Inertia<Real> inertia;
        Rotor<Real> rotor = {};
        bool by_rate = false;  ///< the torque depends on the angular velocity
    };

    /// `order` is 4, 6, 8 or 10 and takes 0, 2, 6 or 12 calls of `torque(t, state)`, twice as many if the torque
    /// depends on the angular velocity.
    template <class Torque>
    DenseStep(const Problem& problem, const End& from, const End& to, int order, Torque&& torque)
        : problem_(problem), from_(from.time), length_(to.time - from.time), start_(from.state) {
        end_momentum_ = to_space(to.state.attitude, to.state.momentum);
        start_momentum_ = to_space(start_.attitude, start_.momentum);
        if (problem_.rotor.present) start_.momentum -= problem_.rotor.at(from_);
        const State<Real> free_end = free(Real(1));
        end_turn_ = log(to.state.attitude * conjugate(free_end.attitude));
        turning_ = {Vector3<Real>{}, length_ * turning(Real(1), free_end, end_turn_, end_momentum_)};
        pushing_ = {length_ * to_space(start_.attitude, from.torque),
                    length_ * to_space(to.state.attitude, to.torque)};
        lower_.fill({NodeCurve<Real>::straight({}, end_turn_),
                     NodeCurve<Real>::straight(start_momentum_, end_momentum_)});
        fit_turn(2);
        fit_momentum(2);
        for (std::size_t nodes = 4; nodes + 2 <= static_cast<std::size_t>(order); nodes += 2) {
            lower_ = {Curves{turn_, momentum_}, lower_[0], lower_[1]};
            raise(nodes, torque);
        }
        order_ = order;
    }

    /// Whether the error of the interpolation is small beside that of the step, as far as one can see from here:
    /// from how fast orders converge, and from what of the end does not follow from the start. Momenta count
    /// relative to the larger one of the ends.
    bool is_good() const { return order_ == 4 ? decays() : converges(); }

    Real time(const Real& x) const { return from_ + x * length_; }
    Real length() const { return length_; }

    /// The state at the part x of the step, from 0 to 1.
    State<Real> at(const Real& x) const {
        const Quaternion<Real> attitude = renormalised(exp(turn_(x)) * free(x).attitude);
        return {attitude, to_body(attitude, momentum_(x))};
    }
    /// dL/dx there, in space. L is right at both ends and to the order of this within, so that an integral of
    /// f dL, f smooth, has that order too, although dL/dx itself has one less.
    Vector3<Real> momentum_rate(const Real& x) const { return momentum_.slope(x); }

private:
    State<Real> free(const Real& x) const {
        State<Real> state = start_;
        ExactDrift{}(problem_.inertia, state, x * length_);
        return state;
    }

    /// θ' at the part x of the step, beside the free state.
    Vector3<Real> turning(const Real& x, const State<Real>& free, const Vector3<Real>& turn,
                          const Vector3<Real>& L) const {
        const Quaternion<Real> R = exp(turn) * free.attitude;
        Vector3<Real> beside = to_body(R, L) - free.momentum;
        if (problem_.rotor.present) beside -= problem_.rotor.at(time(x));
        return dexp_inverse(turn, to_space(R, problem_.inertia.solve(beside)));
    }

    void fit_turn(std::size_t nodes) {
        turn_ =
            NodeCurve<Real>::through({}, end_turn_, std::span<const Vector3<Real>>(turning_.data(), nodes));
    }
    void fit_momentum(std::size_t nodes) {
        momentum_ = NodeCurve<Real>::through(start_momentum_, end_momentum_,
                                             std::span<const Vector3<Real>>(pushing_.data(), nodes));
    }

    /// From order n to n + 2. θ first, to n + 1 by one integration of what is known to n; then L, by another
    /// one, of torques known to n + 1; then θ again. A torque that depends on the angular velocity is known to n
    /// only, as L is: what is found with it is good enough to begin again.
    template <class Torque>
    void raise(std::size_t nodes, Torque&& torque) {
        std::array<State<Real>, NodeCurve<Real>::most_nodes> beside;
        const auto part = [&](std::size_t i) {
            return Real(static_cast<double>(i)) / Real(static_cast<double>(nodes - 1));
        };
        const auto integrate_turn = [&] {
            for (std::size_t i = 1; i + 1 < nodes; ++i)
                turning_[i] = length_ * turning(part(i), beside[i], turn_(part(i)), momentum_(part(i)));
            fit_turn(nodes);
        };
        for (std::size_t i = 1; i + 1 < nodes; ++i) beside[i] = free(part(i));
        turning_[nodes - 1] = turning_[nodes - 3];  // the end, from where the fewer nodes had it
        pushing_[nodes - 1] = pushing_[nodes - 3];
        integrate_turn();
        for (int round = 0; round < (problem_.by_rate ? 2 : 1); ++round) {
            for (std::size_t i = 1; i + 1 < nodes; ++i) {
                const Quaternion<Real> R = renormalised(exp(turn_(part(i))) * beside[i].attitude);
                const State<Real> here{R, to_body(R, momentum_(part(i)))};
                pushing_[i] = length_ * to_space(R, torque(time(part(i)), here));
            }
            fit_momentum(nodes);
            integrate_turn();
        }
    }

    using Number = Plain<Real>;
    struct Curves {
        NodeCurve<Real> turn, momentum;
    };
    /// What is left of the error of the step, for that of the interpolation.
    static constexpr double share = 0.25;
    static constexpr double round_off = 1e-14;

    static Number size(const Vector3<Real>& v) {
        using std::sqrt;
        const Number x = value_of(v.x), y = value_of(v.y), z = value_of(v.z);
        return sqrt(x * x + y * y + z * z);
    }
    Number unit() const {
        const Number most = std::max(size(start_momentum_), size(end_momentum_));
        return most > 0 ? most : Number(1);
    }
    Number difference(const Curves& a, const Curves& b) const {
        Number most(0);
        for (const double x : {0.1, 0.3, 0.5, 0.7, 0.9})
            most = std::max({most, size(a.turn(Real(x)) - b.turn(Real(x))),
                             size(a.momentum(Real(x)) - b.momentum(Real(x))) / unit()});
        return most;
    }

    /// Two orders differ by the error of the lower one; that of the higher one is smaller by as much as differences
    /// fall from order to order. What is missing at the end is the error of the step, and one of the integration that
    /// falls too, as what is missing changes from order to order. Both are taken to fall no faster than they did
    /// before: at a pulse they do not fall steadily.
    bool converges() const {
        const Curves highest{turn_, momentum_};
        const Number last = difference(highest, lower_[0]), before = difference(lower_[0], lower_[1]);
        if (last <= Number(round_off)) return true;
        const Number fell = std::max(last / before, before / difference(lower_[1], lower_[2]));
        if (!(fell < Number(0.5))) return false;
        const auto size_of = [&](const Vector3<Real>& turn, const Vector3<Real>& momentum) {
            return std::max(size(turn), size(momentum) / unit());
        };
        const auto change = [&](const Curves& c, const Curves& d) {
            return size_of(c.turn.missing() - d.turn.missing(), c.momentum.missing() - d.momentum.missing());
        };
        const Number missing = size_of(turn_.missing(), momentum_.missing()),
                     changed = change(highest, lower_[0]), changed_before = change(lower_[0], lower_[1]);
        Number rate = order_ > 6 ? std::max(fell, changed / changed_before) : Number(1);
        if (order_ > 8) rate = std::max(rate, changed_before / change(lower_[1], lower_[2]));
        const Number step = missing - changed * std::min(4 * rate, Number(1));
        return fell * last <= Number(share) * std::max(step, Number(0)) + Number(round_off);
    }

    /// Of order 4 there is nothing lower to compare with: its coefficients must fall. The error of a step of
    /// order 2 is about a twelfth of the last one, that of the interpolation a sixteenth of the one left out.
    bool decays() const {
        using std::sqrt;
        const Number first = size(momentum_.coefficient(1)), second = size(momentum_.coefficient(2)),
                     third = size(momentum_.coefficient(3));
        if (std::max(size(turn_.coefficient(3)), third / unit()) <= Number(round_off)) return true;
        return third / 16 * third <= Number(share) * (third / 12) * (second + sqrt(first * third));
    }

    Problem problem_;
    int order_ = 4;
    std::array<Curves, 3> lower_;  ///< of the orders below, the highest first
    Real from_, length_;
    State<Real> start_;
    Vector3<Real> start_momentum_, end_momentum_, end_turn_;
    std::array<Vector3<Real>, NodeCurve<Real>::most_nodes> turning_, pushing_;  ///< hθ', hL' at the nodes
    NodeCurve<Real> turn_, momentum_;
};

}  // namespace polhode::core
