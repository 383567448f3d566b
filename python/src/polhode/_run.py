"""What a run is made from, and making it. Both can be pickled: a run that is made again has the same bits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

from . import _core
from ._files import read_table
from ._torques import Torque

DEFAULT_TOLERANCE = 1e-9


@dataclass
class RunSpec:
    """All that decides a run."""

    settings: dict[str, Any]
    file: str = ""
    above: list[tuple[str, str, Any]] = field(default_factory=list)
    tolerance: float | None = None
    functions: list[Torque] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    start: float = 0.0
    t_eval: np.ndarray | None = None
    dense_output: bool = False

    def read(self, read_table: Callable[[str, int], np.ndarray] = read_table) -> _core.Case:
        settings = self.settings
        functions, kinds = [], []
        for name, event in self.events:
            if isinstance(event, dict):
                kinds.append({**event, "name": name})
            else:
                functions.append((name, event.function, event.crossing, event.terminal))
        if kinds:
            settings = {**settings, "event": kinds}
        torques = [torque._function() for torque in self.functions]
        return _core.read(settings, self.file, self.above, self.tolerance, torques, functions, read_table, self.start)

    def make(self, keeper: Any = None, kept: bytes = b"") -> _core.Run:
        """`keeper`: what keeps it if it is stopped; `kept`: what such a run has left."""
        times = np.empty(0) if self.t_eval is None else self.t_eval - self.start
        return _core.solve(self.read(), times, self.dense_output, keeper, kept)


def torque_settings(torque: Torque) -> tuple[dict[str, Any], list[Torque]]:
    """What the reader makes of a torque, and the functions that are added to it afterwards."""
    described, functions = [], []
    for part in torque._parts():
        settings = part._settings()
        if settings is None:
            functions.append(part)
        else:
            described.append(settings)
    if not described:
        return {}, functions
    return {"torque": described[0] if len(described) == 1 else described}, functions
