/// Between a run that can be gone on with later and the object of Python that keeps it.
#pragma once

#include "interpreter.hpp"
#include "polhode/expected.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

namespace polhode::python {

/// Without an object, a run that is not kept: signals end it at once. To be called without the lock.
class Keeper {
public:
    /// An object with asked_every, in seconds, stops(), is_due(), write(bytes) and give_up(sentence), or None.
    explicit Keeper(nb::object object);

    bool is_there() const { return object_ != nullptr; }
    std::chrono::milliseconds asked_every() const;
    /// Whether the run is to go on. Throws what a signal has raised.
    bool goes_on() const;
    bool is_due() const;
    void take(const Expected<std::vector<std::byte>>& bytes) const;

private:
    Held object_;  // null without one
};

nb::bytes bytes_of(const std::vector<std::byte>& bytes);
std::vector<std::byte> bytes_in(const nb::bytes& bytes);

}  // namespace polhode::python
