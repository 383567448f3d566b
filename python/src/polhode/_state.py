"""Attitude and rotation of a body: one state, and many."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import array, shown, vector
from ._body import Body, body_of
from ._warnings import warn

_ATTITUDES = ("attitude", "quaternion_wxyz", "matrix", "rotation_vector", "rotation_vector_degrees", "euler",
              "euler_degrees")
_ROTATIONS = ("angular_velocity", "momentum", "space_angular_velocity", "space_momentum")
_NO_TORQUE = {"integrate": {"end": 1, "step": 1}}


def rotation_of(attitude: np.ndarray) -> Any:
    """SciPy's Rotation of quaternions (x, y, z, w)."""
    try:
        from scipy.spatial.transform import Rotation
    except ImportError:
        raise ImportError("rotation: scipy is not installed; attitude has the quaternions (x, y, z, w)") from None
    return Rotation.from_quat(attitude)


def _radians(name: str, angles: np.ndarray) -> np.ndarray:
    if np.linalg.norm(angles, np.inf) > 2 * np.pi:
        raise ValueError(f"{name}: {shown(angles.tolist())} is beyond a full turn, expected radians; degrees are given "
                         f"as {name}_degrees")
    return angles


def _euler(name: str, value: Any, degrees: bool) -> list[Any]:
    """Axes and angles in radians, in SciPy's convention, which is that of the reader."""
    expected = 'a sequence of axes and its angles, such as ("zyx", [0.1, 0.2, 0.3])'
    if not (isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[0], str)):
        raise TypeError(f"{name}: expected {expected}, got {shown(value)}")
    axes = value[0]
    if not 1 <= len(axes) <= 3 or not (set(axes) <= set("xyz") or set(axes) <= set("XYZ")):
        raise ValueError(f"{name}: expected one to three axes of xyz (of space) or XYZ (of the body), got {axes!r}")
    angles = array(name, np.atleast_1d(value[1]), (len(axes),), f"{len(axes)} angles for {axes!r}")
    angles = np.radians(angles) if degrees else _radians(name, angles)
    return [axes, angles.tolist()]


def _attitude_settings(given: dict[str, Any]) -> dict[str, Any]:
    """The attitude as the reader of scenarios takes it."""
    (name, value), = given.items()
    if hasattr(value, "as_quat"):
        value = value.as_quat()
        if np.ndim(value) != 1:
            raise ValueError(f"{name}: expected one rotation, got {len(value)}")
        return {"quaternion": array(name, value, (4,), "a rotation").tolist()}
    if name == "attitude":
        return {"quaternion": array(name, value, (4,), "a quaternion (x, y, z, w), or a Rotation").tolist()}
    if name == "quaternion_wxyz":
        q = array(name, value, (4,), "a quaternion (w, x, y, z)")
        return {"quaternion_wxyz": q.tolist()}
    if name == "matrix":
        return {"matrix": array(name, value, (3, 3), "a 3x3 matrix").tolist()}
    if name == "rotation_vector":
        return {"rotation_vector": _radians(name, vector(name, value)).tolist()}
    if name == "rotation_vector_degrees":
        return {"rotation_vector": np.radians(vector(name, value)).tolist()}
    return {"euler": _euler(name, value, degrees=name == "euler_degrees")}


def _warn_of_order(attitudes: dict[str, Any]) -> None:
    (name, value), = attitudes.items()
    if name in ("attitude", "quaternion_wxyz"):
        order = "last in attitude= and first in quaternion_wxyz="
        warn([f"{name}: {shown(value)} is half a turn, since the scalar comes {order}; if half a turn is meant, "
              "rotation_vector_degrees= says so"])


def _one_of(names: tuple[str, ...], given: dict[str, Any], what: str) -> dict[str, Any]:
    present = {name: given[name] for name in names if given[name] is not None}
    if len(present) > 1:
        raise TypeError(f"State: {' and '.join(present)} are given, expected only one of them for the {what}")
    return present


class State:
    """The state of a body: an attitude, and how it rotates.

    Give at most one attitude (none: no turn) and at most one rotation (none: at rest).

    Parameters
    ----------
    attitude : array_like or scipy.spatial.transform.Rotation, optional
        Unit quaternion (x, y, z, w), scalar last, that turns body into space components.
    quaternion_wxyz : array_like, optional
        The same with the scalar first.
    matrix : array_like, optional
        The rotation matrix, body to space.
    rotation_vector, rotation_vector_degrees : array_like, optional
        Axis times angle.
    euler, euler_degrees : tuple, optional
        Axes and angles in SciPy's convention, ``("zyx", [0.1, 0.2, 0.3])``.
    angular_velocity, momentum : array_like, optional
        ω or Π in the body's axes. An angular velocity needs the body, here or where the state is used.
    space_angular_velocity, space_momentum : array_like, optional
        The same in components of space.
    body : Body, optional

    Examples
    --------
    >>> import polhode
    >>> polhode.State(euler_degrees=("x", 90), momentum=[0, 0, 1]).attitude.round(4)
    array([0.7071, 0.    , 0.    , 0.7071])
    """

    def __init__(self, attitude: Any = None, *, quaternion_wxyz: Any = None, matrix: Any = None,
                 rotation_vector: Any = None, rotation_vector_degrees: Any = None, euler: Any = None,
                 euler_degrees: Any = None, angular_velocity: Any = None, momentum: Any = None,
                 space_angular_velocity: Any = None, space_momentum: Any = None, body: Body | None = None) -> None:
        given = dict(locals())
        attitudes = _one_of(_ATTITUDES, given, "attitude")
        rotations = _one_of(_ROTATIONS, given, "rotation")
        if body is not None:
            body = body_of(body)
        self._body = body
        settings = _attitude_settings(attitudes) if attitudes else {"quaternion": [0.0, 0.0, 0.0, 1.0]}
        if not rotations:
            rotations = {"angular_velocity": [0.0, 0.0, 0.0]}
        (name, value), = rotations.items()
        settings[name] = vector(name, value).tolist()
        self._needs_body = body is None and name.endswith("angular_velocity")
        case = self._read(settings, body)
        if case.warnings and not hasattr(next(iter(attitudes.values())), "as_quat"):
            _warn_of_order(attitudes)
        self._attitude = case.attitude
        self._settings_given = settings
        self._momentum = None if self._needs_body else case.momentum

    @staticmethod
    def _read(settings: dict[str, Any], body: Body | None) -> _core.Case:
        of_body = body._settings() if body is not None else {"inertia": [1, 1, 1]}
        return _core.read({"body": of_body, "initial": settings, **_NO_TORQUE}, "", [], None, [], [], None, 0.0)

    @classmethod
    def _of(cls, attitude: np.ndarray, momentum: np.ndarray, body: Body | None = None) -> State:
        """One that was computed, about which there is nothing to warn of."""
        state = object.__new__(cls)
        state.__setstate__(({"quaternion": np.asarray(attitude).tolist(), "momentum": np.asarray(momentum).tolist()},
                            body))
        return state

    @property
    def body(self) -> Body | None:
        """The body that it was given with; None without."""
        return self._body

    @property
    def attitude(self) -> np.ndarray:
        """The quaternion (x, y, z, w)."""
        return self._attitude.copy()

    @property
    def momentum(self) -> np.ndarray:
        """Π, in the body's axes."""
        if self._momentum is None:
            raise ValueError("State: the momentum follows from an angular velocity and a body, expected body=")
        return self._momentum.copy()

    @property
    def angular_velocity(self) -> np.ndarray:
        """ω, in the body's axes."""
        if self._body is None:
            raise ValueError("State: the angular velocity follows from a momentum and a body, expected body=")
        return self._body.angular_velocity(self.momentum)

    @property
    def rotation(self) -> Any:
        """The attitude as SciPy's Rotation."""
        return rotation_of(self._attitude)

    def of(self, body: Body) -> State:
        """The same state, of this body."""
        if self._body is not None and self._body != body:
            raise ValueError(f"state: it was made with {self._body!r}, expected one of the same body, {body!r}")
        if self._body is not None:
            return self
        copy = object.__new__(State)
        copy.__setstate__((self._settings_given, body))
        return copy

    def _settings(self) -> dict[str, Any]:
        return {"quaternion": self._attitude.tolist(), "momentum": self.momentum.tolist()}

    def _settings_held(self) -> dict[str, Any]:
        """With the rotation as it was given: what derivatives by parameters hold."""
        rotation = {name: value for name, value in self._settings_given.items() if name in _ROTATIONS}
        return {"quaternion": self._attitude.tolist(), **rotation}

    def __getstate__(self) -> Any:
        return self._settings_given, self._body

    def __setstate__(self, kept: Any) -> None:
        settings, self._body = kept
        self._settings_given = settings
        case = self._read(settings, self._body)
        self._attitude = case.attitude
        self._needs_body = self._body is None and any(k.endswith("angular_velocity") for k in settings)
        self._momentum = None if self._needs_body else case.momentum

    def __repr__(self) -> str:
        rotation = {k: v for k, v in self._settings_given.items() if k in _ROTATIONS}
        (name, value), = rotation.items()
        return f"State(attitude={self._attitude.tolist()}, {name}={value})"


class States:
    """States at one time or at many: arrays whose last axis has the components."""

    def __init__(self, t: Any, attitude: np.ndarray, momentum: np.ndarray, angular_velocity: Any) -> None:
        self.t = t
        self.attitude = attitude
        self.momentum = momentum
        self._rate = angular_velocity  # an array, or the body from which it follows

    @property
    def angular_velocity(self) -> np.ndarray:
        """ω, in the body's axes."""
        if isinstance(self._rate, Body):
            rows = self.momentum.reshape(-1, 3)
            self._rate = self._rate.angular_velocity(rows).reshape(self.momentum.shape)
        return self._rate

    @property
    def rotation(self) -> Any:
        """The attitudes as SciPy's Rotation."""
        return rotation_of(self.attitude)

    @classmethod
    def _of(cls, t: np.ndarray, shape: tuple[int, ...], arrays: dict[str, np.ndarray],
            body: Body | None = None) -> States:
        rate = body if body is not None else arrays["angular_velocity"].reshape(*shape, 3)
        return cls(t.reshape(shape) if shape else float(t[0]), arrays["attitude"].reshape(*shape, 4),
                   arrays["momentum"].reshape(*shape, 3), rate)

    def __repr__(self) -> str:
        if np.ndim(self.t) == 0:
            return f"States(t={self.t}, attitude={self.attitude.tolist()}, momentum={self.momentum.tolist()})"
        return f"<States at {np.size(self.t)} times>"


def state_of(value: Any, body: Body) -> State:
    if not isinstance(value, State):
        raise TypeError(f"initial: expected a State, got {shown(value)}")
    return value.of(body)


__all__ = ["State", "States", "state_of", "rotation_of"]
