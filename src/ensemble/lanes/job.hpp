/// What the kernels on lanes are given, in plain types: each kernel is compiled several times, for several
/// instruction sets, and nothing but this passes between them and the rest of the library.
#pragma once

#include "ensemble/lanes/torque.hpp"
#include "polhode/ensemble/blocks.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/method/lane_recipe.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace polhode::lanes {

/// The kernels of a method: one for each model that is compiled into them (TorqueSheet::inlined), in the
/// order of BuiltInTorques, and one for all other models, behind a call.
inline constexpr std::size_t torque_kernels = [] {
    std::size_t count = 1;
    core::BuiltInTorques::for_each(
        [&]<class Model>(std::type_identity<Model>) { count += Model::sheet.inlined ? 1 : 0; });
    return count;
}();
/// The index of the kernel for a torque, given the index of its kind.
inline constexpr auto kernel_of_torque = [] {
    std::array<std::size_t, std::variant_size_v<LaneTorque>> kernels{};
    kernels.fill(torque_kernels - 1);
    std::size_t kind = 0, inlined = 0;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        kernels[kind++] = Model::sheet.inlined ? inlined++ : torque_kernels - 1;
    });
    return kernels;
}();

struct Job {
    core::StateBlock* states = nullptr;
    const core::VectorBlock* moments = nullptr;
    const core::Column* parameters = nullptr;  ///< the numbers of each body's torque, block by block
    std::size_t moments_stride = 0, parameters_stride = 0;  ///< 0: one block for all
    std::size_t first_block = 0, last_block = 0;            ///< whole groups (core::group_blocks)

    const LaneRecipe* recipe = nullptr;
    const LaneTorque* torque = nullptr;  ///< what all bodies have in common of it, in the user's axes
    core::Quaternion<double> principal;  ///< principal → the user's axes
    double origin = 0, step = 0;         ///< t_n = origin + n step
    long first_step = 0, steps = 0;

    /// Of methods that carry the steps before along: what is kept of each body from call to call, as many numbers as
    /// the method says. Where all begin anew, nothing is read from it.
    double* history = nullptr;
    std::size_t history_numbers = 0;
    bool anew = true;

    /// Bodies that are not to be moved, one bit each, one byte per block.
    const std::uint8_t* stopped = nullptr;
    /// Called for a body whose step (counted from 0) could not be made; its state stays as it was.
    void (*failed)(void* context, std::size_t body, long step) = nullptr;
    void* context = nullptr;
};

using Kernel = void (*)(const Job&);

/// The kernels compiled for one instruction set: by recipe (and order of axes, of all_axis_orders) and
/// torque.
struct Kernels {
    Kernel exact[torque_kernels], exact_symmetric[torque_kernels], exact_asymmetric[torque_kernels];
    Kernel liemid[torque_kernels];
    Kernel rotations[core::axis_orders][torque_kernels];
    Kernel cayley_maps[core::axis_orders][torque_kernels];
    Kernel buss3[torque_kernels], buss3_plain[torque_kernels], buss4[torque_kernels];
    Kernel rkmk[torque_kernels];
    Kernel multistep[torque_kernels];
};

}  // namespace polhode::lanes
