#include "interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace polhode::program {
namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void note_signal(int signal) { caught = signal; }

}  // namespace

void catch_interrupts() {
    struct sigaction action{};
    action.sa_handler = note_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before{};
        sigaction(signal, nullptr, &before);
        // a shell starts background jobs with SIGINT ignored: leave it so
        if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
    }
}

const char* interrupted() { return caught == SIGINT ? "SIGINT" : caught == SIGTERM ? "SIGTERM" : nullptr; }

}  // namespace polhode::program
