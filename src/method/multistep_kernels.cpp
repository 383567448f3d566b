#include "method/registers/kernels.hpp"

namespace polhode::core::multistep {

const Kernels* kernels_for(std::string_view target) {
#if defined(POLHODE_HAS_avx512)
    if (target == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        static const Kernels kernels = kernels_avx512();
        return &kernels;
    }
#endif
#if defined(POLHODE_HAS_avx2)
    if (target == "avx2" && __builtin_cpu_supports("avx2")) {
        static const Kernels kernels = kernels_avx2();
        return &kernels;
    }
#endif
#if defined(POLHODE_HAS_baseline)
    if (target == "baseline") {
        static const Kernels kernels = kernels_baseline();
        return &kernels;
    }
#endif
    return nullptr;
}

const Kernels* best_kernels() {
    static const Kernels* const best = [] {
        for (const char* target : {"avx512", "avx2", "baseline"})
            if (const Kernels* kernels = kernels_for(target)) return kernels;
        return static_cast<const Kernels*>(nullptr);
    }();
    return best;
}

}  // namespace polhode::core::multistep
