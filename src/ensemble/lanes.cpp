#include "ensemble/lanes.hpp"

#include "ensemble/lanes/fill.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "torque/torque_in_time.hpp"

namespace polhode::lanes {

namespace {

#define POLHODE_FILL_ALL(target)                         \
    [](Kernels& all) {                                   \
        POLHODE_FILL_NAME(exact, target)(all);           \
        POLHODE_FILL_NAME(liemid, target)(all);          \
        POLHODE_FILL_NAME(mclachlan_reich, target)(all); \
        POLHODE_FILL_NAME(multistep, target)(all);       \
        POLHODE_FILL_NAME(whole_methods, target)(all);   \
    }

template <class Fill>
Kernels filled(Fill fill) {
    Kernels k;
    fill(k);
    return k;
}

}  // namespace

const Kernels* kernels([[maybe_unused]] Target target) {
#if defined(POLHODE_HAS_avx512)
    if (target == Target::avx512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        static const Kernels k = filled(POLHODE_FILL_ALL(avx512));
        return &k;
    }
#endif
#if defined(POLHODE_HAS_avx2)
    if (target == Target::avx2 && __builtin_cpu_supports("avx2")) {
        static const Kernels k = filled(POLHODE_FILL_ALL(avx2));
        return &k;
    }
#endif
#if defined(POLHODE_HAS_baseline)
    if (target == Target::baseline) {
        static const Kernels k = filled(POLHODE_FILL_ALL(baseline));
        return &k;
    }
#endif
    return nullptr;
}

LookKernel look(Target target) {
    if (kernels(target) == nullptr) return nullptr;
    switch (target) {
#if defined(POLHODE_HAS_avx512)
        case Target::avx512: return look_avx512;
#endif
#if defined(POLHODE_HAS_avx2)
        case Target::avx2: return look_avx2;
#endif
#if defined(POLHODE_HAS_baseline)
        case Target::baseline: return look_baseline;
#endif
        default: return nullptr;
    }
}

std::size_t lanes_of(Target target) {
    switch (target) {
        case Target::avx512: return 8;
        case Target::avx2: return 4;
        case Target::baseline: return 2;
        default: return 1;
    }
}

std::optional<LaneTorque> on_lanes(const Torque& torque) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        SumOnLanes result{{}, sum->piece};
        for (const TorquePart& part : sum->parts) {
            auto own = on_lanes(part.torque);
            if (!own) return std::nullopt;
            result.parts.push_back({*std::move(own), part.on, jumps_by_itself(part.torque)});
        }
        return result;
    }
    return std::visit(
        [](const auto& model) -> std::optional<LaneTorque> {
            if constexpr (std::is_constructible_v<LaneTorque, decltype(model)>)
                return model;
            else
                return std::nullopt;
        },
        torque);
}

Kernel kernel(const Kernels& k, const LaneRecipe& recipe, std::size_t variant, const LaneTorque& torque) {
    const std::size_t t = kernel_of_torque[torque.index()];
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
        case Kind::multistep: return k.multistep[t];
    }
    return nullptr;
}

}  // namespace polhode::lanes
