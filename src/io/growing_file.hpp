/// A file of a result that grows with the run. A checkpoint keeps what is there, without writing it again: the file
/// gets a second name in the folder of the checkpoint, and the checkpoint says how much of it counts.
#pragma once

#include "io/checkpoint_folder.hpp"
#include "io/output_folder.hpp"
#include "io/running_sum.hpp"
#include "polhode/step/archive.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

class GrowingFile {
public:
    /// Starts the file in the folder, which has to live as long.
    GrowingFile(OutputFolder& folder, std::string name);

    const std::string& name() const { return name_; }
    void write(std::string_view text);
    /// Where all that was written can be read.
    const std::filesystem::path& place() {
        file_->flush();
        return path_;
    }

    /// How much of a file counts, and its sum.
    struct Mark {
        std::string name;
        std::uint64_t bytes = 0, sum = 0;

        void keep(core::Archive& archive) { archive(name, bytes, sum); }
    };
    /// Brings what was written to the disk, where it outlives this process. Throws RunError.
    Mark keep_in(const CheckpointFolder& checkpoint);
    /// The place of the file that `keep_in` makes.
    static std::filesystem::path kept_place(const CheckpointFolder& checkpoint, const std::string& name) {
        return checkpoint.kept(name);
    }

    /// Begins with what another process has kept. Throws InputError if that is not there as it was, RunError if it
    /// cannot be written.
    void go_on_from(const CheckpointFolder& checkpoint, const Mark& mark);

private:
    std::string name_;
    std::filesystem::path path_;
    OutputFile* file_;
    std::uint64_t bytes_ = 0;
    RunningSum sum_;
    bool has_second_name_ = false;
};

}  // namespace polhode
