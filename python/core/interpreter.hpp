/// Between native code, which runs without the interpreter's lock, and Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
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

[[noreturn]] inline void raise_python(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    throw nb::python_error();
}

}  // namespace polhode::python
