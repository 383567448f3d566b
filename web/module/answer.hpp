/// How the functions of the module answer: with a number, and a text that the caller then reads from memory. Nothing is
/// ever thrown at the caller: an error is an answer too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// A function that JavaScript sees.
#define POLHODE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace polhode::web {

/// The text of the last answer: JSON, TOML, or an error {"kind", "message"} with kind "input" or "run".
std::string& answer();

/// The exception that is being handled, as an answer.
void answer_with_error();

/// 1 if the work was done, 0 if it threw.
template <class Work>
int guarded(const Work& work) {
    try {
        answer().clear();
        work();
        return 1;
    } catch (...) {
        answer_with_error();
        return 0;
    }
}

/// What JavaScript passes as two numbers.
inline std::string_view text(const char* from, std::uint32_t size) { return {from, size}; }

}  // namespace polhode::web
