/// Which method makes a piece of a run. Single runs, their derivatives, trial runs, certificates and ensembles all ask
/// here, so that they make the same steps.
#pragma once

#include "polhode/catalogue.hpp"

namespace polhode {

/// The method of the run; dop853 in its place where a start that looks ahead would see the torque beyond the end of a
/// piece of so few steps. The result lives as long as the method, or for ever.
const Method& method_of_piece(const Method& method, long steps);

}  // namespace polhode
