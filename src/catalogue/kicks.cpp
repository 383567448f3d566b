#include "kicks.hpp"

namespace polhode::core {

POLHODE_KICKS(, double)
POLHODE_KICKS(, long double)
POLHODE_KICKS(, Dual6)

}  // namespace polhode::core
