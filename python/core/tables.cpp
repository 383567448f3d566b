/// What the library knows: methods, problems, models of torques.
#include "describe.hpp"
#include "module.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/version.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string_view>

namespace polhode::python {
namespace {

namespace nb = nanobind;

std::string_view solve_name(Solve solve) {
    switch (solve) {
        case Solve::nothing: return "nothing";
        case Solve::drift: return "drift";
        case Solve::torque: break;
    }
    return "torque";
}

nb::dict row_of(const Method& method) {
    const Sheet& sheet = method.sheet;
    nb::dict row;
    row["name"] = sheet.name;
    row["title"] = sheet.title;
    row["order"] = sheet.order_attitude;
    row["order_momentum"] = sheet.order_momentum;
    row["order_by_rate"] = sheet.order_by_rate;
    row["torques_per_step"] = sheet.torque_evaluations;
    row["solves"] = solve_name(sheet.solve);
    row["conserves_momentum"] = sheet.conserves_momentum;
    row["conserves_energy"] = sheet.conserves_energy;
    row["conserves_axis_momentum"] = sheet.conserves_axis_momentum;
    row["time_symmetric"] = sheet.time_symmetric;
    row["symplectic"] = sheet.symplectic;
    row["chooses_steps"] = static_cast<bool>(method.automatic);
    row["on_lanes"] = method.on_lanes.has_value();
    row["free_only"] = sheet.free_only;
    row["formula"] = sheet.formula;
    row["source"] = sheet.source;
    return row;
}

}  // namespace

void define_tables(nb::module_& m) {
    m.attr("version") = version;
    m.def("methods", [] {
        nb::list rows;
        for (const Method& method : catalogue()) rows.append(row_of(method));
        return rows;
    });
    m.def("method", [](std::string_view name) { return row_of(method(name)); });
    m.def("problem_names", [] {
        nb::list names;
        for (const Problem& problem : problems()) names.append(problem.name);
        return names;
    });
    m.def("torque_models", &torque_models);
}

}  // namespace polhode::python
