#include "ranks.hpp"

#include "module.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <string_view>

namespace polhode::program {

std::unique_ptr<Communicator> ranks_of_this_run() {
    // set by the mpirun of Open MPI, of MPICH and its relatives
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* size = std::getenv(variable);
        if (!size || std::string_view(size) == "1") continue;
        if (const void* module = find_module("mpi"))
            return static_cast<const MpiModule*>(module)->communicator();
        throw InputError(
            fmt::format("{} = {}: expected one process, this program was built without MPI", variable, size));
    }
    return alone();
}

}  // namespace polhode::program
