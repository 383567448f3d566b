#include "functions.hpp"

#include "arrays.hpp"
#include "polhode/error.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace polhode::python {
/// The arrays that a function is called with: read-only for the function, refilled for each call.
struct CallArrays {
    double* numbers;  // q and w; the arrays own them
    nb::object q, w;

    CallArrays() : numbers(new double[7]{}) {
        const nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<double*>(p); });
        q = nb::cast(nb::ndarray<nb::numpy, const double, nb::shape<4>>(numbers, {4}, owner));
        w = nb::cast(nb::ndarray<nb::numpy, const double, nb::shape<3>>(numbers + 4, {3}, owner));
    }
    void fill(const Eigen::Quaterniond& attitude, const Eigen::Vector3d& rate) const {
        std::copy_n(attitude.coeffs().data(), 4, numbers);
        std::copy_n(rate.data(), 3, numbers + 4);
    }
};

namespace {

using namespace nb::literals;

bool is_complex(PyObject* object) {
    return PyComplex_Check(object)
        || nb::getattr(nb::getattr(nb::handle(object), "dtype", nb::none()), "kind", nb::none())
               .equal(nb::str("c"));
}

/// A Python number as a double; nothing, and no error set, if it is none.
std::optional<double> number_in(PyObject* object) {
    if (PyFloat_Check(object)) return PyFloat_AsDouble(object);
    if (is_complex(object)) return std::nullopt;  // NumPy's would lose what is imaginary
    if (PySequence_Check(object) && PySequence_Size(object) >= 0) return std::nullopt;  // a text or an array
    PyErr_Clear();  // an array without dimensions
    const double number = PyFloat_AsDouble(object);
    if (number != -1 || !PyErr_Occurred()) return number;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    return std::nullopt;
}

[[noreturn]] void refuse_result(const std::string& what, const nb::object& result, const char* expected) {
    std::string shown = nb::repr(result).c_str();
    std::ranges::replace(shown, '\n', ' ');
    if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
    raise_python(PyExc_TypeError, (what + " returned " + shown + ", expected " + expected).c_str());
}

std::optional<Eigen::Vector3d> vector_in(PyObject* object) {
    Eigen::Vector3d v;
    if (PyTuple_Check(object)) {
        if (PyTuple_Size(object) != 3) return std::nullopt;
        for (int i = 0; i < 3; ++i) {
            const auto number = number_in(PyTuple_GetItem(object, i));
            if (!number) return std::nullopt;
            v[i] = *number;
        }
        return v;
    }
    if (PyBytes_Check(object) || PyByteArray_Check(object) || !PySequence_Check(object)
        || PySequence_Size(object) != 3) {
        PyErr_Clear();
        return std::nullopt;
    }
    for (int i = 0; i < 3; ++i) {
        const nb::object item = nb::steal(PySequence_GetItem(object, i));
        if (!item.is_valid()) throw nb::python_error();
        const auto number = number_in(item.ptr());
        if (!number) return std::nullopt;
        v[i] = *number;
    }
    return v;
}

Frame frame_of(const std::string& name) {
    if (name == "body") return Frame::body;
    if (name == "space") return Frame::space;
    throw InputError("frame: \"" + name + "\", expected \"body\" or \"space\"");
}

RateDependence rate_dependence_of(const std::string& name) {
    if (name == "none") return RateDependence::none;
    if (name == "affine") return RateDependence::affine;
    if (name == "general") return RateDependence::general;
    throw InputError("rate_dependence: \"" + name + "\", expected \"none\", \"affine\" or \"general\"");
}

/// What functions of every kind have beside their code.
struct FunctionTraits {
    std::string frame, rate_dependence, name;
    std::vector<double> breakpoints;
    std::vector<std::pair<double, double>> on;
};

TorquePart part_of(TorqueFunction f, const FunctionTraits& traits) {
    CustomTorque torque{std::move(f), frame_of(traits.frame)};
    torque.rate_dependence = rate_dependence_of(traits.rate_dependence);
    torque.breakpoints = traits.breakpoints;
    TorquePart part{std::move(torque), traits.name};
    for (const auto& [from, to] : traits.on) part.on.push_back({from, to});
    return part;
}

/// What a compiled function does not write is not finite, and an error of the run.
Eigen::Vector3d unwritten() { return Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()); }

/// void f(double t, const double* q, [const double* w,] double* torque[, void* user_data])
TorqueFunction compiled_function(std::uintptr_t address, bool with_rate, bool with_data,
                                 std::uintptr_t data) {
    // what the user gives is an address: a number
    void* const code = reinterpret_cast<void*>(address);    // NOLINT(performance-no-int-to-ptr)
    void* const user_data = reinterpret_cast<void*>(data);  // NOLINT(performance-no-int-to-ptr)
    using Q = const Eigen::Quaterniond&;
    using W = const Eigen::Vector3d&;
    if (with_rate && with_data)
        return [f = reinterpret_cast<void (*)(double, const double*, const double*, double*, void*)>(code),
                user_data](double t, Q q, W w) {
            Eigen::Vector3d torque = unwritten();
            f(t, q.coeffs().data(), w.data(), torque.data(), user_data);
            return torque;
        };
    if (with_rate)
        return [f = reinterpret_cast<void (*)(double, const double*, const double*, double*)>(code)](
                   double t, Q q, W w) {
            Eigen::Vector3d torque = unwritten();
            f(t, q.coeffs().data(), w.data(), torque.data());
            return torque;
        };
    if (with_data)
        return [f = reinterpret_cast<void (*)(double, const double*, double*, void*)>(code), user_data](
                   double t, Q q) {
            Eigen::Vector3d torque = unwritten();
            f(t, q.coeffs().data(), torque.data(), user_data);
            return torque;
        };
    return [f = reinterpret_cast<void (*)(double, const double*, double*)>(code)](double t, Q q) {
        Eigen::Vector3d torque = unwritten();
        f(t, q.coeffs().data(), torque.data());
        return torque;
    };
}

}  // namespace

struct PythonFunction::Inside {
    nb::object function;
    Arguments arguments;
    CallArrays arrays;
    bool busy = false;  // the arrays are those of a call that has not returned
};

PythonFunction::PythonFunction(nb::object function, Arguments arguments)
    : inside_(new Inside{std::move(function), arguments, {}}, [](Inside* inside) {
          const nb::gil_scoped_acquire lock;
          delete inside;
      }) {}

nb::object PythonFunction::call(double t, const Eigen::Quaterniond& q, const Eigen::Vector3d& w) const {
    Inside& inside = *inside_;
    const nb::object& f = inside.function;
    if (inside.arguments.scalars)
        return inside.arguments.with_rate ? f(t, q.x(), q.y(), q.z(), q.w(), w.x(), w.y(), w.z())
                                          : f(t, q.x(), q.y(), q.z(), q.w());
    const auto with = [&](const CallArrays& arrays) {
        arrays.fill(q, w);
        return inside.arguments.with_rate ? f(t, arrays.q, arrays.w) : f(t, arrays.q);
    };
    // another thread may call the function while Python runs other threads in the midst of it
    if (inside.busy) return with(CallArrays());
    struct Busy {
        bool& flag;
        explicit Busy(bool& b) : flag(b) { flag = true; }
        ~Busy() { flag = false; }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;
    };
    const Busy busy(inside.busy);
    return with(inside.arrays);
}

Eigen::Vector3d PythonFunction::vector(double t, const Eigen::Quaterniond& q,
                                       const Eigen::Vector3d& w) const {
    const nb::gil_scoped_acquire lock;
    const nb::object result = call(t, q, w);
    const auto v = vector_in(result.ptr());
    if (!v) refuse_result("the torque function", result, "three numbers");
    return *v;
}

double PythonFunction::number(const char* what, double t, const Eigen::Quaterniond& q,
                              const Eigen::Vector3d& w) const {
    const nb::gil_scoped_acquire lock;
    const nb::object result = call(t, q, w);
    const auto number = number_in(result.ptr());
    if (!number) refuse_result(what, result, "a number");
    return *number;
}

TorquePart starting_at(const TorquePart& part, double start) {
    if (start == 0) return part;
    TorquePart moved = part;
    auto& torque = std::get<CustomTorque>(moved.torque);
    const RateDependence rate_dependence = torque.rate_dependence;
    torque.torque =
        TorqueFunction([f = torque.torque, start](double t, const Eigen::Quaterniond& q,
                                                  const Eigen::Vector3d& w) { return f(t + start, q, w); });
    torque.rate_dependence = rate_dependence;
    if (torque.potential)
        torque.potential = [f = torque.potential, start](double t, const Eigen::Quaterniond& q) {
            return f(t + start, q);
        };
    for (double& t : torque.breakpoints) t -= start;
    for (TimeSpan& on : moved.on) on = {on.from - start, on.to - start};
    return moved;
}

void define_functions(nb::module_& m) {
    nb::class_<TorquePart>(m, "FunctionTorque");
    m.def(
        "python_torque",
        [](const nb::object& f, bool scalars, bool with_rate, const nb::object& potential,
           const std::string& frame, const std::string& rate_dependence, const std::string& name,
           const std::vector<double>& breakpoints, const std::vector<std::pair<double, double>>& on) {
            const PythonFunction function(f, {scalars, with_rate});
            TorquePart part =
                part_of([function](double t, const Eigen::Quaterniond& q,
                                   const Eigen::Vector3d& w) { return function.vector(t, q, w); },
                        {frame, rate_dependence, name, breakpoints, on});
            if (!potential.is_none())
                std::get<CustomTorque>(part.torque).potential =
                    [function = PythonFunction(potential, {scalars, false})](double t,
                                                                             const Eigen::Quaterniond& q) {
                        return function.number("the potential", t, q, Eigen::Vector3d::Zero());
                    };
            return part;
        },
        "function"_a, "scalars"_a, "with_rate"_a, "potential"_a.none(), "frame"_a, "rate_dependence"_a,
        "name"_a, "breakpoints"_a, "on"_a);
    m.def(
        "compiled_torque",
        [](std::uintptr_t address, bool with_rate, bool with_data, std::uintptr_t data,
           const std::string& frame, const std::string& rate_dependence, const std::string& name,
           const std::vector<double>& breakpoints, const std::vector<std::pair<double, double>>& on) {
            if (address == 0) throw InputError("torque: the address of the compiled function is 0");
            return part_of(compiled_function(address, with_rate, with_data, data),
                           {frame, rate_dependence, name, breakpoints, on});
        },
        "address"_a, "with_rate"_a, "with_data"_a, "data"_a, "frame"_a, "rate_dependence"_a, "name"_a,
        "breakpoints"_a, "on"_a);
}

}  // namespace polhode::python
