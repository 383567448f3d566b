/// Torques as users give them: a built-in model with its parameters, or a function of (t, attitude).
#pragma once

#include "polhode/mechanics/generic_function.hpp"
#include "polhode/mechanics/torque_models.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace polhode {

enum class Frame { body, space };

/// A torque of the user's own, as a function of time and attitude (body → space).
struct CustomTorque {
    std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> torque;
    Frame frame = Frame::body;
    /// V(t, attitude), if there is one: turns on the energy columns.
    std::function<double(double, const Eigen::Quaterniond&)> potential = {};
    /// The same torque on every scalar, if it was given by generic_torque: then its derivatives are exact.
    std::shared_ptr<const core::GenericFunction> generic = {};
};

/// A torque given in body components.
inline CustomTorque body_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::body};
}
/// A torque given in space components.
inline CustomTorque space_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::space};
}

/// A torque written for any scalar, from which its derivatives are known: the methods that take them (buss…, taylor-N)
/// work with it, and Newton's is exact. `f` is called with a scalar t and a core::Quaternion of that scalar (attitude,
/// body → space) and returns a core::Vector3 of it, in the frame given:
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
    const auto on_double = [f](double t, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        const core::Vector3<double> v = f(t, core::Quaternion<double>(q.x(), q.y(), q.z(), q.w()));
        return {v.x, v.y, v.z};
    };
    return {on_double, frame, {}, core::generic_function(std::move(f))};
}

/// Every kind of torque. Model parameters are in the user's axes.
using Torque = std::variant<core::NoTorque, core::HeavyTop, core::GravityGradient, core::SoftWall,
                            core::ConstantBodyTorque, core::ConstantSpaceTorque, CustomTorque>;

inline bool is_free(const Torque& torque) { return std::holds_alternative<core::NoTorque>(torque); }

}  // namespace polhode
