/// What a method knows of a problem: the inertia, rotors, and a torque whose calls are counted.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/torque/rate_dependence.hpp"

namespace polhode::core {

template <class Real, class TorqueModel>
struct System {
    Inertia<Real> inertia;
    TorqueModel model;
    long torque_evaluations = 0;
    /// Only for methods that take a body with rotors as it is (method/splitting.hpp).
    [[no_unique_address]] Rotor<Real> rotor = {};

    /// ω = I⁻¹(Π − h)
    Vector3<Real> velocity(const Real& t, const Vector3<Real>& momentum) const {
        if (rotor.present) [[unlikely]]
            return inertia.solve(momentum - rotor.at(t));
        return inertia.solve(momentum);
    }

    /// Body torque T(t, R, ω); also on a scalar other than the system's own (dual numbers inside Newton).
    template <class Scalar>
    Vector3<Scalar> torque(const std::type_identity_t<Scalar>& t, const Quaternion<Scalar>& attitude,
                           const Vector3<Scalar>& angular_velocity) {
        ++torque_evaluations;
        return model(t, attitude, angular_velocity);
    }
    /// The torque in a state.
    Vector3<Real> torque(const Real& t, const State<Real>& state) {
        return torque(t, state.attitude, velocity(t, state.momentum));
    }
    /// The torque as a function of ω, if it is affine.
    AffineTorque<Real> affine_torque(const Real& t, const Quaternion<Real>& attitude) {
        if constexpr (OffersAffine<TorqueModel, Real>) {
            if constexpr (requires { model.affine_evaluations; })
                torque_evaluations += model.affine_evaluations;
            else
                ++torque_evaluations;
            return model.affine(t, attitude);
        } else {
            torque_evaluations += affine_by_values_evaluations;
            return affine_by_values(model, t, attitude);
        }
    }
};

struct NoMemory {};

/// Base of a method that carries nothing from step to step.
struct WithoutMemory {
    template <class Real>
    using Memory = NoMemory;

    template <class Real, class Model>
    static NoMemory start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }
};

/// The torque at the start of a step, known from the end of the one before.
template <class Real>
struct LastTorque {
    Vector3<Real> torque;
};

/// Base of a method that needs the torque at both ends of a step: it is evaluated once.
struct CarriesTorque {
    template <class Real>
    using Memory = LastTorque<Real>;

    template <class Real, class Model>
    static LastTorque<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) {
        return {system.torque(t, state)};
    }
    static bool ends_with_torque() { return true; }
};

}  // namespace polhode::core
