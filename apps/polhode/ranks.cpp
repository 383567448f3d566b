#include "ranks.hpp"

#include "polhode/error.hpp"

#ifdef POLHODE_MPI
#include "mpi_communicator.hpp"
#endif

#include <fmt/format.h>
#include <cstdlib>
#include <string_view>

namespace polhode::program {

std::unique_ptr<Communicator> ranks_of_this_run() {
    // set by the mpirun of Open MPI, of MPICH and its relatives
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* size = std::getenv(variable);
        if (!size || std::string_view(size) == "1") continue;
#ifdef POLHODE_MPI
        return mpi_communicator();
#else
        throw InputError(
            fmt::format("{} = {}: expected one process, this program was built without MPI", variable, size));
#endif
    }
    return alone();
}

}  // namespace polhode::program
