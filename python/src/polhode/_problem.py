"""Problems: the built-in ones, and those of scenarios."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import array, count, positive, shown, text, truth
from ._body import Body
from ._events import named_events
from ._files import read_toml
from ._result import Result
from ._run import RunSpec
from ._state import State
from ._torques import Sum, Torque, settings_torque
from ._warnings import warn

if TYPE_CHECKING:
    from ._advise import Advice
    from ._compare import ComparisonResult
    from ._ensemble_run import EnsembleProblem


def times_wanted(t_eval: Any, start: float, end: float) -> np.ndarray | None:
    """The times of the samples, checked."""
    if t_eval is None:
        return None
    given = array("t_eval", t_eval, (-1,), "times in a row")
    if not len(given):
        raise ValueError("t_eval: expected at least one time, got none")
    if not (np.diff(given) > 0).all():
        raise ValueError(f"t_eval: expected times that grow, got {shown(t_eval)}")
    if given[0] < start or given[-1] > end:
        raise ValueError(f"t_eval: expected times from {start} to {end}, got {given[0]} to {given[-1]}")
    return given.copy()


class Problem:
    """A problem, or a whole scenario: settings, as a file has them.

    ``problem(name)``, ``load(file)`` and ``scenario(settings)`` make one.
    """

    def __init__(self, settings: dict[str, Any], *, file: str = "") -> None:
        if not isinstance(settings, dict):
            raise TypeError(f"scenario: expected a dictionary of settings, got {shown(settings)}")
        self._spec = RunSpec(settings, file)
        self._case = self._spec.read()
        warn(self._case.warnings)

    @property
    def settings(self) -> dict[str, Any]:
        """What it was made from."""
        return self._spec.settings

    @property
    def name(self) -> str:
        """Empty if the settings give none."""
        return self._case.name

    @property
    def description(self) -> str:
        """A sentence about it; empty if the settings give none."""
        return self._case.description

    @property
    def body(self) -> Body:
        """The body."""
        return Body._of(self._case.body)

    @property
    def torque(self) -> Torque:
        """The torque, or the sum of several; of a free body, a sum of none."""
        parts = [settings_torque(part) for part in self._case.torque]
        return parts[0] if len(parts) == 1 else Sum(parts)

    @property
    def initial(self) -> State:
        """The state at the start."""
        return State._of(self._case.attitude, self._case.momentum, self.body)

    @property
    def end(self) -> float:
        """The time at which it ends."""
        return self._case.end

    @property
    def step(self) -> float:
        """A step that suits it; 0 if none is known."""
        return self._case.step

    def run(self, *, method: str | None = None, step: float | None = None, tolerance: float | None = None,
            end: float | None = None, t_eval: Any = None, dense_output: bool = False, events: Any = None,
            every: int | None = None, checkpoint: Any = None) -> Result:
        """Runs it as the settings say, with what is given here on top, which is as of ``solve``.

        With a tolerance, the method (unless it is given) and the step are chosen.
        """
        above: list[tuple[str, str, Any]] = []
        if method is not None:
            above.append(("integrate.method", "method", text("method", method, "a method's name")))
        if step is not None:
            above.append(("integrate.step", "step", positive("step", step)))
        if end is not None:
            above.append(("integrate.end", "end", positive("end", end)))
        if every is not None:
            if t_eval is not None:
                raise ValueError("every: it contradicts t_eval: expected only one of them")
            above.append(("output.every", "every", count("every", every)))
        spec = RunSpec(self._spec.settings, self._spec.file, above,
                       None if tolerance is None else positive("tolerance", tolerance), [], named_events(events), 0.0,
                       None, truth("dense_output", dense_output))
        if t_eval is not None:
            spec.t_eval = times_wanted(t_eval, 0.0, spec.read().end)
        return Result(spec, checkpoint)

    def compare(self, **question: Any) -> ComparisonResult:
        """Several methods at several steps: ``polhode.compare(problem, methods=..., steps=..., end=...)``."""
        from ._compare import compare

        return compare(self, **question)

    def advise(self, **question: Any) -> Advice:
        """Which method suits it: ``polhode.advise(problem, tolerance=..., torque_cost=..., end=...)``."""
        from ._advise import advise

        return advise(self, **question)

    def __reduce__(self) -> Any:
        return _make_problem, (self._spec.settings, self._spec.file)

    def __repr__(self) -> str:
        return f"<Problem {self.name or 'without a name'}: {self.body!r}, {self.torque!r}, end={self.end}>"


def _make_problem(settings: dict[str, Any], file: str) -> Problem:
    return Problem(settings, file=file)


def problem(name: str) -> Problem:
    """A built-in problem.

    Parameters
    ----------
    name : str
        One of ``problems()``.

    Returns
    -------
    Problem

    Examples
    --------
    >>> import polhode
    >>> polhode.problem("slow-top").torque.weight_moment
    20.0
    """
    return Problem({"problem": text("problem", name, "a problem's name")})


def _scenario_of(settings: Any, file: str) -> Any:
    """Of one body, or of many if there is a section [ensemble]."""
    if isinstance(settings, dict) and "ensemble" in settings:
        from ._ensemble_run import EnsembleProblem

        return EnsembleProblem(settings, file=file)
    return Problem(settings, file=file)


def scenario(settings: dict[str, Any]) -> Problem | EnsembleProblem:
    """A scenario from a dictionary that has the keys of a scenario file; with "ensemble", one of many bodies.

    Parameters
    ----------
    settings : dict
        Of sections, as a file has them.

    Returns
    -------
    Problem or EnsembleProblem

    Examples
    --------
    >>> import polhode
    >>> s = polhode.scenario({"body": {"inertia": [5, 5, 1]}, "initial": {"momentum": [0, 1, 2]},
    ...                       "integrate": {"method": "se", "step": 0.1, "end": 2}})
    >>> s.run().attitude.shape
    (21, 4)
    """
    return _scenario_of(settings, "")


def load(file: str | os.PathLike[str]) -> Problem | EnsembleProblem:
    """A scenario from a TOML file; ``load(file).run()`` runs it. With a section [ensemble], one of many bodies.

    Parameters
    ----------
    file : path

    Returns
    -------
    Problem or EnsembleProblem

    Examples
    --------
    >>> import pathlib, polhode, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "top.toml")
    >>> _ = file.write_text('problem = "slow-top"\\n[integrate]\\nmethod = "se"\\nstep = 0.1\\nend = 2')
    >>> polhode.load(file).run().steps
    20
    """
    if not isinstance(file, (str, os.PathLike)):  # a number would be an open file
        raise TypeError(f"load: expected the path of a file, got {shown(file)}")
    return _scenario_of(read_toml(file), os.fspath(file))


__all__ = ["Problem", "load", "problem", "scenario", "times_wanted"]
