/// What the program does with the help of others, where it was built with them.
#pragma once

#include "program/run_program.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace polhode::test {

inline bool has_module(const std::string& name) {
    return fs::exists(fs::path(POLHODE_PROGRAM).parent_path() / fmt::format("polhode-{}.so", name));
}
inline bool has_mpi() { return has_module("mpi") && std::system("mpirun --version >/dev/null 2>&1") == 0; }

/// The beginning of a shell command that starts what follows on so many ranks.
inline std::string on_ranks_of_mpi(int ranks) {
    return fmt::format(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0 "
        "mpirun --oversubscribe --bind-to none --mca btl self,vader --mca mpi_yield_when_idle 1 -np {} ",
        ranks);
}

/// By a shell, in a folder; standard output and error go to files there.
inline Outcome shell_in(const fs::path& folder, const std::string& command) {
    const std::string whole = fmt::format("cd '{}' && ({}) >shell.out 2>shell.err", folder.string(), command);
    const int status = std::system(whole.c_str());
    Outcome outcome;
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = contents(folder / "shell.out");
    outcome.err = contents(folder / "shell.err");
    return outcome;
}

}  // namespace polhode::test
