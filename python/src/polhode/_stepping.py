"""Motions without a run: closed form, one step at a time, many bodies at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import array, count, number, positive, text, times
from ._body import Body, body_of
from ._poinsot import Poinsot
from ._run import RunSpec, torque_settings
from ._state import State, States, rotation_of, state_of
from ._torques import torque_of
from ._warnings import warn

if TYPE_CHECKING:
    from ._view import View


def _case(body: Body, torque: Any, initial: dict[str, Any], orbit: dict[str, Any] | None = None) -> _core.Case:
    described, functions = torque_settings(torque_of(torque))
    if orbit is not None:
        described["orbit"] = orbit
    return RunSpec({"body": body._settings(), "initial": initial, "integrate": {"end": 1, "step": 1}, **described},
                   functions=functions).read()


class FreeMotion:
    """The motion of a free body in closed form: ``motion(t)`` has the states at any times, without steps.

    ``motion.polhode`` has the constants of the motion: energy, momentum, period and so on.

    Parameters
    ----------
    body : Body or array_like
        Without rotors.
    state : State
        At time 0.
    """

    def __init__(self, body: Any, state: State) -> None:
        self._body = body_of(body)
        self._state = state_of(state, self._body)
        self._core = _core.free_motion(self._body._core, self._state.attitude, self._state.momentum)

    @property
    def body(self) -> Body:
        """The body."""
        return self._body

    @property
    def polhode(self) -> SimpleNamespace:
        """The constants of the motion."""
        return SimpleNamespace(**self._core.constants())

    def __call__(self, t: Any) -> States:
        flat, shape = times("t", t)
        return States._of(flat, shape, self._core.at(flat), self._body)

    def poinsot(self) -> Poinsot:
        """The ellipsoids, the polhode and the herpolhode of this motion."""
        return Poinsot(self)

    def plot_polhode(self, *, figure: Any = None, t_span: Any = None) -> Any:
        """As ``poinsot().plot_polhode()``."""
        return self.poinsot().plot_polhode(figure=figure, t_span=t_span)

    def view(self, t_span: Any = None, *, axis: int | None = None, picture: str = "body", shape: str = "box",
             autoplay: bool = True) -> View:
        """The body in motion, as ``Result.view``; by default over three periods of the polhode, or one infinite one."""
        from ._view import view_of_motion

        return view_of_motion(self, t_span, axis, picture=picture, shape=shape, autoplay=autoplay)

    def __reduce__(self) -> Any:
        return FreeMotion, (self._body, self._state)


def free_motion(body: Any, state: State) -> FreeMotion:
    """The free motion that passes through a state at time 0.

    Parameters
    ----------
    body : Body or array_like
        Without rotors.
    state : State

    Returns
    -------
    FreeMotion
        A function of one time or of many.

    Examples
    --------
    >>> import polhode
    >>> body = polhode.Body([1, 2, 2.5])
    >>> motion = polhode.free_motion(body, polhode.State(momentum=[0.01, 3, 0]))
    >>> motion([0, 10, 1e4]).attitude.shape
    (3, 4)
    """
    return FreeMotion(body, state)


class Integrator:
    """A body moved by a method, one step or many at a time.

    Parameters
    ----------
    body : Body or array_like
    torque : Torque, callable or None
    initial : State
    method : str
    step : float
        A negative one goes back in time.
    t : float
        The time of the first state.

    Examples
    --------
    >>> import polhode
    >>> body = polhode.Body([1, 2, 3])
    >>> i = polhode.Integrator(body, None, polhode.State(momentum=[0, 0.1, 2]), method="se4-rkn", step=0.01)
    >>> i.march(1000)
    >>> i.t
    10.0
    """

    def __init__(self, body: Any, torque: Any, initial: State, *, method: str, step: float, t: float = 0.0) -> None:
        self._body = body_of(body)
        case = _case(self._body, torque, state_of(initial, self._body)._settings())
        self._core = _core.Integrator(case, text("method", method, "a method's name"), number("t", t))
        self._step = _length(step)
        self._made_of = (torque, initial, method)

    def __reduce__(self) -> Any:
        """A copy goes on with the same bits; its torque function has to be one that can be pickled."""
        return _integrator_of, (self._body, *self._made_of, self._step, self._core.kept())

    def step(self, h: float | None = None) -> None:
        """One step."""
        self._core.march(self._step if h is None else _length(h), 1)

    def march(self, steps: int) -> None:
        """So many steps, at native speed."""
        self._core.march(self._step, count("steps", steps))

    def advance_to(self, end: float) -> None:
        """Equal steps of at most the given length, up to a time."""
        self._core.advance_to(number("end", end), abs(self._step))

    def set(self, state: State, t: float | None = None) -> None:
        """Goes on from another state."""
        state = state_of(state, self._body)
        self._core.set(state.attitude, state.momentum, self.t if t is None else number("t", t))

    def restart(self) -> None:
        """Says that the torque function has changed: nothing of it is carried into the next step."""
        self._core.restart()

    @property
    def t(self) -> float:
        """The time of now."""
        return self._core.t

    @property
    def attitude(self) -> np.ndarray:
        """The quaternion x, y, z, w."""
        return self._core.attitude

    @property
    def momentum(self) -> np.ndarray:
        """In the body's axes."""
        return self._core.momentum

    @property
    def angular_velocity(self) -> np.ndarray:
        """In the body's axes."""
        return self._core.angular_velocity

    @property
    def energy(self) -> float:
        """Kinetic where the torque has no potential."""
        return self._core.energy

    @property
    def rotation(self) -> Any:
        """The attitude as a Rotation of SciPy."""
        return rotation_of(self.attitude)

    @property
    def nfev(self) -> int:
        """How often the torque was evaluated."""
        return self._core.nfev


def _integrator_of(body: Body, torque: Any, initial: State, method: str, step: float, kept: bytes) -> Integrator:
    integrator = Integrator(body, torque, initial, method=method, step=step)
    integrator._core.take_up(kept)
    return integrator


def _length(step: Any) -> float:
    """Of a step, which may go backwards."""
    h = number("step", step, "a number other than 0")
    if h == 0:
        raise ValueError("step: expected a number other than 0, got 0")
    return h


class Ensemble:
    """Many bodies under the same torque, each from its own state, on SIMD lanes and threads.

    Parameters
    ----------
    body : Body or array_like
        What all have in common.
    attitude : array_like (n, 4)
        Quaternions (x, y, z, w).
    momentum, angular_velocity : array_like (n, 3)
        One of them, in the body's axes.
    torque : Torque, callable or None
    moments : array_like (n, 3), optional
        Principal moments of each body.
    orbit : dict, optional
        The orbit of all of them, for the models that need one, with the keys of a scenario's ``[orbit]``.

    Examples
    --------
    >>> import polhode
    >>> bodies = polhode.Ensemble([5, 5, 1], attitude=[[0, 0, 0, 1]] * 3, momentum=[[0, 0, 1], [0, 1, 0], [1, 0, 0]],
    ...                           torque=polhode.HeavyTop(weight_moment=20))
    >>> bodies.march("mr2-123", step=0.01, steps=100)
    >>> bodies.t, bodies.attitude.shape
    (1.0, (3, 4))
    """

    def __init__(self, body: Any, *, attitude: Any, momentum: Any = None, angular_velocity: Any = None,
                 torque: Any = None, moments: Any = None, orbit: dict[str, Any] | None = None) -> None:
        self._body = body_of(body)
        if (momentum is None) == (angular_velocity is None):
            raise TypeError("Ensemble: expected one of momentum and angular_velocity")
        if hasattr(attitude, "as_quat"):
            attitude = attitude.as_quat()
        q = array("attitude", attitude, (-1, 4), "rows of four numbers x, y, z, w")
        if momentum is not None:
            p = array("momentum", momentum, (-1, 3), "rows of three numbers")
        else:
            p = self._body.momentum(array("angular_velocity", angular_velocity, (-1, 3), "rows of three numbers"))
        if len(q) != len(p) or not len(q):
            raise ValueError(f"Ensemble: {len(q)} attitudes and {len(p)} rotations, expected as many of both, and at "
                             "least one")
        self._core = _core.Ensemble(_case(self._body, torque, {"angular_velocity": [0, 0, 0]}, orbit), q, p)
        if moments is not None:
            if angular_velocity is not None:
                raise TypeError("moments: with moments of their own, expected the momentum of the bodies")
            self._core.set_moments(array("moments", moments, (len(q), 3), f"{len(q)} rows of three numbers"))
        self._states: tuple[int, dict[str, np.ndarray]] = (-1, {})  # as they were after so many changes

    def march(self, method: str, *, step: float, steps: int, threads: int = 0, target: str = "best") -> None:
        """So many steps of all bodies. ``threads=0``: one for each core. Bodies that fail bring a warning; they are in
        ``failures``."""
        more_failed = self._core.march(text("method", method, "a method's name"), positive("step", step),
                                       count("steps", steps), count("threads", threads),
                                       text("target", target, "the name of an instruction set"))
        if more_failed:
            failures = self.failures
            first = failures[0]
            warn([f"Ensemble: a step could not be made for {len(failures)} of {len(self)} bodies, which stand where it "
                  f"began, such as body {first['body']} at t = {first['t']:g}: {first['reason']}"])

    def _column(self, name: str) -> np.ndarray:
        changes = self._core.changes
        if self._states[0] != changes:
            self._states = changes, self._core.states()
        return self._states[1][name]

    @property
    def t(self) -> float:
        """The time that all bodies have reached."""
        return self._core.t

    @property
    def attitude(self) -> np.ndarray:
        """Quaternions (x, y, z, w), n × 4: of now, gathered when first asked for."""
        return self._column("attitude")

    @property
    def momentum(self) -> np.ndarray:
        """In the axes of each body, n × 3."""
        return self._column("momentum")

    @property
    def angular_velocity(self) -> np.ndarray:
        """In the axes of each body, n × 3."""
        return self._column("angular_velocity")

    @property
    def energy(self) -> np.ndarray:
        """Of each body; kinetic where the torque has no potential."""
        return self._core.energies()

    @property
    def rotation(self) -> Any:
        """The attitudes as a Rotation of SciPy."""
        return rotation_of(self.attitude)

    @property
    def blocks(self) -> np.ndarray:
        """The memory of the kernels itself, without a copy: (blocks, 7, 8), eight bodies to a block, attitude x, y, z,
        w and momentum, in principal axes. The last blocks are filled up with bodies that do not count."""
        return self._core.blocks()

    @property
    def target(self) -> str:
        """The instruction set of the last march."""
        return self._core.target

    @property
    def failures(self) -> list[dict[str, Any]]:
        """Bodies for which a step could not be made: they stand where it began."""
        return self._core.failures()

    def __len__(self) -> int:
        return len(self._core)
