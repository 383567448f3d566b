/// Says how long a run will take where no progress bar does.
#pragma once

#include <chrono>

namespace polhode {

/// On standard error, once: after two seconds, if the run will take more than a minute.
class Forecast {
public:
    explicit Forecast(bool wanted);

    /// `done` of `all` steps. What was done before the first call, as by a run that is taken up, took no time here.
    void look(long done, long all);

private:
    using Clock = std::chrono::steady_clock;
    bool wanted_;
    long first_ = -1;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace polhode
