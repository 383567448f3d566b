"""Numbers of the caller's as arrays of float64, or one sentence that says what is wrong with them."""

from __future__ import annotations

import numbers as _numbers
from typing import Any

import numpy as np


def shown(value: Any) -> str:
    """A value in a message: one line, not too long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def array(name: str, value: Any, shape: tuple[int, ...], expected: str) -> np.ndarray:
    """An array of this shape, in C order; -1 in the shape is any length."""
    try:
        given = np.asarray(value)
    except (ValueError, TypeError):  # rows of different lengths
        raise ValueError(f"{name}: expected {expected}, got {shown(value)}") from None
    if given.dtype.kind not in "fiu" or np.ma.is_masked(value):
        raise TypeError(f"{name}: expected {expected}, got {shown(value)}")
    if given.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, given.shape)):
        raise ValueError(f"{name}: expected {expected}, got an array of shape {given.shape}")
    result = np.require(given, dtype=np.float64, requirements="C")
    if not np.isfinite(result).all():
        raise ValueError(f"{name}: expected {expected}, all of them finite, got {shown(value)}")
    return result


def dimensions(value: Any) -> int:
    """Of what may become an array; 1 for what cannot, so that `array` says so."""
    try:
        return int(np.ndim(value))
    except (ValueError, TypeError):
        return 1


def vector(name: str, value: Any) -> np.ndarray:
    return array(name, value, (3,), "three numbers")


def number(name: str, value: Any, expected: str = "a number") -> float:
    if isinstance(value, bool) or not isinstance(value, _numbers.Real):
        if not (isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "fiu"):
            raise TypeError(f"{name}: expected {expected}, got {shown(value)}")
    result = float(value)
    if not np.isfinite(result):
        raise ValueError(f"{name}: expected {expected}, got {shown(value)}")
    return result


def positive(name: str, value: Any) -> float:
    result = number(name, value, "a positive number")
    if result <= 0:
        raise ValueError(f"{name}: expected a positive number, got {shown(value)}")
    return result


def count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected a whole number, got {shown(value)}")
    if not 0 <= value < 2**53:
        raise ValueError(f"{name}: expected a whole number from 0 to 9e15, got {shown(value)}")
    return int(value)


def truth(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: expected True or False, got {shown(value)}")
    return bool(value)


def text(name: str, value: Any, expected: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected {expected}, got {shown(value)}")
    return value


def times(name: str, value: Any) -> tuple[np.ndarray, tuple[int, ...]]:
    """Times of any shape: all of them in a row, and the shape."""
    try:
        given = np.asarray(value)
    except (ValueError, TypeError):
        raise ValueError(f"{name}: expected times, got {shown(value)}") from None
    if given.dtype.kind not in "fiu" or np.ma.is_masked(value):
        raise TypeError(f"{name}: expected times, got {shown(value)}")
    flat = np.ascontiguousarray(given, dtype=np.float64).reshape(-1)
    if not np.isfinite(flat).all():
        raise ValueError(f"{name}: expected finite times, got {shown(value)}")
    return flat, given.shape
