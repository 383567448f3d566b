/// The times at which samples are wanted, one after the other.
#pragma once

#include "polhode/simulate/resolve.hpp"
#include "polhode/step/archive.hpp"

#include <optional>

namespace polhode {

/// Why the plan's times cannot be met; nothing if they can.
std::optional<Error> wrong_times(const Plan& plan, double end);

class SampleTimes {
public:
    SampleTimes(const Sampling& sampling, double end) : sampling_(sampling), end_(end) {}

    /// The next time between 0 and the end (both are always sampled); nothing when none is left, or when
    /// samples are taken by the count of steps.
    std::optional<double> next() const;
    void pass() { ++passed_; }
    void keep(core::Archive& archive) { archive(passed_); }

private:
    const Sampling& sampling_;
    double end_;
    long passed_ = 0;
};

}  // namespace polhode
