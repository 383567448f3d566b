/// A line on standard error that says what a program is at, of which it does not know how far it is.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace polhode {

/// "choosing method and step, 3 s": shown only on a terminal, and only once it has taken a second; removed at its end.
class Phase {
public:
    Phase(std::string what, bool wanted);
    ~Phase();
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;

private:
    void show();

    std::string what_;
    bool over_ = false;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::thread shown_by_;
};

}  // namespace polhode
