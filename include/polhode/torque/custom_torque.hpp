/// A torque of the user's own, as a function of time and attitude (body → space).
#pragma once

#include "polhode/mechanics/frame.hpp"
#include "polhode/torque/sheet.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace polhode {

namespace core {
class GenericFunction;  // torque/generic_function.hpp
}

struct CustomTorque {
    static constexpr TorqueSheet sheet{
        .name = "custom", .title = "a function of the user's own", .formula = "f(t, R)"};
    static constexpr std::tuple<> parameters() { return {}; }

    std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> torque;
    Frame frame = Frame::body;
    /// V(t, attitude), if there is one: turns on the energy columns.
    std::function<double(double, const Eigen::Quaterniond&)> potential = {};
    /// The same torque on every scalar, if it was given by generic_torque: then its derivatives are exact.
    std::shared_ptr<const core::GenericFunction> generic = {};
    /// The times at which the function may jump: a run ends its steps there.
    std::vector<double> breakpoints = {};
};

/// A torque given in body components.
inline CustomTorque body_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::body};
}
/// A torque given in space components.
inline CustomTorque space_torque(std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&)> f) {
    return {std::move(f), Frame::space};
}

}  // namespace polhode
