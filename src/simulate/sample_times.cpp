#include "simulate/sample_times.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {

SampleTimes::SampleTimes(const Plan& plan, double end)
    : times_(plan.times), every_(plan.every_time), end_(end) {
    const int kinds = (plan.every != 1) + !plan.times.empty() + plan.every_time.has_value();
    if (kinds > 1) throw InputError("more than one of every, every_time and times is given, expected one");
    for (const double t : times_)
        if (!(t >= 0 && t <= end))
            throw InputError(fmt::format("times: {}, expected one from 0 to the end, {}", t, end));
    if (every_ && !(*every_ > 0 && std::isfinite(*every_)))
        throw InputError(fmt::format("every_time is {}, expected a finite number > 0", *every_));
    if (every_ && !(end / *every_ < 9e15))
        throw InputError(
            fmt::format("every_time is {}: that is more than 9e15 samples up to {}", *every_, end));
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
