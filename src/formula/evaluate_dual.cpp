#include "formula/instantiate.hpp"

namespace polhode::core {

POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 6>), double)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 9>), double)
POLHODE_EVALUATE(POLHODE_TYPE(Jet<Dual<double, 6>>), double)

}  // namespace polhode::core
