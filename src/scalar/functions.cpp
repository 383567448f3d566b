#include "polhode/scalar/functions.hpp"

namespace polhode::core {

double logarithm_of_lane(double x) { return logarithm(x); }
double power_of_lane(double x, double y) { return power(x, y); }

}  // namespace polhode::core
