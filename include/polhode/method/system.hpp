/// What a method sees of a problem: the inertia, and a torque whose calls are counted.
#pragma once

#include "polhode/mechanics/inertia.hpp"

namespace polhode::core {

template <class Real, class TorqueModel>
struct System {
    Inertia<Real> inertia;
    TorqueModel model;
    long torque_evaluations = 0;

    /// Body torque T(t, R); also on a scalar other than the system's own (dual numbers inside Newton).
    template <class Scalar>
    Vector3<Scalar> torque(const Scalar& t, const Quaternion<Scalar>& attitude) {
        ++torque_evaluations;
        return model(t, attitude);
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

}  // namespace polhode::core
