#include "io/growing_file.hpp"

#include "io/checkpoint.hpp"
#include "io/sync.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace polhode {

namespace fs = std::filesystem;

GrowingFile::GrowingFile(OutputFolder& folder, std::string name)
    : name_(std::move(name)), path_(folder.staging() / name_), file_(&folder.start(name_)) {}

void GrowingFile::write(std::string_view text) {
    file_->write(text);
    bytes_ += text.size();
    sum_.add(text);
}

GrowingFile::Mark GrowingFile::keep_in(const CheckpointFolder& checkpoint) {
    file_->flush();
    sync_file(path_);
    if (!has_second_name_) {
        const fs::path place = kept_place(checkpoint, name_);
        fs::path beside = place;
        beside += ".new";
        std::error_code error;
        fs::remove(beside, error);
        has_second_name_ = ::link(path_.c_str(), beside.c_str()) == 0;
        if (!has_second_name_) {  // on another disk, or on one that knows no second names
            fs::copy_file(path_, beside, error);
            if (error) cannot_write(place, error.value());
            sync_file(beside);
        }
        if (::rename(beside.c_str(), place.c_str()) != 0) cannot_write(place, errno);
    }
    return {name_, bytes_, sum_.value()};
}

void GrowingFile::go_on_from(const CheckpointFolder& checkpoint, const Mark& mark) {
    const fs::path place = kept_place(checkpoint, mark.name);
    std::ifstream in(place, std::ios::binary);
    std::string part(std::size_t{1} << 20, '\0');
    for (std::uint64_t left = mark.bytes; left > 0;) {
        in.read(part.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, part.size())));
        const auto got = static_cast<std::size_t>(in.gcount());
        if (got == 0)
            lost_checkpoint(place, fmt::format("it has {} bytes, expected {}", mark.bytes - left, mark.bytes))
                .raise();
        write(std::string_view(part).substr(0, got));
        left -= got;
    }
    if (sum_.value() != mark.sum) lost_checkpoint(place, "it is not what the run has written").raise();
}

}  // namespace polhode
