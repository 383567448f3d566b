#include "case.hpp"

#include "affine.hpp"
#include "arrays.hpp"
#include "describe.hpp"
#include "functions.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/field_axis.hpp"
#include "polhode/torque/varying_parameters.hpp"
#include "values.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// Adds torques that are functions to those of the settings.
void add_functions(Torque& torque, const std::vector<TorquePart>& functions, double start) {
    if (functions.empty()) return;
    TorqueSum sum;
    if (const auto* several = std::get_if<TorqueSum>(&torque))
        sum = *several;
    else if (!is_free(torque))
        sum.parts.push_back({torque, std::string(sheet_of(torque).name)});
    for (const TorquePart& function : functions) sum.parts.push_back(starting_at(function, start));
    if (sum.parts.size() == 1 && sum.parts.front().on.empty())
        torque = Torque(sum.parts.front().torque);
    else
        torque = std::move(sum);
}

Crossing crossing_of(const std::string& name) {
    if (name == "rising") return Crossing::rising;
    if (name == "falling") return Crossing::falling;
    if (name == "both") return Crossing::both;
    throw InputError("crossing: \"" + name + "\", expected \"rising\", \"falling\" or \"both\"");
}

/// An event that is a function: (name, function, crossing, terminal).
Event event_of(const nb::handle& given, const Body& body, double start) {
    const PythonFunction function(nb::object(given[1]), {});
    return {nb::cast<std::string>(nb::object(given[0])),
            [function, body, start](double t, const State& state) {
                return function.number("the event function", t + start, state.attitude,
                                       body.angular_velocity(state.momentum, t));
            },
            crossing_of(nb::cast<std::string>(nb::object(given[2]))), nb::cast<bool>(nb::object(given[3]))};
}

/// Nothing changes the momentum of the body in space, and nothing turns inside it.
bool is_free_motion(const Case& c) {
    const auto changes = [](const Event& event) { return static_cast<bool>(event.change); };
    return is_free(c.problem.torque) && !c.problem.body.has_rotor() && !c.problem.control
        && c.problem.wheels.empty() && c.problem.impulses.empty()
        && std::none_of(c.plan.events.begin(), c.plan.events.end(), changes);
}

Case read_case(const nb::dict& settings, const std::string& file, const nb::list& above,
               std::optional<double> tolerance, const std::vector<TorquePart>& functions,
               const nb::list& events, const nb::object& read_table, double start) {
    const ScenarioTree tree{tree_of(settings, file), file, reader_of(read_table), text_reader()};
    Scenario scenario = read_scenario(tree, above_of(above), tolerance).or_throw();
    Case read{std::move(scenario.problem), std::move(scenario.plan), scenario.names_method, start,
              std::move(scenario.warnings)};
    if (start != 0 && depends_on_time(read.problem))
        throw InputError(
            "t_span: a table, a formula of t, an orbit, a control, impulses, or times at which a torque acts, belong "
            "to a clock that begins at 0: expected a start of 0");
    const double end = start + read.plan.end.value_or(read.problem.defaults.end);
    for (const TorquePart& function : functions)
        refuse_unless_affine(function, read.problem.body, read.problem.initial, {start, end});
    add_functions(read.problem.torque, functions, start);
    for (const nb::handle event : events)
        read.plan.events.push_back(event_of(event, read.problem.body, start));
    return read;
}

}  // namespace

ReadTable reader_of(const nb::object& function) {
    if (function.is_none()) return {};
    return [held = hold(function)](const std::string& file,
                                   std::size_t columns) -> Expected<std::vector<double>> {
        const nb::gil_scoped_acquire lock;
        const auto rows = nb::cast<Times>((*held)(file, columns));
        return std::vector<double>(rows.data(), rows.data() + rows.size());
    };
}

ReadText text_reader() {
    return [](const std::string& file) -> Expected<std::string> {
        const nb::gil_scoped_acquire lock;
        return nb::cast<std::string>(nb::module_::import_("polhode._files").attr("read_text")(file));
    };
}

std::vector<NamedValue> above_of(const nb::list& given) {
    std::vector<NamedValue> above;
    for (const nb::handle item : given) {
        const auto origin = nb::cast<std::string>(nb::object(item[1]));
        above.push_back(
            {nb::cast<std::string>(nb::object(item[0])), origin, value_of(nb::object(item[2]), origin)});
    }
    return above;
}

bool depends_on_time(const Problem& problem) {
    if (problem.control || !problem.wheels.empty() || !problem.impulses.empty()) return true;
    if (const auto* sum = std::get_if<TorqueSum>(&problem.torque))
        for (const TorquePart& part : sum->parts)
            if (!part.on.empty()) return true;
    return !holds_of_all_parts(problem.torque, [](const Torque& part) {
        if (std::holds_alternative<TableTorque>(part) || sheet_of(part).needs_orbit) return false;
        const auto* formula = std::get_if<FormulaTorque>(&part);
        return !formula || !formula->depends_on_time();
    });
}

namespace {

/// The torque's parameters that may vary: (name, how many numbers), in the order of their numbers.
nb::list parameters_of(const Case& given) {
    nb::list all;
    for (const VaryingParameter& parameter : varying_parameters(given.problem.torque))
        all.append(nb::make_tuple(parameter.name, parameter.numbers));
    return all;
}

/// The direction of the torque's field, in space; None without one.
nb::object field_of(const Case& given) {
    const auto axis = field_axis(given.problem.torque);
    return axis ? array_of(core::to_eigen(*axis)) : nb::none();
}

/// The attitudes that a control is to reach at these times; None without such a control.
nb::object targets_of(const Case& given, const Times& times) {
    const auto& control = given.problem.control;
    const QuaternionPd* law = control ? std::get_if<QuaternionPd>(&control->law) : nullptr;
    if (!law) return nb::none();
    std::vector<double> rows;
    for (const double t : numbers_of(times)) {
        const Eigen::Quaterniond q = law->target(t);
        rows.insert(rows.end(), {q.x(), q.y(), q.z(), q.w()});
    }
    return array_of(std::move(rows), {times.size(), 4});
}

/// The same with other numbers of the body, of the torque (those of parameters_of, one after the other) and of the
/// start.
Case with_numbers(const Case& given, const Vector& moments, const Vector& rotor_momentum, const Times& torque,
                  const Attitude& attitude, const Vector& momentum) {
    Case changed = given;
    Problem& problem = changed.problem;
    problem.body = problem.body.with_moments(vector_of(moments.data()));
    if (problem.body.has_rotor())
        problem.body = problem.body.with_rotor_momentum(vector_of(rotor_momentum.data()));
    problem.torque = with_parameters(problem.torque, numbers_of(torque));
    problem.initial = state_of(attitude, momentum);
    return changed;
}

}  // namespace

void define_case(nb::module_& m) {
    nb::class_<Case>(m, "Case")
        .def_prop_ro("name", [](const Case& c) { return c.problem.name; })
        .def_prop_ro("description", [](const Case& c) { return c.problem.description; })
        .def_prop_ro("body", [](const Case& c) { return c.problem.body; })
        .def_prop_ro("attitude", [](const Case& c) { return array_of(c.problem.initial.attitude); })
        .def_prop_ro("momentum", [](const Case& c) { return array_of(c.problem.initial.momentum); })
        .def_prop_ro("torque", [](const Case& c) { return describe(c.problem.torque); })
        .def_prop_ro("field", &field_of)
        .def("targets", &targets_of, "times"_a)
        .def_ro("warnings", &Case::warnings)
        .def_prop_ro("is_free", [](const Case& c) { return is_free_motion(c); })
        .def_prop_ro("end", [](const Case& c) { return c.plan.end.value_or(c.problem.defaults.end); })
        .def_prop_ro("step", [](const Case& c) { return c.problem.defaults.step; })
        .def_prop_ro("method", [](const Case& c) { return c.plan.method; })
        .def_prop_ro("event_names",
                     [](const Case& c) {
                         std::vector<std::string> names;
                         for (const Event& event : c.plan.events) names.push_back(event.name);
                         return names;
                     })
        .def_prop_ro("parameters", &parameters_of)
        .def_prop_ro("numbers",
                     [](const Case& c) {
                         std::vector<double> numbers = polhode::parameters_of(c.problem.torque);
                         const std::size_t count = numbers.size();
                         return array_of(std::move(numbers), {count});
                     })
        .def("with_numbers", &with_numbers, "moments"_a, "rotor_momentum"_a, "torque"_a, "attitude"_a,
             "momentum"_a);
    m.def("read", &read_case, "settings"_a, "file"_a, "above"_a, "tolerance"_a.none(), "functions"_a,
          "events"_a, "read_table"_a.none(), "start"_a);
}

}  // namespace polhode::python
