"""Drawings of polhode and herpolhode, with Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import array
from ._body import Body
from ._state import State
from ._stepping import FreeMotion

if TYPE_CHECKING:
    from ._poinsot import Poinsot
    from ._result import Result

# Okabe and Ito's colours, which the colour-blind tell apart
POLHODE, HERPOLHODE, SEPARATRIX, GREY = "#0072B2", "#D55E00", "#009E73", "#8C8C8C"
MOST_POINTS, MOST_DOTS = 20_000, 500
PERIODS = 3  # of the polhode over which a herpolhode is drawn: of many more, nothing would be seen


def draw_poinsot(picture: Poinsot, *, figure: Any = None, t_span: Any = None, rates: Any = None,
                 rates_in_space: Any = None) -> Any:
    """The ellipsoid on the left, the plane on the right; ω of the samples of a run, if given, as dots on both."""
    figure = _figure(figure, (10.5, 5.0))
    in_body, on_plane = figure.add_subplot(1, 2, 1, projection="3d"), figure.add_subplot(1, 2, 2)
    _draw_ellipsoid(in_body, picture)
    _draw_plane(on_plane, picture, _span(picture, t_span))
    dots = {"marker": ".", "linestyle": "", "color": "black", "markersize": 2.5, "zorder": 8}
    if rates is not None:
        few = _thinned(rates, MOST_DOTS)
        hidden = _is_hidden(in_body, picture, few)
        in_body.plot(*few[hidden].T, alpha=0.2, **dots)
        in_body.plot(*few[~hidden].T, label="samples of the run", **dots)
    if rates_in_space is not None:
        few = _thinned(rates_in_space, MOST_DOTS)
        on_plane.plot(few @ picture.first, few @ picture.second, **dots)
    in_body.legend(loc="lower center", bbox_to_anchor=(0.5, -0.08), ncols=3, frameon=False, fontsize=9)
    figure.tight_layout()
    return figure


def draw_result(result: Result, *, figure: Any = None) -> Any:
    """Of a run: Poinsot's picture, if the body is free and turns."""
    motion, rates = free_motion_of(result._spec.read()), result.angular_velocity
    if motion is None:
        return draw_path(rates, figure=figure)
    picture = motion.poinsot()
    times = result.t - result._spec.start
    drawn = times <= times[0] + PERIODS * picture.period
    in_space = turned(result.attitude[drawn], rates[drawn])
    end = min(times[-1], times[0] + PERIODS * picture.period)
    return draw_poinsot(picture, figure=figure, t_span=(times[0], end), rates=rates, rates_in_space=in_space)


def free_motion_of(case: _core.Case) -> FreeMotion | None:
    """The exact motion of a case whose body is free and turns."""
    if not case.is_free or not case.momentum.any():
        return None
    body = Body._of(case.body)
    return FreeMotion(body, State._of(case.attitude, case.momentum, body))


def _thinned(rows: np.ndarray, most: int) -> np.ndarray:
    return rows[:: 1 + len(rows) // most]


def turned(attitude: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """R v, row by row, for quaternions (x, y, z, w)."""
    axis, scalar = attitude[:, :3], attitude[:, 3:]
    across = 2 * np.cross(axis, vectors)
    return vectors + scalar * across + np.cross(axis, across)


def draw_path(rates: np.ndarray, *, figure: Any = None) -> Any:
    """The path of ω in the body, and nothing that holds for free bodies only."""
    figure = _figure(figure, (6.0, 5.6))
    axes = figure.add_subplot(projection="3d")
    path = _thinned(rates, MOST_POINTS)
    centre, reach = (path.max(axis=0) + path.min(axis=0)) / 2, 0.55 * np.ptp(path, axis=0).max() or 1.0
    axes.set(xlim=(centre[0] - reach, centre[0] + reach), ylim=(centre[1] - reach, centre[1] + reach),
             zlim=(centre[2] - reach, centre[2] + reach), xlabel="$\\omega_x$", ylabel="$\\omega_y$",
             zlabel="$\\omega_z$")
    axes.set_box_aspect((1, 1, 1), zoom=0.92)
    axes.tick_params(labelsize=8)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_major_locator(_few_ticks())
        axis.set_pane_color((0.97, 0.97, 0.97))
    axes.plot(*path.T, color=POLHODE, linewidth=1.0, label="ω in the body")
    axes.plot(*path[:1].T, "o", color="black", markersize=5, label="start")
    axes.plot(*path[-1:].T, "s", color=HERPOLHODE, markersize=5, label="end")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=3, frameon=False, fontsize=9)
    axes.set_title("Angular velocity, in the body", fontsize=11)
    return figure


def _few_ticks() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(4)


def _figure(figure: Any, size: tuple[float, float]) -> Any:
    if figure is not None:
        return figure
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot_polhode: matplotlib is not installed; poinsot() has the curves as arrays") from None
    return pyplot.figure(figsize=size)


def _span(picture: Poinsot, t_span: Any) -> tuple[float, float]:
    if t_span is None:
        return usual_span(picture)
    first, last = array("t_span", t_span, (2,), "two times")
    return float(first), float(last)


def usual_span(picture: Poinsot) -> tuple[float, float]:
    first, last = picture.one_period
    return (first, first + PERIODS * (last - first)) if np.isfinite(picture.period) else (first, last)


def _towards(direction: np.ndarray) -> tuple[float, float]:
    """Elevation and azimuth, in degrees, of a camera in this direction."""
    x, y, z = direction / np.linalg.norm(direction)
    return float(np.degrees(np.arcsin(z))), float(np.degrees(np.arctan2(y, x)))


def _bare(axes: Any, reach: float, view: tuple[float, float]) -> None:
    """Equal scales, no box; parallel rays, so that one direction of view holds for every point."""
    axes.set_proj_type("ortho")
    axes.computed_zorder = False
    axes.view_init(*view)
    axes.set_xlim(-reach, reach)
    axes.set_ylim(-reach, reach)
    axes.set_zlim(-reach, reach)
    axes.set_box_aspect((1, 1, 1), zoom=1.55)
    axes.set_axis_off()


def _view(axes: Any) -> np.ndarray:
    """The unit vector from the picture to the camera."""
    elevation, azimuth = np.radians([axes.elev, axes.azim])
    return np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])


def _camera(picture: Poinsot) -> np.ndarray:
    """Mainly along the axis that the polhode circles, a little from each of the others."""
    axes = picture.principal_axes
    along = np.argmax(np.abs(axes.T @ picture.axis))
    weights = np.full(3, 0.42)
    weights[along] = 0.8
    return (axes * np.sign(axes.T @ picture.axis + 1e-9)) @ weights


def _draw_axes(axes: Any, directions: np.ndarray, begin: np.ndarray, end: np.ndarray) -> None:
    """Lines along the principal axes, outside of what is drawn up to `begin`; the ends in front are labelled."""
    view = _view(axes)
    for i in range(3):
        for sign in (1, -1):
            line = np.outer([begin[i], end[i]], sign * directions[:, i])
            axes.plot(*line.T, color=GREY, linewidth=0.9, zorder=4 if sign * directions[:, i] @ view >= 0 else 0)
        side, minus = (1, "") if directions[:, i] @ view > -1e-9 else (-1, "-")
        place = side * (1.5 * end[i] - 0.5 * begin[i]) * directions[:, i]
        axes.text(*place, f"${minus}\\omega_{i + 1}$", ha="center", va="center", fontsize=11, color="#404040", zorder=9)


def _draw_ellipsoid(axes: Any, picture: Poinsot) -> None:
    semi_axes, directions = picture.energy_semi_axes, picture.principal_axes
    _bare(axes, 1.02 * semi_axes.max(), _towards(_camera(picture)))
    polar, around = np.meshgrid(np.linspace(0, np.pi, 61), np.linspace(0, 2 * np.pi, 121), indexing="ij")
    unit = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1)
    surface = (unit * semi_axes) @ directions.T
    normals = (unit / semi_axes) @ directions.T
    axes.plot_surface(*np.moveaxis(surface, -1, 0), rstride=1, cstride=1, facecolors=_shades(normals, _view(axes)),
                      linewidth=0, antialiased=False, shade=False, zorder=2)
    _draw_axes(axes, directions, semi_axes, semi_axes + 0.22 * semi_axes.max())
    for number, curve in enumerate(picture.separatrices()):
        _draw_curve(axes, picture, curve, SEPARATRIX, 1.2, "" if number else "separatrix", dashed=True)
    if picture.course == "fixed axis":
        axes.plot(*picture.polhode(2)[:1].T, "o", color=POLHODE, markersize=6, zorder=6, label="ω, which stays")
    else:
        _draw_curve(axes, picture, picture.polhode(2001), POLHODE, 2.2, "polhode")
    axes.set_title("Energy ellipsoid, in the body", fontsize=11)


def _shades(normals: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Light grey, as lit from beside the camera."""
    unit = normals / np.linalg.norm(normals, axis=-1, keepdims=True)
    light = view + np.array([0.0, 0.0, 0.8])
    brightness = 0.80 + 0.16 * np.clip(unit @ (light / np.linalg.norm(light)), -1, 1)
    return np.repeat(brightness[..., np.newaxis], 3, axis=-1)


def _is_hidden(axes: Any, picture: Poinsot, points: np.ndarray) -> np.ndarray:
    """Whether points of the ellipsoid are behind, where its normal Iω points away from the camera."""
    return (points @ picture.motion.body.inertia) @ _view(axes) < 0


def _draw_curve(axes: Any, picture: Poinsot, curve: np.ndarray, color: str, width: float, label: str,
                dashed: bool = False) -> None:
    """A curve on the ellipsoid: what is behind is faint."""
    front = np.where(_is_hidden(axes, picture, curve)[:, np.newaxis], np.nan, curve)
    axes.plot(*curve.T, color=color, linewidth=0.5 * width, alpha=0.25, zorder=3)
    axes.plot(*front.T, color=color, linewidth=width, zorder=5, linestyle=(0, (5, 2)) if dashed else "-",
              label=label or None)


def _draw_plane(axes: Any, picture: Poinsot, span: tuple[float, float]) -> None:
    first, last = span
    turns = abs(last - first) * picture.mean_rate / (2 * np.pi)
    points = picture.herpolhode_polar(np.linspace(first, last, int(min(MOST_POINTS, 2000 + 120 * turns))))
    is_circle = picture.largest_radius - picture.least_radius <= 1e-3 * picture.largest_radius
    for radius in () if is_circle else (picture.least_radius, picture.largest_radius):
        angle = np.linspace(0, 2 * np.pi, 361)
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), color="#404040", linewidth=0.8, linestyle=(0, (4, 3)),
                  zorder=4)
    axes.plot(points.radius * np.cos(points.angle), points.radius * np.sin(points.angle), color=HERPOLHODE,
              linewidth=1.3)
    axes.plot(0, 0, "+", color="#404040", markersize=9)
    axes.plot(points.radius[0] * np.cos(points.angle[0]), points.radius[0] * np.sin(points.angle[0]), "o",
              color=HERPOLHODE, markersize=5)
    reach = 1.08 * (picture.largest_radius or 0.1 * picture.distance)
    axes.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach), xlabel="$\\omega\\cdot e_1$",
             ylabel="$\\omega\\cdot e_2$")
    axes.set_title("Herpolhode, in the invariable plane", fontsize=11)
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
