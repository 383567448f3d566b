#include "polhode/simulate/free_motion.hpp"

#include "polhode/simulate/poinsot.hpp"

#include "arrays.hpp"
#include "interpreter.hpp"
#include "module.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// The angular velocities follow from the momenta, for those who want them.
nb::dict free_states_at(const FreeMotion& motion, const Times& times) {
    const std::size_t n = times.size();
    std::vector<double> attitude(4 * n), momentum(3 * n);
    {
        const nb::gil_scoped_release unlocked;
        const double* const t = times.data();
        for (std::size_t i = 0; i < n; ++i) {
            if (i % 16384 == 16383) check_signals();
            const State state = motion.at(t[i]);
            std::copy_n(state.attitude.coeffs().data(), 4, attitude.data() + 4 * i);
            std::copy_n(state.momentum.data(), 3, momentum.data() + 3 * i);
        }
    }
    nb::dict arrays;
    arrays["attitude"] = array_of(std::move(attitude), {n, 4});
    arrays["momentum"] = array_of(std::move(momentum), {n, 3});
    return arrays;
}

const char* side_name(PolhodeSide side) {
    switch (side) {
        case PolhodeSide::least_moment: return "least moment";
        case PolhodeSide::largest_moment: return "largest moment";
        case PolhodeSide::separatrix: break;
    }
    return "separatrix";
}

nb::dict constants_of(const FreeMotion& motion) {
    const PolhodeConstants& c = motion.polhode();
    nb::dict d;
    d["energy"] = c.energy;
    d["momentum"] = c.momentum;
    d["side"] = side_name(c.side);
    d["axis"] = array_of(c.axis);
    d["lambda_"] = c.lambda;
    d["modulus2"] = c.modulus2;
    d["period"] = c.period;
    d["spatial_momentum"] = array_of(motion.spatial_momentum());
    return d;
}

}  // namespace

void define_free_motion(nb::module_& m) {
    nb::class_<FreeMotion>(m, "FreeMotion")
        .def("at", &free_states_at, "times"_a)
        .def("constants", &constants_of)
        .def("poinsot", &FreeMotion::poinsot);
    m.def(
        "free_motion",
        [](const Body& body, const Attitude& attitude, const Vector& momentum) {
            return free_motion(body, state_of(attitude, momentum));
        },
        "body"_a, "attitude"_a, "momentum"_a);
}

}  // namespace polhode::python
