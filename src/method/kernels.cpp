#include "method/registers/kernels.hpp"

namespace polhode::core {

namespace {

struct AllKernels {
    multistep::Kernels multistep;
    dop853::Kernels dop853;
    gauss::Kernels gauss;
};

const AllKernels* all_kernels_for(std::string_view target) {
#if defined(POLHODE_HAS_avx512)
    if (target == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        static const AllKernels all{multistep::kernels_avx512(), dop853::kernels_avx512(),
                                    gauss::kernels_avx512()};
        return &all;
    }
#endif
#if defined(POLHODE_HAS_avx2)
    if (target == "avx2" && __builtin_cpu_supports("avx2")) {
        static const AllKernels all{multistep::kernels_avx2(), dop853::kernels_avx2(), gauss::kernels_avx2()};
        return &all;
    }
#endif
#if defined(POLHODE_HAS_baseline)
    if (target == "baseline") {
        static const AllKernels all{multistep::kernels_baseline(), dop853::kernels_baseline(),
                                    gauss::kernels_baseline()};
        return &all;
    }
#endif
    return nullptr;
}

const AllKernels* best_of_machine() {
    static const AllKernels* const best = [] {
        for (const char* target : {"avx512", "avx2", "baseline"})
            if (const AllKernels* all = all_kernels_for(target)) return all;
        return static_cast<const AllKernels*>(nullptr);
    }();
    return best;
}

template <class Kernels>
const Kernels* part_of(const AllKernels* all, Kernels AllKernels::* part) {
    return all ? &(all->*part) : nullptr;
}

}  // namespace

const multistep::Kernels* multistep::kernels_for(std::string_view target) {
    return part_of(all_kernels_for(target), &AllKernels::multistep);
}
const multistep::Kernels* multistep::best_kernels() {
    return part_of(best_of_machine(), &AllKernels::multistep);
}

const dop853::Kernels* dop853::kernels_for(std::string_view target) {
    return part_of(all_kernels_for(target), &AllKernels::dop853);
}
const dop853::Kernels* dop853::best_kernels() { return part_of(best_of_machine(), &AllKernels::dop853); }

const gauss::Kernels* gauss::kernels_for(std::string_view target) {
    return part_of(all_kernels_for(target), &AllKernels::gauss);
}
const gauss::Kernels* gauss::best_kernels() { return part_of(best_of_machine(), &AllKernels::gauss); }

}  // namespace polhode::core
