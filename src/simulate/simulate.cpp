#include "polhode/simulate/simulate.hpp"

#include "polhode/simulate/restart.hpp"
#include "simulate/advance.hpp"
#include "simulate/recorder.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <chrono>
#include <utility>

namespace polhode {

namespace {

/// What the bytes of a run begin with.
struct Belongs {
    std::string problem, method;
    double end = 0;

    void keep(core::Archive& archive) { archive(problem, method, end); }
    bool operator==(const Belongs&) const = default;
};

/// A run between two steps, with the seconds that it has taken.
class Kept {
public:
    Kept(const Problem& problem, const Resolved& run, Advance& advance, Recorder& recorder)
        : belongs_{problem.name, std::string(run.method->sheet.name), run.end},
          advance_(advance),
          recorder_(recorder) {}

    Expected<std::vector<std::byte>> bytes(double seconds) {
        core::Archive archive;
        archive(belongs_, seconds, advance_, recorder_);
        if (!archive.is_good())
            return run_error(
                "the run cannot be gone on with later: a control function of your own may remember what only it can "
                "see, and so may a method on dual numbers");
        return archive.bytes();
    }
    /// Returns the seconds.
    Expected<double> go_on_from(const std::vector<std::byte>& bytes) {
        core::Archive archive(bytes);
        Belongs found;
        double seconds = 0;
        archive(found, seconds);
        if (archive.is_good() && found != belongs_)
            return input_error(
                fmt::format("from: the bytes are those of {} by {} up to {}, expected {} by {} up to {}",
                            found.problem, found.method, found.end, belongs_.problem, belongs_.method,
                            belongs_.end),
                "from");
        archive(advance_);
        if (archive.is_good()) archive(recorder_);
        if (!archive.is_good() || !archive.is_at_end())
            return input_error("from: the bytes are not those of a run of this problem and this plan",
                               "from");
        return seconds;
    }

private:
    Belongs belongs_;
    Advance& advance_;
    Recorder& recorder_;
};

}  // namespace

Expected<Result> carry_out(const Problem& problem, const Resolved& run, const Hooks& hooks) {
    return carry_out(problem, run, hooks, {});
}

Expected<Result> carry_out(const Problem& problem, const Resolved& run, const Hooks& hooks,
                           const Restart& restart) {
    using Clock = std::chrono::steady_clock;
    if (std::holds_alternative<ToTolerance>(run.steps))
        return input_error(
            "steps: a tolerance says neither method nor step; expected the plan of a choice, "
            "plan_of(choose(problem, …))",
            "steps");
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    const bool begins = restart.from.empty();
    bool tells = begins;  // else the first call of the control has been told before
    std::function<void(const ControlRecord&)> on_control;
    if (hooks.on_control)
        on_control = [&](const ControlRecord& record) {
            if (tells) hooks.on_control(record);
        };
    Advance advance(problem, run, *start, std::move(on_control));
    Recorder recorder(problem, run, hooks, advance);
    Kept kept(problem, run, advance, recorder);
    tells = true;
    Result result;
    result.problem = problem.name;

    const auto begin = Clock::now();
    double seconds_before = 0;
    if (begins) {
        if (const auto failure = recorder.start()) return *failure;
    } else {
        const auto seconds = kept.go_on_from(restart.from);
        if (!seconds) return seconds.error();
        seconds_before = *seconds;
    }
    const auto seconds = [&] {
        return seconds_before + std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const bool asks = hooks.on_progress || restart.due;
    auto last_look = begin;
    bool wanted = true;
    const auto has_steps_left = [&] { return !advance.finished() && !recorder.ended(); };
    while (wanted && (has_steps_left() || recorder.has_samples_left())) {
        if (const auto failure = recorder.go_on()) return *failure;
        if (!asks || Clock::now() - last_look < restart.asked_every) continue;
        last_look = Clock::now();
        wanted = !hooks.on_progress || hooks.on_progress(advance.done(), advance.expected_steps());
        if (!restart.take || !has_steps_left() || recorder.has_samples_left()) continue;
        if (!wanted || (restart.due && restart.due())) restart.take(kept.bytes(seconds()));
    }
    result.complete = !recorder.has_samples_left() && (wanted || !has_steps_left());
    if (const auto failure = recorder.finish()) return *failure;
    result.wall_seconds = seconds();
    recorder.report(result);
    if (const auto failure = advance.report(result)) return *failure;
    return result;
}

Expected<Result> try_simulate(const Problem& problem, const Plan& plan, const Hooks& hooks) {
    const Expected<Resolved> run = resolve(problem, plan);
    if (!run) return run.error();
    return carry_out(problem, *run, hooks);
}

Expected<Result> try_simulate(const Method& method, const Problem& problem, const Plan& plan,
                              const Hooks& hooks) {
    const Expected<Resolved> run = resolve(method, problem, plan);
    if (!run) return run.error();
    return carry_out(problem, *run, hooks);
}

Result simulate(const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return try_simulate(problem, plan, hooks).or_throw();
}

Result simulate(const Method& method, const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return try_simulate(method, problem, plan, hooks).or_throw();
}

}  // namespace polhode
