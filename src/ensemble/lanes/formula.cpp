/// The evaluation of formulas on the packs of every kernel: compiled once for each instruction set.
#include "formula/instantiate.hpp"

#include "ensemble/lanes/march.hpp"

namespace polhode::core {

#define POLHODE_EVALUATE_ON_LANES(Real)                                       \
    template std::vector<Real> constants_of(const ProgramView&, const Real*); \
    POLHODE_EVALUATE(Real, Real)

POLHODE_EVALUATE_ON_LANES(lanes::Pack)
POLHODE_EVALUATE(Jet<lanes::Pack>, lanes::Pack)
POLHODE_EVALUATE_ON_LANES(lanes::TwoPacks)
#if POLHODE_LANES != 8  // else the same as TwoPacks
POLHODE_EVALUATE_ON_LANES(lanes::ManyPacks)
#endif

}  // namespace polhode::core
