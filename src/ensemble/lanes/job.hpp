/// What the kernels on lanes are given, in plain types: each kernel is compiled several times, for several instruction
/// sets, and nothing but this passes between them and the rest of the library.
#pragma once

#include "polhode/ensemble/blocks.hpp"
#include "polhode/ensemble/recipe.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/torque_models.hpp"

#include <cstddef>
#include <cstdint>

namespace polhode::lanes {

enum class TorqueKind { none, heavy_top, soft_wall, gravity_gradient, constant_body, constant_space };
inline constexpr int torque_kinds = 6;

/// What bodies have in common of their torque; the numbers of each body are in Job::parameters.
struct CommonTorque {
    TorqueKind kind = TorqueKind::none;
    core::Vector3<double> direction, axis;  ///< as in core::AxisPotential, in the user's axes
    core::WallProfile wall;
    core::Quaternion<double> principal;  ///< principal → the user's axes
};

struct Job {
    core::StateBlock* states = nullptr;
    const core::VectorBlock *moments = nullptr, *parameters = nullptr;
    std::size_t moments_stride = 0, parameters_stride = 0;  ///< 0: one block for all
    std::size_t first_block = 0, last_block = 0;            ///< whole groups (core::group_blocks)

    const LaneRecipe* recipe = nullptr;
    CommonTorque torque;
    double origin = 0, step = 0;  ///< t_n = origin + n step
    long first_step = 0, steps = 0;

    /// Lanes that are to stay as they are, one bit each, one byte per block.
    const std::uint8_t* still = nullptr;
    /// Told of a body whose step (counted from 0) could not be made; it stays as it was.
    void (*failed)(void* context, std::size_t body, long step) = nullptr;
    void* context = nullptr;
};

using Kernel = void (*)(const Job&);

/// The kernels compiled for one instruction set: by recipe (and order of axes, of all_axis_orders) and kind of torque.
struct Kernels {
    Kernel exact[torque_kinds], exact_symmetric[torque_kinds], exact_asymmetric[torque_kinds];
    Kernel liemid[torque_kinds];
    Kernel rotations[core::axis_orders][torque_kinds];
    Kernel cayley_maps[core::axis_orders][torque_kinds];
    Kernel buss3[torque_kinds], buss3_plain[torque_kinds], buss4[torque_kinds];
    Kernel rkmk[torque_kinds];
};

}  // namespace polhode::lanes
