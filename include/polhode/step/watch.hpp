/// Conserved quantities and how well a run keeps them: measured at every step, in constant memory.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/step/trend.hpp"

#include <optional>

namespace polhode::core {

template <class Real>
struct Invariants {
    std::optional<Real> energy;      ///< H, if the torque has a potential
    Vector3<Real> spatial_momentum;  ///< L = RΠ
};

/// Known from the sheet of a model, or only of the model itself.
template <class Model>
constexpr bool has_potential(const Model& model) {
    if constexpr (requires { model.has_potential; })
        return model.has_potential;
    else
        return Model::sheet.has_potential();
}

/// H = ½ (Π − h)·I⁻¹(Π − h) + V and L = RΠ.
template <class Real, class Model>
Invariants<Real> measure(const Inertia<Real>& inertia, const Model& model, const State<Real>& state,
                         const Real& t, const Rotor<Real>& rotor) {
    Invariants<Real> seen;
    if constexpr (requires { model.potential(t, state.attitude); })
        if (has_potential(model))
            seen.energy =
                inertia.kinetic_energy(rotor.present ? state.momentum - rotor.at(t) : state.momentum)
                + model.potential(t, state.attitude);
    seen.spatial_momentum = to_space(state.attitude, state.momentum);
    return seen;
}

/// Which component of L the problem conserves.
template <class Real>
struct MomentumLaw {
    enum class Kind { nothing, all, axis } kind = Kind::nothing;
    Vector3<Real> axis{};  ///< for Kind::axis
};

/// Extremes and trends of the errors over all states given to it.
template <class Real>
class Watch {
public:
    Watch(const Invariants<Real>& initial, const MomentumLaw<Real>& law) : initial_(initial), law_(law) {}

    void see(const Real& t, const State<Real>& state, const Invariants<Real>& now) {
        using std::abs, std::sqrt;
        if (now.energy && initial_.energy) {
            const Real error = *now.energy - *initial_.energy;
            if (abs(error) > max_energy_error) max_energy_error = abs(error);
            energy.see(t, error);
        }
        using Kind = typename MomentumLaw<Real>::Kind;
        if (law_.kind != Kind::nothing) {
            const Vector3<Real> change = now.spatial_momentum - initial_.spatial_momentum;
            const Real error = law_.kind == Kind::all ? norm(change) : dot(change, law_.axis);
            if (abs(error) > max_momentum_error) max_momentum_error = abs(error);
            momentum.see(t, error);
        }
        const Real off = abs(sqrt(norm2(state.attitude)) - Real(1));
        if (off > max_quaternion_error) max_quaternion_error = off;
    }

    /// The state has been changed by something other than the motion: what is to be conserved from now on.
    void change(const Invariants<Real>& before, const Invariants<Real>& after) {
        if (initial_.energy && before.energy && after.energy)
            *initial_.energy += *after.energy - *before.energy;
        initial_.spatial_momentum += after.spatial_momentum - before.spatial_momentum;
    }

    Real max_energy_error{0}, max_momentum_error{0}, max_quaternion_error{0};
    Trend<Real> energy, momentum;  ///< of the errors

private:
    Invariants<Real> initial_;
    MomentumLaw<Real> law_;
};

}  // namespace polhode::core
