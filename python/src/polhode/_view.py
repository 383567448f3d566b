"""The moving body, in a notebook and on a page of its own."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import html
import json
import math
import os
import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import array, shown
from ._files import write_whole
from ._optional import optional_package
from ._plot_polhode import free_motion_of, turned, usual_span

if TYPE_CHECKING:
    from ._poinsot import Poinsot
    from ._result import Result
    from ._stepping import FreeMotion

FOLDER = pathlib.Path(__file__).with_name("viewer")
SAMPLES_PER_TURN, LEAST_SAMPLES, MOST_SAMPLES = 48, 300, 2000
POINTS = 361  # of a curve of Poinsot's picture


class View:
    """A motion to look at: ``result.view()``, ``free_motion(body, state).view()``.

    A notebook shows it by the package anywidget: the body moves, can be turned, held and moved in time by hand.
    ``save("motion.html")`` writes a page that needs nothing else.

    Attributes
    ----------
    data : dict
        What is shown: times, attitudes and so on, arrays as the base64 of 32-bit floats (times: of 64-bit ones).
    t_span : tuple of two floats
        The times from and to which it goes: of a long motion, the first part.

    Examples
    --------
    >>> import polhode
    >>> motion = polhode.free_motion([1, 2, 2.5], polhode.State(momentum=[0.01, 3, 0]))
    >>> view = motion.view((0, 20))
    >>> view.data["times"]["count"]
    301
    """

    def __init__(self, data: dict[str, Any], t_span: tuple[float, float], title: str, picture: str, shape: str,
                 autoplay: bool) -> None:
        self.data = data
        self.t_span = t_span
        self._title = title
        if picture == "poinsot" and "poinsot" not in data:
            raise ValueError('picture: "poinsot" is of a free body that turns, expected "body"')
        self._options = {"view": _one_of("picture", picture, ("body", "poinsot")),
                         "shape": _one_of("shape", shape, ("box", "ellipsoid")), "autoplay": bool(autoplay)}
        self._widget: Any = None

    @property
    def widget(self) -> Any:
        """The widget that a notebook shows. Its ``time`` is where the motion stands, and moves it when it is set."""
        if self._widget is None:
            self._widget = _widget_class()(data=self.data, options=self._options, time=self.t_span[0])
        return self._widget

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a page that shows the motion in any browser. It asks the network for nothing."""
        style = "body { margin: 0; }\n" + _style()
        script = _inside_script(_part("viewer.js") + _START)
        data = json.dumps({"data": self.data, "options": self._options}).replace("<", "\\u003c")
        page = _PAGE.format(title=html.escape(self._title), style=style, data=data, script=script,
                            licence=_part("three.js.txt").strip(),
                            policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}")
        write_whole(file, page.encode())

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        try:
            return self.widget._repr_mimebundle_(**keywords)
        except (ImportError, RuntimeError) as error:
            return {"text/plain": f"{self!r}: {error}"}

    def __repr__(self) -> str:
        return f"<View of {self._title}, from {self.t_span[0]:g} to {self.t_span[1]:g}>"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="motion"></main>
<script type="application/json" id="motion-data">{data}</script>
<!-- The script contains three.js:

{licence}
-->
<script>{script}</script>
</body>
</html>
"""
_START = """
{
  const given = JSON.parse(document.getElementById("motion-data").textContent);
  polhodeViewer.show(document.getElementById("motion"), given.data, given.options);
}
"""
_widget_type: Any = None


def _widget_class() -> Any:
    global _widget_type
    if _widget_type is None:
        anywidget = optional_package("anywidget", "view")
        traitlets = optional_package("traitlets", "view")

        class MotionWidget(anywidget.AnyWidget):
            _esm = _part("viewer.js") + "\nexport default { render: polhodeViewer.render };\n"
            _css = _style()
            data = traitlets.Dict().tag(sync=True)
            options = traitlets.Dict().tag(sync=True)
            time = traitlets.Float().tag(sync=True)

        _widget_type = MotionWidget
    return _widget_type


def _part(name: str) -> str:
    try:
        return (FOLDER / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RuntimeError("view: this package was built without its viewer: expected three.js and esbuild (Debian: "
                           "libjs-three, esbuild) where it is built") from None


def _style() -> str:
    return _part("viewer.css") + _part("notebook.css")


def _inside_script(text: str) -> str:
    return text.replace("</script", "<\\/script")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {shown(value)}")
    return value


# --- what is shown ---


def _floats(rows: np.ndarray, kind: str = "<f4") -> str:
    return base64.b64encode(np.ascontiguousarray(rows, dtype=kind).tobytes()).decode()


def _times(t: np.ndarray) -> Any:
    spacing = (t[-1] - t[0]) / (len(t) - 1)
    if np.abs(t - t[0] - spacing * np.arange(len(t))).max() <= 1e-9 * (t[-1] - t[0]):
        return {"start": float(t[0]), "spacing": float(spacing), "count": len(t)}
    return _floats(t, "<f8")


def _poinsot(picture: Poinsot) -> dict[str, Any]:
    return {"semiAxes": picture.energy_semi_axes.tolist(), "polhode": _floats(picture.polhode(POINTS)),
            "separatrices": [_floats(curve) for curve in picture.separatrices(POINTS)],
            "normal": picture.normal.tolist(), "distance": picture.distance}


def _axis(value: Any, usual: int) -> int:
    if value is None:
        return usual
    if value not in (1, 2, 3) or isinstance(value, bool):
        raise ValueError(f"axis: expected 1, 2 or 3, the body axis that leaves a trail, got {shown(value)}")
    return int(value) - 1


def _motion_data(body: Any, states: Any, t: np.ndarray, axis: int, free: bool) -> dict[str, Any]:
    momentum = turned(states.attitude, states.momentum)
    return {"moments": body.moments.tolist(), "principal": body.principal_axes.tolist(), "times": _times(t),
            "attitude": _floats(states.attitude), "angularVelocity": _floats(states.angular_velocity),
            "momentum": momentum[0].tolist() if free else _floats(momentum), "axis": axis}


def _shown_times(first: float, last: float, rate: float) -> np.ndarray:
    """So near to each other that the body turns by a small angle from one to the next; of a long motion, the first."""
    spacing = min(2 * math.pi / SAMPLES_PER_TURN / max(rate, 1e-300), (last - first) / LEAST_SAMPLES)
    last = min(last, first + MOST_SAMPLES * spacing)
    return np.linspace(first, last, 1 + math.ceil((last - first) / spacing * (1 - 1e-9)))


def _span(t_span: Any, first: float, last: float) -> tuple[float, float]:
    if t_span is None:
        return first, last
    begin, end = array("t_span", t_span, (2,), "two times")
    if not first <= begin < end <= last:
        raise ValueError(f"t_span: expected two times from {first:g} to {last:g}, the earlier one first, got "
                         f"{shown(t_span)}")
    return float(begin), float(end)


def view_of_motion(motion: FreeMotion, t_span: Any, axis: Any, **how: Any) -> View:
    picture = motion.poinsot()
    first, last = _span(usual_span(picture) if t_span is None else t_span, -math.inf, math.inf)
    # |ω| is largest where the polhode is farthest from its centre
    t = _shown_times(first, last, float(np.linalg.norm(picture.polhode(POINTS), axis=1).max()))
    usual = int(np.abs(motion(0.0).angular_velocity).argmax())
    data = _motion_data(motion.body, motion(t), t, _axis(axis, usual), True)
    data["poinsot"] = _poinsot(picture)
    return View(data, (float(t[0]), float(t[-1])), "a free motion", **how)


def view_of_result(result: Result, t_span: Any, axis: Any, **how: Any) -> View:
    spec = result._spec
    first, last = _span(t_span, spec.start, float(result._summary["end"]))
    if not last > first or not len(result.t):
        raise ValueError(f"view: the run goes from {first:g} to {last:g} and has {len(result.t)} samples, expected a "
                         "motion")
    t = _shown_times(first, last, float(np.linalg.norm(result.angular_velocity, axis=1).max()))
    inside = (result.t >= t[0]) & (result.t <= t[-1] + 1e-12 * (t[-1] - t[0]))
    kept = result.t[inside]
    if 2 <= len(kept) <= MOST_SAMPLES + 1 and np.diff(np.r_[t[0], kept, t[-1]]).max() <= 1.001 * (t[1] - t[0]):
        t = kept
        states: Any = _Rows(result.attitude[inside], result.momentum[inside], result.angular_velocity[inside])
    elif result.sol is not None:
        states = result.sol(t)
    else:  # the run again, with samples where they are needed
        arrays = dataclasses.replace(spec, t_eval=t).make().samples()
        states = _Rows(arrays["attitude"], arrays["momentum"], arrays["angular_velocity"])
        t = t[: len(states.attitude)]
    case = spec.read()
    motion = free_motion_of(case)
    usual = 2 if motion is None else int(np.abs(result.angular_velocity[0]).argmax())
    data = _motion_data(case.body, states, t, _axis(axis, usual), motion is not None)
    if motion is not None:
        data["poinsot"] = _poinsot(motion.poinsot())
    if case.field is not None:
        data["field"] = case.field.tolist()
    targets = case.targets(t - spec.start)
    if targets is not None:
        data["target"] = _floats(targets[:1] if (targets == targets[0]).all() else targets)
    names = [name for name, _ in spec.events] or result._run_event_names()
    data["events"] = [{"time": float(time), "name": name}
                      for name, times in zip(names, result.t_events or []) for time in times if t[0] <= time <= t[-1]]
    return View(data, (float(t[0]), float(t[-1])), f"{case.name or 'a motion'} by {result.method}", **how)


@dataclasses.dataclass
class _Rows:
    """States of the samples."""

    attitude: np.ndarray
    momentum: np.ndarray
    angular_velocity: np.ndarray
