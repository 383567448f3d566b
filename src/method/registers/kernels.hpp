/// The entrances to the files of this folder that are compiled for several instruction sets.
#pragma once

#include "polhode/method/multistep_kernels.hpp"

#include <string_view>

#define POLHODE_KERNELS_NAME(target) kernels_##target
#define POLHODE_KERNELS(target) POLHODE_KERNELS_NAME(target)

namespace polhode::core::multistep {

Kernels kernels_avx512();
Kernels kernels_avx2();
Kernels kernels_baseline();

/// Those for an instruction set: "avx512", "avx2", "baseline"; null if they are not compiled in, or this machine
/// does not have it.
const Kernels* kernels_for(std::string_view target);
/// The best ones of this machine.
const Kernels* best_kernels();

}  // namespace polhode::core::multistep
