/// Wall time of small pieces of work on a machine that others use too: many repeats, and a figure that does
/// not mind a few disturbed ones.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace polhode::bench {

template <class Work>
double microseconds(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
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
