"""What a run came to."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import times as times_of
from ._run import RunSpec
from ._state import States, rotation_of


@dataclass(frozen=True)
class Certificate:
    """What can be said about a run, measured by making it again: more accurately, in 80-bit arithmetic, and backwards.

    Distances are the larger of the angle between the attitudes and the distance of the momenta, relative to the
    largest.
    """

    error: float | None  #: largest distance from an independent and more accurate run
    error_by: str  #: what that was, or why there is none
    round_off: float | None  #: largest distance from the same steps in 80-bit arithmetic
    reversibility_defect: float | None  #: distance from the start after all steps and back
    relies_on: list[str]  #: what the method promises, and the run draws on
    steps: int  #: so many from the start were made again
    time: float  #: up to this time
    whole: bool  #: which was all of the run
    nfev: int
    conservation: dict[str, Any]  #: of energy and momentum over all steps; work and impulse of a torque that does some

    def _repr_html_(self) -> str:
        def cell(value: Any) -> str:
            return "–" if value is None else f"{value:.1e}"

        rows = [("error", cell(self.error), self.error_by), ("round-off", cell(self.round_off), ""),
                ("reversibility defect", cell(self.reversibility_defect), "")]
        inside = "".join(f"<tr><th>{name}</th><td>{value}</td><td>{html.escape(note)}</td></tr>"
                         for name, value, note in rows)
        return f"<table>{inside}</table>"


class Solution:
    """The motion of a run at any time in it: ``sol(t)``, with dense output.

    Examples
    --------
    >>> import polhode
    >>> r = polhode.solve([5, 5, 1], polhode.HeavyTop(weight_moment=20), polhode.State(momentum=[0.1, 0, 5]), (0, 2),
    ...                   "se4-rkn", 0.01, dense_output=True)
    >>> r.sol([0.123, 1.234]).attitude.shape
    (2, 4)
    """

    def __init__(self, result: Result) -> None:
        self._result = result

    def __call__(self, t: Any) -> States:
        flat, shape = times_of("t", t)
        first, last = self._result._spec.start, self._result._summary["end"]
        outside = flat[(flat < first) | (flat > last)]
        if len(outside):
            raise ValueError(f"sol: the time {outside[0]} is outside the run, expected one from {first} to {last}")
        return States._of(flat, shape, self._result._core_run().at(flat))


class Result:
    """The result of ``solve``, with the names of SciPy's ``solve_ivp``.

    Attributes
    ----------
    t : array (n,)
        Times of the samples.
    attitude : array (n, 4)
        Quaternions (x, y, z, w), body to space.
    momentum, angular_velocity : array (n, 3)
        Π and ω, in the body's axes.
    energy : array (n,)
        Kinetic and potential; kinetic alone if the torque has no potential.
    t_events : list of arrays, or None
        When each of the events happened.
    sol : callable, or None
        With ``dense_output``: the states at any time of the run.
    transition : array (n, 6, 6), or None
        With ``sensitivity``: how the state depends on the first one. Both states are varied by (ξ, ρ): the attitude
        becomes R exp(ξ), the momentum Π + ρ.
    parameter_sensitivity : array (n, 6, p), or None
        With ``sensitivity="parameters"``: (ξ, ρ) by each of the parameters whose names are in ``parameters``. ``held``
        says what stays at the start when they change, "momentum" or "angular_velocity".
    success, status, message : bool, int, str
        status is 0 at the end of the interval, 1 at a terminal event.
    nfev : int
        Torque evaluations of the run; ``nfev_choosing`` those of choosing method and step.
    method, step, steps : str, float, int
        What was used.

    Examples
    --------
    >>> import polhode
    >>> r = polhode.solve([5, 5, 1], polhode.HeavyTop(weight_moment=20), polhode.State(momentum=[0.1, 0, 5]), (0, 2),
    ...                   tolerance=1e-8)
    >>> r.success, r.error_estimate <= 1e-8, r.certificate.error <= 1e-8
    (True, True, True)
    """

    t: np.ndarray
    attitude: np.ndarray
    momentum: np.ndarray
    angular_velocity: np.ndarray
    energy: np.ndarray
    transition: np.ndarray | None
    parameter_sensitivity: np.ndarray | None
    parameters: list[str] | None
    held: str | None

    def __init__(self, spec: RunSpec) -> None:
        run = spec.make()
        self._spec = spec
        self._run: Any = run
        self._certificate: Certificate | None = None
        arrays = run.samples()
        self.transition = self.parameter_sensitivity = None
        self.__dict__.update(arrays)
        if spec.t_eval is not None:
            self.t = spec.t_eval[: len(self.t)].copy()
        self._summary = run.summary()
        for name in ("method", "step", "steps", "nfev", "nfev_choosing", "error_estimate", "parameters", "held"):
            setattr(self, name, self._summary[name])
        ended_by = self._summary["ended_by"]
        self.success = bool(self._summary["complete"])
        self.status = 0 if ended_by is None else 1
        self.message = ("The run reached the end of the interval." if ended_by is None
                        else f'The terminal event "{ended_by}" ended the run.')
        self._take_events(run.events())
        self.sol = Solution(self) if spec.dense_output else None

    def _take_events(self, happened: list[dict[str, Any]]) -> None:
        names = [name for name, _ in self._spec.events] or self._run_event_names()
        if not names:
            self.t_events = self.attitude_events = self.momentum_events = None
            return
        own = [[event for event in happened if event["name"] == name] for name in names]
        self.t_events = [np.array([event["t"] for event in events]) for events in own]
        self.attitude_events = [np.array([event["attitude"] for event in events]).reshape(-1, 4) for events in own]
        self.momentum_events = [np.array([event["momentum"] for event in events]).reshape(-1, 3) for events in own]

    def _run_event_names(self) -> list[str]:
        if not self._spec.settings.get("event"):
            return []
        return list(dict.fromkeys(self._spec.read().event_names))

    def _core_run(self) -> Any:
        if self._run is None:  # it was pickled; the run is made again, to the same bits
            self._run = self._spec.make()
        return self._run

    @property
    def rotation(self) -> Any:
        """The attitudes as SciPy's Rotation."""
        return rotation_of(self.attitude)

    @property
    def certificate(self) -> Certificate:
        """What the run is worth. Measured when first asked for, which takes a few times the run."""
        if self._certificate is None:
            self._certificate = Certificate(**self._core_run().certificate(),
                                            conservation=self._summary["conservation"])
        return self._certificate

    def plot_polhode(self, *, figure: Any = None) -> Any:
        """Draws the path of the angular velocity in the body, with Matplotlib.

        Of a free body: the energy ellipsoid with polhode and separatrices, and the first three periods of the
        herpolhode in its plane, all of them exact; samples of the run are dots on top.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plot_polhode import draw_result

        return draw_result(self, figure=figure)

    def to_pandas(self) -> Any:
        import pandas

        columns = {"t": self.t}
        for name, letters in (("attitude", "xyzw"), ("momentum", "xyz"), ("angular_velocity", "xyz")):
            columns.update({f"{name}_{letter}": getattr(self, name)[:, i] for i, letter in enumerate(letters)})
        return pandas.DataFrame({**columns, "energy": self.energy})

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_run": None}

    def __repr__(self) -> str:
        return "\n".join([f" message: {self.message}", f" success: {self.success}", f"  method: {self.method}",
                          f"    step: {self.step}", f"   steps: {self.steps}", f"    nfev: {self.nfev}",
                          f"       t: {self.t.shape}", f"attitude: {self.attitude.shape}"])
