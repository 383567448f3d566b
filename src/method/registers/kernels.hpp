/// The entrances to the files of this folder that are compiled for several instruction sets.
#pragma once

#include "polhode/method/dop853_kernels.hpp"
#include "polhode/method/gauss_kernels.hpp"
#include "polhode/method/multistep_kernels.hpp"

#include <string_view>

#define POLHODE_KERNELS_NAME(target) kernels_##target
#define POLHODE_KERNELS(target) POLHODE_KERNELS_NAME(target)

// Those of each family for an instruction set: "avx512", "avx2", "baseline"; null if they are not compiled in, or
// this machine does not have it. And the best ones of this machine.

namespace polhode::core::multistep {

Kernels kernels_avx512();
Kernels kernels_avx2();
Kernels kernels_baseline();

const Kernels* kernels_for(std::string_view target);
const Kernels* best_kernels();

}  // namespace polhode::core::multistep

namespace polhode::core::dop853 {

Kernels kernels_avx512();
Kernels kernels_avx2();
Kernels kernels_baseline();

const Kernels* kernels_for(std::string_view target);
const Kernels* best_kernels();

}  // namespace polhode::core::dop853

namespace polhode::core::gauss {

Kernels kernels_avx512();
Kernels kernels_avx2();
Kernels kernels_baseline();

const Kernels* kernels_for(std::string_view target);
const Kernels* best_kernels();

}  // namespace polhode::core::gauss
