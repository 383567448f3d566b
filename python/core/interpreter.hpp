/// Between native code, which runs without the interpreter's lock, and Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
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

[[noreturn]] inline void raise_python(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    throw nb::python_error();
}

}  // namespace polhode::python
