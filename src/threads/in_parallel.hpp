/// Pieces of work handed out one by one to threads; without POLHODE_THREADS, done one by one on the calling
/// thread.
#pragma once

#include <algorithm>
#include <functional>

#ifdef POLHODE_THREADS
#include <sched.h>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace polhode {

/// Pieces done and pieces in all; false stops: pieces that run are finished, others are not begun.
using PieceProgress = std::function<bool(long done, long total)>;

#ifdef POLHODE_THREADS

/// Cores of this machine.
inline int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }
/// Those of them that this process is bound to.
inline int allowed_cores() {
    cpu_set_t bound;
    return sched_getaffinity(0, sizeof bound, &bound) == 0 ? CPU_COUNT(&bound) : cores();
}

inline constexpr long most_threads = 256;  // more do not help, and some systems refuse them

/// Calls work(0) … work(total − 1), several at a time, the first ones first. True if all were done.
/// threads = 0: one per core. An exception of a piece stops the rest and is thrown on.
template <class Work>
bool in_parallel(long total, int threads, const Work& work, const PieceProgress& progress) {
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
    const long wanted = threads > 0 ? threads : cores();
    std::vector<std::thread> pool;
    // whatever happens here, no thread is left behind
    struct Join {
        std::vector<std::thread>& threads;
        std::atomic<bool>& stop;
        void operator()() const {
            for (std::thread& thread : threads)
                if (thread.joinable()) thread.join();
        }
        ~Join() {
            stop = true;
            (*this)();
        }
    } const join{pool, stop};
    try {
        // with nobody to tell, the calling thread works too
        for (long i = progress ? 0 : 1; i < std::min({wanted, total, most_threads}); ++i)
            pool.emplace_back(loop);
    } catch (const std::system_error&) {
        // the system gives no more threads: those there are do the work
    }
    if (!progress || pool.empty()) loop();
    while (progress && done < total && !stop) {
        if (!progress(done, total)) stop = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    join();
    if (failure) std::rethrow_exception(failure);
    return done == total;
}

#else

inline int cores() { return 1; }
inline int allowed_cores() { return 1; }

template <class Work>
bool in_parallel(long total, int, const Work& work, const PieceProgress& progress) {
    for (long i = 0; i < total; ++i) {
        if (progress && !progress(i, total)) return false;
        work(i);
    }
    return true;
}

#endif

}  // namespace polhode
