/// The parts of the module _core.
#pragma once

#include <nanobind/nanobind.h>

namespace polhode::python {

void define_body(nanobind::module_& m);
void define_exchange(nanobind::module_& m);
void define_free_motion(nanobind::module_& m);
void define_poinsot(nanobind::module_& m);
void define_integrator(nanobind::module_& m);
void define_ensemble(nanobind::module_& m);
void define_ensemble_run(nanobind::module_& m);
void define_solve(nanobind::module_& m);
void define_compare(nanobind::module_& m);
void define_advise(nanobind::module_& m);
void define_tables(nanobind::module_& m);

}  // namespace polhode::python
