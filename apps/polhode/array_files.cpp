#include "array_files.hpp"

#include "module.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>

namespace polhode::program {

void check_format(const EnsembleScenario& scenario) {
    if (scenario.format == ArrayFormat::hdf5 && !find_module("hdf5"))
        throw InputError(fmt::format("{}: expected \"npz\" or \"npy\", this program was built without HDF5",
                                     scenario.format_origin));
}

std::unique_ptr<ArrayFile> array_file(ArrayFormat format, OutputFolder& folder, const std::string& name) {
    switch (format) {
        case ArrayFormat::npy: return npy_files(folder, name);
        case ArrayFormat::hdf5:
            return static_cast<const Hdf5Module*>(find_module("hdf5"))->file(folder, name);
        case ArrayFormat::npz: break;
    }
    return npz_file(folder, name);
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
