#include "polhode/integrator.hpp"

#include "arrays.hpp"
#include "case.hpp"
#include "interpreter.hpp"
#include "keeper.hpp"
#include "module.hpp"
#include "polhode/error.hpp"
#include "polhode/step/archive.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// Steps between two looks at signals. It is the same for all runs, because a method may leave out work at the ends of
/// steps that nobody sees, and bits must not depend on the clock.
constexpr long steps_between_looks = 256;

void march(Integrator& integrator, double h, long steps) {
    const nb::gil_scoped_release unlocked;
    if (steps < 0) integrator.advance(h, steps);  // says what is wrong
    while (steps > 0) {
        const long some = std::min(steps, steps_between_looks);
        integrator.advance(h, some);
        steps -= some;
        if (steps > 0) check_signals();
    }
}

nb::bytes kept(Integrator& integrator) {
    core::Archive archive;
    integrator.keep(archive);
    if (!archive.is_good())
        throw RunError("Integrator: its method cannot be kept: expected one of double precision");
    return bytes_of(archive.bytes());
}

void take_up(Integrator& integrator, const nb::bytes& bytes) {
    core::Archive archive(bytes_in(bytes));
    integrator.keep(archive);
    if (!archive.is_good() || !archive.is_at_end())
        throw InputError(
            "Integrator: the bytes are not those of an integrator of this kind and this version");
}

}  // namespace

void define_integrator(nb::module_& m) {
    nb::class_<Integrator>(m, "Integrator")
        .def(
            "__init__",
            [](Integrator* self, const Case& given, const std::string& method, double t) {
                const Problem& p = given.problem;
                new (self) Integrator(method, p.body, p.torque, p.initial, t);
            },
            "case"_a, "method"_a, "t"_a)
        .def("march", &march, "step"_a, "steps"_a)
        .def(
            "advance_to",
            [](Integrator& integrator, double end, double longest) {
                const nb::gil_scoped_release unlocked;
                integrator.advance_to(end, longest, [] {
                    check_signals();
                    return true;
                });
            },
            "end"_a, "longest"_a)
        .def("restart", &Integrator::restart)
        .def("kept", &kept)
        .def("take_up", &take_up, "kept"_a)
        .def(
            "set",
            [](Integrator& integrator, const Attitude& attitude, const Vector& momentum, double t) {
                integrator.set(state_of(attitude, momentum), t);
            },
            "attitude"_a, "momentum"_a, "t"_a)
        .def_prop_ro("t", &Integrator::time)
        .def_prop_ro("attitude", [](const Integrator& i) { return array_of(i.state().attitude); })
        .def_prop_ro("momentum", [](const Integrator& i) { return array_of(i.state().momentum); })
        .def_prop_ro("angular_velocity", [](const Integrator& i) { return array_of(i.angular_velocity()); })
        .def_prop_ro("energy",
                     [](const Integrator& i) {
                         const auto energy = i.energy();
                         return energy ? *energy : i.body().kinetic_energy(i.state(), i.time());
                     })
        .def_prop_ro("nfev", &Integrator::torque_evaluations);
}

}  // namespace polhode::python
