/// The motion between the two ends of a step, whatever method made it. Derived in docs/dense-output.md.
#pragma once

#include "polhode/drift/exact.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/so3/rotation.hpp"

#include <array>
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
        y.start_ = y0;
        y.terms_ = s + 1;
        for (std::size_t k = 0; k <= s; ++k)
            y.coefficients_[k] = (Real(1) / Real(static_cast<double>(k + 1))) * (p[k] + N[k] * kappa);
        return y;
    }

    Vector3<Real> operator()(const Real& x) const {
        Vector3<Real> sum;
        for (std::size_t k = terms_; k-- > 0;) sum = coefficients_[k] + x * sum;
        return start_ + x * sum;
    }

private:
    Vector3<Real> start_;
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
        fit_turn(2);
        fit_momentum(2);
        for (std::size_t nodes = 4; nodes + 2 <= static_cast<std::size_t>(order); nodes += 2)
            raise(nodes, torque);
    }

    Real time(const Real& x) const { return from_ + x * length_; }
    Real length() const { return length_; }

    /// The state at the part x of the step, from 0 to 1.
    State<Real> at(const Real& x) const {
        const Quaternion<Real> attitude = renormalised(exp(turn_(x)) * free(x).attitude);
        return {attitude, to_body(attitude, momentum_(x))};
    }

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

    Problem problem_;
    Real from_, length_;
    State<Real> start_;
    Vector3<Real> start_momentum_, end_momentum_, end_turn_;
    std::array<Vector3<Real>, NodeCurve<Real>::most_nodes> turning_, pushing_;  ///< hθ', hL' at the nodes
    NodeCurve<Real> turn_, momentum_;
};

}  // namespace polhode::core
