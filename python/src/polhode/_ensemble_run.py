"""Scenarios of many bodies: drawn from distributions, integrated, evaluated."""

from __future__ import annotations

import html
import os
from types import SimpleNamespace
from typing import Any

import numpy as np

from . import _core
from ._arrays import count as count_of
from ._arrays import positive, shown, text
from ._arrow import arrow_table, write_parquet
from ._files import read_table
from ._optional import optional_package
from ._state import rotation_of
from ._tables import Rows
from ._warnings import warn


def _read_rows(file: str, count: int, columns: int, first: int, last: int) -> np.ndarray:
    """A part of the rows of a file, which must have so many."""
    rows = read_table(file, columns)
    if len(rows) != count * columns:
        raise ValueError(f"{file}: {len(rows) // columns} rows, expected {count}, one for each body")
    return rows[first * columns:last * columns].copy()


class EnsembleProblem:
    """A scenario with a section [ensemble]: many bodies, drawn from distributions.

    ``load(file)`` and ``scenario(settings)`` make one.
    """

    def __init__(self, settings: dict[str, Any], *, file: str = "") -> None:
        if not isinstance(settings, dict):
            raise TypeError(f"scenario: expected a dictionary of settings, got {shown(settings)}")
        self._settings = settings
        self._file = file
        self._core = self._read([])
        warn(self._core.warnings)

    def _read(self, above: list[tuple[str, str, Any]]) -> _core.Cloud:
        return _core.read_ensemble(self._settings, self._file, above, read_table, _read_rows)

    @property
    def settings(self) -> dict[str, Any]:
        """What it was made from."""
        return self._settings

    @property
    def name(self) -> str:
        """Empty if the settings give none."""
        return self._core.name

    @property
    def count(self) -> int:
        """Of the bodies."""
        return self._core.count

    @property
    def end(self) -> float:
        """The time at which it ends."""
        return self._core.end

    def run(self, *, count: int | None = None, seed: int | None = None, method: str | None = None,
            step: float | None = None, tolerance: float | None = None, end: float | None = None, threads: int = 0,
            target: str = "best") -> EnsembleResult:
        """Runs it as the settings say, with what is given here on top.

        With a tolerance, the method (unless it is given) and the step are chosen for all bodies together.
        """
        above: list[tuple[str, str, Any]] = []
        if count is not None:
            above.append(("ensemble.count", "count", count_of("count", count)))
        if seed is not None:
            above.append(("ensemble.seed", "seed", count_of("seed", seed)))
        if method is not None:
            above.append(("integrate.method", "method", text("method", method, "a method's name")))
        if step is not None:
            above.append(("integrate.step", "step", positive("step", step)))
        if tolerance is not None:
            above.append(("ensemble.tolerance", "tolerance", positive("tolerance", tolerance)))
        if end is not None:
            above.append(("integrate.end", "end", positive("end", end)))
        cloud = self._read(above)
        return EnsembleResult(_core.run_ensemble(cloud, count_of("threads", threads),
                                                 text("target", target, "the name of an instruction set")))

    def __reduce__(self) -> Any:
        return _make_ensemble_problem, (self._settings, self._file)

    def __repr__(self) -> str:
        return f"<EnsembleProblem {self.name or 'without a name'}: {self.count} bodies, end={self.end}>"


def _make_ensemble_problem(settings: dict[str, Any], file: str) -> EnsembleProblem:
    return EnsembleProblem(settings, file=file)


class Bodies:
    """All bodies at one time.

    Attributes
    ----------
    t : float
    attitude : array (n, 4)
        Quaternions (x, y, z, w).
    momentum, angular_velocity : array (n, 3)
        In the body's axes.
    failed : array (n,) of bool
        Bodies that stand where a step could not be made.
    moments, parameters : array, or None
        Of each body, where they differ.
    command, wheel_momentum : array, or None
        What the control of each body holds, and the momenta of its wheels.
    """

    moments: np.ndarray | None = None
    parameters: np.ndarray | None = None
    command: np.ndarray | None = None
    wheel_momentum: np.ndarray | None = None

    def __init__(self, found: dict[str, Any]) -> None:
        self.t: float = found["t"]
        self.attitude: np.ndarray = found["attitude"]
        self.momentum: np.ndarray = found["momentum"]
        self.angular_velocity: np.ndarray = found["angular_velocity"]
        self.failed: np.ndarray = found["failed"] != 0
        for name in ("moments", "parameters", "command", "wheel_momentum"):
            setattr(self, name, found.get(name))

    @property
    def rotation(self) -> Any:
        """The attitudes as SciPy's Rotation."""
        return rotation_of(self.attitude)

    def __len__(self) -> int:
        return len(self.attitude)

    def __repr__(self) -> str:
        return f"<{len(self)} bodies at t = {self.t:g}, {int(self.failed.sum())} failed>"


class EnsembleResult:
    """What a scenario of many bodies came to.

    Attributes
    ----------
    t : array (samples,)
        Times of the sample points of the statistics.
    statistics : dict of dict of arrays
        For each quantity, such as "rate" or "energy_error", over the sample points: mean, std, min, q05, q25, q50, q75,
        q95, max, of all bodies that have not failed.
    counted : array (samples,)
        How many these were.
    final : Bodies
        All states at the end.
    snapshots : list of Bodies
        All states at the times of ``output.snapshots``.
    failures : list of dict
        The first ten bodies for which a step could not be made; ``failure_count`` says how many there were.
    tolerance : namespace, or None
        With a tolerance: asked, and the errors q50, q90, q99, max that were measured on ``verified_on`` bodies.
    method, step, steps, count, seed, threads, target, wall_seconds :
        What was used.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.problem: str = found["problem"]
        self.t: np.ndarray = found["t"]
        self.statistics: dict[str, dict[str, np.ndarray]] = found["statistics"]
        self.counted: np.ndarray = found["counted"]
        self.final = Bodies(found["final"])
        self.snapshots = [Bodies(snapshot) for snapshot in found["snapshots"]]
        self.failures: list[dict[str, Any]] = found["failures"]
        self.failure_count: int = found["failure_count"]
        self.tolerance = None if found["tolerance"] is None else SimpleNamespace(**found["tolerance"])
        self.method: str = found["method"]
        self.step: float = found["step"]
        self.steps: int = found["steps"]
        self.count: int = found["count"]
        self.seed: int = found["seed"]
        self.threads: int = found["threads"]
        self.target: str = found["target"]
        self.wall_seconds: float = found["wall_seconds"]

    @property
    def table(self) -> Rows:
        """The statistics at the end, a row for each quantity."""
        return Rows({"quantity": name, **{key: numbers[-1].item() for key, numbers in columns.items()}}
                    for name, columns in self.statistics.items())

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"t": self.t, "bodies": self.counted}
        for quantity, numbers in self.statistics.items():
            columns.update({f"{quantity}_{name}": values for name, values in numbers.items()})
        return columns

    def to_pandas(self) -> Any:
        """The statistics over the time, with a column for each number."""
        return optional_package("pandas", "to_pandas").DataFrame(self._columns())

    def to_arrow(self) -> Any:
        """The statistics over the time as a table of Arrow (pyarrow), with the columns of `to_pandas`."""
        return arrow_table(self._columns(), self._arrow_facts())

    def to_parquet(self, file: str | os.PathLike[str]) -> None:
        """Writes the statistics, with the columns of `to_pandas`, to a file of Parquet (pyarrow)."""
        write_parquet(file, self._columns(), self._arrow_facts())

    def _arrow_facts(self) -> dict[str, Any]:
        return {"method": self.method, "step": self.step, "count": self.count, "seed": self.seed}

    def to_xarray(self) -> Any:
        """The statistics over the time as a Dataset, a variable for each quantity."""
        names = list(next(iter(self.statistics.values()), {}))
        variables = {quantity: (("t", "statistic"), np.column_stack(list(numbers.values())))
                     for quantity, numbers in self.statistics.items()}
        facts = {"method": self.method, "step": self.step, "count": self.count, "seed": self.seed}
        xarray = optional_package("xarray", "to_xarray")
        return xarray.Dataset(variables, {"t": self.t, "statistic": names}, attrs=facts)

    def plot(self, *, figure: Any = None) -> Any:
        """The quantiles of each quantity over the time (Matplotlib).

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plots import plot_ensemble

        return plot_ensemble(self, figure)

    def _sentence(self) -> str:
        sentence = (f"{self.count} bodies up to t = {self.final.t:g} by {self.method} in {self.steps} steps of "
                    f"{self.step:.6g}, {self.failure_count} failed.")
        if self.tolerance is not None:
            sentence += (f" Errors of {self.tolerance.verified_on} bodies: {self.tolerance.q50:.1e} in the median, "
                         f"{self.tolerance.max:.1e} at most; {self.tolerance.asked:g} was asked.")
        return sentence

    def __repr__(self) -> str:
        return f"{self._sentence()}\n\n{self.table!r}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._sentence())}</p>{self.table._repr_html_()}"
