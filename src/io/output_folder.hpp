/// The files of a result, which appear together or not at all.
#pragma once

#include "io/output_file.hpp"
#include "io/result_place.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

class OutputFolder {
public:
    /// Makes the folder, and those above it, where missing. Throws InputError if files cannot be made in it, or if
    /// another process is writing into it.
    explicit OutputFolder(std::filesystem::path folder);
    /// Beside an OutputFolder of another process, whose files these become a part of.
    struct PartOf {
        std::filesystem::path folder, staging;
    };
    explicit OutputFolder(PartOf whole);
    /// Without commit(): removes all files and the folders that were made here.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    /// Where the files are until commit(); made now if there is none yet.
    const std::filesystem::path& staging();

    /// Starts the file that commit() will make part of the result.
    OutputFile& start(const std::string& name);
    /// The place of a file that the caller writes and closes before commit().
    std::filesystem::path reserve(const std::string& name);
    void close_files();

    /// Puts all files in the place of an earlier result, once they are on the disk. A result of a run that was stopped
    /// does not replace a complete one: it goes into a folder beside it.
    void commit(bool complete = true);
    /// Where the result went.
    const std::filesystem::path& written_to() const { return written_to_; }
    /// After commit(): begins a result of the same files, some of which start() will replace. False if it went beside
    /// a complete one, where it stays as it is.
    bool amend();

private:
    std::optional<ResultPlace> place_;  ///< none if this is a part
    std::filesystem::path shown_, staging_, written_to_;
    std::vector<std::unique_ptr<OutputFile>> files_;
};

}  // namespace polhode
