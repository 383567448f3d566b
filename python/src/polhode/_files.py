"""Files that scenarios are made of, and files that are written."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import Any

import numpy as np

try:
    import fcntl
except ImportError:  # no locks here
    fcntl = None  # type: ignore[assignment]
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


def write_whole(file: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file that has its earlier bytes or these, whatever ends the process or the machine meanwhile.

    It is made beside, under a hidden name, and takes its place in one step. What a writer of the same file that was
    killed has left is removed.
    """
    folder, name = os.path.split(os.path.abspath(os.fspath(file)))
    begin = f".{name}.part."
    _remove_leftovers(folder, begin)
    while True:
        made = os.path.join(folder, begin + secrets.token_hex(4))
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        _lock(handle)
        if os.fstat(handle).st_nlink:
            break
        os.close(handle)  # another writer took it for one that was left, before it was locked
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
            os.replace(made, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(made)
        raise
    with contextlib.suppress(OSError):  # not every disk can promise it
        _sync_folder(folder)


def _lock(handle: int) -> bool:
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_leftovers(folder: str, begin: str) -> None:
    with os.scandir(folder) as entries:
        left = [entry.path for entry in entries if entry.name.startswith(begin) and entry.is_file(follow_symlinks=False)]
    for path in left:
        with contextlib.suppress(OSError):
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                if _lock(handle):
                    os.unlink(path)
            finally:
                os.close(handle)


def _sync_folder(folder: str) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
