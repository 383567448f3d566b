/// The entrances to the files that are compiled for several instruction sets:
/// polhode::lanes::fill_exact_avx512 …
#pragma once

#include "ensemble/lanes/job.hpp"

#define POLHODE_FILL_NAME(family, target) fill_##family##_##target
#define POLHODE_FILL_OF(family, target) POLHODE_FILL_NAME(family, target)
#define POLHODE_FILL(family) POLHODE_FILL_OF(family, POLHODE_TARGET)

namespace polhode::lanes {

#define POLHODE_DECLARE_TARGET(target)                         \
    void POLHODE_FILL_NAME(exact, target)(Kernels&);           \
    void POLHODE_FILL_NAME(liemid, target)(Kernels&);          \
    void POLHODE_FILL_NAME(mclachlan_reich, target)(Kernels&); \
    void POLHODE_FILL_NAME(multistep, target)(Kernels&);       \
    void POLHODE_FILL_NAME(whole_methods, target)(Kernels&);
POLHODE_DECLARE_TARGET(avx512)
POLHODE_DECLARE_TARGET(avx2)
POLHODE_DECLARE_TARGET(baseline)
#undef POLHODE_DECLARE_TARGET

}  // namespace polhode::lanes
