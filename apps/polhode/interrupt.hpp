/// Ctrl-C and other signals that ask a program to end, as a question that a run asks now and then, so that it can end
/// cleanly.
#pragma once

#include "polhode/error.hpp"

#include <string>

namespace polhode::program {

/// From here on the first SIGINT, SIGTERM, SIGHUP or SIGXCPU is only noted. If nobody asks for it within 0.4 s, the
/// program is ended; a second one, 0.3 s after the first or later, ends it at once.
void catch_interrupts();

/// While it lives, signals are noted and nothing is ended for want of an answer: for what must not be cut off.
class Patience {
public:
    Patience();
    ~Patience();
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;
};

/// The name of the signal that came, or null. Who asks has to see to the end.
const char* interrupted();

/// What choosing a method and a step comes to; of one that a signal has cut off, the RunError says so.
template <class Choose>
auto chosen_unless_stopped(const Choose& choose) {
    try {
        return choose();
    } catch (const RunError&) {
        const char* const signal = interrupted();
        if (!signal) throw;
        throw RunError(std::string("stopped by ") + signal
                       + " while method and step were chosen; nothing is kept of a run that has not begun");
    }
}

}  // namespace polhode::program
