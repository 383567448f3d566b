#include "simulate/sample_times.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {

std::optional<Error> wrong_times(const Plan& plan, double end) {
    const int kinds = (plan.every != 1) + !plan.times.empty() + plan.every_time.has_value();
    if (kinds > 1) return input_error("more than one of every, every_time and times is given, expected one");
    for (const double t : plan.times)
        if (!(t >= 0 && t <= end))
            return input_error(fmt::format("times: {}, expected one from 0 to the end, {}", t, end));
    const std::optional<double>& every = plan.every_time;
    if (every && !(*every > 0 && std::isfinite(*every)))
        return input_error(fmt::format("every_time is {}, expected a finite number > 0", *every));
    if (every && !(end / *every < 9e15))
        return input_error(
            fmt::format("every_time is {}: that is more than 9e15 samples up to {}", *every, end));
    return {};
}

SampleTimes::SampleTimes(const Plan& plan, double end)
    : times_(plan.times), every_(plan.every_time), end_(end) {
    if (const auto error = wrong_times(plan, end)) error->raise();
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    std::erase_if(times_, [&](double t) { return t == 0 || t == end; });
}

std::optional<double> SampleTimes::next() const {
    if (every_) {
        const double t = static_cast<double>(passed_ + 1) * *every_;
        // a multiple that misses the end by rounding alone is the end
        if (t < end_ - 1e-9 * *every_) return t;
    } else if (static_cast<std::size_t>(passed_) < times_.size()) {
        return times_[static_cast<std::size_t>(passed_)];
    }
    return {};
}

}  // namespace polhode
