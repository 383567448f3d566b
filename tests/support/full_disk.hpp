/// What a full disk does, without one.
#pragma once

#include <sys/resource.h>
#include <csignal>

namespace polhode::test {

/// While it lives, no file of this process may grow beyond a size.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit size{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &size);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        (void)std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

}  // namespace polhode::test
