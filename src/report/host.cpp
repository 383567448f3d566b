#include "report/host.hpp"

#include <fstream>

namespace polhode {

std::string compiler_name() {
#if defined(__clang__)
    const std::string name = "Clang " __clang_version__;
#elif defined(__GNUC__)
    const std::string name = "GCC " __VERSION__;
#else
    const std::string name = "unknown compiler";
#endif
    // Debian's Clang appends its package revision in parentheses.
    return name.substr(0, name.find_last_not_of(' ', name.find('(') - 1) + 1);
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name")) continue;
        const std::size_t colon = line.find(": ");
        if (colon != line.npos) return line.substr(colon + 2);
    }
    return "";
}

}  // namespace polhode
