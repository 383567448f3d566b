"""Torques: the built-in models, formulas, tables, functions of Python, compiled functions, and sums of them."""

from __future__ import annotations

import ctypes
import inspect
import re
from typing import Any, Callable, Iterator

import numpy as np

from . import _core
from ._arrays import array, shown, text, truth
from ._sympy import formula_text, is_expression, parameter_name

_BLANK = {
    "body": {"inertia": [1, 1, 1]},
    "initial": {"angular_velocity": [0, 0, 0]},
    "integrate": {"end": 1, "step": 1},
}


def _windows(on: Any) -> list[list[float]]:
    """The times between which a torque acts."""
    if on is None:
        return []
    expected = "times (from, to), such as [(0, 30), (100, 130)]"
    pairs = np.asarray(on, dtype=object)
    if pairs.shape == (2,) and not isinstance(on[0], (list, tuple, np.ndarray)):
        on = [on]
    try:
        windows = np.asarray(on, dtype=np.float64)
    except (ValueError, TypeError):
        raise ValueError(f"on: expected {expected}, got {shown(on)}") from None
    if windows.ndim != 2 or windows.shape[1] != 2 or np.isnan(windows).any():
        raise ValueError(f"on: expected {expected}, got {shown(on)}")
    if not (windows[:, 0] < windows[:, 1]).all() or not (windows[1:, 0] >= windows[:-1, 1]).all():
        raise ValueError(f"on: expected {expected}, each before the next, got {shown(on)}")
    return windows.tolist()


class Torque:
    """What all torques have in common: ``a + b`` is the sum of two."""

    def __add__(self, other: Any) -> Torque:
        if not isinstance(other, Torque):
            if not callable(other):
                return NotImplemented
            other = torque_of(other)
        return Sum([*self._parts(), *other._parts()])

    def __radd__(self, other: Any) -> Torque:
        if isinstance(other, int) and other == 0:  # what sum() begins with
            return self
        if not callable(other):
            return NotImplemented
        return torque_of(other) + self

    def _parts(self) -> Iterator[Torque]:
        yield self

    def _settings(self) -> dict[str, Any] | None:
        """What the reader of scenarios makes it from; None for a function."""
        return None

    def _function(self) -> Any:
        """A function as the core calls it."""
        raise NotImplementedError


class Sum(Torque):
    """Several torques at once."""

    def __init__(self, torques: Any) -> None:
        self._torques = [part for torque in torques for part in torque_of(torque)._parts()]

    def _parts(self) -> Iterator[Torque]:
        yield from self._torques

    def __repr__(self) -> str:
        return " + ".join(map(repr, self._torques)) or "Sum([])"


class _Described(Torque):
    """A torque that settings can give."""

    model = ""

    def _take(self, settings: dict[str, Any], name: str | None, on: Any) -> None:
        self._given = {key: _plain(value) for key, value in settings.items() if value is not None}
        whole = {"model": self.model, **self._given}
        if name is not None:
            whole["name"] = text("name", name, "a name")
        windows = _windows(on)
        if windows:
            whole["on"] = windows
        self._whole = whole
        self._check(whole)

    def _check(self, whole: dict[str, Any]) -> None:
        # the orbit is for models that need one, and changes nothing for those that do not
        _core.read({**_BLANK, "orbit": {"radius": 7e6}, "torque": whole}, "", [], None, [], [], None, 0.0)

    def _settings(self) -> dict[str, Any]:
        return self._whole

    @classmethod
    def _of_settings(cls, settings: dict[str, Any]) -> Torque:
        torque = cls.__new__(cls)
        torque._whole = settings
        torque._given = {k: v for k, v in settings.items() if k not in ("model", "name", "on")}
        return torque

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._given[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name}") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Described) and self._whole == other._whole

    def __hash__(self) -> int:
        return hash(repr(self._whole))

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self._whole.items() if key != "model")
        return f"{type(self).__name__}({inside})"


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy as lists and numbers of Python."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


class Model(_Described):
    """A built-in model of a torque. Its subclasses follow from what the library states about its models."""

    _variants: tuple[dict[str, Any], ...] = ()

    def __init__(self, *, name: str | None = None, on: Any = None, **parameters: Any) -> None:
        known = [p["name"] for variant in self._variants for p in variant["parameters"]]
        for key in parameters:
            if key not in known:
                listed = ", ".join(dict.fromkeys(known)) or "none"
                raise TypeError(f"{type(self).__name__}: unknown parameter {key!r}, expected one of: {listed}")
        self._take(parameters, name, on)


def _class_name(model: str) -> str:
    return "".join(word.capitalize() for word in model.split("-"))


def _documentation(variants: list[dict[str, Any]]) -> str:
    lines = []
    for variant in variants:
        orbit = " (needs an orbit)" if variant["needs_orbit"] else ""
        lines += [f"{variant['title'][:1].upper()}{variant['title'][1:]}{orbit}.", "", f"T = {variant['formula']}", ""]
        if variant["parameters"]:
            lines += ["Parameters", "----------"]
        for p in variant["parameters"]:
            default = "" if p["required"] else f", default {p['default']!r}"
            lines += [f"{p['name']} : {p['kind']}{default}", f"    {p['meaning']}"]
        lines.append("")
    lines += ["name, on :", "    As of every torque: its name, and the times at which it acts."]
    return "\n".join(lines)


def _make_models() -> dict[str, type[Model]]:
    by_name: dict[str, list[dict[str, Any]]] = {}
    for model in _core.torque_models():
        if model["name"] != "none":
            by_name.setdefault(model["name"], []).append(model)
    models = {}
    for name, variants in by_name.items():
        keywords = dict.fromkeys(p["name"] for variant in variants for p in variant["parameters"])
        signature = inspect.Signature([inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None)
                                       for key in [*keywords, "name", "on"]])
        models[_class_name(name)] = type(_class_name(name), (Model,), {
            "__doc__": _documentation(variants), "__module__": __name__, "__signature__": signature,
            "model": name, "_variants": tuple(variants)})
    return models


MODELS = _make_models()
globals().update(MODELS)  # by name, so that they can be pickled


class Formula(_Described):
    """A torque written as text, or as expressions of SymPy.

    Parameters
    ----------
    torque : three str, or expressions of SymPy, optional
        Expressions of t, the angular velocity wx, wy, wz, the attitude, and the parameters. Symbols of SymPy have these
        names; ``from_sympy`` takes others.
    potential : str, or an expression of SymPy, optional
        One expression in place of them.
    frame : {"body", "space"}, optional
        Of the three components.
    parameters : dict, optional
        Numbers, or three of them, by their names in the expressions.
    name, on :
        As of every torque.

    Examples
    --------
    >>> import polhode
    >>> polhode.Formula(["-c*wx", "-c*wy", "0"], parameters={"c": 0.1})
    Formula(torque=['-c*wx', '-c*wy', '0'], parameters={'c': 0.1})
    """

    model = "formula"

    def __init__(self, torque: Any = None, *, potential: str | None = None, frame: str | None = None,
                 parameters: dict[str, Any] | None = None, name: str | None = None, on: Any = None) -> None:
        if torque is not None:
            if isinstance(torque, str) or not hasattr(torque, "__len__") or len(torque) != 3:
                raise ValueError(f"torque: expected three expressions, got {shown(torque)}")
            torque = [_expression(expression) for expression in torque]
        if potential is not None and is_expression(potential):
            potential = formula_text(potential, {})
        if parameters is not None:
            if not isinstance(parameters, dict):
                raise TypeError(f'parameters: expected numbers by their names, such as {{"c": 0.1}}, got '
                                f"{shown(parameters)}")
            parameters = {parameter_name(key): value for key, value in parameters.items()}
        self._take({"torque": torque, "potential": potential, "frame": frame, "parameters": parameters}, name, on)

    @classmethod
    def from_sympy(cls, torque: Any = None, *, potential: Any = None, names: dict[Any, str] | None = None,
                   frame: str | None = None, parameters: dict[Any, Any] | None = None, name: str | None = None,
                   on: Any = None) -> Formula:
        """A torque from expressions of SymPy whose symbols have other names than those of formulas.

        Parameters
        ----------
        torque, potential, frame, parameters, name, on :
            As of Formula; a parameter may be given by its symbol.
        names : dict, optional
            What the symbols, or functions of the time, are called in formulas: ``{omega_1: "wx"}``.

        Examples
        --------
        With ``omega, c, t = sympy.symbols("omega c t")``, this is a damping and a shaking::

            polhode.Formula.from_sympy([-c*omega, sympy.sin(t)/2, 0], names={omega: "wx"}, parameters={c: 0.1})
        """
        called = _names_in(names)
        if torque is not None and not isinstance(torque, str) and hasattr(torque, "__len__"):
            torque = [formula_text(expression, called) for expression in torque]
        if potential is not None:
            potential = formula_text(potential, called)
        if isinstance(parameters, dict):
            parameters = {called.get(key, key): value for key, value in parameters.items()}
        return cls(torque, potential=potential, frame=frame, parameters=parameters, name=name, on=on)


def _expression(value: Any) -> str:
    return formula_text(value, {}) if is_expression(value) else str(value)


def _names_in(names: Any) -> dict[Any, str]:
    if names is None:
        return {}
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        raise TypeError(f'names: expected names by symbols, such as {{omega: "wx"}}, got {shown(names)}')
    return dict(names)


class Table(_Described):
    """A torque from a table: rows t, Tx, Ty, Tz, and what is between them.

    Parameters
    ----------
    rows : array_like
        n × 4, with times that grow. The torque is zero before the first and after the last of them.
    frame : {"body", "space"}, optional
    interpolation : {"spline", "linear", "hold"}, optional
    name, on :
        As of every torque.

    Examples
    --------
    >>> import polhode
    >>> pulse = polhode.Table([[0, 0, 0, 0], [1, 0, 0, 2], [2, 0, 0, 0]], interpolation="linear")
    >>> r = polhode.solve([1, 2, 2], pulse, polhode.State(), (0, 2), tolerance=1e-9)
    >>> r.momentum[-1].round(6)
    array([0., 0., 2.])
    """

    model = "table"

    def __init__(self, rows: Any, *, frame: str | None = None, interpolation: str | None = None,
                 name: str | None = None, on: Any = None) -> None:
        numbers = array("rows", rows, (-1, 4), "rows of four numbers t, Tx, Ty, Tz")
        self._take({"rows": numbers.tolist(), "frame": frame, "interpolation": interpolation}, name, on)


class _Function(Torque):
    """What functions of Python and compiled ones have in common."""

    _with_rate: bool

    def _take(self, frame: str, rate_dependence: str, breakpoints: Any, name: str | None, on: Any) -> None:
        if frame not in ("body", "space"):
            raise ValueError(f'frame: expected "body" or "space", got {shown(frame)}')
        if rate_dependence not in ("none", "affine", "general"):
            raise ValueError(f'rate_dependence: expected "none", "affine" or "general", got {shown(rate_dependence)}')
        self.frame = frame
        if rate_dependence == "none" and self._with_rate:
            raise ValueError('rate_dependence: "none" contradicts a function of the angular velocity: expected "affine" or '
                             '"general", or a function without it')
        self.rate_dependence = rate_dependence
        self.breakpoints = array("breakpoints", breakpoints, (-1,), "times").tolist() if len(breakpoints) else []
        self.name = "function" if name is None else text("name", name, "a name")
        self.on = _windows(on)

    def _traits(self) -> tuple[Any, ...]:
        return self.frame, self.rate_dependence, self.name, self.breakpoints, [tuple(span) for span in self.on]


def _positional(function: Callable[..., Any]) -> int | None:
    """How many arguments a function takes by position; None if that cannot be told."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return None
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty for p in parameters)


class PythonTorque(_Function):
    """A function of Python.

    Parameters
    ----------
    function : callable
        ``f(t, q, w)`` with the attitude q = (x, y, z, w) and the angular velocity w in the body's axes, as arrays that
        are filled anew for each call: copy what you keep. ``f(t, q)`` if the torque does not depend on w. It returns
        three numbers, and depends on nothing but its arguments.
    frame : {"body", "space"}
        Of the components that it returns.
    scalars : bool
        Call it with floats, which is faster: ``f(t, qx, qy, qz, qw, wx, wy, wz)``, or the first five of them.
    rate_dependence : {"none", "affine", "general"}, optional
        How the torque depends on w. By default "general" if it is an argument. Methods of kicks and drifts are
        cheaper where it is "affine", T₀ + S w.
    potential : callable, optional
        V(t, q), or V(t, qx, qy, qz, qw), if the torque has one: the energy contains it.
    breakpoints : sequence of float
        Times at which the torque jumps.
    name, on :
        As of every torque.

    Examples
    --------
    >>> import polhode
    >>> spring = polhode.PythonTorque(lambda t, x, y, z, w: (0, 0, -4 * z * w), scalars=True,
    ...                               potential=lambda t, x, y, z, w: 4 * z * z)
    >>> state = polhode.State(rotation_vector=[0, 0, 0.5])
    >>> r = polhode.solve([1, 1, 2], spring, state, (0, 5), "se4-rkn", 0.01)
    >>> bool(abs(r.energy - r.energy[0]).max() < 1e-8)
    True
    """

    def __init__(self, function: Callable[..., Any], *, frame: str = "body", scalars: bool = False,
                 rate_dependence: str | None = None, potential: Callable[..., Any] | None = None,
                 breakpoints: Any = (), name: str | None = None, on: Any = None) -> None:
        if not callable(function):
            raise TypeError(f"torque: expected a function, got {shown(function)}")
        if potential is not None and not callable(potential):
            raise TypeError(f"potential: expected a function, got {shown(potential)}")
        self.function = function
        self.scalars = truth("scalars", scalars)
        self.potential = potential
        with_rate, without = (8, 5) if self.scalars else (3, 2)
        arguments = _positional(function)
        if arguments not in (with_rate, without, None):
            wanted = "t, qx, qy, qz, qw, wx, wy, wz" if self.scalars else "t, q, w"
            fewer = "t, qx, qy, qz, qw" if self.scalars else "t, q"
            raise TypeError(f"torque: the function takes {arguments} arguments, expected ({wanted}) or ({fewer})")
        self._with_rate = arguments != without
        if rate_dependence is None:
            rate_dependence = "general" if self._with_rate else "none"
        self._take(frame, rate_dependence, breakpoints, name, on)

    def _function(self) -> Any:
        return _core.python_torque(self.function, self.scalars, self._with_rate, self.potential, *self._traits())

    def __repr__(self) -> str:
        return f"PythonTorque({getattr(self.function, '__name__', self.function)!s}, frame={self.frame!r})"




def _compiled_signature(function: Any) -> tuple[int, int | None, list[str] | None]:
    """Address, user data if there are any, and the types of the arguments, in C, if they are known."""
    if isinstance(function, bool):
        raise TypeError(f"torque: expected a compiled function, got {shown(function)}")
    if isinstance(function, (int, np.integer)):
        return int(function), None, None
    if isinstance(function, ctypes._CFuncPtr):
        address = ctypes.cast(function, ctypes.c_void_p).value or 0
        return address, None, None if function.argtypes is None else [_ctypes_name(kind) for kind in function.argtypes]
    if isinstance(function, tuple) and hasattr(function, "signature"):  # SciPy's LowLevelCallable
        return _low_level(function)
    if hasattr(function, "address"):  # numba.cfunc
        signature = getattr(function, "_sig", None)
        kinds = None if signature is None else [_c_name(str(kind)) for kind in signature.args]
        return int(function.address), None, kinds
    raise TypeError(f"torque: expected a compiled function (ctypes, numba.cfunc, LowLevelCallable) or its address, got "
                    f"{shown(function)}")


_DOUBLES = {"double", "float64", "float64_t", "npy_float64", "npy_double", "__pyx_t_5numpy_float64_t",
            "__pyx_t_5numpy_double_t"}


def _c_name(kind: str) -> str:
    """A parameter as C, Cython or numba write it, without qualifiers and its name. Any address may be one of doubles."""
    words = [word for word in re.findall(r"\w+|[*\[]", kind) if word not in ("const", "volatile", "restrict", "__restrict")]
    addresses = "*" * sum(word in "*[" for word in words)
    name = "double" if words and words[0] in _DOUBLES else words[0] if words else ""
    return "double*" if addresses and name == "void" else name + addresses


def _ctypes_name(kind: Any) -> str:
    if kind is ctypes.c_void_p or getattr(kind, "_dtype_", np.int8) in (None, np.float64):  # of numpy.ctypeslib.ndpointer
        return "double*"
    inner = getattr(kind, "_type_", None)
    while isinstance(inner, type) and issubclass(inner, ctypes.Array):
        inner = inner._type_
    if kind is ctypes.c_double or inner is ctypes.c_double:
        return "double" if kind is ctypes.c_double else "double*"
    return str(getattr(kind, "__name__", kind))


def _low_level(function: Any) -> tuple[int, int | None, list[str] | None]:
    inner = function.function
    signature = function.signature
    data = function.user_data
    arguments: list[str] | None
    if hasattr(inner, "address") or isinstance(inner, ctypes._CFuncPtr):
        address, _, arguments = _compiled_signature(inner)
    else:
        pythonapi = ctypes.pythonapi
        pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
        pythonapi.PyCapsule_GetName.argtypes = [ctypes.py_object]
        pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
        pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
        capsule = tuple.__getitem__(function, 0)
        address = pythonapi.PyCapsule_GetPointer(capsule, pythonapi.PyCapsule_GetName(capsule)) or 0
        inside = signature.partition("(")[2].rpartition(")")[0] if signature else ""
        arguments = [_c_name(kind) for kind in inside.split(",")] if inside else None
    if data is None:
        return address, None, arguments
    pointer = data if isinstance(data, int) else ctypes.cast(data, ctypes.c_void_p).value
    return address, pointer or 0, arguments


class CompiledTorque(_Function):
    """A compiled function, called at native speed: of ctypes, ``numba.cfunc``, SciPy's ``LowLevelCallable``.

    Parameters
    ----------
    function : object or int
        ``void f(double t, const double* q, const double* w, double* torque)``, or without ``w`` if the torque does not
        depend on it; with ``void* user_data`` at the end for a LowLevelCallable that has some. An int is an address.
    arguments : int, optional
        3 or 4, without user data, where the object does not tell.
    frame, rate_dependence, breakpoints, name, on :
        As of PythonTorque.

    Examples
    --------
    >>> import ctypes, polhode
    >>> numbers = ctypes.POINTER(ctypes.c_double)
    >>> @ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers)  # such functions come from C or numba
    ... def damping(t, q, w, torque):
    ...     for i in range(3):
    ...         torque[i] = -0.1 * w[i]
    >>> r = polhode.solve([1, 2, 2], polhode.CompiledTorque(damping), polhode.State(momentum=[1, 0, 0]), (0, 10), "se4-rkn",
    ...                   0.01)
    >>> r.momentum[-1].round(6)  # exp(-1)
    array([0.367879, 0.      , 0.      ])
    """

    def __init__(self, function: Any, *, arguments: int | None = None, frame: str = "body",
                 rate_dependence: str | None = None, breakpoints: Any = (), name: str | None = None,
                 on: Any = None) -> None:
        self._address, self._data, kinds = _compiled_signature(function)
        if kinds is not None and self._data is not None:
            kinds = kinds[:-1]
        known = None if kinds is None else len(kinds)
        if known is not None and arguments is not None and known != arguments:
            raise ValueError(f"arguments: {shown(arguments)}, but the function has {known}")
        arguments = known if known is not None else arguments
        if arguments not in (3, 4):
            raise ValueError(f"arguments: expected 3 (t, q, torque) or 4 (t, q, w, torque), got {shown(arguments)}")
        if kinds is not None and kinds != ["double", *["double*"] * (arguments - 1)]:
            raise ValueError(f"torque: expected a compiled function of (double{', double*' * (arguments - 1)}), got one of "
                             f"({', '.join(kinds)})")
        if not 0 < self._address < 2**64:
            raise ValueError(f"torque: expected the address of a function, got {shown(self._address)}")
        self.function = function  # keeps the code alive
        self._with_rate = arguments == 4
        if rate_dependence is None:
            rate_dependence = "general" if self._with_rate else "none"
        self._take(frame, rate_dependence, breakpoints, name, on)

    def _function(self) -> Any:
        return _core.compiled_torque(self._address, self._with_rate, self._data is not None, self._data or 0,
                                     *self._traits())

    def __reduce__(self) -> Any:
        raise TypeError("a compiled torque cannot be pickled: its address belongs to this process")

    def __repr__(self) -> str:
        return f"CompiledTorque({self._address:#x}, frame={self.frame!r})"


def _is_compiled(value: Any) -> bool:
    return (isinstance(value, ctypes._CFuncPtr) or (isinstance(value, tuple) and hasattr(value, "signature"))
            or (hasattr(value, "address") and hasattr(value, "ctypes")))


def torque_of(value: Any, **keywords: Any) -> Torque:
    """A torque, or what stands for one: None, a function, a compiled function, settings."""
    given = {key: inner for key, inner in keywords.items() if inner is not None}
    if _is_compiled(value):
        return CompiledTorque(value, **given)
    if isinstance(value, Torque) or value is None:
        if given:
            raise TypeError(f"{next(iter(given))}: it belongs to a plain function; here the torque is {shown(value)}")
        return Sum([]) if value is None else value
    if isinstance(value, dict):
        return settings_torque(value)
    if callable(value) and not isinstance(value, type):
        return PythonTorque(value, **given)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        raise TypeError(f"torque: {value} may be an address, expected CompiledTorque({value}, arguments=3 or 4)")
    raise TypeError(f"torque: expected a torque, a function or None, got {shown(value)}")


def settings_torque(settings: dict[str, Any]) -> Torque:
    """A torque from the dictionary of a scenario."""
    model = settings.get("model")
    kinds: dict[Any, type[_Described]] = {"formula": Formula, "table": Table}
    kinds.update({made.model: made for made in MODELS.values()})
    if not isinstance(model, str) or model not in kinds:
        _core.read({**_BLANK, "torque": settings}, "", [], None, [], [], None, 0.0)  # says what is wrong
        raise ValueError(f"torque: expected a model, got {shown(settings)}")
    return kinds[model]._of_settings(_plain(settings))


__all__ = ["CompiledTorque", "Formula", "MODELS", "Model", "PythonTorque", "Sum", "Table", "Torque",
           "settings_torque", "torque_of"]
