"""Several methods at several steps on one problem."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Iterator

import numpy as np

from . import _core
from ._arrays import array, count, shown
from ._asked import asked
from ._problem import Problem
from ._state import State
from ._tables import Rows


@dataclass(frozen=True)
class MethodRuns:
    """The runs of one method, largest step first. Numbers of a run that failed are NaN, and `failures` says why."""

    method: str
    step: np.ndarray
    steps: np.ndarray
    error_attitude: np.ndarray  #: ‖R − R_ref‖₂ at the end
    error_momentum: np.ndarray  #: ‖Π − Π_ref‖₂ at the end
    energy_error: np.ndarray  #: max |H − H₀| over the run; NaN without a potential
    nfev: np.ndarray  #: torque evaluations
    seconds: np.ndarray
    failures: list[str]  #: "" where there are numbers
    order_attitude: float | None  #: slope of the error against the step; None if too few runs tell it
    order_momentum: float | None

    def __repr__(self) -> str:
        return f"MethodRuns({self.method}, {len(self.step)} steps, order {self.order_attitude})"


class ComparisonResult:
    """What ``compare`` found.

    Attributes
    ----------
    problem, end : str, float
        What was compared, and up to which time.
    methods : dict of MethodRuns
        By the name of the method.
    reference : State
        The state at the end that all are compared with; ``reference_error`` says how well it is known,
        ``reference_source`` where it comes from, and ``reference_note``, if it is not empty, that it may not be enough.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.problem: str = found["problem"]
        self.end: float = found["end"]
        self.reference = State._of(found["reference_attitude"], found["reference_momentum"])
        self.reference_error: float = found["reference_error"]
        self.reference_source: str = found["reference_source"]
        self.reference_note: str = found["reference_note"]
        self.methods: dict[str, MethodRuns] = {}
        for row in found["methods"]:
            whole = {"steps": np.array(row["steps"], dtype=np.int64), "nfev": np.array(row["nfev"], dtype=np.int64)}
            self.methods[row["method"]] = MethodRuns(**{**row, **whole})

    @property
    def table(self) -> Rows:
        """A row for each run."""
        columns = ("step", "steps", "error_attitude", "error_momentum", "energy_error", "nfev", "seconds")
        return Rows({"method": runs.method, **{name: getattr(runs, name)[i].item() for name in columns},
                     "failure": runs.failures[i]}
                    for runs in self for i in range(len(runs.step)))

    def __iter__(self) -> Iterator[MethodRuns]:
        return iter(self.methods.values())

    def __getitem__(self, method: str) -> MethodRuns:
        try:
            return self.methods[method]
        except KeyError:
            raise KeyError(f"{shown(method)} was not compared, expected one of: {', '.join(self.methods)}") from None

    def to_pandas(self) -> Any:
        """The table as a DataFrame."""
        return self.table.to_pandas()

    def _by_step(self) -> Rows:
        rows = Rows()
        # a run that was made has the step that divides the interval, one that failed the step that was asked for
        columns = [f"{step:.4g}" for step in np.min([runs.step for runs in self], axis=0)]
        for runs in self:
            row: dict[str, Any] = {"method": runs.method}
            for column, error, failure in zip(columns, runs.error_attitude, runs.failures):
                row[column] = "failed" if failure else f"{error:.1e}"
            for name, order in (("order R", runs.order_attitude), ("order Π", runs.order_momentum)):
                row[name] = "-" if order is None else f"{order:.2f}"
            rows.append(row)
        return rows

    def _title(self) -> str:
        name = f"{self.problem} at" if self.problem else "At"
        return f"{name} time {self.end:g}: attitude error ‖R − R_ref‖₂ by step"

    def _below(self) -> str:
        return f"Reference: {self.reference_source}." + (f" {self.reference_note}" if self.reference_note else "")

    def __repr__(self) -> str:
        return f"{self._title()}\n\n{self._by_step()!r}\n\n{self._below()}"

    def _repr_html_(self) -> str:
        above, below = html.escape(self._title()), html.escape(self._below())
        return f"<p>{above}</p>{self._by_step()._repr_html_()}<p>{below}</p>"

    def plot(self, x: str = "nfev", y: str = "error_attitude", *, axes: Any = None) -> Any:
        """A work–precision diagram, with lines of the slopes that belong to the orders (Matplotlib).

        Parameters
        ----------
        x : {"nfev", "seconds", "step"}
        y : {"error_attitude", "error_momentum", "energy_error"}
        axes : matplotlib.axes.Axes, optional
            To draw into.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from ._plots import plot_comparison

        return plot_comparison(self, x, y, axes)


def names_of(methods: Any) -> list[str]:
    """The names of methods, of which one may stand alone."""
    if methods is None:
        return []
    if isinstance(methods, str):
        return [methods]
    names = list(methods) if hasattr(methods, "__iter__") else [methods]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"methods: expected names of methods, got {shown(name)}")
    if not names:
        raise ValueError("methods: expected at least one name, or None for a choice that suits the problem, got none")
    return names


def compare(problem: Any, torque: Any = None, initial: Any = None, t_span: Any = None, *, methods: Any = None,
            steps: Any = None, end: float | None = None, threads: int = 0, orbit: dict[str, Any] | None = None,
            frame: str | None = None, scalars: bool | None = None,
            rate_dependence: str | None = None) -> ComparisonResult:
    """Runs several methods at several steps, and measures their errors at the end, their work and their orders.

    Parameters
    ----------
    problem : Problem, Body or array_like
        A problem; or a body, with the next three arguments as ``solve`` has them.
    torque, initial, t_span : optional
    methods : sequence of str, optional
        Names of methods; by default a choice that suits the problem.
    steps : sequence of float, optional
        Lengths of steps; by default powers of two around the usual one of the problem.
    end : float, optional
        Of a problem, if not its own.
    threads : int
        So many runs at a time; 0: one for each core.
    orbit, frame, scalars, rate_dependence : optional
        As of ``solve``.

    Returns
    -------
    ComparisonResult

    Examples
    --------
    >>> import polhode
    >>> c = polhode.compare(polhode.problem("slow-top"), methods=["se", "se4-rkn"], steps=[0.1, 0.05, 0.025], end=2)
    >>> round(c["se4-rkn"].order_attitude)
    4
    """
    keywords = {"frame": frame, "scalars": scalars, "rate_dependence": rate_dependence}
    spec = asked("compare", problem, {"torque": torque, "initial": initial, "t_span": t_span}, end, orbit, keywords)
    names = names_of(methods)
    lengths = [] if steps is None else array("steps", np.atleast_1d(steps), (-1,), "lengths of steps").tolist()
    if steps is not None and not lengths:
        raise ValueError("steps: expected lengths of steps, got none")
    if not isinstance(problem, Problem):
        spec.tolerance = 1e-6  # which leaves the steps open
    return ComparisonResult(_core.compare(spec.read(), names, lengths, count("threads", threads)))
