/// The files of a result that grow as it does, by their names. Everything that a run which goes on in another process
/// needs of them is in the files.
#pragma once

#include "io/growing_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polhode {

class GrowingFiles {
public:
    /// In this folder, which has to live as long.
    explicit GrowingFiles(OutputFolder& folder) : folder_(folder) {}

    /// The file of this name; one that is not there yet begins with what `header` returns.
    template <class Header>
    GrowingFile& file(const std::string& name, const Header& header) {
        if (GrowingFile* known = find(name)) return *known;
        GrowingFile& file = start(name);
        file.write(header());
        return file;
    }
    GrowingFile* find(const std::string& name);
    /// Removes a file that was there for the making of another one.
    void remove(const std::string& name);
    /// Of those that stay, in the order in which they began.
    std::vector<std::string> names() const;

    /// For a run that goes on in another process: how much of each file counts. Throws RunError.
    std::vector<GrowingFile::Mark> keep_in(const CheckpointFolder& checkpoint);
    /// Throws InputError if the files of the checkpoint are not as they were.
    void go_on_from(const CheckpointFolder& checkpoint, const std::vector<GrowingFile::Mark>& marks);

private:
    GrowingFile& start(const std::string& name);

    OutputFolder& folder_;
    std::vector<std::unique_ptr<GrowingFile>> files_;
};

}  // namespace polhode
