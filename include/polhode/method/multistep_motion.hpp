/// The motion as the multistep formulas hold it: rows y = (Q, W) with Q = √2 q, W = ½hω, and f = h y', so that no
/// product is spent on h:
///     f_Q = Q W,   f_W = I⁻¹(2 IW×W + h r×W + ½h²(T − r')),
/// where r is the momentum of rotors. In these numbers q needs no length: its error is one of the formula as
/// any other, and its length is restored only in the states that are given out. Runge–Kutta methods hold the motion
/// in the same way (method/velocity_motion.hpp).
///
/// A torque that depends on the attitude by u = Rᵀd alone is asked for T(u), with the axes of space turned so
/// that d is the third one: then u is a row of the matrix of q, and √2 saves its factors of two.
#pragma once

#include "polhode/method/multistep_row.hpp"
#include "polhode/so3/normalised.hpp"
#include "polhode/step/system.hpp"
#include "polhode/torque/concept.hpp"

#include <cmath>

namespace polhode::core {

/// (W_y W_z, W_z W_x, W_x W_y)
template <class Real>
constexpr Vector3<Real> pairs(const Vector3<Real>& W) {
    return {W.y * W.z, W.z * W.x, W.x * W.y};
}

/// Q (W, 0), the sums in the order in which a register of four numbers makes them.
template <class Real>
constexpr Quaternion<Real> turned(const Quaternion<Real>& Q, const Vector3<Real>& W) {
    return {(Q.y * W.z - Q.z * W.y) + Q.w * W.x, (Q.w * W.y - Q.x * W.z) + Q.z * W.x,
            (Q.w * W.z + Q.x * W.y) - Q.y * W.x, (-(Q.z * W.z) - Q.y * W.y) - Q.x * W.x};
}

/// The third axis of space in the body, from Q = √2 q.
template <class Real>
constexpr Vector3<Real> third_axis(const Quaternion<Real>& Q) {
    return {Q.x * Q.z - Q.y * Q.w, Q.y * Q.z + Q.x * Q.w, Real(1) - (Q.x * Q.x + Q.y * Q.y)};
}

namespace multistep {

/// The shortest turn that takes a direction of space to the third axis.
inline Quaternion<double> to_third_axis(const Vector3<double>& direction) {
    const double length = norm(direction);
    if (!(length > 0)) return {};
    const Vector3<double> d = (1 / length) * direction;
    if (d.z <= -1) return {1, 0, 0, 0};  // half a turn about any axis across
    if (d.z < 0) {
        // to the opposite of the axis first, so that no digits cancel
        const double w = std::sqrt(0.5 * (1 - d.z)), s = 0.5 / w;
        return Quaternion<double>{1, 0, 0, 0} * Quaternion<double>{-s * d.y, s * d.x, 0, w};
    }
    const double w = std::sqrt(0.5 * (1 + d.z)), s = 0.5 / w;
    return {s * d.y, -s * d.x, 0, w};
}

/// Whether the third axis, once it is turned there, is this direction: its length is one. That of a magnetic field may be
/// another, and 0 too.
inline bool is_unit(const Vector3<double>& direction) { return std::abs(norm2(direction) - 1) < 1e-12; }

/// What the equations of motion have constant, for one length of step.
template <class Real>
struct Constants {
    Vector3<Real> push;      ///< ½h²I⁻¹
    Vector3<Real> gyration;  ///< 2 (I_y − I_z)/I_x …: an axis of symmetry keeps its ω to the last bit
    Real half, per_half;     ///< ½h and its inverse

    Constants(const Inertia<Real>& inertia, const Real& h)
        : push((Real(0.5) * h * h) * inertia.inverse),
          gyration(gyration_of(inertia)),
          half(Real(0.5) * h),
          per_half(Real(1) / half) {}

private:
    static Vector3<Real> gyration_of(const Inertia<Real>& inertia) {
        const Vector3<Real>& m = inertia.moments;
        return Real(2) * inertia.solve({m.y - m.z, m.z - m.x, m.x - m.y});
    }
};

/// √2 and its inverse in the precision of the scalar.
template <class Real>
inline constexpr Plain<Real> root_two = static_cast<Plain<Real>>(1.414213562373095048801688724209698L);
template <class Real>
inline constexpr Plain<Real> per_root_two = static_cast<Plain<Real>>(0.707106781186547524400844362104849L);

/// f at y without rotors. `torque(t, Q, W)` evaluates once.
template <class Real, class Torque>
[[gnu::always_inline]] inline Row<Real> rates(const Vector3<Real>& push, const Vector3<Real>& gyration,
                                              const Torque& torque, const Row<Real>& y, const Real& t) {
    const Quaternion<Real> Q = y.attitude();
    const Vector3<Real> W = y.half_turn();
    return {turned(Q, W), hadamard(gyration, pairs(W)) + hadamard(push, torque(t, Q, W))};
}

/// What rotors add to f_W: I⁻¹(h r×W − ½h² r').
template <class Real, class Model>
Vector3<Real> rotor_part(const System<Real, Model>& system, const Constants<Real>& constants,
                         const Vector3<Real>& W, const Real& t) {
    if constexpr (is_pack<Real>)
        return {Real(0), Real(0), Real(0)};
    else
        return (Real(2) * constants.half)
             * system.inertia.solve(cross(system.rotor.at(t), W)
                                    - constants.half * Vector3<Real>(system.rotor.rate));
}

/// The formulas keep the length of q to their accuracy: torques do not see the difference, and of the length of a
/// state, restoring it once is right up to the square of the defect, twice up to its fourth power. It is further off
/// in a run that is about to fail, up to the next test.
struct NearUnitLength {
    template <class Attitude>
    static Attitude for_torque(const Attitude& q) {
        return q;
    }
    template <class Real>
    static Quaternion<Real> for_state(const Quaternion<Real>& q) {
        using std::abs;
        using Value = decltype(value_of(q.w));
        constexpr double most = 0.025;  // of |q|² = 1
        const Quaternion<Real> close = renormalised(renormalised(q));
        const auto is_close = abs(value_of(norm2(q)) - Value(1)) <= Value(most);
        if (all(is_close)) [[likely]]
            return close;
        if constexpr (is_pack<Real>)
            return select(is_close, close, normalised(q));
        else
            return normalised(q);
    }
};

/// The equations of motion for one length of step.
template <class Real, class Model, class Length = NearUnitLength>
class Motion {
public:
    Motion(System<Real, Model>& system, const Real& h)
        : system_(system),
          constants_(system.inertia, h),
          by_direction_(knows_direction(system.model)),
          axes_(by_direction_ ? axes_of(system.model) : Quaternion<double>{}) {}
    /// The same with steps of another length.
    Motion(const Motion& like, const Real& h)
        : system_(like.system_),
          constants_(like.system_.inertia, h),
          by_direction_(like.by_direction_),
          axes_(like.axes_) {}

    Row<Real> row_of(const State<Real>& state, const Real& t) const {
        const Quaternion<Real> q = by_direction_ ? Quaternion<Real>(axes_) * state.attitude : state.attitude;
        const Real root(root_two<Real>);
        return {Quaternion<Real>{root * q.x, root * q.y, root * q.z, root * q.w},
                constants_.half * system_.velocity(t, state.momentum)};
    }
    State<Real> state_of(const Row<Real>& y, const Real& t) const {
        Quaternion<Real> q = Length::for_state(attitude(y.attitude()));
        if (by_direction_) q = renormalised(Quaternion<Real>(conjugate(axes_)) * q);
        Vector3<Real> momentum = system_.inertia * (constants_.per_half * y.half_turn());
        if (system_.rotor.present) [[unlikely]]
            momentum += system_.rotor.at(t);
        return {q, momentum};
    }

    /// f at y. One torque evaluation.
    Row<Real> rates(const Row<Real>& y, const Real& t) const {
        Row<Real> f = multistep::rates(
            constants_.push, constants_.gyration,
            [&](const Real& time, const Quaternion<Real>& Q, const Vector3<Real>& W) {
                return torque(time, Q, W);
            },
            y, t);
        if (system_.rotor.present) [[unlikely]]
            f = {f.attitude(), f.half_turn() + rotor_part(system_, constants_, y.half_turn(), t)};
        return f;
    }

    const Constants<Real>& constants() const { return constants_; }

private:
    static constexpr bool may_know_direction =
        requires(const Model& model, const Vector3<Real>& u) { model.along(u), model.field_axis(); };
    static bool knows_direction(const Model& model) {
        if constexpr (requires { model.knows_direction(); })
            return model.knows_direction() && is_unit(model.field_axis());
        else if constexpr (may_know_direction)
            return is_unit(model.field_axis());
        else
            return false;
    }
    static Quaternion<double> axes_of(const Model& model) {
        if constexpr (may_know_direction)
            return to_third_axis(model.field_axis());
        else
            return {};
    }
    static Quaternion<Real> attitude(const Quaternion<Real>& Q) {
        const Real root(per_root_two<Real>);
        return {root * Q.x, root * Q.y, root * Q.z, root * Q.w};
    }
    Vector3<Real> torque(const Real& t, const Quaternion<Real>& Q, const Vector3<Real>& W) const {
        if constexpr (may_know_direction)
            if (by_direction_) {
                ++system_.torque_evaluations;
                return system_.model.along(third_axis(Q));
            }
        return system_.torque(t, Length::for_torque(attitude(Q)), constants_.per_half * W);
    }

    System<Real, Model>& system_;
    Constants<Real> constants_;
    bool by_direction_;        ///< the torque is asked for T(u)
    Quaternion<double> axes_;  ///< if so: turns the field's direction to the third axis
};

}  // namespace multistep
}  // namespace polhode::core
