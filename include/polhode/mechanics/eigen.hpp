/// Between Eigen's types, those of the public interface, and the types of the kernels.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/state.hpp"

namespace polhode::core {

inline Eigen::Vector3d to_eigen(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Quaterniond to_eigen(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }

inline Vector3<double> from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Quaternion<double> from_eigen(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// A state in the user's body axes → principal axes (`principal` turns principal into body axes), and back.
inline State<double> to_principal(const polhode::State& s, const Quaternion<double>& principal) {
    return {from_eigen(s.attitude) * principal, to_body(principal, from_eigen(s.momentum))};
}
inline polhode::State from_principal(const State<double>& s, const Quaternion<double>& principal) {
    return {to_eigen(s.attitude * conjugate(principal)), to_eigen(to_space(principal, s.momentum))};
}

}  // namespace polhode::core
