"""``polhode.solve`` as a function of JAX, with derivatives forward and in reverse.

The derivatives are those of :func:`polhode.solve` with ``sensitivity="parameters"``: of what the method does, to
rounding. They are of first order; asking for second ones is an error. Everything is in float64, so that JAX must be
told to use it: ``jax.config.update("jax_enable_x64", True)``.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arrays import shown
from ._asked import interval
from ._body import Body, body_of
from ._solve import specification
from ._state import State
from ._torques import torque_of

try:
    import jax
    import jax.numpy as jnp
    from jax.custom_derivatives import SymbolicZero
except ImportError as error:
    raise ImportError("polhode.jax: JAX is missing, expected an installed package jax") from error


class Motion(NamedTuple):
    """States at the times ``t``, as arrays of JAX: attitude (n, 4), momentum and angular velocity (n, 3)."""

    t: Any
    attitude: Any
    momentum: Any
    angular_velocity: Any


def solve(body: Any, torque: Any, initial: Any, t_span: Any, method: str = "auto", step: float | None = None,
          tolerance: float | None = None, t_eval: Any = None, *, moments: Any = None,
          parameters: dict[str, Any] | None = None, frame: str | None = None, scalars: bool | None = None,
          rate_dependence: str | None = None, orbit: dict[str, Any] | None = None) -> Motion:
    """Solves the motion of a rigid body, and can be differentiated, compiled and mapped by JAX.

    Derivatives are taken with respect to what ``initial``, ``moments`` and ``parameters`` contain, and to the moments
    if the body is given by them. All else must be known when JAX traces the call.

    Parameters
    ----------
    body : array_like (3,) or Body
        Principal moments; or a body, whose inertia is a constant unless there are ``moments``.
    torque : Torque, callable or None
        As for ``polhode.solve``. Of a function of Python, derivatives by the state are central differences.
    initial : dict or State
        ``{"attitude": q, "momentum": p}`` or ``{"attitude": q, "angular_velocity": w}``, in the body's axes. The
        quaternion (x, y, z, w) is divided by its length first, and so are its derivatives to be understood. A State is
        a constant.
    t_span, method, step, tolerance, frame, scalars, rate_dependence, orbit :
        As for ``polhode.solve``. With a tolerance, method and step are chosen anew by each call, and the derivatives
        are those with this choice; with a method and a step the function is smooth.
    t_eval : array_like (n,), optional
        Times of the states; by default the end alone.
    moments : array_like (3,), optional
        Principal moments in place of those of a Body, about the same axes.
    parameters : dict, optional
        Numbers in place of those of the torque, by their names: ``{"weight_moment": 20.0}``, of a sum
        ``{"damping.coefficient": 0.1}``; also ``rotor_momentum``, of a body that has some. A number for a parameter of
        three stands for three equal ones.

    Returns
    -------
    Motion

    Examples
    --------
    >>> import jax, polhode, polhode.jax
    >>> jax.config.update("jax_enable_x64", True)
    >>> def height(weight_moment):
    ...     start = {"attitude": [0.05, 0, 0, 1], "angular_velocity": [0, 0, 5]}
    ...     motion = polhode.jax.solve([5, 5, 1], polhode.HeavyTop(weight_moment=1), start, (0, 2), "se4-rkn", 0.01,
    ...                                parameters={"weight_moment": weight_moment})
    ...     x, y, z, w = motion.attitude[-1]
    ...     return 1 - 2 * (x**2 + y**2)
    >>> print(f"{jax.grad(height)(20.0):.6f} {jax.jacfwd(height)(20.0):.6f}")
    -0.134496 -0.134496
    """
    if jnp.result_type(float) != jnp.float64:
        raise RuntimeError('polhode.jax: JAX is using 32-bit numbers, expected jax.config.update("jax_enable_x64", '
                           "True) at the start of the program")
    start, end = interval(t_span)
    template, moments = _body_and_moments(body, moments)
    keywords = {"frame": frame, "scalars": scalars, "rate_dependence": rate_dependence}
    keywords = {name: value for name, value in keywords.items() if value is not None}
    runs = _Runs(template, torque_of(torque, **keywords), t_span=(start, end), method=method, step=step,
                 tolerance=tolerance, t_eval=[end] if t_eval is None else t_eval, orbit=orbit)
    rotor, numbers = _parameters(runs.case, template, {} if parameters is None else parameters)
    axes = _rotation_matrix(template.principal_axes)
    attitude, momentum = _start(initial, template, moments, rotor, axes)
    attitude, momentum = _motion(runs, moments, rotor, numbers, attitude, momentum)
    rate = ((momentum - rotor) @ axes / moments) @ axes.T
    return Motion(jnp.asarray(runs.t), attitude, momentum, rate)


def _numbers(name: str, value: Any, shape: tuple[int, ...], expected: str) -> Any:
    """An array of JAX, of a value that may be a tracer."""
    try:
        given = jnp.asarray(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected {expected}, got {shown(value)}") from None
    if given.dtype.kind not in "fiu":
        raise TypeError(f"{name}: expected {expected}, got {shown(value)}")
    if given.shape != shape:
        raise ValueError(f"{name}: expected {expected}, got an array of shape {given.shape}")
    return given.astype(jnp.float64)


def _body_and_moments(body: Any, moments: Any) -> tuple[Body, Any]:
    """A body whose axes and rotors count, and the moments, which may be tracers."""
    expected = "three principal moments"
    if isinstance(body, Body):
        return body, _numbers("moments", body.moments if moments is None else moments, (3,), expected)
    if moments is not None:
        raise TypeError(f"moments: they stand in place of those of a Body, expected one as the body, got {shown(body)}")
    if np.ndim(body) == 2:
        if isinstance(body, jax.core.Tracer):
            raise TypeError("body: derivatives by a 3x3 inertia are not known, expected three principal moments, or a "
                            "Body and its moments=")
        return _body_and_moments(body_of(np.asarray(body)), None)
    return Body([1, 1, 1]), _numbers("body", body, (3,), expected)


def _parameters(case: _core.Case, body: Body, given: dict[str, Any]) -> tuple[Any, Any]:
    """The momentum of rotors, and the numbers of the torque."""
    if not isinstance(given, dict):
        raise TypeError(f"parameters: expected a dictionary, got {shown(given)}")
    known = [name for name, _ in case.parameters] + (["rotor_momentum"] if body._core.has_rotor else [])
    for name in given:
        if name not in known:
            raise ValueError(f"parameters: {shown(name)} is none of this torque's, expected one of: "
                             f"{', '.join(known) or 'none'}")
    parts, place = [], 0
    for name, count in case.parameters:
        kept = case.numbers[place:place + count]
        place += count
        parts.append(_three_or_one(name, given[name], count) if name in given else jnp.asarray(kept))
    rotor = given.get("rotor_momentum", body.rotor_momentum)
    numbers = jnp.concatenate(parts) if parts else jnp.zeros(0)
    return _numbers("rotor_momentum", rotor, (3,), "three numbers"), numbers


def _three_or_one(name: str, value: Any, count: int) -> Any:
    if count == 3 and np.ndim(value) == 1:
        return _numbers(name, value, (3,), "three numbers")
    return jnp.broadcast_to(_numbers(name, value, (), "a number"), (count,))


def _start(initial: Any, body: Body, moments: Any, rotor: Any, axes: np.ndarray) -> tuple[Any, Any]:
    """Attitude and momentum at the start; of an angular velocity, Π = Iω + h, whatever the moments are."""
    if isinstance(initial, State):
        rates = {key: initial._settings_given[key] for key in ("momentum", "angular_velocity")
                 if key in initial._settings_given}
        initial = {"attitude": initial.attitude, **(rates or {"momentum": initial.of(body).momentum})}
    if not isinstance(initial, dict) or not set(initial) <= {"attitude", "momentum", "angular_velocity"}:
        raise TypeError('initial: expected a State, or a dictionary of "attitude" and of "momentum" or '
                        f'"angular_velocity", got {shown(initial)}')
    if ("momentum" in initial) == ("angular_velocity" in initial):
        raise TypeError('initial: expected one of "momentum" and "angular_velocity", got '
                        f'{"both" if "momentum" in initial else "neither"}')
    q = _numbers("attitude", initial.get("attitude", [0.0, 0.0, 0.0, 1.0]), (4,), "a quaternion (x, y, z, w)")
    q = q / jnp.sqrt(q @ q)
    if "momentum" in initial:
        return q, _numbers("momentum", initial["momentum"], (3,), "three numbers")
    rate = _numbers("angular_velocity", initial["angular_velocity"], (3,), "three numbers")
    return q, axes @ (moments * (rate @ axes)) + rotor


def _rotation_matrix(q: np.ndarray) -> np.ndarray:
    """Of a unit quaternion (x, y, z, w)."""
    v, s = q[:3], q[3]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * s * cross + 2 * cross @ cross


class _Runs:
    """One run for each set of numbers that JAX comes with: its states, and their derivatives."""

    def __init__(self, body: Body, torque: Any, **keywords: Any) -> None:
        def spec(sensitivity: Any) -> Any:
            # the momentum is what derivatives by parameters hold
            return specification(body, torque, State(momentum=[0, 0, 1]), **keywords, sensitivity=sensitivity)

        plain = spec(False)
        self.t = plain.t_eval
        self._times = plain.t_eval - plain.start
        self._specs = {kind: spec(kind) for kind in (True, "parameters")}
        self._cases = {False: plain.read()}
        self.case = self._cases[False]
        self._has_rotor = body._core.has_rotor

    def _samples(self, kind: Any, numbers: tuple[Any, ...]) -> dict[str, np.ndarray]:
        if kind not in self._cases:
            self._cases[kind] = self._specs[kind].read()
        rows = [np.require(number, dtype=np.float64, requirements="C") for number in numbers]
        return _core.solve(self._cases[kind].with_numbers(*rows), self._times, False, None, b"").samples()

    def states(self, *numbers: Any) -> tuple[np.ndarray, ...]:
        samples = self._samples(False, numbers)
        return samples["attitude"], samples["momentum"]

    def by_state(self, *numbers: Any) -> tuple[np.ndarray, ...]:
        samples = self._samples(True, numbers)
        return samples["attitude"], samples["momentum"], samples["transition"]

    def by_parameters(self, *numbers: Any) -> tuple[np.ndarray, ...]:
        samples = self._samples("parameters", numbers)
        columns = samples["parameter_sensitivity"]
        rotors = columns.shape[2] - 3 - len(numbers[2])
        if not rotors and self._has_rotor:
            raise ValueError("rotor_momentum: 0 has no derivatives, expected rotors that turn")
        moments, rotor, torque = np.split(columns, [3, 3 + rotors], axis=2)
        if not rotors:
            rotor = np.zeros((len(columns), 6, 3))
        return samples["attitude"], samples["momentum"], samples["transition"], moments, rotor, torque

    def call(self, function: Any, rows: list[tuple[int, ...]], numbers: Any) -> Any:
        """Calls one of these from JAX; ``rows`` has the shapes of what it gives for each time."""
        shapes = [jax.ShapeDtypeStruct((len(self.t), *row), np.float64) for row in rows]
        return jax.pure_callback(function, tuple(shapes), *numbers, vmap_method="sequential")


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def _motion(runs: _Runs, moments: Any, rotor: Any, numbers: Any, attitude: Any, momentum: Any) -> Any:
    return runs.call(runs.states, [(4,), (3,)], (moments, rotor, numbers, attitude, momentum))


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _derivatives(runs: _Runs, by_parameters: bool, *numbers: Any) -> Any:
    """States and the matrices that lead to their changes."""
    rows: list[tuple[int, ...]] = [(4,), (3,), (6, 6)]
    if not by_parameters:
        return runs.call(runs.by_state, rows, numbers)
    return runs.call(runs.by_parameters, [*rows, (6, 3), (6, 3), (6, len(numbers[2]))], numbers)


@_derivatives.defjvp
def _no_second_derivatives(runs: _Runs, by_parameters: bool, numbers: Any, changes: Any) -> Any:
    raise NotImplementedError("polhode.jax: second derivatives are not known, expected to be asked for first ones")


@functools.partial(_motion.defjvp, symbolic_zeros=True)
def _motion_jvp(runs: _Runs, numbers: Any, changes: Any) -> Any:
    """Changes are linear in those of the numbers, so that JAX finds reverse derivatives by transposing."""
    by_parameters = not all(isinstance(change, SymbolicZero) for change in changes[:3])
    q, p, transition, *columns = _derivatives(runs, by_parameters, *numbers)
    terms = [matrix @ change for matrix, change in zip(columns, changes) if not isinstance(change, SymbolicZero)]
    attitude, momentum = changes[3:]
    if not isinstance(attitude, SymbolicZero):
        terms.append(transition[:, :, :3] @ _turn_of(numbers[3], attitude))
    if not isinstance(momentum, SymbolicZero):
        terms.append(transition[:, :, 3:] @ momentum)
    change = sum(terms[1:], terms[0])
    return (q, p), (_turned_by(q, change[:, :3]), change[:, 3:])


def _turn_of(q: Any, change: Any) -> Any:
    """ξ = 2 Im(q* δq), the rotation vector in body axes of a change of a unit quaternion: δq = ½ q (ξ, 0)."""
    v, s = q[:3], q[3]
    return 2 * (s * change[:3] - change[3] * v - jnp.cross(v, change[:3]))


def _turned_by(q: Any, turn: Any) -> Any:
    """δq = ½ q (ξ, 0), for rows of both."""
    v, s = q[:, :3], q[:, 3:]
    return 0.5 * jnp.concatenate([s * turn + jnp.cross(v, turn), -jnp.sum(v * turn, axis=1, keepdims=True)], axis=1)


__all__ = ["Motion", "solve"]
