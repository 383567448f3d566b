#include "formula/instantiate.hpp"

namespace polhode::core {

template std::vector<double> constants_of(const ProgramView&, const double*);
POLHODE_EVALUATE(double, double)
POLHODE_EVALUATE(POLHODE_TYPE(Dual<double, 3>), double)
POLHODE_EVALUATE(Jet<double>, double)

}  // namespace polhode::core
