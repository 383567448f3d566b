/// Integrators against each other: what it takes each of them to meet an error, and the wall time of that.
#pragma once

#include "../measure.hpp"
#include "peer.hpp"

#include <limits>
#include <numeric>

namespace polhode::bench {

struct Trial {
    double control, error;
    long work;
};

/// Not overflown: what has no length would be normalised to zero, at no angle from anything.
inline bool has_length(const Numbers& s) {
    return std::isfinite(std::inner_product(s.begin(), s.end(), s.begin(), 0.0));
}

/// Where a row of controls ends: the finest target is met `enough` times in a row, or integrations take
/// longer (µs).
struct RowEnd {
    double finest_target;
    int enough = 40;
    double longest = std::numeric_limits<double>::infinity();
};

/// `error_of(outcome)` is the measure.
template <class Error>
std::vector<Trial> scan(const Integrator& integrator, const RowEnd& row_end, const Error& error_of) {
    std::vector<Trial> trials;
    int held = 0, slow = 0;
    for (const double control : integrator.controls) {
        const Integration integrate = integrator.prepare(control);
        std::optional<Outcome> outcome;
        const double time = microseconds([&] { outcome = integrate(); });
        const bool arrived = outcome && has_length(outcome->state);
        const double error = arrived ? error_of(*outcome) : std::numeric_limits<double>::infinity();
        // one that was disturbed is followed by one that was not; one that is far off does not know what it
        // does
        slow = time > row_end.longest && error < 0.1 ? slow + 1 : 0;
        if (slow == 3) break;
        trials.push_back({control, error, arrived ? outcome->work : 0});
        held = error <= row_end.finest_target ? held + 1 : 0;
        if (held == row_end.enough) break;
    }
    return trials;
}

/// The least work that meets the target.
inline std::optional<Trial> luckiest(const std::vector<Trial>& trials, double target) {
    std::optional<Trial> best;
    for (const Trial& t : trials)
        if (t.error <= target && (!best || t.work < best->work)) best = t;
    return best;
}

/// The coarsest that meets the target together with the next `more`.
inline std::optional<Trial> steady(const std::vector<Trial>& trials, double target, std::size_t more = 8) {
    std::size_t held = 0;
    for (std::size_t n = 0; n < trials.size(); ++n) {
        held = trials[n].error <= target ? held + 1 : 0;
        if (held == more + 1) return trials[n - more];
    }
    return std::nullopt;
}

struct Scanned {
    Integrator integrator;
    std::vector<Trial> trials;
};

struct Contender {
    std::size_t row;  // of the table
    std::string name;
    Integration integrate;
    double control = 0;
    std::vector<double> microseconds = {};
};

/// Turn by turn, so that a disturbed second spoils nobody's median.
inline void time_in_turns(std::vector<Contender>& contenders) {
    constexpr int turns = 21;
    constexpr double one_turn = 3e3, most = 1e6;  // µs
    for (int turn = 0; turn < turns; ++turn)
        for (Contender& c : contenders) {
            double spent = 0;
            if (std::accumulate(c.microseconds.begin(), c.microseconds.end(), 0.0) > most) continue;
            while (spent < one_turn) {
                c.microseconds.push_back(bench::microseconds(c.integrate));
                spent += c.microseconds.back();
            }
        }
}

}  // namespace polhode::bench
