/// Writes the checkpoints of a command at their pace, and says what becomes of them.
#pragma once

#include "commands.hpp"
#include "io/checkpoint.hpp"
#include "io/checkpoint_folder.hpp"
#include "io/checkpoint_pace.hpp"
#include "polhode/step/archive.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

class CheckpointKeeper {
public:
    /// For the result `out`; without one there are no checkpoints. Says that it will replace a checkpoint that another
    /// run has left, unless that one is resumed.
    CheckpointKeeper(const CheckpointOptions& options, const std::optional<std::string>& out,
                     CheckpointOwner owner, bool quiet);

    /// Whether it is time for the next one. Without a result, says once that there is none.
    bool is_due();
    /// Whether one is wanted at all, be it time or not.
    bool is_on() const { return folder_ && pace_.is_on(); }

    /// Another run has left one, which a run that has hardly begun does not replace.
    bool spares_another() const { return holds_another_ && !pace_.is_due(now()); }

    /// Puts what is to be kept into the archive, and returns the places of the other files that it keeps. May throw.
    using Fill = std::function<std::vector<std::filesystem::path>(core::Archive&, const CheckpointFolder&)>;
    /// A checkpoint that cannot be written is no reason to end the run: this says so, and the earlier one stays.
    void write(const Fill& fill);
    /// None can be written from here on, for this reason.
    void give_up(const std::string& why);
    bool has_written() const { return has_written_; }

    /// For the message of a run that was stopped: the command to go on with, or why there is none.
    std::string how_to_go_on() const;
    /// Where they are; nothing without a result.
    const std::optional<CheckpointFolder>& folder() const { return folder_; }

    /// The result is there.
    void remove();

private:
    double now() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    void say(const std::string& message) const;

    using Clock = std::chrono::steady_clock;
    Clock::time_point begin_ = Clock::now();
    CheckpointPace pace_;
    std::optional<CheckpointFolder> folder_;
    std::string out_, trouble_;  ///< the result; why there is no checkpoint
    CheckpointOwner owner_;
    bool quiet_, resumed_, holds_another_ = false, has_written_ = false;
};

}  // namespace polhode::program
