#include "celledoni2006/figures.hpp"
#include "studies.hpp"

namespace polhode::reproduce {

Study celledoni2006() {
    using namespace celledoni;
    return {
        .name = "celledoni2006",
        .citation =
            "E. Celledoni and N. Säfström, Efficient time-symmetric simulation of torqued rigid bodies "
            "using Jacobi elliptic functions, J. Phys. A: Math. Gen. 39 (2006) 5463–5478",
        .about =
            "Splittings into kicks of the torque and an approximate free motion: MR (rotations about the "
            "principal axes, mr2-123), SEJ and SEJ4 (exact momentum, attitude by a Magnus series of order "
            "2 or 4), beside the Moser–Veselov methods. On free bodies SEJ and SEJ4 are the paper's JE, "
            "JEM2 and JEM4. End states are compared with stored ones known to 1e-13; paths against an "
            "eighth-order splitting. Times are of compiled code on this machine, the paper's of MATLAB.",
        .figures = {section2(), section3(), fig1(), section4_1(), fig2(), fig3(), fig4(), fig5(), fig6(),
                    fig7(), fig8(), section4_3(), section5()}};
}

}  // namespace polhode::reproduce
