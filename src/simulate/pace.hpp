/// How many steps to make at a time, so that whoever wants to end a run is soon answered, however long a step takes.
/// The results do not depend on it.
#pragma once

#include <algorithm>
#include <chrono>

namespace polhode {

class Pace {
public:
    /// Makes at most so many steps by `make(count)`, and learns from it.
    template <class Make>
    auto make_steps(long most, const Make& make) {
        const long count = std::min(most, at_a_time_);
        const auto begin = Clock::now();
        auto result = make(count);
        const std::chrono::duration<double> took = Clock::now() - begin;
        constexpr double soon = 0.02;  // seconds
        const double fitting = static_cast<double>(count) * (soon / std::max(took.count(), 1e-9));
        at_a_time_ =
            std::max(1L, static_cast<long>(std::min(fitting, 2.0 * static_cast<double>(at_a_time_))));
        at_a_time_ = std::min(at_a_time_, most_at_a_time);
        return result;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr long most_at_a_time = 1000;
    long at_a_time_ = 1;
};

}  // namespace polhode
