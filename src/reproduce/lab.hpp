/// Where numbers are computed, once: claims of one study share runs, threads wait for each other's, and what
/// was computed is kept in a file, so that a run that was stopped goes on where it was.
#pragma once

#include <atomic>
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
    /// Remembers in a file too, and begins with what it holds. The file must belong to this program: see
    /// cache_file(). If it cannot be written, `say` is told so once, and what is missing from it is tried again with
    /// the next number.
    explicit Lab(const std::filesystem::path& file, std::function<void(const std::string&)> say = {});

    /// From here on remembers in this file, which it makes anew, also what it has computed before. For one that has had
    /// no file.
    void keep_in(const std::filesystem::path& file);
    /// Why the file has not all that was computed, after another attempt; "" if it has, or if there is none.
    std::string missing_from_file();

    /// The numbers of that key: from before, or computed now. The key says everything they depend on.
    Values values(const std::string& key, const std::function<Values()>& compute);
    double value(const std::string& key, const std::function<double()>& compute);

    /// Times on this machine: not kept in the file, and only measured while nothing else runs. Throws Later
    /// as long as something does.
    struct Later {};
    Values measured(const std::string& key, const std::function<Values()>& measure);
    void others_run(bool do_they) { others_run_ = do_they; }

    /// Asks long computations to give up: from then on check(), which they call now and then, throws Stopped.
    struct Stopped {};
    void stop() { stopped_ = true; }
    void check() const;

    /// How many keys were known from the file.
    std::size_t remembered() const { return remembered_; }

private:
    Values recall(const std::string& key, const std::function<Values()>& compute, bool keep);
    void open(const std::filesystem::path& file, std::ios::openmode how);
    void write();
    void fail(const std::string& why);

    std::atomic<bool> stopped_ = false, others_run_ = false;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Values>> known_;
    std::filesystem::path place_;
    std::ofstream file_;
    std::string unwritten_, trouble_;  ///< lines that are not in the file, and why
    std::function<void(const std::string&)> say_;
    std::size_t remembered_ = 0;
};

/// A file in the user's cache folder that belongs to this build of the program, studies included: its name
/// holds a hash of the executable. Files of other builds are removed after a month. Empty if there is no
/// folder to write to.
std::filesystem::path cache_file();

}  // namespace polhode::reproduce
