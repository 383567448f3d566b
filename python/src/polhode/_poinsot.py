"""Poinsot's picture of a free motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import count, shown, times

if TYPE_CHECKING:
    from ._stepping import FreeMotion


@dataclass(frozen=True)
class HerpolhodePoints:
    """Points of a herpolhode about its centre, at one time or at many."""

    t: Any
    radius: Any
    angle: Any  #: in radians; continuous, and 0 at time 0
    radius_rate: Any
    angle_rate: Any


class Poinsot:
    """Poinsot's picture of a free motion, ``free_motion(body, state).poinsot()``.

    An ellipsoid that is fixed in the body rolls without slipping on a plane that is fixed in space. The point of
    contact is the angular velocity ω. It draws the polhode on the ellipsoid, and the herpolhode on the plane.

    Attributes
    ----------
    energy, momentum : float
        T and ``|L|``, the same at all times.
    energy_semi_axes, momentum_semi_axes : array (3,)
        Of the ellipsoids of all ω with this energy, ``sqrt(2 T / I)``, and with this momentum, ``|L| / I``.
    principal_axes : array (3, 3)
        Its columns are the directions of the semi-axes, in the body's axes.
    course : str
        What ω does in the body: ``"around least moment"``, ``"around largest moment"``, ``"separatrix"`` or ``"fixed
        axis"``.
    axis : array (3,)
        The principal axis that the polhode goes around, in the body's axes.
    period : float
        Of the polhode; infinite if it does not come back.
    one_period : tuple of two floats
        The times from and to which ``polhode()`` goes.
    normal, distance : array (3,), float
        The invariable plane in space: ``normal @ w == distance``.
    first, second : array (3,)
        With the normal, a right-handed frame of space. The angle of the herpolhode is counted from the first.
    least_radius, largest_radius : float
        Of the herpolhode about its centre, ``distance * normal``.
    advance : float
        Angle by which the herpolhode goes on in a period of the polhode, in radians.
    mean_rate, rate_at_least, rate_at_largest : float
        How fast its angle grows: on the average, and where its radius is least and largest.

    Examples
    --------
    >>> import numpy as np, polhode
    >>> motion = polhode.free_motion(polhode.Body([1, 1.5, 2.2]), polhode.State(momentum=[0.3, -1, 2]))
    >>> picture = motion.poinsot()
    >>> picture.course
    'around largest moment'
    >>> w = picture.herpolhode(np.linspace(0, 100, 50))
    >>> bool(np.allclose(w @ picture.normal, picture.distance, rtol=1e-13))
    True
    """

    energy: float
    momentum: float
    energy_semi_axes: np.ndarray
    momentum_semi_axes: np.ndarray
    principal_axes: np.ndarray
    course: str
    axis: np.ndarray
    period: float
    one_period: tuple[float, float]
    normal: np.ndarray
    distance: float
    first: np.ndarray
    second: np.ndarray
    least_radius: float
    largest_radius: float
    advance: float
    mean_rate: float
    rate_at_least: float
    rate_at_largest: float

    def __init__(self, motion: FreeMotion) -> None:
        self._motion = motion
        self._core = motion._core.poinsot()
        self.__dict__.update(self._core.constants())

    @property
    def motion(self) -> FreeMotion:
        """The motion that it shows."""
        return self._motion

    def polhode(self, points: int = 361) -> np.ndarray:
        """ω in the body's axes over one period, at equally spaced times with both ends: an array (points, 3)."""
        return self._core.polhode(_points(points))

    def herpolhode(self, t: Any) -> np.ndarray:
        """ω in space at these times, by the exact flow: an array (..., 3)."""
        flat, shape = times("t", t)
        return self._core.herpolhode(flat).reshape(*shape, 3)

    def herpolhode_polar(self, t: Any) -> HerpolhodePoints:
        """Radius and angle at these times in closed form, by elliptic integrals.

        Examples
        --------
        >>> import polhode
        >>> picture = polhode.free_motion(polhode.Body([2, 2, 1]), polhode.State(momentum=[3, 0, 4])).poinsot()
        >>> round(picture.herpolhode_polar(2.0).angle, 12)  # regular precession, by |L|/I
        5.0
        """
        flat, shape = times("t", t)
        columns = self._core.herpolhode_polar(flat)
        if not shape:
            return HerpolhodePoints(float(flat[0]), **{name: float(column[0]) for name, column in columns.items()})
        return HerpolhodePoints(flat.reshape(shape), **{name: a.reshape(shape) for name, a in columns.items()})

    def separatrices(self, points: int = 361) -> np.ndarray:
        """The curves that part the polhodes of this energy around the least moment from those around the largest.

        An array (curves, points, 3) of ω in the body's axes: two ellipses; one, the equator, if two moments are equal;
        none if all are.
        """
        return self._core.separatrices(_points(points))

    def plot_polhode(self, *, figure: Any = None, t_span: Any = None) -> Any:
        """Draws the energy ellipsoid with polhode and separatrices, and the herpolhode in its plane, with Matplotlib.

        Parameters
        ----------
        figure : matplotlib.figure.Figure, optional
            Where to draw; a new one by default.
        t_span : tuple of two floats, optional
            The times over which the herpolhode is drawn; by default three periods of the polhode.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plot_polhode import draw_poinsot

        return draw_poinsot(self, figure=figure, t_span=t_span)

    def __reduce__(self) -> Any:
        return Poinsot, (self._motion,)

    def __repr__(self) -> str:
        return f"<Poinsot: {self.course}, period={self.period}, advance={self.advance}>"


def _points(value: Any) -> int:
    points = count("points", value)
    if not 2 <= points <= 10**7:
        raise ValueError(f"points: expected a number of points from 2 to 1e7, got {shown(value)}")
    return points
