/// Torques as users give them: a built-in model with its parameters, or a function of (t, attitude).
#pragma once

#include "polhode/mechanics/torque_models.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
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
};

/// A torque given in body components.
inline CustomTorque body_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::body};
}
/// A torque given in space components.
inline CustomTorque space_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::space};
}

/// Every kind of torque. Model parameters are in the user's axes.
using Torque = std::variant<core::NoTorque, core::HeavyTop, core::GravityGradient, core::SoftWall,
                            core::ConstantBodyTorque, core::ConstantSpaceTorque, CustomTorque>;

inline bool is_free(const Torque& torque) { return std::holds_alternative<core::NoTorque>(torque); }

}  // namespace polhode
