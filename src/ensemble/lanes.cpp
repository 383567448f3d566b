#include "ensemble/lanes.hpp"

#include "ensemble/lanes/fill.hpp"
#include "polhode/mechanics/eigen.hpp"

namespace polhode::lanes {

namespace {

#define POLHODE_FILL_ALL(target)                         \
    [](Kernels& all) {                                   \
        POLHODE_FILL_NAME(exact, target)(all);           \
        POLHODE_FILL_NAME(liemid, target)(all);          \
        POLHODE_FILL_NAME(mclachlan_reich, target)(all); \
        POLHODE_FILL_NAME(whole_methods, target)(all);   \
    }

template <class Fill>
Kernels filled(Fill fill) {
    Kernels k;
    fill(k);
    return k;
}

}  // namespace

const Kernels* kernels(Target target) {
#if defined(__x86_64__)
    if (target == Target::avx512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        static const Kernels k = filled(POLHODE_FILL_ALL(avx512));
        return &k;
    }
    if (target == Target::avx2 && __builtin_cpu_supports("avx2")) {
        static const Kernels k = filled(POLHODE_FILL_ALL(avx2));
        return &k;
    }
#endif
    if (target == Target::baseline) {
        static const Kernels k = filled(POLHODE_FILL_ALL(baseline));
        return &k;
    }
    return nullptr;
}

std::optional<CommonTorque> common_part(const Torque& torque, const Body& body) {
    CommonTorque common;
    common.principal = core::from_eigen(body.principal_axes());
    if (std::holds_alternative<core::NoTorque>(torque)) {
        common.kind = TorqueKind::none;
    } else if (const auto* top = std::get_if<core::HeavyTop>(&torque)) {
        common.kind = TorqueKind::heavy_top;
        common.direction = top->direction;
        common.axis = top->axis;
    } else if (const auto* wall = std::get_if<core::SoftWall>(&torque)) {
        common.kind = TorqueKind::soft_wall;
        common.direction = wall->direction;
        common.axis = wall->axis;
        common.wall = wall->profile;
    } else if (const auto* field = std::get_if<core::GravityGradient>(&torque)) {
        common.kind = TorqueKind::gravity_gradient;
        common.direction = field->direction;
    } else if (std::holds_alternative<core::ConstantBodyTorque>(torque)) {
        common.kind = TorqueKind::constant_body;
    } else if (std::holds_alternative<core::ConstantSpaceTorque>(torque)) {
        common.kind = TorqueKind::constant_space;
    } else {
        return std::nullopt;
    }
    return common;
}

Kernel kernel(const Kernels& k, const LaneRecipe& recipe, std::size_t variant, TorqueKind torque) {
    const auto t = static_cast<std::size_t>(torque);
    using Kind = LaneRecipe::Kind;
    switch (recipe.kind) {
        case Kind::exact:
            return variant == symmetric_bodies  ? k.exact_symmetric[t]
                 : variant == asymmetric_bodies ? k.exact_asymmetric[t]
                                                : k.exact[t];
        case Kind::liemid: return k.liemid[t];
        case Kind::rotations: return k.rotations[variant][t];
        case Kind::cayley_maps: return k.cayley_maps[variant][t];
        case Kind::buss3: return k.buss3[t];
        case Kind::buss3_plain: return k.buss3_plain[t];
        case Kind::buss4: return k.buss4[t];
        case Kind::rkmk: return k.rkmk[t];
    }
    return nullptr;
}

}  // namespace polhode::lanes
