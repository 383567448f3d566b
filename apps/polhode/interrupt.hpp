/// Ctrl-C and the termination signal, as a question that a run asks now and then, so that it can end cleanly.
#pragma once

namespace polhode::program {

/// From here on the first SIGINT or SIGTERM is only noted; a second one of the same kind ends the program.
void catch_interrupts();

/// The name of the signal that came, or null.
const char* interrupted();

}  // namespace polhode::program
