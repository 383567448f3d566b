/// Wall time of small pieces of work on a machine that others use too: many repeats, and a figure that does
/// not mind a few disturbed ones.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace polhode::bench {

/// From now on this program, and those that it starts, stay on one core: their times are of the same one.
inline void stay_on_this_core() {
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
#endif
}

template <class Work>
double microseconds(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

/// Of the processor, in this program: others on the same machine are not in it.
inline double processor_microseconds() {
    return 1e6 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// What it takes undisturbed.
template <class Work>
double least_microseconds(int repeats, Work&& work) {
    double least = 1e300;
    for (int i = 0; i < repeats; ++i) least = std::min(least, microseconds(work));
    return least;
}

inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

template <class Work>
double median_microseconds(int repeats, Work&& work) {
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) times.push_back(microseconds(work));
    return median(std::move(times));
}

}  // namespace polhode::bench
