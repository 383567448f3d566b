/// A user's torque function as the kernels call it: in principal axes, on any scalar.
#pragma once

#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/generic_function.hpp"

namespace polhode::core {

class CustomTorqueModel {
public:
    CustomTorqueModel(CustomTorque user, const Quaternion<double>& principal)
        : has_potential(static_cast<bool>(user.potential)),
          rate_dependence(user.rate_dependence),
          user_(std::move(user)),
          principal_(principal),
          in_principal_axes_(principal.x == 0 && principal.y == 0 && principal.z == 0 && principal.w == 1) {}

    bool has_potential;
    RateDependence rate_dependence;

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& angular_velocity) const {
        return at(t, attitude, angular_velocity);
    }

    template <class Real>
    Real potential(const Real& t, const Quaternion<Real>& attitude) const {
        const auto plain = [](const Real& x) { return static_cast<double>(value_of(x)); };
        const Quaternion<double> q{plain(attitude.x), plain(attitude.y), plain(attitude.z),
                                   plain(attitude.w)};
        return Real(user_.potential(plain(t), to_eigen(q * conjugate(principal_))));
    }

    /// How often the user's function has been called, differences included.
    long calls() const { return calls_; }

private:
    Vector3<double> at(const double& t, const Quaternion<double>& attitude,
                       const Vector3<double>& angular_velocity) const {
        if (user_.generic) return generic(t, attitude, angular_velocity);
        ++calls_;
        // a turn by nothing leaves the numbers as they are, and costs as much as a cheap torque
        if (in_principal_axes_) {
            const bool by_rate = rate_dependence != RateDependence::none;
            const Vector3<double> torque = from_eigen(user_.torque(
                t, to_eigen(attitude), to_eigen(by_rate ? angular_velocity : Vector3<double>{})));
            return user_.frame == Frame::body || !is_finite(torque) ? torque : to_body(attitude, torque);
        }
        const Eigen::Quaterniond user_attitude = to_eigen(attitude * conjugate(principal_));
        const Eigen::Vector3d user_velocity = rate_dependence == RateDependence::none
                                                ? Eigen::Vector3d::Zero()
                                                : to_eigen(to_space(principal_, angular_velocity));
        const Vector3<double> torque = from_eigen(user_.torque(t, user_attitude, user_velocity));
        if (!is_finite(torque))
            return torque;  // fails the step, and the message shows what the user returned
        return to_body(user_.frame == Frame::body ? principal_ : attitude, torque);
    }

    /// A plain function knows double only.
    Vector3<long double> at(const long double& t, const Quaternion<long double>& attitude,
                            const Vector3<long double>& angular_velocity) const {
        if (user_.generic) return generic(t, attitude, angular_velocity);
        return Vector3<long double>(
            at(static_cast<double>(t), Quaternion<double>(attitude), Vector3<double>(angular_velocity)));
    }

    /// Derivatives of a plain function by central differences along the three rotations of the body, and the
    /// three components of ω if it enters, good to about 1e-10.
    template <class Real, int N>
    Vector3<Dual<Real, N>> at(const Dual<Real, N>& t, const Quaternion<Dual<Real, N>>& attitude,
                              const Vector3<Dual<Real, N>>& angular_velocity) const {
        if (user_.generic) return generic(t, attitude, angular_velocity);
        const Quaternion<Real> q{attitude.x.value, attitude.y.value, attitude.z.value, attitude.w.value};
        const Vector3<Real> w{angular_velocity.x.value, angular_velocity.y.value, angular_velocity.z.value};
        const bool by_rate = rate_dependence != RateDependence::none;
        const Vector3<Real> base = at(t.value, q, w);
        const Real step(1e-5);
        const Real rate_step = step * (norm(w) > Real(0) ? norm(w) : Real(1));
        Vector3<Real> derivative[3], by_velocity[3];
        for (int i = 0; i < 3; ++i) {
            Vector3<Real> turn, more;
            turn[i] = step;
            derivative[i] =
                (Real(0.5) / step) * (at(t.value, q * exp(turn), w) - at(t.value, q * exp(-turn), w));
            more[i] = rate_step;
            if (by_rate)
                by_velocity[i] =
                    (Real(0.5) / rate_step) * (at(t.value, q, w + more) - at(t.value, q, w - more));
        }
        Vector3<Dual<Real, N>> result(Dual<Real, N>(base.x), Dual<Real, N>(base.y), Dual<Real, N>(base.z));
        for (std::size_t j = 0; j < N; ++j) {
            // δq = ½ q ξ  ⇒  ξ = 2 Im(q̄ δq)
            const Quaternion<Real> dq{attitude.x.slope[j], attitude.y.slope[j], attitude.z.slope[j],
                                      attitude.w.slope[j]};
            const Vector3<Real> xi = Real(2) * (conjugate(q) * dq).vector();
            Vector3<Real> slope = xi.x * derivative[0] + xi.y * derivative[1] + xi.z * derivative[2];
            if (by_rate)
                slope += angular_velocity.x.slope[j] * by_velocity[0]
                       + angular_velocity.y.slope[j] * by_velocity[1]
                       + angular_velocity.z.slope[j] * by_velocity[2];
            result.x.slope[j] = slope.x;
            result.y.slope[j] = slope.y;
            result.z.slope[j] = slope.z;
        }
        return result;
    }

    /// Series of a generic function; the catalogue refuses a plain one where they are needed.
    template <class Real>
    Vector3<Jet<Real>> at(const Jet<Real>& t, const Quaternion<Jet<Real>>& attitude,
                          const Vector3<Jet<Real>>& angular_velocity) const {
        if (!user_.generic)
            throw InputError("torque: a plain function has no derivatives; use generic_torque");
        return generic(t, attitude, angular_velocity);
    }

    template <class Scalar>
    Vector3<Scalar> generic(const Scalar& t, const Quaternion<Scalar>& attitude,
                            const Vector3<Scalar>& angular_velocity) const {
        ++calls_;
        const Quaternion<Scalar> principal(principal_);
        // a series of ω costs as much as one of the attitude
        const Vector3<Scalar> rate = rate_dependence == RateDependence::none
                                       ? angular_velocity
                                       : to_space(principal, angular_velocity);
        const Vector3<Scalar> torque = user_.generic->call(t, attitude * conjugate(principal), rate);
        if (!is_finite(torque)) return torque;
        return to_body(user_.frame == Frame::body ? principal : attitude, torque);
    }

    CustomTorque user_;
    Quaternion<double> principal_;  // principal → the user's body axes
    bool in_principal_axes_;        // which are the user's
    mutable long calls_ = 0;
};

}  // namespace polhode::core
