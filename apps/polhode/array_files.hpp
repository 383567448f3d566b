/// The file of arrays in the format that a scenario asks for.
#pragma once

#include "io/array_file.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"

namespace polhode::program {

/// Throws InputError if this program was built without the format.
void check_format(const EnsembleScenario& scenario);

/// Starts NAME.npz, NAME.h5, or the files NAME-ARRAY.npy.
std::unique_ptr<ArrayFile> array_file(ArrayFormat format, OutputFolder& folder, const std::string& name);

/// The name of the file that array_file makes, or a pattern for several.
std::string array_file_name(ArrayFormat format, const std::string& name);

}  // namespace polhode::program
