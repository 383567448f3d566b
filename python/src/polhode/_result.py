"""What a run came to."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import times as times_of
from ._arrow import arrow_table, write_parquet
from ._checkpoint import make_kept
from ._optional import optional_package
from ._run import RunSpec
from ._state import States, rotation_of

if TYPE_CHECKING:
    from ._view import View


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
        inside = "".join(f"<tr><th>{name}</th><td>{html.escape(value)}</td><td>{html.escape(note)}</td></tr>"
                         for name, value, note in rows)
        return f"<table>{inside}</table>"


@dataclass(frozen=True)
class ControlHistory:
    """The calls of a control in a run."""

    law: str  #: its name, "none" for wheels without a law
    period: float
    kind: str  #: of the commands: "torque", or "moment" of coils
    wheels: list[str]  #: their names
    t: np.ndarray  #: times of the calls
    command: np.ndarray  #: what was held from each call to the next, in the body's axes, calls × 3
    wheel_momentum: np.ndarray  #: at the calls, along their axes, calls × wheels

    def __repr__(self) -> str:
        return (f"ControlHistory(law={self.law!r}, period={self.period}, {len(self.t)} calls, kind={self.kind!r}, "
                f"wheels={self.wheels})")


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
    control : ControlHistory, or None
        With a control or wheels: its calls.
    wheel_momentum : array (n, wheels), or None
        Of each wheel along its axis.
    impulses : list of dict
        Those that were given: name, t, attitude, momentum_before, momentum_after.
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
    wheel_momentum: np.ndarray | None
    method: str
    step: float
    steps: int
    nfev: int
    nfev_choosing: int
    error_estimate: float | None

    def __init__(self, spec: RunSpec, checkpoint: Any = None) -> None:
        run = spec.make() if checkpoint is None else make_kept(spec, checkpoint)
        self._spec = spec
        self._run: Any = run
        self._certificate: Certificate | None = None
        self._conservation: dict[str, Any] | None = None
        arrays = run.samples()
        self.transition = self.parameter_sensitivity = self.wheel_momentum = None
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
        self.impulses: list[dict[str, Any]] = run.impulses()
        control = run.control()
        self.control = None if control is None else ControlHistory(**control)
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
            self._certificate = Certificate(**self._core_run().certificate(), conservation=self.conservation)
        return self._certificate

    @property
    def conservation(self) -> dict[str, Any]:
        """Errors of energy and momentum over all steps, or the work and the impulse of a torque that does some.

        Measured when first asked for, by making the run again: watching takes longer than many a step.
        """
        if self._conservation is None:
            self._conservation = self._core_run().conservation()
        return self._conservation

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

    def view(self, t_span: Any = None, *, axis: int | None = None, picture: str = "body", shape: str = "box",
             autoplay: bool = True) -> View:
        """The body in motion, for notebooks (by anywidget), or for a page: ``result.view().save("motion.html")``.

        Where the samples lie too far apart for a motion to be seen, the run is made again.

        Parameters
        ----------
        t_span : tuple of two floats, optional
            The times that are shown; by default all, or the first part of a long run.
        axis : int, optional
            The body axis whose tip leaves a trail: 1, 2 or 3.
        picture : str
            "body", or "poinsot" for a free body as an ellipsoid that rolls on a plane.
        shape : str
            "box" or "ellipsoid".
        autoplay : bool
            Whether it moves when it appears.
        """
        from ._view import view_of_result

        return view_of_result(self, t_span, axis, picture=picture, shape=shape, autoplay=autoplay)

    def _columns(self) -> dict[str, Any]:
        columns = {"t": self.t}
        for name, letters in (("attitude", "xyzw"), ("momentum", "xyz"), ("angular_velocity", "xyz")):
            columns.update({f"{name}_{letter}": getattr(self, name)[:, i] for i, letter in enumerate(letters)})
        columns["energy"] = self.energy
        if self.wheel_momentum is not None and self.control is not None:
            columns.update({f"wheel_momentum_{name}": self.wheel_momentum[:, i]
                            for i, name in enumerate(self.control.wheels)})
        return columns

    def to_pandas(self) -> Any:
        """The samples as a DataFrame, with a column for each number."""
        return optional_package("pandas", "to_pandas").DataFrame(self._columns())

    def to_arrow(self) -> Any:
        """The samples as a table of Arrow (pyarrow), with the columns of `to_pandas`."""
        return arrow_table(self._columns(), self._arrow_facts())

    def to_parquet(self, file: str | os.PathLike[str]) -> None:
        """Writes the samples, with the columns of `to_pandas`, to a file of Parquet (pyarrow)."""
        write_parquet(file, self._columns(), self._arrow_facts())

    def _arrow_facts(self) -> dict[str, Any]:
        return {"method": self.method, "step": self.step, "steps": self.steps, "nfev": self.nfev}

    def to_xarray(self) -> Any:
        """The samples as a Dataset over t, with the components as a dimension."""
        xarray = optional_package("xarray", "to_xarray")
        variables: dict[str, Any] = {"attitude": (("t", "quaternion"), self.attitude),
                                     "momentum": (("t", "axis"), self.momentum),
                                     "angular_velocity": (("t", "axis"), self.angular_velocity),
                                     "energy": ("t", self.energy)}
        coordinates: dict[str, Any] = {"t": self.t, "quaternion": list("xyzw"), "axis": list("xyz")}
        if self.wheel_momentum is not None and self.control is not None:
            variables["wheel_momentum"] = (("t", "wheel"), self.wheel_momentum)
            coordinates["wheel"] = self.control.wheels
        facts = {"method": self.method, "step": self.step, "steps": self.steps, "nfev": self.nfev}
        return xarray.Dataset(variables, coordinates, attrs=facts)

    def write_aem(self, path: str | os.PathLike[str], **exchange: Any) -> None:
        """Write the attitudes as an ephemeris of the CCSDS (AEM), which tools of spaceflight read.

        Parameters
        ----------
        path : path
            Of the file, such as "top.aem".
        **exchange
            The keys of ``[exchange]`` in a scenario: epoch="2027-01-01T00:00:00", object_name, object_id,
            reference_frame, body_frame, time_system, originator, creation_date, aem_version.
        """
        text = _core.aem(exchange, self.t, self.attitude)
        with open(path, "w", encoding="ascii", newline="\n") as out:
            out.write(text)

    def plot(self, *, figure: Any = None) -> Any:
        """Angular velocity, attitude, energy and errors over the time (Matplotlib).

        The certificate, if it has been measured, is drawn among the errors.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plots import plot_result

        return plot_result(self, figure)

    def _facts(self) -> dict[str, Any]:
        """What the run came to, in a few words."""
        facts = {"message": self.message, "method": self.method, "step": f"{self.step:.6g}", "steps": self.steps,
                 "torque evaluations": self.nfev, "samples": len(self.t),
                 "time": f"{self.t[0]:g} to {self.t[-1]:g}" if len(self.t) else "no samples"}
        for name in ("energy", "momentum"):
            trend = (self._conservation or {}).get(name)
            if trend is not None:
                facts[f"largest error of the {name}"] = f"{trend['max_error']:.1e}"
        if self.error_estimate is not None:
            facts["error, as chosen for"] = f"{self.error_estimate:.1e}"
        return facts

    def _repr_html_(self) -> str:
        inside = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>"
                         for name, value in self._facts().items())
        certificate = "" if self._certificate is None else self._certificate._repr_html_()
        return f"<table>{inside}</table>{certificate}"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_run": None}

    def __repr__(self) -> str:
        return "\n".join([f" message: {self.message}", f" success: {self.success}", f"  method: {self.method}",
                          f"    step: {self.step}", f"   steps: {self.steps}", f"    nfev: {self.nfev}",
                          f"       t: {self.t.shape}", f"attitude: {self.attitude.shape}"])
