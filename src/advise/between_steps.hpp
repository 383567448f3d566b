/// States of a run between its steps, where a run is looked at there: to be measured like those at the steps.
#pragma once

#include "polhode/simulate/resolve.hpp"
#include "simulate/advance.hpp"
#include "simulate/sample_times.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace polhode {

class BetweenSteps {
public:
    /// At the times of the samples; with events, whose states may lie anywhere, in the middle of every step too.
    /// `sampling` has to live as long as this object.
    BetweenSteps(const Sampling& sampling, double end, bool events)
        : by_time_(sampling.by_time()), events_(events), times_(sampling, end) {}

    bool wanted() const { return by_time_ || events_; }

    /// Shows to `see(time, state)` what there is within the last step of the run, in order of time.
    template <class See>
    [[nodiscard]] std::optional<Error> within(Advance& run, const See& see) {
        LastStep& step = run.last_step();
        const double rounding = 8 * std::numeric_limits<double>::epsilon() * (step.to() + run.grid().step);
        double middle = events_ ? step.from() + (step.to() - step.from()) / 2 : step.to();
        for (;;) {
            const std::optional<double> next = by_time_ ? times_.next() : std::nullopt;
            const double t = std::min(middle, next.value_or(step.to()));
            if (!(t < step.to() - rounding)) break;
            if (t > step.from() + rounding) {
                const Expected<core::State<double>> state = step.inside().at(t);
                if (!state) return state.error();
                if (auto failure = see(t, *state)) return failure;
            }
            if (next && *next <= t) times_.pass();
            if (middle <= t) middle = step.to();
        }
        // one on the end of the step is the state there
        for (auto t = times_.next(); by_time_ && t && *t <= step.to() + rounding; t = times_.next())
            times_.pass();
        return std::nullopt;
    }

private:
    bool by_time_, events_;
    SampleTimes times_;
};

}  // namespace polhode
