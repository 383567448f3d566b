/// The same work for every body, each thread its share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace polhode {

/// Calls work(begin, end) for contiguous shares of 0 … total − 1, one per thread; the shares depend on the counts alone.
template <class Work>
void in_shares(std::size_t total, int threads, const Work& work) {
    const auto n = static_cast<std::size_t>(std::max(1, threads));
    std::exception_ptr failure;
    std::mutex mutex;
    const auto share = [&](std::size_t i) {
        try {
            work(total * i / n, total * (i + 1) / n);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    for (std::size_t i = 1; i < n; ++i) pool.emplace_back(share, i);
    share(0);
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace polhode
