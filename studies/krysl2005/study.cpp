#include "krysl2005.hpp"
#include "studies.hpp"

namespace polhode::reproduce {

Study krysl2005() {
    using namespace krysl2005_parts;
    return {
        "krysl2005",
        "P. Krysl, Explicit Newmark algorithm for rotational dynamics, 2005",
        "The slow symmetric top of Krysl (2004) with step 0.1: the path of the top's axis, by the implicit "
        "midpoint Lie method, the explicit one (liemid-ea, the rotation group's Newmark), AKW and SW. The "
        "end time is not given; 20 here, as in 2004.",
        {vector_space(), rotation_group(), slow_top()}};
}

}  // namespace polhode::reproduce
