#include "polhode/method/above.hpp"
