#include "io/output_folder.hpp"

#include "io/manifest.hpp"
#include "polhode/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <system_error>
#include <utility>

namespace polhode {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path folder) : shown_(folder) { place_.emplace(std::move(folder)); }

OutputFolder::OutputFolder(PartOf whole)
    : shown_(std::move(whole.folder)), staging_(std::move(whole.staging)) {}

OutputFolder::~OutputFolder() {
    files_.clear();
    std::error_code ignored;
    if (place_ && !staging_.empty()) fs::remove_all(staging_, ignored);
}

const fs::path& OutputFolder::staging() {
    if (staging_.empty()) staging_ = place_->make_staging();
    return staging_;
}

fs::path OutputFolder::reserve(const std::string& name) {
    fs::path path = staging() / name;
    std::error_code ignored;
    fs::remove(path, ignored);  // of the result that is amended
    return path;
}

OutputFile& OutputFolder::start(const std::string& name) {
    return *files_.emplace_back(std::make_unique<OutputFile>(reserve(name), (shown_ / name).string()));
}

void OutputFolder::close_files() {
    for (const auto& file : files_) file->close();
    files_.clear();
}

void OutputFolder::commit(bool complete) {
    close_files();
    if (!place_) return;  // the other process knows the whole
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(staging()))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    std::erase(names, manifest_name);
    std::error_code ignored;
    fs::remove(staging_ / manifest_name, ignored);
    const Manifest manifest = manifest_of(staging_, names, complete, shown_);
    {
        OutputFile file(staging_ / manifest_name, (shown_ / manifest_name).string());
        file.write(manifest.text());
        file.close();
    }
    (void)manifest_of(staging_, {manifest_name}, complete, shown_);  // to the disk
    // from here on it is no longer ours to remove
    const fs::path whole = std::exchange(staging_, fs::path());
    if (!complete && place_->holds_complete_result(names)) {
        written_to_ = place_->put_beside(whole);
        return;
    }
    place_->take(whole);
    written_to_ = shown_;
}

bool OutputFolder::amend() {
    const std::optional<Manifest> manifest = read_manifest(place_->folder());
    if (written_to_ != shown_ || !manifest) return false;
    for (const Manifest::File& file : manifest->files) {
        const fs::path from = place_->folder() / file.name, to = staging() / file.name;
        if (::link(from.c_str(), to.c_str()) != 0) fs::copy_file(from, to);
    }
    return true;
}

}  // namespace polhode
