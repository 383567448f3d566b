"""formats.py PROGRAM FOLDER: one run and one ensemble in every format, as NumPy, pandas, h5py and OVITO read them."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import h5py
import numpy as np
import pandas as pd
from ovito.io import import_file

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
AXES = [[f"{name}_{axis}" for axis in "xyz"] for name in ("momentum", "space_momentum", "angular_velocity")]
QUANTITIES = {"time": ["time"], "attitude": ["qx", "qy", "qz", "qw"], "momentum": AXES[0], "space_momentum": AXES[1],
              "energy": ["energy"], "angular_velocity": AXES[2]}
SINGLE = 2.0**-23  # OVITO holds numbers of single precision


def polhode(*words: str, formats: list[str]) -> bool:
    """False where the program was built without HDF5."""
    done = subprocess.run([PROGRAM, *words, "--quiet", "--format", ",".join(formats)], cwd=FOLDER, capture_output=True,
                          text=True, check=False)
    if "built without" in done.stderr:
        return False
    assert done.returncode == 0, done.stderr
    return True


def check_dump(name: str, frame: int, attitude: np.ndarray, space_momentum: np.ndarray, shape: np.ndarray) -> float:
    found = import_file(str(FOLDER / name)).compute(frame).particles
    for wanted in ("Orientation", "Aspherical Shape", "Angular Momentum"):
        assert wanted in found.keys(), f"{name}: OVITO knows no {wanted} among {list(found.keys())}"
    # q and -q are the same; the ellipsoid has its half-axes along the principal axes, which are the body's here
    turn = np.abs(np.sum(np.asarray(found["Orientation"]) * attitude, axis=-1))
    assert np.all(np.abs(turn - 1) < 4 * SINGLE), f"{name}: {turn}"
    assert np.allclose(found["Aspherical Shape"], shape, rtol=4 * SINGLE), np.asarray(found["Aspherical Shape"])
    assert np.allclose(found["Angular Momentum"], space_momentum, rtol=4 * SINGLE, atol=4 * SINGLE)
    return float(np.max(np.abs(turn - 1)))


def check_run() -> None:
    words = ("run", "--problem", "slow-top", "--end", "2", "--every", "7", "--out", "top")
    has_hdf5 = polhode(*words, formats=["csv", "npz", "npy", "hdf5", "lammps"])
    if not has_hdf5:
        polhode(*words, formats=["csv", "npz", "npy", "lammps"])
    table = pd.read_csv(FOLDER / "top/trajectory.csv", comment="#")
    by_numpy = np.genfromtxt(FOLDER / "top/trajectory.csv", delimiter=",", names=True)
    arrays = np.load(FOLDER / "top/trajectory.npz")
    assert set(arrays) == set(QUANTITIES)
    for name, columns in QUANTITIES.items():
        assert np.array_equal(arrays[name].reshape(len(table), -1), table[columns].to_numpy()), name
        assert np.array_equal(by_numpy[columns[0]], table[columns[0]]), name
        assert np.array_equal(np.load(FOLDER / f"top/trajectory-{name}.npy", mmap_mode="r"), arrays[name]), name
        if has_hdf5:
            with h5py.File(FOLDER / "top/trajectory.h5") as file:
                assert np.array_equal(file[name][()], arrays[name]), name
    frames = import_file(str(FOLDER / "top/trajectory.lammpstrj")).num_frames
    assert frames == len(table), f"OVITO sees {frames} of {len(table)} frames"
    worst = max(check_dump("top/trajectory.lammpstrj", k, arrays["attitude"][k], arrays["space_momentum"][k],
                           np.array([1 / 3, 1 / 3, 1])) for k in (0, 3, frames - 1))
    print(f"a run: NumPy, pandas{', h5py' if has_hdf5 else ''} read the same bits, OVITO to {worst:.1e}")


def check_ensemble() -> None:
    polhode("ensemble", "--problem", "slow-top", "--count", "30", "--steps", "200", "--out", "cloud", "--set",
            "ensemble.attitude.distribution=uniform", formats=["csv", "npz", "lammps"])
    table = pd.read_csv(FOLDER / "cloud/final.csv", comment="#")
    arrays = np.load(FOLDER / "cloud/final.npz")
    for name in ("attitude", "momentum", "angular_velocity"):
        assert np.array_equal(arrays[name], table[QUANTITIES[name]].to_numpy()), name
    x, y, z, w = arrays["attitude"].T
    matrix = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                       [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                       [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    space_momentum = np.einsum("ijk,kj->ki", matrix, arrays["momentum"])
    worst = check_dump("cloud/final.lammpstrj", 0, arrays["attitude"], space_momentum, np.array([1 / 3, 1 / 3, 1]))
    print(f"an ensemble: NumPy and pandas read the same bits, OVITO to {worst:.1e}")


check_run()
check_ensemble()
