/// Looks at bodies on lanes, compiled for several instruction sets: polhode::lanes::look_avx512 …
#pragma once

#include "ensemble/lanes/job.hpp"
#include "ensemble/look.hpp"

#define POLHODE_LOOK_NAME(target) look_##target
#define POLHODE_LOOK_OF(target) POLHODE_LOOK_NAME(target)
#define POLHODE_LOOK POLHODE_LOOK_OF(POLHODE_TARGET)

namespace polhode::lanes {

/// Of the bodies in first_block … last_block − 1 of the job, without those from `count` on. Of the job, neither the
/// states, which a look does not change, nor what says how bodies move is used.
using LookKernel = void (*)(const Look& look, const Job& job, const core::StateBlock* states,
                            std::size_t count);

void look_avx512(const Look&, const Job&, const core::StateBlock*, std::size_t);
void look_avx2(const Look&, const Job&, const core::StateBlock*, std::size_t);
void look_baseline(const Look&, const Job&, const core::StateBlock*, std::size_t);

}  // namespace polhode::lanes
