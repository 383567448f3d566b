/// Where numbers are computed, once: claims of one study share runs, threads wait for each other's, and what was computed
/// is kept in a file, so that a run that was stopped goes on where it was.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace polhode::reproduce {

using Values = std::vector<double>;

class Lab {
public:
    /// Remembers in memory only.
    Lab() = default;
    /// Remembers in a file too, and begins with what it holds. The file must belong to this program: see cache_file().
    explicit Lab(const std::filesystem::path& file);

    /// The numbers of that key: from before, or computed now. The key says everything they depend on.
    Values values(const std::string& key, const std::function<Values()>& compute);
    double value(const std::string& key, const std::function<double()>& compute);

    /// How many keys were known from the file.
    std::size_t remembered() const { return remembered_; }

private:
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Values>> known_;
    std::ofstream file_;
    std::size_t remembered_ = 0;
};

/// A file in the user's cache folder that belongs to this build of the program, studies included: its name holds a hash
/// of the executable. Files of other builds are removed. Empty if there is no folder to write to.
std::filesystem::path cache_file();

}  // namespace polhode::reproduce
