"""Events: something that happens when a function of the state passes through zero."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._arrays import shown, text, truth


class Event:
    """A function of the state that passes through zero.

    Parameters
    ----------
    function : callable
        ``g(t, q, w)``, a number, with the arguments of a torque.
    crossing : {"both", "rising", "falling"}
    terminal : bool
        The run ends there.
    name : str, optional

    Examples
    --------
    >>> import polhode
    >>> turned = polhode.Event(lambda t, q, w: q[3], terminal=True)  # half a turn
    >>> r = polhode.solve([1, 1, 1], None, polhode.State(momentum=[0, 0, 2]), (0, 5), tolerance=1e-9, events=turned)
    >>> print(f"{r.t_events[0][0]:.6f}")
    1.570796
    """

    def __init__(self, function: Callable[..., Any], *, crossing: str = "both", terminal: bool = False,
                 name: str | None = None) -> None:
        if not callable(function):
            raise TypeError(f"events: expected a function, got {shown(function)}")
        if crossing not in ("both", "rising", "falling"):
            raise ValueError(f'crossing: expected "both", "rising" or "falling", got {shown(crossing)}')
        self.function = function
        self.crossing = crossing
        self.terminal = truth("terminal", terminal)
        self.name = None if name is None else text("name", name, "a name")


def _event_of(value: Any) -> Event | dict[str, Any]:
    if isinstance(value, (Event, dict)):
        return value
    if not callable(value):
        raise TypeError(f'events: expected functions g(t, q, w) or settings such as {{"kind": "rate", "value": 1}}, '
                        f"got {shown(value)}")
    direction = getattr(value, "direction", 0)  # as solve_ivp has them
    if not isinstance(direction, (int, float, np.integer, np.floating)) or direction != direction:
        raise TypeError(f"direction: expected a number, got {shown(direction)}")
    crossing = "both" if direction == 0 else "rising" if direction > 0 else "falling"
    terminal = getattr(value, "terminal", False)
    if terminal not in (False, True):
        raise ValueError(f"terminal: expected True or False, got {shown(terminal)}: the first of the events ends the run")
    return Event(value, crossing=crossing, terminal=bool(terminal))


def named_events(events: Any) -> list[tuple[str, Event | dict[str, Any]]]:
    """Each event with a name of its own."""
    if events is None:
        return []
    if callable(events) or isinstance(events, (Event, dict)):
        events = [events]
    if isinstance(events, (str, bytes)) or not hasattr(events, "__iter__"):
        raise TypeError(f"events: expected functions g(t, q, w) or a list of them, got {shown(events)}")
    named: list[tuple[str, Event | dict[str, Any]]] = []
    taken: set[str] = set()
    for place, value in enumerate(events):
        event = _event_of(value)
        if isinstance(event, dict):
            wanted = event.get("name", event.get("kind"))
        else:
            wanted = event.name or getattr(event.function, "__name__", None)
        name = wanted if isinstance(wanted, str) and wanted else f"event-{place}"
        unique, k = name, 2
        while unique in taken:
            unique, k = f"{name}-{k}", k + 1
        taken.add(unique)
        named.append((unique, event))
    return named
