/// A value, or the reason why there is none: for callers that cannot catch exceptions (WebAssembly has none),
/// and for failures that are part of the answer.
#pragma once

#include "polhode/error.hpp"

#include <string>
#include <utility>
#include <variant>

namespace polhode {

/// What went wrong, in one sentence for a person.
struct Error {
    enum class Kind {
        input,  ///< something was asked that cannot be done: thrown as InputError
        run,    ///< a run failed after it had started: thrown as RunError
    };
    Kind kind = Kind::input;
    std::string message;
    /// What it is about, for callers that know it under another name: a member of the problem or the plan,
    /// such as "step"; "" if it is about none in particular.
    std::string field = {};

    [[noreturn]] void raise() const {
        if (kind == Kind::input) throw InputError(message);
        throw RunError(message);
    }
};

inline Error input_error(std::string message, std::string field = {}) {
    return {Error::Kind::input, std::move(message), std::move(field)};
}
inline Error run_error(std::string message) { return {Error::Kind::run, std::move(message), {}}; }

/// A T or an Error.
template <class T>
class [[nodiscard]] Expected {
public:
    Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Expected(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only of one that is ok.
    T& operator*() & { return *std::get_if<0>(&content_); }
    const T& operator*() const& { return *std::get_if<0>(&content_); }
    T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
    T* operator->() { return std::get_if<0>(&content_); }
    const T* operator->() const { return std::get_if<0>(&content_); }

    /// Only of one that is not ok.
    const Error& error() const { return *std::get_if<1>(&content_); }

    /// The value; throws the error as InputError or RunError.
    T or_throw() && {
        if (!ok()) error().raise();
        return std::move(**this);
    }

private:
    std::variant<T, Error> content_;
};

}  // namespace polhode
