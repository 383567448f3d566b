#include "checkpoint_keeper.hpp"

#include "interrupt.hpp"
#include "io/terminal.hpp"
#include "resume.hpp"

#include <fmt/format.h>
#include <exception>
#include <utility>

namespace polhode::program {

CheckpointKeeper::CheckpointKeeper(const CheckpointOptions& options, const std::optional<std::string>& out,
                                   CheckpointOwner owner, bool quiet)
    : pace_(checkpoint_interval(options.checkpoint)),
      out_(out.value_or("")),
      owner_(std::move(owner)),
      quiet_(quiet),
      resumed_(options.resume.has_value()) {
    if (!out) return;
    folder_.emplace(*out);
    holds_another_ = !resumed_ && pace_.is_on() && folder_->is_there();
    if (!holds_another_) return;
    const auto hint = hint_of(*folder_, out_);
    say(fmt::format("\"{}\" holds a run that was not finished, which this one will replace{}",
                    folder_->path().string(), hint ? "; to go on with it, " + *hint : ""));
}

std::string CheckpointKeeper::how_to_go_on() const {
    if (!folder_) return "nothing is kept of it without --out DIR";
    if (has_written_ || resumed_) return resume_hint(owner_.kind, out_);
    if (holds_another_) {
        const auto hint = hint_of(*folder_, out_);
        return fmt::format("there is no checkpoint of it, so that the one of an earlier run stays{}",
                           hint ? "; to go on with that, " + *hint : "");
    }
    return fmt::format("there is no checkpoint of it{}{}", trouble_.empty() ? "" : ": ", trouble_);
}

void CheckpointKeeper::say(const std::string& message) const {
    if (!quiet_) complain(message);
}

bool CheckpointKeeper::is_due() {
    if (!pace_.is_due(now())) return false;
    if (folder_) return true;
    give_up("without --out DIR nothing is kept of a run that is ended");
    return false;
}

void CheckpointKeeper::give_up(const std::string& why) {
    say(fmt::format("no checkpoints: {}", why));
    trouble_ = why;
    pace_ = CheckpointPace(std::nullopt);
}

void CheckpointKeeper::write(const Fill& fill) {
    const Patience writing;
    const double from = now();
    try {
        folder_->make();
        core::Archive archive;
        const std::vector<std::filesystem::path> kept = fill(archive, *folder_);
        write_checkpoint(folder_->index(), owner_, archive.bytes());
        folder_->clear_but(kept);
        has_written_ = true;
        holds_another_ = false;
    } catch (const std::exception& error) {
        trouble_ = error.what();
        say(fmt::format("no checkpoint was written: {}; the run goes on", error.what()));
    }
    pace_.wrote(from, now());
}

void CheckpointKeeper::remove() {
    if (folder_) folder_->remove();
}

}  // namespace polhode::program
