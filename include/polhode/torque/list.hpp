/// The built-in torques. A model is its header and its line here; everything else follows from this list.
#pragma once

#include "polhode/torque/concept.hpp"
#include "polhode/torque/constant.hpp"
#include "polhode/torque/damping.hpp"
#include "polhode/torque/drag.hpp"
#include "polhode/torque/gravity_gradient.hpp"
#include "polhode/torque/heavy_top.hpp"
#include "polhode/torque/magnetic_dipole.hpp"
#include "polhode/torque/none.hpp"
#include "polhode/torque/orbit_gravity_gradient.hpp"
#include "polhode/torque/orbit_magnetic_dipole.hpp"
#include "polhode/torque/soft_wall.hpp"
#include "polhode/torque/solar_pressure.hpp"

#include <tuple>
#include <type_traits>
#include <variant>

namespace polhode::core {

template <class... Models>
struct TorqueList {
    static_assert((TorqueModel<typename CheckedTorqueModel<Models>::type> && ...));
    static constexpr std::size_t size = sizeof...(Models);
    using Variant = std::variant<Models...>;
    /// Another template of the same types, and more.
    template <template <class...> class Use, class... More>
    using With = Use<Models..., More...>;
    /// A pointer to each model that the kernels contain; a free body has kernels of its own.
    using InlinedPointers = decltype(std::tuple_cat(
        std::conditional_t < Models::sheet.inlined && Models::sheet.conserves != Conserves::momentum,
        std::tuple<const Models*>, std::tuple < >> {}...));
    /// f(std::type_identity<Model>) for each.
    template <class Function>
    static constexpr void for_each(const Function& f) {
        (f(std::type_identity<Models>{}), ...);
    }
};

/// In the order of the documentation. A name may occur twice: for a torque on an orbit and for one without
/// (TorqueSheet::needs_orbit).
using BuiltInTorques = TorqueList<  //
    NoTorque,                       //
    HeavyTop,                       //
    GravityGradient,                //
    SoftWall,                       //
    MagneticDipole,                 //
    ConstantBodyTorque,             //
    ConstantSpaceTorque,            //
    Damping,                        //
    OrbitGravityGradient,           //
    OrbitMagneticDipole,            //
    SolarPressure,                  //
    Drag>;

using BuiltInTorque = BuiltInTorques::Variant;

}  // namespace polhode::core
