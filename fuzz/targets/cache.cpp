/// What 'polhode reproduce' remembers in a file: a damaged line is computed again.
#include "reproduce/lab.hpp"
#include "target.hpp"

namespace polhode::fuzz {
namespace {

const Target cache("cache", [](std::string_view bytes) {
    const std::filesystem::path file = scratch_folder() / "cache.txt";
    write_file(file, bytes);
    reproduce::Lab lab(file);
    const std::string key(bytes.substr(0, bytes.find('\t')));
    (void)lab.value(key, [] { return 1.0; });
    (void)lab.values("another key", [] { return reproduce::Values{1, 2}; });
});

}  // namespace
}  // namespace polhode::fuzz
