/// Functions of the user's as torques and events: those of Python, and compiled ones by their address.
#pragma once

#include "interpreter.hpp"
#include "polhode/simulate/event.hpp"
#include "polhode/torque/torque.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

namespace polhode::python {

/// How a function is called: with arrays f(t, q, w), or with floats f(t, qx, qy, qz, qw, wx, wy, wz); without what
/// belongs to ω if it takes no angular velocity.
struct Arguments {
    bool scalars = false;
    bool with_rate = true;
};

/// A function of Python. It may be copied without the interpreter's lock, which each call takes. What it raises comes
/// through as nb::python_error.
class PythonFunction {
public:
    PythonFunction(nb::object function, Arguments arguments);

    /// Three numbers; raises TypeError for anything else.
    Eigen::Vector3d vector(double t, const Eigen::Quaterniond& q, const Eigen::Vector3d& w) const;
    /// One number; raises TypeError for anything else, and names `what` the function is.
    double number(const char* what, double t, const Eigen::Quaterniond& q, const Eigen::Vector3d& w) const;

private:
    nb::object call(double t, const Eigen::Quaterniond& q, const Eigen::Vector3d& w) const;

    struct Inside;
    std::shared_ptr<Inside> inside_;
};

/// A torque that is a function, to be added to those of the settings. `start`: the time at which the clock of the
/// function stands when that of the run shows 0.
TorquePart starting_at(const TorquePart& part, double start);

void define_functions(nb::module_& m);

}  // namespace polhode::python
