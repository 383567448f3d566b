#include "formula/instantiate.hpp"

namespace polhode::core {

template std::vector<long double> constants_of(const ProgramView&, const long double*);
POLHODE_EVALUATE(long double, long double)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<long double, 3>), long double)
POLHODE_EVALUATE(Jet<long double>, long double)

}  // namespace polhode::core
