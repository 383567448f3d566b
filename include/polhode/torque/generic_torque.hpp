/// A torque written for any scalar, from which its derivatives are known: the methods that take them (buss…,
/// taylor-N) work with it, and Newton's is exact.
#pragma once

#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/generic_function.hpp"

namespace polhode {

/// `f` is called with a scalar t, a core::Quaternion of that scalar (attitude, body → space) and, if it has a
/// third argument, a core::Vector3 of it (angular velocity, in the user's body axes); it returns a
/// core::Vector3 of the same scalar, in the frame given:
///
///     generic_torque([](const auto& t, const auto& attitude) {
///         using Real = std::decay_t<decltype(t)>;
///         using std::cos;  // for plain numbers; those of other scalars are found by themselves
///         return core::Vector3<Real>(Real(2) * cos(Real(3) * t), Real(0), attitude.x * attitude.w);
///     }, Frame::space)
///
/// It may branch on values; it must not keep anything between calls.
template <class F>
CustomTorque generic_torque(F f, Frame frame = Frame::body) {
    const auto on_double = [f](double t, const Eigen::Quaterniond& q,
                               const auto&... rate) -> Eigen::Vector3d {
        const core::Vector3<double> v = f(t, core::Quaternion<double>(q.x(), q.y(), q.z(), q.w()),
                                          core::Vector3<double>(rate.x(), rate.y(), rate.z())...);
        return {v.x, v.y, v.z};
    };
    const auto function = [&]() -> TorqueFunction {
        if constexpr (core::takes_rate<F>)
            return [on_double](double t, const Eigen::Quaterniond& q, const Eigen::Vector3d& rate) {
                return on_double(t, q, rate);
            };
        else
            return [on_double](double t, const Eigen::Quaterniond& q) { return on_double(t, q); };
    };
    return {function(), frame, {}, core::generic_function(std::move(f))};
}

}  // namespace polhode
