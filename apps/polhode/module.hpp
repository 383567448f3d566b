/// Parts of the program that need large libraries and are loaded only when asked for, so that others do not
/// wait for them.
#pragma once

#include "io/array_file.hpp"
#include "polhode/ensemble/communicator.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace polhode::program {

/// What a module exports under the name polhode_module.
struct MpiModule {
    std::unique_ptr<Communicator> (*communicator)();  ///< starts MPI, which ends with the communicator
};
/// Of a module for a format of arrays.
struct ArrayModule {
    std::unique_ptr<ArrayFile> (*file)(OutputFolder& folder, const std::string& name);  ///< NAME.h5
};

/// The folder that the program is in; empty if the system does not tell.
std::filesystem::path program_folder();

/// The polhode_module of polhode-NAME.so, or null if it was not built.
const void* find_module(const std::string& name);

}  // namespace polhode::program
