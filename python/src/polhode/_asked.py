"""The problem of a question about methods: a Problem, or its parts as ``solve`` takes them."""

from __future__ import annotations

from typing import Any

from ._arrays import array, positive, shown
from ._body import body_of
from ._problem import Problem
from ._run import RunSpec, torque_settings
from ._state import state_of
from ._torques import torque_of


def interval(t_span: Any) -> tuple[float, float]:
    """Start and end, checked."""
    start, end = array("t_span", t_span, (2,), "two times, start and end").tolist()
    if not end > start:
        raise ValueError(f"t_span: expected an end after the start, got {shown(t_span)}")
    return start, end


def spec_of_parts(body: Any, torque: Any, initial: Any, t_span: Any, orbit: Any, keywords: dict[str, Any]) -> RunSpec:
    """What a run is made from, but for method, steps and samples."""
    body = body_of(body)
    described, functions = torque_settings(torque_of(torque, **keywords))
    start, end = interval(t_span)
    jumping = next((function for function in functions if start != 0 and getattr(function, "breakpoints", None)), None)
    if jumping is not None:  # adding the start would round both sides of a jump to one time
        raise ValueError(f"breakpoints: expected a run that begins at 0, got t_span {shown(t_span)}")
    settings = {"body": body._settings(), "initial": state_of(initial, body)._settings(), **described}
    if orbit is not None:
        settings["orbit"] = orbit
    return RunSpec(settings, "", [("integrate.end", "t_span", end - start)], functions=functions, start=start)


def spec_of_problem(problem: Problem, end: Any) -> RunSpec:
    above = [] if end is None else [("integrate.end", "end", positive("end", end))]
    return RunSpec(problem._spec.settings, problem._spec.file, above)


def asked(what: str, problem: Any, parts: dict[str, Any], end: Any, orbit: Any, keywords: dict[str, Any]) -> RunSpec:
    """`parts`: torque, initial and t_span, which a body needs and a Problem has."""
    given = [name for name, value in {**parts, **keywords, "orbit": orbit}.items() if value is not None]
    if isinstance(problem, Problem):
        if given:
            raise TypeError(f"{what}: a problem has its own {given[0]}: expected none beside it")
        return spec_of_problem(problem, end)
    if end is not None:
        raise TypeError(f"{what}: end belongs to a problem: expected t_span")
    for name in ("initial", "t_span"):
        if parts[name] is None:
            raise TypeError(f"{what}: {name} is missing: expected a problem, or a body, torque, initial and t_span")
    return spec_of_parts(problem, parts["torque"], parts["initial"], parts["t_span"], orbit, keywords)
