#include "formula/instantiate.hpp"

namespace polhode::core {

using Dual6 = Dual<double, 6>;  // the parameters may have derivatives too
template std::vector<Dual6> constants_of(const ProgramView&, const Dual6*);
POLHODE_EVALUATE(Dual6, double)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 9>), double)
POLHODE_EVALUATE(Jet<Dual6>, double)
POLHODE_EVALUATE(Dual6, Dual6)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 9>), Dual6)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 3>), Dual6)
POLHODE_EVALUATE(Jet<Dual6>, Dual6)

}  // namespace polhode::core
