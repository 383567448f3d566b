/// polhode._core: what the Python layer is built on. Private; its names may change.
#include "module.hpp"

#include "case.hpp"
#include "functions.hpp"
#include "polhode/error.hpp"

NB_MODULE(_core, m) {
    using namespace polhode;
    // A function of the user's that sees the result of its own run is part of a circle that no collector finds.
    nanobind::set_leak_warnings(false);
    nanobind::exception<InputError>(m, "InputError", PyExc_ValueError);
    nanobind::exception<RunError>(m, "RunError", PyExc_RuntimeError);
    python::define_body(m);
    python::define_functions(m);
    python::define_case(m);
    python::define_solve(m);
    python::define_free_motion(m);
    python::define_exchange(m);
    python::define_poinsot(m);
    python::define_integrator(m);
    python::define_ensemble(m);
    python::define_ensemble_run(m);
    python::define_compare(m);
    python::define_advise(m);
    python::define_tables(m);
}
