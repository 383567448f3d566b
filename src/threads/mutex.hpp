/// A lock that costs nothing where there are no threads.
#pragma once

#ifdef POLHODE_THREADS
#include <mutex>
#endif

namespace polhode {

#ifdef POLHODE_THREADS
using Mutex = std::recursive_mutex;
using Lock = std::lock_guard<Mutex>;
#else
struct Mutex {};
struct Lock {
    explicit Lock(Mutex&) {}
};
#endif

}  // namespace polhode
