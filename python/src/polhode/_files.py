"""Files that scenarios are made of."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib  # type: ignore[no-redef]


def read_toml(file: str | os.PathLike[str]) -> dict[str, Any]:
    with open(file, "rb") as opened:
        try:
            return tomllib.load(opened)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{os.fspath(file)}: malformed TOML: {error}") from None
        except UnicodeDecodeError:
            raise ValueError(f"{os.fspath(file)}: malformed TOML: expected text in UTF-8") from None


def read_table(file: str, columns: int) -> np.ndarray:
    """The rows of a CSV file, with or without a line of names, or of an NPY file, one after the other."""
    try:
        rows = np.load(file) if file.endswith(".npy") else _read_csv(file)
    except OSError as error:
        raise ValueError(f"{file}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{file}: expected rows of {columns} numbers: {error}") from None
    if rows.ndim != 2 or rows.shape[1] != columns or rows.dtype.kind not in "fiu":
        raise ValueError(f"{file}: expected rows of {columns} numbers, got an array of shape {rows.shape}")
    return np.ascontiguousarray(rows, dtype=np.float64).reshape(-1)


def read_text(file: str) -> str:
    """A whole file; bytes that are no ASCII are kept as they are for messages."""
    try:
        with open(file, encoding="utf-8", errors="replace", newline="") as opened:
            return opened.read()
    except OSError as error:
        raise ValueError(f"cannot read \"{file}\": {error.strerror or error}") from None


def _read_csv(file: str) -> np.ndarray:
    with open(file, encoding="utf-8") as opened:
        lines = [line for line in opened if line.strip() and not line.lstrip().startswith("#")]
    if lines and not _is_row(lines[0]):
        lines = lines[1:]
    return np.loadtxt(lines, delimiter=",", ndmin=2)


def _is_row(line: str) -> bool:
    try:
        [float(cell) for cell in line.split(",")]
    except ValueError:
        return False
    return True
