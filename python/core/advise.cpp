#include "polhode/advise/advise.hpp"

#include "arrays.hpp"
#include "case.hpp"
#include "interpreter.hpp"
#include "module.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

nb::dict points_of(const std::vector<AdvicePoint>& points) {
    nb::list steps, evaluations;
    std::vector<double> error, seconds;
    for (const AdvicePoint& point : points) {
        steps.append(point.steps);
        error.push_back(point.error);
        evaluations.append(point.torque_evaluations);
        seconds.push_back(point.seconds);
    }
    const std::size_t n = points.size();
    nb::dict d;
    d["steps"] = steps;
    d["error"] = array_of(std::move(error), {n});
    d["nfev"] = evaluations;
    d["seconds"] = array_of(std::move(seconds), {n});
    return d;
}

/// What a row that is out of reach does not have is None.
nb::dict row_of(const AdviceRow& row) {
    const auto if_reached = [&](double x) { return row.reached ? nb::cast(x) : nb::none(); };
    nb::dict d;
    d["method"] = row.method;
    d["reached"] = row.reached;
    d["step"] = row.own_steps ? nb::none() : if_reached(row.step);
    d["error"] = if_reached(row.error_at_end);
    d["measured_until"] = if_reached(row.measured_until);
    d["nfev"] = if_reached(row.torque_evaluations);
    d["seconds"] = if_reached(row.seconds);
    d["best_error"] = row.best_error;
    d["keeps_structure"] = row.keeps_structure;
    d["points"] = points_of(row.points);
    return d;
}

nb::dict growth_of(const Growth& growth) {
    std::vector<double> time, norm;
    for (const Growth::Point& point : growth.points) {
        time.push_back(point.time);
        norm.push_back(point.norm);
    }
    const std::size_t n = time.size();
    nb::dict d;
    d["kind"] = growth_name(growth.kind);
    d["until"] = growth.until;
    d["power"] = growth.power;
    d["rate"] = growth.rate;
    d["t"] = array_of(std::move(time), {n});
    d["norm"] = array_of(std::move(norm), {n});
    return d;
}

nb::dict as_dictionary(const Advice& advice) {
    nb::dict d;
    d["problem"] = advice.problem;
    d["end"] = advice.end;
    d["piece"] = advice.piece;
    d["tolerance"] = advice.question.tolerance;
    d["torque_cost"] = advice.question.torque_seconds;
    d["basis"] = basis_name(advice.basis);
    d["growth"] = growth_of(advice.growth);
    d["horizon"] = advice.horizon;
    d["reason"] = advice.reason;
    d["recommended"] = advice.recommended;
    nb::list rows;
    for (const AdviceRow& row : advice.rows) rows.append(row_of(row));
    d["rows"] = rows;
    return d;
}

nb::dict ask(const Case& given, double tolerance, double torque_cost) {
    Advice advice;
    {
        const nb::gil_scoped_release unlocked;
        advice = advise(given.problem, {.tolerance = tolerance,
                                        .torque_seconds = torque_cost,
                                        .end = given.plan.end.value_or(given.problem.defaults.end),
                                        .go_on = [] {
                                            check_signals();
                                            return true;
                                        }});
    }
    return as_dictionary(advice);
}

}  // namespace

void define_advise(nb::module_& m) { m.def("advise", &ask, "case"_a, "tolerance"_a, "torque_cost"_a); }

}  // namespace polhode::python
