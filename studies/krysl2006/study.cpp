#include "krysl2006.hpp"
#include "studies.hpp"

#include <algorithm>
#include <iterator>

namespace polhode::reproduce {

Study krysl2006() {
    using namespace krysl2006_parts;
    Study study{"krysl2006",
                "P. Krysl, Dynamically equivalent implicit algorithms for the integration of rigid body "
                "rotations, Commun. Numer. Methods Eng. (accepted October 2006)",
                "Two midpoint–trapezoid pairs built of forward and backward Euler steps, beside AKW, BBTRAP "
                "and SWC1, on the problems of Krysl (2004). Errors at the end against a reference known to "
                "1e-13; the soft wall with step 0.5 for 40 000 steps. A sentence about curves is judged at "
                "the smallest step drawn.",
                {vector_space(), pairs(), reference_methods()}};
    std::ranges::move(convergence(), std::back_inserter(study.figures));
    std::ranges::move(soft_wall(), std::back_inserter(study.figures));
    return study;
}

}  // namespace polhode::reproduce
