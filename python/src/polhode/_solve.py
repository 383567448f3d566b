"""One call that solves an initial-value problem."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import count, positive, shown, text, truth
from ._asked import interval, spec_of_parts
from ._body import body_of
from ._events import named_events
from ._problem import times_wanted
from ._result import Result
from ._run import DEFAULT_TOLERANCE, RunSpec
from ._state import state_of

MOST_SAMPLES = 2e8  # 18 GB


def sensitivity_of(value: Any) -> bool | str:
    """What derivatives are wanted: False, True or "parameters"."""
    if isinstance(value, str) and value == "parameters":
        return value
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f'sensitivity: expected True, False or "parameters", got {shown(value)}')


def specification(body: Any, torque: Any, initial: Any, t_span: Any, method: str = "auto", step: float | None = None,
                  tolerance: float | None = None, t_eval: Any = None, dense_output: bool = False, events: Any = None,
                  sensitivity: bool | str = False, *, every: int | None = None, orbit: dict[str, Any] | None = None,
                  **of_function: Any) -> RunSpec:
    """The run that ``solve`` makes, checked but not made."""
    body = body_of(body)
    spec = spec_of_parts(body, torque, initial, t_span, orbit, of_function)
    if text("method", method, "a method's name") != "auto":
        spec.above.append(("integrate.method", "method", method))
    if step is not None and tolerance is not None:
        raise ValueError("step: it contradicts a tolerance, which chooses the step: expected only one of them")
    if step is not None:
        if method == "auto":
            raise ValueError('step: it belongs to a method, such as "se4-rkn": expected its name, or a tolerance')
        spec.above.append(("integrate.step", "step", positive("step", step)))
        first, last = interval(t_span)
        kept = (last - first) / step / (every or 1)
        if t_eval is None and kept > MOST_SAMPLES:
            raise ValueError(f"step: {step} keeps {kept:.1e} samples, expected at most {MOST_SAMPLES:.0e}; give t_eval or "
                             "every")
    elif tolerance is not None:
        spec.tolerance = positive("tolerance", tolerance)
    elif "@" not in method:  # a name such as "taylor-20@1e-12" says how its steps are chosen
        spec.tolerance = DEFAULT_TOLERANCE
    if every is not None:
        if t_eval is not None:
            raise ValueError("every: it contradicts t_eval: expected only one of them")
        spec.above.append(("output.every", "every", count("every", every)))
    followed = sensitivity_of(sensitivity)
    if followed:
        spec.above.append(("output.sensitivity", "sensitivity", followed))
    if followed == "parameters":
        spec.settings["initial"] = state_of(initial, body)._settings_held()
    spec.events = named_events(events)
    spec.t_eval = times_wanted(t_eval, *interval(t_span))
    spec.dense_output = truth("dense_output", dense_output)
    return spec


def solve(body: Any, torque: Any, initial: Any, t_span: Any, method: str = "auto", step: float | None = None,
          tolerance: float | None = None, t_eval: Any = None, dense_output: bool = False, events: Any = None,
          sensitivity: bool | str = False, *, frame: str | None = None, scalars: bool | None = None,
          rate_dependence: str | None = None, every: int | None = None, orbit: dict[str, Any] | None = None,
          checkpoint: Any = None) -> Result:
    """Solves the motion of a rigid body.

    Parameters
    ----------
    body : Body or array_like
        The body, or its inertia.
    torque : Torque, callable or None
        A model, a sum, a function ``f(t, q, w)``, a compiled function; None for a free body.
    initial : State
    t_span : (float, float)
        Start and end.
    method : str
        A name of ``methods()``; "auto" for the cheapest that meets the tolerance.
    step : float, optional
        Equal steps of this length, or of the nearest shorter one that divides the interval. It goes with a method.
    tolerance : float, optional
        For the error of the whole run: radians, and relative to the largest momentum. Without step and tolerance, it is
        1e-9, but for methods such as "taylor-20@1e-12", whose name says how they choose their steps.
    t_eval : array_like, optional
        Times of the samples; by default the ends of all steps, or of one in ``every``.
    dense_output : bool
        Let ``result.sol(t)`` give the states at any time.
    events : callable, Event, dict or a list of them, optional
        ``g(t, q, w)`` that passes through zero; with attributes ``terminal`` and ``direction`` as for ``solve_ivp``.
    sensitivity : bool or "parameters"
        Follow how the state depends on the first one; with "parameters", on the moments of inertia and the parameters
        of the torque too, with what the state was given by (its momentum or its angular velocity) held.
    frame, scalars, rate_dependence : optional
        Of a torque that is a plain function: see PythonTorque.
    every : int, optional
    orbit : dict, optional
        The orbit, for the models that need one, with the keys of a scenario's ``[orbit]``.
    checkpoint : str or path, optional
        A file for what a run that is stopped has come to: every minute, and at Ctrl-C. The same call goes on from
        there, and ends with the bits of a run that nobody has stopped. The file is removed when the run is complete.

    Returns
    -------
    Result

    Examples
    --------
    >>> import polhode
    >>> body = polhode.Body([5, 5, 1])
    >>> state = polhode.State(rotation_vector=[0.05, 0, 0], angular_velocity=[0, 0, 5], body=body)
    >>> r = polhode.solve(body, polhode.HeavyTop(weight_moment=20), state, (0, 20), method="se4-rkn", step=0.01)
    >>> r.attitude.shape
    (2001, 4)
    >>> r = polhode.solve(body, polhode.HeavyTop(weight_moment=20), state, (0, 2), method="se4-rkn", step=0.01,
    ...                   sensitivity="parameters")
    >>> r.parameters
    ['inertia.1', 'inertia.2', 'inertia.3', 'weight_moment']
    >>> r.transition.shape, r.parameter_sensitivity.shape
    ((201, 6, 6), (201, 6, 4))
    """
    spec = specification(body, torque, initial, t_span, method, step, tolerance, t_eval, dense_output, events,
                         sensitivity, frame=frame, scalars=scalars, rate_dependence=rate_dependence, every=every,
                         orbit=orbit)
    return Result(spec, checkpoint)
