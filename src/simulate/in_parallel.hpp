/// Pieces of work handed out one by one to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace polhode {

inline constexpr long most_threads = 256;  // more do not help, and some systems refuse them

/// Calls work(0) … work(total − 1), several at a time, the first ones first. `progress` is told pieces done and pieces in
/// all, and stops by returning false: pieces that run are finished, others are not begun. True if all were done.
/// threads = 0: one per core. An exception of a piece stops the rest and is thrown on.
template <class Work>
bool in_parallel(long total, int threads, const Work& work,
                 const std::function<bool(long done, long total)>& progress) {
    std::atomic<long> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto loop = [&] {
        try {
            for (long i; !stop && (i = next++) < total; ++done) work(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
    };
    const long wanted = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> pool;
    // with nobody to tell, the calling thread works too
    for (long i = progress ? 0 : 1; i < std::min({wanted, total, most_threads}); ++i) pool.emplace_back(loop);
    if (!progress) loop();
    while (progress && done < total && !stop) {
        stop = !progress(done, total);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
    return done == total;
}

}  // namespace polhode
