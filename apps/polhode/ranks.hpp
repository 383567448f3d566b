/// The processes of one run: this one alone, or those that mpirun has started.
#pragma once

#include "polhode/ensemble/communicator.hpp"

#include <memory>

namespace polhode::program {

/// Throws InputError if there are several and this program was built without MPI.
std::unique_ptr<Communicator> ranks_of_this_run();

}  // namespace polhode::program
