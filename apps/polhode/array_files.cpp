#include "array_files.hpp"

#include "polhode/error.hpp"

#ifdef POLHODE_HDF5
#include "hdf5_file.hpp"
#endif

#include <fmt/format.h>

namespace polhode::program {

void check_format([[maybe_unused]] const EnsembleScenario& scenario) {
#ifndef POLHODE_HDF5
    if (scenario.format == ArrayFormat::hdf5)
        throw InputError(fmt::format("{}: expected \"npz\" or \"npy\", this program was built without HDF5",
                                     scenario.format_origin));
#endif
}

std::unique_ptr<ArrayFile> array_file(ArrayFormat format, OutputFolder& folder, const std::string& name) {
#ifdef POLHODE_HDF5
    if (format == ArrayFormat::hdf5) return hdf5_file(folder, name);
#endif
    return format == ArrayFormat::npy ? npy_files(folder, name) : npz_file(folder, name);
}

std::string array_file_name(ArrayFormat format, const std::string& name) {
    switch (format) {
        case ArrayFormat::npy: return name + "-*.npy";
        case ArrayFormat::hdf5: return name + ".h5";
        case ArrayFormat::npz: break;
    }
    return name + ".npz";
}

}  // namespace polhode::program
