/// What `polhode ensemble` keeps beside its result until that is there, and goes on from with --resume.
///
/// The folder (CheckpointFolder) holds the bodies, some chunks to a file (`bodies-STEP-FIRST.kept`), the snapshots that
/// are done, and `checkpoint`, which is written last, names the others, and has the scenario, so that the run goes on
/// without being told anything. Each rank writes its own bodies, and takes up those of its share, whoever wrote them.
#pragma once

#include "io/checkpoint.hpp"
#include "io/checkpoint_folder.hpp"
#include "io/checkpoint_pace.hpp"
#include "io/manifest.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"
#include "scenario_of.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

/// What the file `checkpoint` says.
struct KeptEnsemble {
    ScenarioInput input;
    std::optional<EnsembleChoice> choice;  ///< of method and steps, with a tolerance
    long steps = 0;
    std::vector<std::size_t> parts;           ///< the first bodies of the files with bodies, in order
    std::vector<Manifest::File> snapshots;    ///< the files of those that are done,
    std::vector<std::string> snapshot_names;  ///< and how the summary calls them
    std::vector<std::byte> whole;

    void keep(core::Archive& archive);
};

/// One that was read, and the hash of what it belongs to.
struct FoundEnsemble {
    KeptEnsemble kept;
    std::string belongs_to;
};
/// Throws InputError if the run into this folder cannot be taken up.
FoundEnsemble read_kept_ensemble(const CheckpointFolder& folder);

class EnsembleCheckpoints {
public:
    struct Run {
        const EnsembleScenario& scenario;
        const ScenarioInput& input;
        std::string belongs_to;
        std::filesystem::path staging;  ///< where the files of snapshots are
        std::optional<double> interval;
    };
    /// `resumed`: what this run goes on from, the checkpoint that is there; null for a run from its start.
    EnsembleCheckpoints(CheckpointFolder folder, Run run, const KeptEnsemble* resumed,
                        Communicator& communicator);

    /// On each rank, after some steps.
    bool is_due() const { return communicator_.first() && pace_.is_due(now()); }
    /// An earlier run has left one, which a run that has hardly begun does not replace.
    bool holds_another() const { return holds_another_ && !is_due(); }
    /// How much there is to write, at most, and how long it may take: by the last one, but not less than a usual disk
    /// needs for it, of which the memory before a disk may have taken some.
    double expected_bytes() const { return bytes_; }
    double expected_seconds() const;
    /// Whether who has asked the run to end would wonder what it is doing.
    bool is_worth_telling() const { return expected_seconds() > 0.5; }
    /// On all ranks. What was in the way, on all of them; "" if there is a new checkpoint now. Where there is none, the
    /// one before stays.
    std::string write(const EnsembleKept& kept, const std::vector<std::string>& snapshot_names);
    /// The step of the last one that was written; nothing before the first.
    std::optional<long> last() const { return last_; }
    /// On the first rank: the result has taken its place.
    void remove() const { folder_.remove(); }
    const CheckpointFolder& folder() const { return folder_; }

private:
    double now() const;
    std::vector<std::size_t> parts_of(int rank) const;
    void write_bodies(const EnsembleKept& kept) const;
    void write_index(const EnsembleKept& kept, const std::vector<std::string>& snapshot_names);

    CheckpointFolder folder_;
    Run run_;
    Communicator& communicator_;
    double bytes_;
    CheckpointPace pace_;
    bool holds_another_;
    std::size_t part_;  ///< bodies to a file
    std::vector<Manifest::File> snapshots_;
    std::optional<long> last_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// What a run goes on from; the files are read when it asks for them. `folder` and `found` have to live as long.
EnsembleTakenUp taken_up(const CheckpointFolder& folder, const FoundEnsemble& found, std::size_t count);
/// On one rank: the snapshots that were done, in the folder of the new result. Throws InputError if one is damaged.
void take_up_snapshots(const CheckpointFolder& folder, const KeptEnsemble& kept,
                       const std::filesystem::path& staging);

}  // namespace polhode::program
