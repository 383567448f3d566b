#include "answer.hpp"

#include "io/json_number.hpp"
#include "polhode/error.hpp"

#include <cstdlib>
#include <new>

namespace polhode::web {

std::string& answer() {
    static std::string last;
    return last;
}

void answer_with_error() {
    const auto say = [](const char* kind, const char* message) {
        answer() = json_text(Json{{"kind", kind}, {"message", message}});
    };
    try {
        throw;
    } catch (const InputError& error) {
        say("input", error.what());
    } catch (const std::bad_alloc&) {
        answer() = R"({"kind": "run", "message": "there is not enough memory"})";
    } catch (const std::exception& error) {
        say("run", error.what());
    }
}

}  // namespace polhode::web

using namespace polhode::web;

POLHODE_EXPORT(answer_text) const char* answer_text() { return answer().data(); }
POLHODE_EXPORT(answer_size) std::uint32_t answer_size() {
    return static_cast<std::uint32_t>(answer().size());
}

/// Room for a text of the caller's; null if there is none.
POLHODE_EXPORT(room) void* room(std::uint32_t bytes) { return std::malloc(bytes > 0 ? bytes : 1); }
POLHODE_EXPORT(give_back) void give_back(void* room) { std::free(room); }
