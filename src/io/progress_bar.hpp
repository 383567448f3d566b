/// A line on standard error that says how far a long run is and how long it will still take.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace polhode {

/// "[#####...............]  25 %  500 of 2000 steps, 3 s left", cut to `width` columns.
std::string progress_line(long done, long total, double seconds, int width);

/// "[#####...............]  25 %  500 of 2000 steps of 1000 bodies, 31.2 million body-steps/s, 3 s left"
std::string ensemble_progress_line(long done, long total, std::size_t bodies, double seconds, int width);

/// Shown only on a terminal, and only once a run has taken a second; removed when it ends.
class ProgressBar {
public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(long done, long total);
    /// Any line, made from the seconds since the start and the width of the terminal.
    void show(const std::function<std::string(double seconds, int width)>& line);

private:
    using Clock = std::chrono::steady_clock;
    bool wanted_, shown_ = false;
    Clock::time_point start_ = Clock::now();
};

}  // namespace polhode
