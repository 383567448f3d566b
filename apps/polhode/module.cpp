#include "module.hpp"

#include "polhode/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace polhode::program {

namespace fs = std::filesystem;

fs::path program_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

const void* find_module(const std::string& name) {
    std::error_code error;
    const fs::path here = program_folder();
    if (!here.is_absolute()) return nullptr;  // unknown, and code must not come from the working folder
    // first beside the program, as in the build folder; then where it was installed
    for (const fs::path& folder : {here, here / POLHODE_MODULE_FOLDER}) {
        const fs::path file = folder / fmt::format("polhode-{}.so", name);
        if (!fs::exists(file, error)) continue;
        // RTLD_GLOBAL, because Open MPI loads plugins that need its symbols
        void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (!module) throw RunError(fmt::format("cannot load \"{}\": {}", file.string(), dlerror()));
        if (const void* entry = dlsym(module, "polhode_module")) return entry;
        throw RunError(fmt::format("cannot load \"{}\": it has no polhode_module", file.string()));
    }
    return nullptr;
}

}  // namespace polhode::program
