#include "ensemble_checkpoint.hpp"

#include "io/sync.hpp"
#include "polhode/error.hpp"
#include "resume.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <exception>
#include <span>
#include <system_error>
#include <utility>

namespace polhode::program {

namespace fs = std::filesystem;

namespace {

constexpr const char* kind_of_ensemble = "ensemble";
/// Bytes of a file with bodies, about, and what is written in a second where nothing is known of the disk.
constexpr double part_bytes = 32e6, bytes_in_a_second = 200e6;

using Chunks = std::vector<std::vector<std::byte>>;

/// The bytes that an Archive has of them, without a copy.
class ChunksInPieces {
public:
    explicit ChunksInPieces(const Chunks& chunks) : sizes_{chunks.size()} {
        for (const std::vector<std::byte>& chunk : chunks) sizes_.push_back(chunk.size());
        const std::span<const std::byte> sizes = std::as_bytes(std::span(sizes_));
        const auto size = [&](std::size_t i) {
            return sizes.subspan(i * sizeof(std::size_t), sizeof(std::size_t));
        };
        pieces_.push_back(size(0));
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            pieces_.push_back(size(i + 1));
            pieces_.emplace_back(chunks[i]);
        }
    }
    const std::vector<std::span<const std::byte>>& pieces() const { return pieces_; }

private:
    std::vector<std::size_t> sizes_;
    std::vector<std::span<const std::byte>> pieces_;
};

std::string name_of_bodies(long steps, std::size_t first) {
    return fmt::format("bodies-{}-{}", steps, first);
}
CheckpointOwner owner_at(const std::string& belongs_to, long steps) {
    return {kind_of_ensemble, fmt::format("{} at step {}", belongs_to, steps)};
}

/// The same file in another folder, in the place of one of that name; without a copy where the disk allows that.
void put_into(const fs::path& from, const fs::path& to) {
    fs::path beside = to;
    beside += ".new";
    std::error_code ignored;
    fs::remove(beside, ignored);
    if (::link(from.c_str(), beside.c_str()) != 0) {
        fs::copy_file(from, beside);
        sync_file(beside);
    }
    fs::rename(beside, to);
    fs::remove(beside, ignored);  // nothing is renamed where both were the same file
}

void keep_choice(core::Archive& archive, std::optional<EnsembleChoice>& choice) {
    bool is_there = choice.has_value();
    archive(is_there);
    if (archive.is_reading()) choice.reset();
    if (!is_there) return;
    EnsembleChoice& c = choice ? *choice : choice.emplace();
    archive(c.asked, c.method, c.end, c.step, c.steps, c.chosen_on, c.verified_on, c.median, c.q90, c.q99,
            c.max, c.verified_by);
}

}  // namespace

void KeptEnsemble::keep(core::Archive& archive) {
    archive(input);
    keep_choice(archive, choice);
    archive(steps, parts, snapshot_names, whole);
    std::size_t count = snapshots.size();
    archive(count);
    for (std::size_t i = 0; i < count && archive.is_good(); ++i) {
        if (archive.is_reading()) snapshots.emplace_back();
        archive(snapshots[i].name, snapshots[i].bytes, snapshots[i].sha256);
    }
}

FoundEnsemble read_kept_ensemble(const CheckpointFolder& folder) {
    demand_checkpoint(folder);
    Checkpoint read = read_checkpoint(folder.index(), kind_of_ensemble).or_throw();
    core::Archive archive(std::move(read.payload));
    FoundEnsemble found{{}, std::move(read.owner.belongs_to)};
    archive(found.kept);
    if (!archive.is_good() || !archive.is_at_end()) lost_checkpoint(folder.index(), "it is damaged").raise();
    return found;
}

EnsembleCheckpoints::EnsembleCheckpoints(CheckpointFolder folder, Run run, const KeptEnsemble* resumed,
                                         Communicator& communicator)
    : folder_(std::move(folder)),
      run_(std::move(run)),
      communicator_(communicator),
      bytes_(bytes_to_keep(run_.scenario.setup, run_.scenario.plan)),
      pace_(run_.interval, bytes_ / bytes_in_a_second),
      holds_another_(!resumed && folder_.is_there()) {
    const std::size_t count = run_.scenario.setup.count, chunk = chunk_bodies(count);
    const double parts = std::max(1.0, bytes_ / part_bytes);
    const auto bodies = static_cast<std::size_t>(static_cast<double>(count) / parts);
    part_ = std::max<std::size_t>(1, bodies / chunk) * chunk;
    if (!resumed) return;
    snapshots_ = resumed->snapshots;
    last_ = resumed->steps;
}

double EnsembleCheckpoints::expected_seconds() const {
    return std::max(pace_.expected(), bytes_ / bytes_in_a_second);
}

double EnsembleCheckpoints::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::vector<std::size_t> EnsembleCheckpoints::parts_of(int rank) const {
    const Share share = share_of(rank, communicator_.ranks(), run_.scenario.setup.count);
    std::vector<std::size_t> parts;
    for (std::size_t first = share.first; first < share.last; first += part_) parts.push_back(first);
    return parts;
}

std::string EnsembleCheckpoints::write(const EnsembleKept& kept,
                                       const std::vector<std::string>& snapshot_names) {
    const double begin = now();
    // a checkpoint that cannot be written ends no run
    const auto tried = [&](const auto& work) -> std::string {
        try {
            work();
            return "";
        } catch (const std::exception& error) {
            return error.what();
        }
    };
    std::string trouble = communicator_.broadcast(tried([&] {
        if (communicator_.first()) folder_.make();
    }));
    if (trouble.empty()) {
        const std::string here = tried([&] { write_bodies(kept); });
        const std::string first = communicator_.gather(here.empty() ? here : here + '\n');
        if (communicator_.first()) {
            trouble = first.substr(0, first.find('\n'));
            if (trouble.empty()) trouble = tried([&] { write_index(kept, snapshot_names); });
        }
        trouble = communicator_.broadcast(trouble);
    }
    if (trouble.empty()) {
        last_ = kept.steps;
        holds_another_ = false;
    }
    pace_.wrote(begin, now());
    return trouble;
}

void EnsembleCheckpoints::write_bodies(const EnsembleKept& kept) const {
    const std::vector<std::size_t> parts = parts_of(communicator_.rank());
    const CheckpointOwner owner = owner_at(run_.belongs_to, kept.steps);
    // With twice as many threads, some compute hashes while others wait for the disk. Each has a copy of its part.
    constexpr int most_writers = 16;
    in_parallel(static_cast<long>(parts.size()), std::min(2 * kept.threads, most_writers),
                [&](long i) {
                    const std::size_t first = parts[static_cast<std::size_t>(i)],
                                      last = std::min(first + part_, kept.share.last);
                    Chunks chunks;
                    for (std::size_t body = first; body < last; body += kept.chunk)
                        chunks.push_back(kept.bodies(body));
                    write_checkpoint_in_pieces(folder_.kept(name_of_bodies(kept.steps, first)), owner,
                                               ChunksInPieces(chunks).pieces());
                },
                {});
}

void EnsembleCheckpoints::write_index(const EnsembleKept& kept,
                                      const std::vector<std::string>& snapshot_names) {
    std::vector<std::string> fresh;
    for (const auto& entry : fs::directory_iterator(run_.staging)) {
        const std::string name = entry.path().filename().string();
        if (std::ranges::find(snapshots_, name, &Manifest::File::name) == snapshots_.end())
            fresh.push_back(name);
    }
    std::ranges::sort(fresh);
    // brings them to the disk, too
    const Manifest manifest = manifest_of(run_.staging, fresh, false, folder_.path());
    for (const Manifest::File& file : manifest.files) {
        put_into(run_.staging / file.name, folder_.kept(file.name));
        snapshots_.push_back(file);
    }
    sync_folder(folder_.path());

    KeptEnsemble index{run_.input, run_.scenario.choice, kept.steps, {},
                       snapshots_, snapshot_names,       kept.whole};
    std::vector<fs::path> files;
    for (int rank = 0; rank < communicator_.ranks(); ++rank)
        for (const std::size_t first : parts_of(rank)) index.parts.push_back(first);
    files.reserve(index.parts.size() + snapshots_.size());
    for (const std::size_t first : index.parts)
        files.push_back(folder_.kept(name_of_bodies(kept.steps, first)));
    for (const Manifest::File& file : snapshots_) files.push_back(folder_.kept(file.name));
    core::Archive archive;
    archive(index);
    write_checkpoint(folder_.index(), {kind_of_ensemble, run_.belongs_to}, archive.bytes());
    folder_.clear_but(files);
}

EnsembleTakenUp taken_up(const CheckpointFolder& folder, const FoundEnsemble& found, std::size_t count) {
    const auto bodies = [&folder, &found, count](const Share& share,
                                                 const EnsembleTakenUp::Take& take) -> std::optional<Error> {
        const std::vector<std::size_t>& parts = found.kept.parts;
        const std::size_t chunk = chunk_bodies(count);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t end = i + 1 < parts.size() ? parts[i + 1] : count;
            if (end <= share.first || parts[i] >= share.last) continue;
            const fs::path file = folder.kept(name_of_bodies(found.kept.steps, parts[i]));
            auto bytes = read_checkpoint(file, owner_at(found.belongs_to, found.kept.steps));
            if (!bytes) return bytes.error();
            core::Archive archive(*std::move(bytes));
            Chunks chunks;
            archive(chunks);
            if (!archive.is_good() || !archive.is_at_end()) return lost_checkpoint(file, "it is damaged");
            for (std::size_t c = 0; c < chunks.size(); ++c) {
                const std::size_t first = parts[i] + c * chunk;
                if (first < share.first || first >= share.last) continue;
                if (auto failure = take(first, std::move(chunks[c]))) return failure;
            }
        }
        return std::nullopt;
    };
    return {found.kept.whole, bodies};
}

void take_up_snapshots(const CheckpointFolder& folder, const KeptEnsemble& kept, const fs::path& staging) {
    for (const Manifest::File& file : kept.snapshots) {
        std::error_code missing;
        if (!is_plain_name(file.name) || !fs::exists(folder.kept(file.name), missing))
            lost_checkpoint(folder.kept(file.name), "it is missing").raise();
        put_into(folder.kept(file.name), staging / file.name);
        const Manifest found = manifest_of(staging, {file.name}, false, folder.path());
        if (found.files.front().sha256 != file.sha256)
            lost_checkpoint(folder.kept(file.name),
                            "it is damaged, its SHA-256 is not the one it was kept with")
                .raise();
    }
}

}  // namespace polhode::program
