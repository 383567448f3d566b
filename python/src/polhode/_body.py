"""A rigid body."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import array, dimensions, shown, vector


class Body:
    """A rigid body: its inertia about the fixed point or the centre of mass.

    Parameters
    ----------
    inertia : array_like
        Three principal moments, or a symmetric 3×3 matrix in the body's axes.
    rotor_momentum : array_like, optional
        Angular momentum of rotors inside, in the body's axes. The momentum of a state is then that of the body and of
        the rotors together.

    Examples
    --------
    >>> import polhode
    >>> body = polhode.Body([5, 5, 1])
    >>> body.momentum([0, 0, 2])
    array([0., 0., 2.])
    """

    def __init__(self, inertia: Any, *, rotor_momentum: Any = None) -> None:
        if dimensions(inertia) == 2:
            tensor = array("inertia", inertia, (3, 3), "three principal moments or a 3x3 matrix")
            core = _core.Body.from_tensor(tensor)
            self._inertia = tensor.tolist()
        else:
            moments = array("inertia", inertia, (3,), "three principal moments or a 3x3 matrix")
            core = _core.Body.from_moments(moments)
            self._inertia = moments.tolist()
        self._rotor = None
        if rotor_momentum is not None:
            rotor = vector("rotor_momentum", rotor_momentum)
            core = core.with_rotor_momentum(rotor)
            self._rotor = rotor.tolist()
        self._core = core

    @classmethod
    def _of(cls, core: _core.Body) -> Body:
        tensor = core.tensor
        inertia = core.moments if core.has_principal_axes else (tensor + tensor.T) / 2
        return cls(inertia, rotor_momentum=core.rotor_momentum if core.has_rotor else None)

    @property
    def inertia(self) -> np.ndarray:
        """The 3×3 matrix, in the body's axes."""
        return self._core.tensor

    @property
    def moments(self) -> np.ndarray:
        """The principal moments."""
        return self._core.moments

    @property
    def principal_axes(self) -> np.ndarray:
        """The quaternion (x, y, z, w) that turns principal into body components."""
        return self._core.principal_axes

    @property
    def rotor_momentum(self) -> np.ndarray:
        """Of the rotors inside, in the body's axes; zeros without any."""
        return self._core.rotor_momentum

    def momentum(self, angular_velocity: Any) -> np.ndarray:
        """Π = Iω (and that of rotors), body components; of one ω, or of rows of them."""
        return self._of_rows("angular_velocity", angular_velocity, self._core.momenta)

    def angular_velocity(self, momentum: Any) -> np.ndarray:
        """ω = I⁻¹Π, body components; of one Π, or of rows of them."""
        return self._of_rows("momentum", momentum, self._core.angular_velocities)

    def kinetic_energy(self, momentum: Any) -> Any:
        """½ Π·I⁻¹Π; of one Π, or of rows of them."""
        return self._of_rows("momentum", momentum, self._core.kinetic_energies)

    @staticmethod
    def _of_rows(name: str, value: Any, function: Any) -> Any:
        if dimensions(value) == 2:
            return function(array(name, value, (-1, 3), "rows of three numbers"))
        return function(vector(name, value).reshape(1, 3))[0]

    def _settings(self) -> dict[str, Any]:
        settings = {"inertia": self._inertia}
        if self._rotor is not None:
            settings["rotor_momentum"] = self._rotor
        return settings

    def __reduce__(self) -> Any:
        return _make_body, (self._inertia, self._rotor)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and (self._inertia, self._rotor) == (other._inertia, other._rotor)

    def __hash__(self) -> int:
        return hash(repr((self._inertia, self._rotor)))

    def __repr__(self) -> str:
        rotor = "" if self._rotor is None else f", rotor_momentum={self._rotor}"
        return f"Body({self._inertia}{rotor})"


def _make_body(inertia: Any, rotor: Any) -> Body:
    return Body(inertia, rotor_momentum=rotor)


def body_of(value: Any) -> Body:
    if isinstance(value, Body):
        return value
    if isinstance(value, (str, bytes, dict)) or value is None:
        raise TypeError(f"body: expected a Body, three principal moments or a 3x3 matrix, got {shown(value)}")
    return Body(value)
