"""The built-in models. Their parameters follow from what the library states; a test compares."""

from typing import Any, Literal

from numpy.typing import ArrayLike

from ._torques import Model

class HeavyTop(Model):
    def __init__(self, *, weight_moment: float, direction: ArrayLike | None = None, axis: ArrayLike | None = None,
                 name: str | None = None, on: Any = None) -> None: ...

class GravityGradient(Model):
    def __init__(self, *, coefficient: float | None = None, direction: ArrayLike | None = None,
                 name: str | None = None, on: Any = None) -> None: ...

class SoftWall(Model):
    def __init__(self, *, sign: Literal["printed", "repulsive"] | None = None, direction: ArrayLike | None = None,
                 axis: ArrayLike | None = None, name: str | None = None, on: Any = None) -> None: ...

class MagneticDipole(Model):
    def __init__(self, *, moment: ArrayLike, field: ArrayLike | None = None, strength: float | None = None,
                 tilt: float | None = None, longitude: float | None = None, name: str | None = None,
                 on: Any = None) -> None: ...

class ConstantBody(Model):
    def __init__(self, *, torque: ArrayLike, name: str | None = None, on: Any = None) -> None: ...

class ConstantSpace(Model):
    def __init__(self, *, torque: ArrayLike, name: str | None = None, on: Any = None) -> None: ...

class Damping(Model):
    def __init__(self, *, coefficient: ArrayLike, name: str | None = None, on: Any = None) -> None: ...

class SolarPressure(Model):
    def __init__(self, *, area: float, normal: ArrayLike, centre: ArrayLike, specular: float | None = None,
                 diffuse: float | None = None, sun: ArrayLike | None = None, pressure: float | None = None,
                 eclipse: Literal["cylinder", "none"] | None = None, name: str | None = None,
                 on: Any = None) -> None: ...

class Drag(Model):
    def __init__(self, *, area: float, normal: ArrayLike, centre: ArrayLike, coefficient: float | None = None,
                 density: float | None = None, altitude: float | None = None, scale_height: float | None = None,
                 air: Literal["turning", "resting"] | None = None, name: str | None = None,
                 on: Any = None) -> None: ...
