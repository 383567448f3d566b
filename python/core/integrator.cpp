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

/// An integrator that one call at a time works with or looks at.
class Stepper {
public:
    Stepper(const Case& given, const std::string& method, double t)
        : integrator_(method, given.problem.body, given.problem.torque, given.problem.initial, t) {}

    /// What `work` returns of the integrator.
    template <class Work>
    auto alone(const Work& work) {
        demand_rest(at_work_, "Integrator");
        const AtWork now(at_work_);
        return work(integrator_);
    }

private:
    Integrator integrator_;
    bool at_work_ = false;
};

/// For a property.
template <class Work>
auto seen(const Work& look) {
    return [look](Stepper& stepper) { return stepper.alone(look); };
}

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
    nb::class_<Stepper>(m, "Integrator")
        .def(nb::init<const Case&, const std::string&, double>(), "case"_a, "method"_a, "t"_a)
        .def(
            "march",
            [](Stepper& stepper, double step, long steps) {
                stepper.alone([&](Integrator& i) { march(i, step, steps); });
            },
            "step"_a, "steps"_a)
        .def(
            "advance_to",
            [](Stepper& stepper, double end, double longest) {
                stepper.alone([&](Integrator& i) {
                    const nb::gil_scoped_release unlocked;
                    i.advance_to(end, longest, [] {
                        check_signals();
                        return true;
                    });
                });
            },
            "end"_a, "longest"_a)
        .def("restart", [](Stepper& stepper) { stepper.alone([](Integrator& i) { i.restart(); }); })
        .def("kept", [](Stepper& stepper) { return stepper.alone(kept); })
        .def(
            "take_up",
            [](Stepper& stepper, const nb::bytes& bytes) {
                stepper.alone([&](Integrator& i) { take_up(i, bytes); });
            },
            "kept"_a)
        .def(
            "set",
            [](Stepper& stepper, const Attitude& attitude, const Vector& momentum, double t) {
                stepper.alone([&](Integrator& i) { i.set(state_of(attitude, momentum), t); });
            },
            "attitude"_a, "momentum"_a, "t"_a)
        .def_prop_ro("t", seen([](const Integrator& i) { return i.time(); }))
        .def_prop_ro("attitude", seen([](const Integrator& i) { return array_of(i.state().attitude); }))
        .def_prop_ro("momentum", seen([](const Integrator& i) { return array_of(i.state().momentum); }))
        .def_prop_ro("angular_velocity",
                     seen([](const Integrator& i) { return array_of(i.angular_velocity()); }))
        .def_prop_ro("energy", seen([](const Integrator& i) {
                         const auto energy = i.energy();
                         return energy ? *energy : i.body().kinetic_energy(i.state(), i.time());
                     }))
        .def_prop_ro("nfev", seen([](const Integrator& i) { return i.torque_evaluations(); }));
}

}  // namespace polhode::python
