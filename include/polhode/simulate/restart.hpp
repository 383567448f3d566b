/// A run that is cut off, and gone on with in another process: it ends with the same bits as one that nobody has cut
/// off, in states, samples, events, counts and statistics.
///
///     std::vector<std::byte> kept;
///     carry_out(problem, run, hooks, {.due = [&] { return a_minute_is_over(); },
///                                     .take = [&](const auto& bytes) { if (bytes) kept = *bytes; }});
///     // later, for the same problem and the same plan
///     carry_out(problem, run, hooks, {.from = kept});
///
/// Samples and calls of the control that the hooks were told before the bytes were taken are not told again. The bytes
/// are for the same version of the library on the same kind of machine.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace polhode {

struct Restart {
    /// What an earlier run has given to `take`; empty for a run that begins.
    std::vector<std::byte> from = {};
    /// Whether the run shall give what it remembers now: asked between steps, about so often.
    std::function<bool()> due = {};
    std::chrono::milliseconds asked_every{50};
    /// All that the run remembers, when it is due and when Hooks::on_progress stops the run; an Error if it remembers
    /// something that only it can see, as a control function of the user's own may.
    std::function<void(const Expected<std::vector<std::byte>>&)> take = {};
};

/// Carries out what has been resolved for this problem, from where `restart` says. An Error, before the first step, if
/// the bytes are of another run.
Expected<Result> carry_out(const Problem& problem, const Resolved& run, const Hooks& hooks,
                           const Restart& restart);

}  // namespace polhode
