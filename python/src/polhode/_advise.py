"""Which method suits a problem."""

from __future__ import annotations

import html
from types import SimpleNamespace
from typing import Any

from . import _core
from ._arrays import number, positive
from ._asked import asked
from ._tables import Rows


class Advice:
    """What ``advise`` recommends, and what it measured.

    Attributes
    ----------
    method, step : str, float, or None
        The recommendation; no method if none meets the tolerance or nothing can be promised, no step if the method
        chooses its own.
    reason : str
        Why this one, in a sentence.
    basis : {"measured", "predicted", "chaotic", "unknown"}
        What stands behind it: the whole run was made, a part of it was, or nothing is promised.
    table : Rows
        All methods that were tried, fastest first.
    horizon : float
        Up to here the tolerance can be held, or a prediction be trusted.
    growth : namespace
        How neighbouring motions part: kind, until, power, rate, and the points t, norm.
    end, piece, tolerance, torque_cost : float
        The end of the run, that of the piece on which all were measured, and what was asked.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.problem: str = found["problem"]
        self.end: float = found["end"]
        self.piece: float = found["piece"]
        self.tolerance: float = found["tolerance"]
        self.torque_cost: float = found["torque_cost"]
        self.basis: str = found["basis"]
        self.horizon: float = found["horizon"]
        self.reason: str = found["reason"]
        self.growth = SimpleNamespace(**found["growth"])
        self._points = {row["method"]: row.pop("points") for row in found["rows"]}
        self.table = Rows(found["rows"])
        chosen = None if found["recommended"] is None else self.table[found["recommended"]]
        self.method: str | None = chosen and chosen["method"]
        self.step: float | None = chosen and chosen["step"]

    def to_pandas(self) -> Any:
        """The table as a DataFrame."""
        return self.table.to_pandas()

    def _sentence(self) -> str:
        if self.method is None:
            return f"For an error of {self.tolerance:g}: {self.reason}."
        step = "its own steps" if self.step is None else f"step {self.step:.4g}"
        return f"For an error of {self.tolerance:g}: {self.method} with {step}. {self.reason}."

    def __repr__(self) -> str:
        return f"{self._sentence()}\n\n{self.table!r}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self._sentence())}</p>{self.table._repr_html_()}"

    def plot(self, x: str = "seconds", *, axes: Any = None) -> Any:
        """Error over work of all methods on the piece that was measured, and the tolerance (Matplotlib).

        Parameters
        ----------
        x : {"seconds", "nfev", "steps"}
        axes : matplotlib.axes.Axes, optional

        Returns
        -------
        matplotlib.axes.Axes
        """
        from ._plots import plot_advice

        return plot_advice(self, x, axes)


def advise(problem: Any, torque: Any = None, initial: Any = None, t_span: Any = None, *, tolerance: float = 1e-6,
           torque_cost: float = 0.0, end: float | None = None, orbit: dict[str, Any] | None = None,
           frame: str | None = None, scalars: bool | None = None, rate_dependence: str | None = None) -> Advice:
    """Measures methods of every kind on the problem itself, and recommends one.

    Parameters
    ----------
    problem : Problem, Body or array_like
        A problem; or a body, with the next three arguments as ``solve`` has them.
    torque, initial, t_span : optional
    tolerance : float
        For the error of the whole run: radians, and relative to the largest momentum.
    torque_cost : float
        Seconds that a torque evaluation takes in your program, beyond what it takes here.
    end : float, optional
        Of a problem, if not its own.
    orbit, frame, scalars, rate_dependence : optional
        As of ``solve``.

    Returns
    -------
    Advice

    Examples
    --------
    >>> import polhode
    >>> advice = polhode.advise(polhode.problem("slow-top"), tolerance=1e-6, end=2)
    >>> advice.basis
    'measured'
    """
    keywords = {"frame": frame, "scalars": scalars, "rate_dependence": rate_dependence}
    spec = asked("advise", problem, {"torque": torque, "initial": initial, "t_span": t_span}, end, orbit, keywords)
    spec.tolerance = positive("tolerance", tolerance)
    seconds = number("torque_cost", torque_cost, "seconds")
    return Advice(_core.advise(spec.read(), spec.tolerance, seconds))
