#include "io/growing_files.hpp"

#include <algorithm>

namespace polhode {

GrowingFile& GrowingFiles::start(const std::string& name) {
    return *files_.emplace_back(std::make_unique<GrowingFile>(folder_, name));
}

GrowingFile* GrowingFiles::find(const std::string& name) {
    for (const auto& file : files_)
        if (file->name() == name) return file.get();
    return nullptr;
}

void GrowingFiles::remove(const std::string& name) {
    std::erase_if(files_, [&](const auto& file) { return file->name() == name; });
    (void)folder_.reserve(name);
}

std::vector<std::string> GrowingFiles::names() const {
    std::vector<std::string> names;
    names.reserve(files_.size());
    for (const auto& file : files_) names.push_back(file->name());
    return names;
}

std::vector<GrowingFile::Mark> GrowingFiles::keep_in(const CheckpointFolder& checkpoint) {
    std::vector<GrowingFile::Mark> marks;
    marks.reserve(files_.size());
    for (const auto& file : files_) marks.push_back(file->keep_in(checkpoint));
    return marks;
}

void GrowingFiles::go_on_from(const CheckpointFolder& checkpoint,
                              const std::vector<GrowingFile::Mark>& marks) {
    for (const GrowingFile::Mark& mark : marks) start(mark.name).go_on_from(checkpoint, mark);
}

}  // namespace polhode
