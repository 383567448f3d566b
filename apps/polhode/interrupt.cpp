#include "interrupt.hpp"

#include "commands.hpp"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace polhode::program {
namespace {

struct Named {
    int signal;
    const char *name, *message;  ///< the message in full: a handler of signals puts no texts together
};
/// What asks a program to end: the user, the system, a terminal that is closed, a limit on time.
constexpr std::array<Named, 4> ends{{{SIGINT, "SIGINT", "polhode: stopped by SIGINT\n"},
                                     {SIGTERM, "SIGTERM", "polhode: stopped by SIGTERM\n"},
                                     {SIGHUP, "SIGHUP", "polhode: stopped by SIGHUP\n"},
                                     {SIGXCPU, "SIGXCPU", "polhode: stopped by SIGXCPU\n"}}};

/// What the program is doing must ask for signals within this time, or is ended.
constexpr long patience_nanoseconds = 400'000'000;
/// What follows this closely belongs to the first request: of a terminal that is closed SIGHUP comes from the shell and
/// from the system, and who ends a group of processes often ends each of them as well.
constexpr std::int64_t one_request_nanoseconds = 300'000'000;

// any thread may get a signal
std::atomic<int> caught = 0, patient = 0;
std::atomic<bool> answered = false;
std::atomic<std::int64_t> caught_at = 0;
static_assert(decltype(caught)::is_always_lock_free && decltype(answered)::is_always_lock_free
              && decltype(caught_at)::is_always_lock_free);
timer_t patience;
bool has_patience = false;

const Named* named(int signal) {
    const auto* end = std::ranges::find(ends, signal, &Named::signal);
    return end == ends.end() ? nullptr : end;
}

void wait_for_an_answer() {
    itimerspec wait{};
    wait.it_value.tv_nsec = patience_nanoseconds;
    if (has_patience) timer_settime(patience, 0, &wait, nullptr);
}

std::int64_t nanoseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

extern "C" void note_signal(int signal) {
    const int error = errno;  // that of the call which this interrupts
    if (caught == 0) {
        caught_at = nanoseconds_now();
        caught = signal;
        wait_for_an_answer();
    } else if (signal != SIGXCPU && nanoseconds_now() - caught_at > one_request_nanoseconds) {
        // The second request ends the program at once. SIGXCPU is none: it comes again with every second of work.
        (void)std::signal(signal, SIG_DFL);
        (void)std::raise(signal);
    }
    errno = error;
}

/// Nobody has asked: a result that is on the disk is whole, and what is half written stays hidden.
extern "C" void lose_patience(int /*signal*/) {
    if (answered || patient != 0) return;
    if (const Named* end = named(caught))
        (void)!::write(STDERR_FILENO, end->message, std::strlen(end->message));
    ::_exit(run_failed);
}

}  // namespace

void catch_interrupts() {
    struct sigaction ending{};
    ending.sa_handler = lose_patience;
    sigaction(SIGALRM, &ending, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    has_patience = timer_create(CLOCK_MONOTONIC, &event, &patience) == 0;
    (void)std::signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is an error like a full disk

    // last: what handles them needs the timer
    struct sigaction action{};
    action.sa_handler = note_signal;
    for (const Named& end : ends) {
        struct sigaction before{};
        sigaction(end.signal, nullptr, &before);
        // a shell starts background jobs with SIGINT ignored, and nohup does so with SIGHUP: it stays so
        if (before.sa_handler != SIG_IGN) sigaction(end.signal, &action, nullptr);
    }
}

Patience::Patience() { ++patient; }
Patience::~Patience() {
    if (--patient == 0 && caught != 0 && !answered) wait_for_an_answer();
}

const char* interrupted() {
    if (caught == 0) return nullptr;
    answered = true;
    return named(caught)->name;
}

}  // namespace polhode::program
