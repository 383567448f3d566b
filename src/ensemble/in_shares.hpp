/// The same work for every body, each thread its share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace polhode {

/// Calls work(begin, end) for contiguous shares of 0 … total − 1, one per thread; the shares depend on the counts alone.
template <class Work>
void in_shares(std::size_t total, int threads, const Work& work) {
    const std::size_t n = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), 1,
                                                  std::max<std::size_t>(total, 1));
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
    std::size_t started = 1;
    try {
        for (; started < n; ++started) pool.emplace_back(share, started);
    } catch (const std::system_error&) {
        // the system gives no more threads: what they would have done is done here
    }
    share(0);
    for (std::size_t i = started; i < n; ++i) share(i);
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace polhode
