#include "io/hidden_folder.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace polhode {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view random_letters = "XXXXXX";

/// What the names begin with.
std::string hidden_begin(const fs::path& place) {
    return fmt::format(".{}.part.", place.filename().string());
}

bool is_hidden_name(const std::string& name, const fs::path& place) {
    const std::string begin = hidden_begin(place);
    return name.size() == begin.size() + random_letters.size() && name.starts_with(begin);
}

}  // namespace

std::optional<fs::path> make_hidden_folder(const fs::path& where, const fs::path& place) {
    std::string name = where / hidden_begin(place).append(random_letters);
    if (!::mkdtemp(name.data())) return std::nullopt;
    return name;
}

std::vector<fs::path> hidden_folders(const fs::path& where, const fs::path& place) {
    std::error_code unreadable;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(where, unreadable))
        if (is_hidden_name(entry.path().filename().string(), place) && entry.is_directory(unreadable)
            && !entry.is_symlink(unreadable))
            found.push_back(entry.path());
    return found;
}

}  // namespace polhode
