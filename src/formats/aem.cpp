/// Attitudes for tools of spaceflight: the AEM of the CCSDS.
#include "polhode/exchange/aem.hpp"

#include "formats/all.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace polhode {
namespace {

constexpr std::streamoff longest_line = 256;

std::string lines_name(const MotionFiles& files) { return files.name + ".aem-lines"; }

void add(const MotionFiles& files, const Sample& sample) {
    const std::string line = aem_line(files.exchange, sample.time, sample.state.attitude).or_throw();
    files.growing.file(lines_name(files), [] { return std::string(); }).write(line);
}

/// The lines of a file that was written before.
class Lines {
public:
    explicit Lines(const std::filesystem::path& place) : place_(place), in_(place, std::ios::binary) {}

    std::string first() {
        std::string line;
        from(0);
        std::getline(in_, line);
        return line;
    }
    std::string last() {
        in_.clear();
        in_.seekg(0, std::ios::end);
        const std::streamoff size = in_.tellg();
        from(std::max<std::streamoff>(0, size - longest_line));
        std::string line;
        for (std::string next; std::getline(in_, next);) line = next;
        return line;
    }
    void copy_to(OutputFile& out) {
        from(0);
        std::string part(std::size_t{1} << 16, '\0');
        while (in_) {
            in_.read(part.data(), static_cast<std::streamsize>(part.size()));
            out.write(std::string_view(part).substr(0, static_cast<std::size_t>(in_.gcount())));
        }
    }

private:
    void from(std::streamoff offset) {
        in_.clear();
        in_.seekg(offset);
        if (!in_) throw RunError(fmt::format("cannot read \"{}\" again", place_.string()));
    }

    std::filesystem::path place_;
    std::ifstream in_;
};

void finish(const MotionFiles& files, const MotionEnd&) {
    GrowingFile* const kept = files.growing.find(lines_name(files));
    if (!kept) return;  // stopped before the first sample
    Lines lines(kept->place());
    const std::string name = (files.name == "trajectory" ? "attitude" : files.name) + ".aem";
    OutputFile& out = files.folder.start(name);
    out.write(aem_header(files.exchange, lines.first(), lines.last()));
    lines.copy_to(out);
    out.write(aem_end());
    files.growing.remove(lines_name(files));
    files.names.push_back(name);
}

}  // namespace

const TrajectoryFormat aem_format{
    .name = "aem",
    .about = "attitudes with calendar times, in the form of the CCSDS (AEM)",
    .reader = "Orekit and other tools of spaceflight",
    .ending = ".aem",
    .bytes_of_number = 9,
    .add = add,
    .finish = finish,
};

}  // namespace polhode
