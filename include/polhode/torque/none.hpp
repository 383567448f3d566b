/// Free motion. The methods leave out what a free body does not need.
#pragma once

#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

struct NoTorque {
    static constexpr TorqueSheet sheet{.name = "none",
                                       .title = "free motion",
                                       .formula = "0",
                                       .potential = "0",
                                       .conserves = Conserves::momentum,
                                       .inlined = true};
    static constexpr std::tuple<> parameters() { return {}; }
    template <class>
    using On = NoTorque;

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&, const Vector3<Real>&) const {
        return {Real(0), Real(0), Real(0)};
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>&) const {
        return Real(0);
    }
};

}  // namespace polhode::core
