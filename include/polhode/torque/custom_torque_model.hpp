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
        : has_potential(static_cast<bool>(user.potential)), user_(std::move(user)), principal_(principal) {}

    bool has_potential;

    /// The angular velocity does not enter.
    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>&) const {
        return at(t, attitude);
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
    Vector3<double> at(const double& t, const Quaternion<double>& attitude) const {
        if (user_.generic) return generic(t, attitude);
        ++calls_;
        const Eigen::Quaterniond user_attitude = to_eigen(attitude * conjugate(principal_));
        const Vector3<double> torque = from_eigen(user_.torque(t, user_attitude));
        if (!is_finite(torque))
            return torque;  // fails the step, and the message shows what the user returned
        return to_body(user_.frame == Frame::body ? principal_ : attitude, torque);
    }

    /// A plain function knows double only.
    Vector3<long double> at(const long double& t, const Quaternion<long double>& attitude) const {
        if (user_.generic) return generic(t, attitude);
        return Vector3<long double>(at(static_cast<double>(t), Quaternion<double>(attitude)));
    }

    /// Derivatives of a plain function by central differences along the three rotations of the body, good to
    /// about 1e-10.
    template <class Real, int N>
    Vector3<Dual<Real, N>> at(const Dual<Real, N>& t, const Quaternion<Dual<Real, N>>& attitude) const {
        if (user_.generic) return generic(t, attitude);
        const Quaternion<Real> q{attitude.x.value, attitude.y.value, attitude.z.value, attitude.w.value};
        const Vector3<Real> base = at(t.value, q);
        const Real step(1e-5);
        Vector3<Real> derivative[3];
        for (int i = 0; i < 3; ++i) {
            Vector3<Real> turn;
            turn[i] = step;
            derivative[i] = (Real(0.5) / step) * (at(t.value, q * exp(turn)) - at(t.value, q * exp(-turn)));
        }
        Vector3<Dual<Real, N>> result(Dual<Real, N>(base.x), Dual<Real, N>(base.y), Dual<Real, N>(base.z));
        for (std::size_t j = 0; j < N; ++j) {
            // δq = ½ q ξ  ⇒  ξ = 2 Im(q̄ δq)
            const Quaternion<Real> dq{attitude.x.slope[j], attitude.y.slope[j], attitude.z.slope[j],
                                      attitude.w.slope[j]};
            const Vector3<Real> xi = Real(2) * (conjugate(q) * dq).vector();
            const Vector3<Real> slope = xi.x * derivative[0] + xi.y * derivative[1] + xi.z * derivative[2];
            result.x.slope[j] = slope.x;
            result.y.slope[j] = slope.y;
            result.z.slope[j] = slope.z;
        }
        return result;
    }

    /// Series of a generic function; the catalogue refuses a plain one where they are needed.
    template <class Real>
    Vector3<Jet<Real>> at(const Jet<Real>& t, const Quaternion<Jet<Real>>& attitude) const {
        if (!user_.generic)
            throw InputError("torque: a plain function has no derivatives; use generic_torque");
        return generic(t, attitude);
    }

    template <class Scalar>
    Vector3<Scalar> generic(const Scalar& t, const Quaternion<Scalar>& attitude) const {
        ++calls_;
        const Quaternion<Scalar> principal(principal_);
        const Vector3<Scalar> torque = user_.generic->call(t, attitude * conjugate(principal));
        if (!is_finite(torque)) return torque;
        return to_body(user_.frame == Frame::body ? principal : attitude, torque);
    }

    CustomTorque user_;
    Quaternion<double> principal_;  // principal → the user's body axes
    mutable long calls_ = 0;
};

}  // namespace polhode::core
