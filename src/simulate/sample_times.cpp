#include "simulate/sample_times.hpp"

#include <cstddef>

namespace polhode {

std::optional<double> SampleTimes::next() const {
    if (const auto every = sampling_.every_time) {
        const double t = static_cast<double>(passed_ + 1) * *every;
        // a multiple that misses the end by rounding alone is the end
        if (t < end_ - 1e-9 * *every) return t;
    } else if (static_cast<std::size_t>(passed_) < sampling_.times.size()) {
        return sampling_.times[static_cast<std::size_t>(passed_)];
    }
    return {};
}

}  // namespace polhode
