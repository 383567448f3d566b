#include "io/whole_file.hpp"

#include "io/hidden_folder.hpp"
#include "io/output_file.hpp"
#include "io/result_place.hpp"
#include "io/sync.hpp"

#include <cerrno>
#include <optional>
#include <system_error>

namespace polhode {

namespace fs = std::filesystem;

namespace {

/// A hidden folder that is locked, and removed at the end.
class HiddenFolder {
public:
    explicit HiddenFolder(const fs::path& file) {
        const fs::path where = file.has_parent_path() ? file.parent_path() : fs::path(".");
        for (const fs::path& left : hidden_folders(where, file)) {
            LockedFolder its_writer;
            std::error_code ignored;
            if (its_writer.lock(left) == LockedFolder::Outcome::locked) fs::remove_all(left, ignored);
        }
        constexpr int most_tries = 100;
        for (int tries = 0; tries < most_tries; ++tries) {
            const std::optional<fs::path> made = make_hidden_folder(where, file);
            if (!made) cannot_write(file, errno);
            path_ = *made;
            // another writer may have taken it for one that was left, before it was locked
            const LockedFolder::Outcome outcome = lock_.lock(path_);
            if (outcome == LockedFolder::Outcome::no_locks) return;
            if (outcome == LockedFolder::Outcome::locked && lock_.is_at(path_)) return;
        }
        cannot_write(file, EBUSY);
    }
    ~HiddenFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    HiddenFolder(const HiddenFolder&) = delete;
    HiddenFolder& operator=(const HiddenFolder&) = delete;

    const fs::path& path() const { return path_; }

private:
    fs::path path_;
    LockedFolder lock_;
};

}  // namespace

void write_whole_file(const fs::path& file, std::string_view bytes) {
    {
        const HiddenFolder hidden(file);
        const fs::path made = hidden.path() / file.filename();
        OutputFile out(made, file.string());
        out.write(bytes);
        out.close();
        sync_file(made);
        std::error_code error;
        fs::rename(made, file, error);
        if (error) cannot_write(file, error.value());
    }
    sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

}  // namespace polhode
