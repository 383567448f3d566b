#include "io/manifest.hpp"

#include "io/json_number.hpp"
#include "io/sha256.hpp"
#include "polhode/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace polhode {

namespace fs = std::filesystem;

namespace {

constexpr int manifest_format = 1;

/// An open file, closed at the end.
class OpenFile {
public:
    explicit OpenFile(const fs::path& path)
        : descriptor_(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)) {}
    ~OpenFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int get() const { return descriptor_; }

private:
    int descriptor_;
};

/// The entry of a file; no hash with errno set where it cannot be read.
Manifest::File entry_of(const OpenFile& file, const std::string& name) {
    Manifest::File entry{name, 0, ""};
    Sha256 hash;
    std::string part(std::size_t{1} << 16, '\0');
    for (;;) {
        const ssize_t got = ::read(file.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return entry;
        if (got == 0) break;
        hash.add(std::string_view(part).substr(0, static_cast<std::size_t>(got)));
        entry.bytes += static_cast<std::uint64_t>(got);
    }
    entry.sha256 = hash.finish();
    return entry;
}

}  // namespace

bool is_plain_name(const std::string& name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

bool Manifest::lists(const std::string& name) const {
    return std::ranges::any_of(files, [&](const File& file) { return file.name == name; });
}

std::string Manifest::text() const {
    Json json;
    json["format"] = manifest_format;
    json["complete"] = complete;
    json["files"] = Json::array();
    for (const File& file : files)
        json["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    return json_text(json);
}

std::optional<Manifest> read_manifest(const fs::path& folder) {
    std::error_code none;
    if (!fs::is_regular_file(folder / manifest_name, none)) return std::nullopt;
    std::ifstream stream(folder / manifest_name, std::ios::binary);
    if (!stream) return std::nullopt;
    return manifest_in({std::istreambuf_iterator<char>(stream), {}});
}

std::optional<Manifest> manifest_in(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    const auto has = [](const Json& object, const char* key, Json::value_t type) {
        return object.is_object() && object.contains(key) && object[key].type() == type;
    };
    using Type = Json::value_t;
    if (!has(json, "format", Type::number_unsigned) || json["format"] != manifest_format
        || !has(json, "complete", Type::boolean) || !has(json, "files", Type::array))
        return std::nullopt;
    Manifest manifest{json["complete"].get<bool>(), {}};
    for (const Json& file : json["files"]) {
        if (!has(file, "name", Type::string) || !has(file, "bytes", Type::number_unsigned)
            || !has(file, "sha256", Type::string))
            return std::nullopt;
        const auto name = file["name"].get<std::string>();
        if (!is_plain_name(name) || name == manifest_name) return std::nullopt;
        manifest.files.push_back(
            {name, file["bytes"].get<std::uint64_t>(), file["sha256"].get<std::string>()});
    }
    return manifest;
}

Manifest manifest_of(const fs::path& folder, const std::vector<std::string>& names, bool complete,
                     const fs::path& shown) {
    Manifest manifest{complete, {}};
    for (const std::string& name : names) {
        const OpenFile file(folder / name);
        Manifest::File entry{name, 0, ""};
        if (file.get() >= 0 && ::fsync(file.get()) == 0) entry = entry_of(file, name);
        if (entry.sha256.empty())
            throw RunError(
                fmt::format("cannot write \"{}\": {}", (shown / name).string(), std::strerror(errno)));
        manifest.files.push_back(entry);
    }
    return manifest;
}

std::optional<std::string> trouble_with_file(const fs::path& folder, const Manifest::File& expected) {
    const fs::path path = folder / expected.name;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (!fs::exists(status)) return fmt::format("\"{}\" is missing", path.string());
    if (!fs::is_regular_file(status)) return fmt::format("\"{}\" is no file of its own", path.string());
    const OpenFile file(path);
    const Manifest::File found = file.get() < 0 ? Manifest::File{} : entry_of(file, expected.name);
    if (found.sha256.empty())
        return fmt::format("\"{}\" cannot be read: {}", path.string(), std::strerror(errno));
    if (found.bytes != expected.bytes)
        return fmt::format("\"{}\" is not the file that {} describes: it has {} bytes, expected {}",
                           path.string(), manifest_name, found.bytes, expected.bytes);
    if (found.sha256 != expected.sha256)
        return fmt::format("\"{}\" is not the file that {} describes: its hash is another", path.string(),
                           manifest_name);
    return std::nullopt;
}

std::optional<std::string> trouble_with_result(const fs::path& folder) {
    const std::optional<Manifest> manifest = read_manifest(folder);
    if (!manifest)
        return fmt::format("\"{}\" holds no whole result: there is no {} that can be read", folder.string(),
                           manifest_name);
    for (const Manifest::File& expected : manifest->files)
        if (auto trouble = trouble_with_file(folder, expected)) return trouble;
    return std::nullopt;
}

}  // namespace polhode
