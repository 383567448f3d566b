#include "buss2001/figures.hpp"
#include "studies.hpp"

namespace polhode::reproduce {

Study buss2001() {
    return {
        "buss2001",
        "S. R. Buss, Accurate and Efficient Simulation of Rigid-Body Rotations, J. Comput. Phys. 164 (2000), "
        "377–406, version of October 2001",
        "A free body with moments (95, 9, 94)/300 and |L| = 3 at 45° between its axes 1 and 2. The paper "
        "calls "
        "it a prism of dimensions 1 : 4 : 18 with L between the axes of least moment, which gives neither "
        "its energies nor its angles; these moments give all of them. Where the paper says N steps, its "
        "energies are those after N − 1. The methods named “paper code” are kept as its program had them: "
        "Simo–Wong without a division by h, Adams–Bashforth–Moulton with the predicted velocity turned by "
        "the wrong attitude and a start of first order.",
        {buss::figure1(), buss::figure2(), buss::figure3(), buss::figure4(), buss::figure5(),
         buss::two_hundred_million_steps(), buss::figure6(), buss::figure7(), buss::section5(),
         buss::sentences()}};
}

}  // namespace polhode::reproduce
