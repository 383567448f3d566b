"""A file for what a run that is stopped has come to, from which the same call goes on."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
import time
import types
import warnings
from typing import Any

import numpy as np

from . import _core
from ._arrays import shown
from ._files import read_table, write_whole
from ._run import RunSpec

_MARK = b"polhode checkpoint\n"
SECONDS_BETWEEN = 60.0
_LARGEST_SHARE = 0.01  # of the time of a run, for writing


def _described(value: Any) -> Any:
    """What decides a run, as text that is the same in another process."""
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, types.CodeType):
        return [value.co_code.hex(), [_described(constant) for constant in value.co_consts], value.co_names]
    if isinstance(value, dict):
        return {str(key): _described(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_described(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(repr, value))
    if callable(value):  # a function is known by its name and its code
        return [getattr(value, "__qualname__", type(value).__name__), _described(getattr(value, "__code__", None))]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "__dict__"):
        return [type(value).__name__, {key: _described(inner) for key, inner in vars(value).items()
                                       if key not in ("_address", "_data")}]
    return repr(value) if isinstance(value, (bytes, complex)) else type(value).__name__


def fingerprint(spec: RunSpec) -> str:
    """The same for two calls that mean the same run."""
    tables: list[Any] = []

    def reading(file: str, columns: int) -> np.ndarray:
        rows = read_table(file, columns)
        tables.append(_described(rows))
        return rows

    spec.read(reading)
    whole = [_core.version, _described(vars(spec)), tables]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


class Keeper:
    """Writes the checkpoints of a run, and lets Ctrl-C wait until there is one.

    While it is entered, the first Ctrl-C asks the run to stop, the second one ends it at once.
    """

    asked_every = 0.05  # seconds

    def __init__(self, path: Any, belongs_to: str) -> None:
        try:
            self._path = os.path.abspath(os.fspath(path))
        except TypeError:
            raise TypeError(f"checkpoint: expected the path of a file, got {shown(path)}") from None
        if isinstance(self._path, bytes) or os.path.isdir(self._path) or not os.path.isdir(os.path.dirname(self._path)):
            raise ValueError(f"checkpoint: expected the path of a file in a folder that exists, got {shown(path)}")
        self._belongs_to = belongs_to
        self._last = time.monotonic()
        self._between = SECONDS_BETWEEN
        self._handler: Any = None
        self._stopped = self._gave_up = self.has_written = False

    # --- what the run asks ---

    def stops(self) -> bool:
        return self._stopped

    def is_due(self) -> bool:
        return not self._gave_up and time.monotonic() - self._last >= self._between

    def write(self, data: bytes) -> None:
        begin = time.monotonic()
        try:
            self._replace(data)
            self.has_written = True
        except OSError as error:
            warnings.warn(f"checkpoint: {self._path} cannot be written: {error.strerror or error}; the run goes on",
                          RuntimeWarning, stacklevel=2)
        self._last = time.monotonic()
        self._between = max(self._between, (self._last - begin) / _LARGEST_SHARE)

    def give_up(self, why: str) -> None:
        if not self._gave_up:
            warnings.warn(f"checkpoint: {why}", RuntimeWarning, stacklevel=2)
        self._gave_up = True

    # --- the file ---

    def _replace(self, data: bytes) -> None:
        head = json.dumps({"version": _core.version, "belongs_to": self._belongs_to,
                           "sha256": hashlib.sha256(data).hexdigest()}).encode()
        write_whole(self._path, _MARK + head + b"\n" + data)

    def read(self) -> bytes:
        """What an earlier run has left; nothing if there was none."""
        try:
            with open(self._path, "rb") as file:
                whole = file.read()
        except FileNotFoundError:
            return b""
        head, _, data = whole[len(_MARK):].partition(b"\n")
        try:
            facts: Any = json.loads(head) if whole.startswith(_MARK) else None
            digest, version, belongs_to = facts["sha256"], facts["version"], facts["belongs_to"]
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"checkpoint: {self._path} is no checkpoint: expected one, or a file that does not exist "
                             "yet") from None
        if digest != hashlib.sha256(data).hexdigest():
            raise ValueError(f"checkpoint: {self._path} is damaged: expected it as it was written, or none")
        if version != _core.version or belongs_to != self._belongs_to:
            raise ValueError(f"checkpoint: {self._path} is of another run, or of another version: expected the same "
                             "call, or another file")
        return data

    def remove(self) -> None:
        try:
            os.unlink(self._path)
        except FileNotFoundError:
            pass

    # --- signals ---

    def _asked_to_stop(self, number: int, frame: Any) -> None:
        if self._stopped:
            signal.default_int_handler(number, frame)
        self._stopped = True

    def __enter__(self) -> Keeper:
        # another handler than Python's own knows what it wants
        if (threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler):
            self._handler = signal.signal(signal.SIGINT, self._asked_to_stop)
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
        if self._stopped and (error is None or isinstance(error, _core.RunError)):
            where = f"the same call goes on from {self._path}" if self.has_written else "nothing was kept"
            raise KeyboardInterrupt(f"stopped; {where}") from None


def make_kept(spec: RunSpec, path: Any) -> _core.Run:
    """Makes a run, or goes on with one that was stopped."""
    keeper = Keeper(path, fingerprint(spec))
    kept = keeper.read()
    with keeper:
        run = spec.make(keeper, kept)
    keeper.remove()
    return run
