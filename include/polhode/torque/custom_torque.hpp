/// A torque of the user's own, as a function of time, attitude (body → space) and, if it has a third argument,
/// angular velocity (in the user's body axes).
///
/// A function is taken to depend on its arguments alone: methods carry values from step to step, and evaluate
/// it at times and states of their own choice.
#pragma once

#include "polhode/mechanics/frame.hpp"
#include "polhode/torque/sheet.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace polhode {

namespace core {
class GenericFunction;  // torque/generic_function.hpp
}

/// f(t, attitude, ω), or f(t, attitude) where the torque does not depend on ω.
class TorqueFunction {
public:
    TorqueFunction() = default;
    TorqueFunction(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as std::function
    template <std::invocable<double, const Eigen::Quaterniond&, const Eigen::Vector3d&> F>
        requires(!std::same_as<std::decay_t<F>, TorqueFunction>)
    TorqueFunction(F f)  // NOLINT(google-explicit-constructor): as std::function
        : f_(std::move(f)), rate_dependence_(RateDependence::general) {}
    template <std::invocable<double, const Eigen::Quaterniond&> F>
        requires(!std::same_as<std::decay_t<F>, TorqueFunction>)
    TorqueFunction(F f) {  // NOLINT(google-explicit-constructor): as std::function
        if constexpr (requires { f.operator bool(); })
            if (!f) return;  // an empty std::function
        f_ = [f = std::move(f)](double t, const Eigen::Quaterniond& attitude,
                                const Eigen::Vector3d&) mutable -> Eigen::Vector3d { return f(t, attitude); };
    }

    explicit operator bool() const { return static_cast<bool>(f_); }
    Eigen::Vector3d operator()(double t, const Eigen::Quaterniond& attitude,
                               const Eigen::Vector3d& angular_velocity = Eigen::Vector3d::Zero()) const {
        return f_(t, attitude, angular_velocity);
    }

    /// By the number of its arguments.
    RateDependence rate_dependence() const { return rate_dependence_; }

private:
    std::function<Eigen::Vector3d(double, const Eigen::Quaterniond&, const Eigen::Vector3d&)> f_;
    RateDependence rate_dependence_ = RateDependence::none;
};

struct CustomTorque {
    static constexpr TorqueSheet sheet{
        .name = "custom", .title = "a function of the user's own", .formula = "f(t, R, ω)"};
    static constexpr std::tuple<> parameters() { return {}; }

    TorqueFunction torque;
    Frame frame = Frame::body;
    /// V(t, attitude), if there is one: turns on the energy columns.
    std::function<double(double, const Eigen::Quaterniond&)> potential = {};
    /// The same torque on every scalar, if it was given by generic_torque: then its derivatives are exact.
    std::shared_ptr<const core::GenericFunction> generic = {};
    /// Whether ω enters, and how: one that is affine in ω may be announced as such, and is cheaper in
    /// kick–drift methods.
    RateDependence rate_dependence = torque.rate_dependence();
    /// Times at which it jumps: steps end there.
    std::vector<double> breakpoints = {};

    /// The same torque, announced to be affine in ω: T₀(t, R) + S(t, R) ω.
    CustomTorque affine() && {
        if (rate_dependence == RateDependence::general) rate_dependence = RateDependence::affine;
        return std::move(*this);
    }
    CustomTorque affine() const& { return CustomTorque(*this).affine(); }
};

/// A torque given in body components.
inline CustomTorque body_torque(TorqueFunction f) { return {std::move(f), Frame::body}; }
/// A torque given in space components.
inline CustomTorque space_torque(TorqueFunction f) { return {std::move(f), Frame::space}; }

}  // namespace polhode
