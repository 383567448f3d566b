/// The times at which samples are wanted, one after the other.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <optional>
#include <vector>

namespace polhode {

/// Why the plan's times cannot be met; nothing if they can.
std::optional<Error> wrong_times(const Plan& plan, double end);

class SampleTimes {
public:
    /// Throws wrong_times as InputError.
    SampleTimes(const Plan& plan, double end);

    /// The next one, between 0 and the end, which are sampled anyway; nothing when there is none left, or steps are
    /// counted instead.
    std::optional<double> next() const;
    void pass() { ++passed_; }

private:
    std::vector<double> times_;
    std::optional<double> every_;
    double end_;
    long passed_ = 0;
};

}  // namespace polhode
