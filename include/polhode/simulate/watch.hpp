/// Conserved quantities and how well a run keeps them: seen at every step, kept in constant memory.
#pragma once

#include "polhode/mechanics/inertia.hpp"

#include <optional>

namespace polhode::core {

template <class Real>
struct Invariants {
    std::optional<Real> energy;      ///< H, if the torque has a potential
    Vector3<Real> spatial_momentum;  ///< L = RΠ
};

/// H = ½ Π·I⁻¹Π + V and L = RΠ.
template <class Real, class Model>
Invariants<Real> measure(const Inertia<Real>& inertia, const Model& model, const State<Real>& state,
                         const Real& t) {
    Invariants<Real> seen;
    if constexpr (requires { model.potential(t, state.attitude); })
        if (model.has_potential)
            seen.energy = inertia.kinetic_energy(state.momentum) + model.potential(t, state.attitude);
    seen.spatial_momentum = to_space(state.attitude, state.momentum);
    return seen;
}

/// Which component of L the problem conserves.
template <class Real>
struct MomentumLaw {
    enum class Kind { nothing, all, axis } kind = Kind::nothing;
    Vector3<Real> axis{};  ///< for Kind::axis
};

/// Extremes, mean and least-squares slope of the errors over all states seen.
template <class Real>
class Watch {
public:
    Watch(const Invariants<Real>& initial, const MomentumLaw<Real>& law) : initial_(initial), law_(law) {}

    void see(const Real& t, const State<Real>& state, const Invariants<Real>& now) {
        using std::abs, std::sqrt;
        if (now.energy && initial_.energy) {
            const Real error = *now.energy - *initial_.energy;
            if (abs(error) > max_energy_error) max_energy_error = abs(error);
            // Welford's update of means and co-moments: no cancellation over billions of steps
            count_ += Real(1);
            const Real dt = t - mean_time_;
            mean_time_ += dt / count_;
            mean_energy_error += (error - mean_energy_error) / count_;
            time_energy_ += dt * (error - mean_energy_error);
            time_time_ += dt * (t - mean_time_);
        }
        const Vector3<Real> change = now.spatial_momentum - initial_.spatial_momentum;
        const Real moved = law_.kind == MomentumLaw<Real>::Kind::all  ? norm(change)
                         : law_.kind == MomentumLaw<Real>::Kind::axis ? abs(dot(change, law_.axis))
                                                                      : Real(0);
        if (moved > max_momentum_error) max_momentum_error = moved;
        const Real off = abs(sqrt(norm2(state.attitude)) - Real(1));
        if (off > max_quaternion_error) max_quaternion_error = off;
    }

    Real energy_slope() const { return time_time_ > Real(0) ? time_energy_ / time_time_ : Real(0); }

    Real max_energy_error{0}, mean_energy_error{0}, max_momentum_error{0}, max_quaternion_error{0};

private:
    Invariants<Real> initial_;
    MomentumLaw<Real> law_;
    Real count_{0}, mean_time_{0}, time_energy_{0}, time_time_{0};
};

}  // namespace polhode::core
