/// Between native code, which runs without the interpreter's lock, and Python.
#pragma once

#include "polhode/error.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace polhode::python {

namespace nb = nanobind;

/// A Python object that native code may copy and let go of without the interpreter's lock.
using Held = std::shared_ptr<nb::object>;

inline Held hold(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* held) {
                const nb::gil_scoped_acquire lock;
                delete held;
            }};
}

/// Throws what a signal has raised, KeyboardInterrupt above all. To be called now and then without the lock.
inline void check_signals() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// Looks at signals where nothing may be thrown, because threads would be left at work: what a signal has raised is thrown
/// once all of them have ended.
class SignalWatch {
public:
    /// False once something was raised. Without the lock.
    bool goes_on() {
        if (raised_) return false;
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) raised_.emplace();
        return !raised_;
    }
    void throw_if_raised() const {
        if (raised_) throw nb::python_error(*raised_);
    }

private:
    std::optional<nb::python_error> raised_;
};

/// Stands while a call is at work with a thing. The interpreter's lock guards the flag: it is held where this is made and
/// where it ends, if not between.
class AtWork {
public:
    explicit AtWork(bool& flag) : flag_(flag) { flag_ = true; }
    ~AtWork() { flag_ = false; }
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

private:
    bool& flag_;
};

/// Refuses a second call, of another thread or from within a torque.
inline void demand_rest(bool at_work, const std::string& what) {
    if (at_work) throw RunError(what + ": another call is at work with it, expected one at a time");
}

[[noreturn]] inline void raise_python(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    throw nb::python_error();
}

}  // namespace polhode::python
