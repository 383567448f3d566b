"""Attitudes for SPICE: a CK kernel of type 3, and the SCLK kernel with the clock that its times belong to.

Needs spiceypy (``pip install spiceypy``).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ._optional import optional_package

if TYPE_CHECKING:
    from ._result import Result

TICKS_PER_SECOND = 1_000_000  #: of the clock that `write_ck` makes up


def write_ck(result: Result, path: str | os.PathLike[str], *, epoch: float, spacecraft: int = -999,
             clock_file: str | os.PathLike[str] | None = None, frame: str = "J2000", name: str = "POLHODE") -> str:
    """Write the samples of a run as a CK kernel of type 3, and beside it the kernel of its clock.

    Between two samples SPICE turns the body about one axis at one rate, and its angular velocities are linear: take
    samples that lie well below half a turn apart.

    Parameters
    ----------
    result : Result
        With times in seconds.
    path : path
        Of the CK kernel, which must not be there yet, such as "top.bc".
    epoch : float
        t = 0 in seconds of TDB after J2000, as ``spiceypy.str2et`` returns them.
    spacecraft : int
        The negative number of the spacecraft; its body is the structure 1000 × spacecraft, its clock has its number.
    clock_file : path, optional
        Of the SCLK kernel; by default ``path`` with the ending ".tsc".
    frame : str
        What is called space here, an inertial frame of SPICE.
    name : str
        Of the segment, at most 40 characters.

    Returns
    -------
    str
        The path of the SCLK kernel, which has to be loaded with the CK kernel.

    Examples
    --------
    >>> polhode.spice.write_ck(r, "top.bc", epoch=spiceypy.str2et("2027-01-01"))    # doctest: +SKIP
    'top.tsc'
    """
    spice = optional_package("spiceypy", "write_ck")
    if spacecraft >= 0:
        raise ValueError(f"spacecraft: {spacecraft}, expected a negative number")
    ticks = np.rint((result.t - result.t[0]) * TICKS_PER_SECOND)
    if not np.all(np.diff(ticks) > 0):
        raise ValueError(f"result: two samples are within 1/{TICKS_PER_SECOND} of a second, expected them further apart")
    clock = os.fspath(clock_file) if clock_file is not None else os.path.splitext(os.fspath(path))[0] + ".tsc"
    with open(clock, "x", encoding="ascii") as out:
        out.write(clock_kernel(spacecraft, epoch + float(result.t[0])))
    # a C-matrix takes components in space to components in the body: the conjugate, with the scalar first
    q = result.attitude
    quaternions = np.ascontiguousarray(np.column_stack([q[:, 3], -q[:, :3]]))
    rates = np.ascontiguousarray(in_space(q, result.angular_velocity))
    kernel = spice.ckopn(os.fspath(path), name, 0)
    try:
        spice.ckw03(kernel, ticks[0], ticks[-1], 1000 * spacecraft, frame, True, name, len(ticks), ticks, quaternions,
                    rates, 1, np.zeros(1))
    finally:
        spice.ckcls(kernel)
    return clock


def clock_kernel(spacecraft: int, start: float) -> str:
    """The text of an SCLK kernel: a clock that begins at `start` (TDB) and has ticks of a microsecond of TDB."""
    seconds = 2**32
    number = -spacecraft
    entries: dict[str, Any] = {
        "SCLK_DATA_TYPE": 1, "SCLK01_TIME_SYSTEM": 1, "SCLK01_N_FIELDS": 2,
        "SCLK01_MODULI": f"{seconds} {TICKS_PER_SECOND}", "SCLK01_OFFSETS": "0 0", "SCLK01_OUTPUT_DELIM": 1,
        "SCLK_PARTITION_START": "0.0", "SCLK_PARTITION_END": f"{float(seconds * TICKS_PER_SECOND)!r}",
        "SCLK01_COEFFICIENTS": f"0.0 {start!r} 1.0"}
    lines = [f"{key}_{number} = ( {value} )" for key, value in entries.items()]
    return "\n".join(["KPL/SCLK", "\\begindata", "SCLK_KERNEL_ID = ( @2000-01-01/12:00 )", *lines, ""])


def in_space(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors of the body in space: v + 2 q × (q × v + w v), row by row."""
    axis = q[:, :3]
    return v + 2 * np.cross(axis, np.cross(axis, v) + q[:, 3:] * v)
