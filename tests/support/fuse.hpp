/// Lets a function of a test throw once, as one of the user's may.
#pragma once

#include <atomic>
#include <new>
#include <stdexcept>

namespace polhode::test {

struct Fuse {
    enum class Kind { error, no_memory };

    Kind kind = Kind::error;
    std::atomic<long> left = 0;  ///< calls until it throws; 0: never

    void burn() {
        if (left <= 0 || --left != 0) return;
        if (kind == Kind::no_memory) throw std::bad_alloc();
        throw std::runtime_error("a function of the user's");
    }

    /// Whether a call ends with what `burn` throws when it is called for the given time.
    template <class Call>
    bool ends(long time, const Call& call) {
        left = time;
        bool thrown = false;
        try {
            call();
        } catch (const std::bad_alloc&) {
            thrown = kind == Kind::no_memory;
        } catch (const std::runtime_error&) {
            thrown = kind == Kind::error;
        }
        left = 0;
        return thrown;
    }
};

}  // namespace polhode::test
