import os
import pathlib

import numpy as np
import pytest

import polhode

os.environ.setdefault("MPLBACKEND", "Agg")  # pictures without a screen

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items):
    """Tests that fork come first: JAX, once it has been used, has threads that a fork does not take along."""
    items.sort(key=lambda item: item.path.name != "test_processes.py")


@pytest.fixture
def body():
    return polhode.Body([5, 5, 1])


@pytest.fixture
def top():
    return polhode.HeavyTop(weight_moment=20)


@pytest.fixture
def leaning(body):
    return polhode.State(rotation_vector=[0.05, 0, 0], angular_velocity=[0, 0, 5], body=body)


@pytest.fixture
def skew():
    """A body whose axes are not its principal ones."""
    return polhode.Body(np.array([[3, 0.2, -0.1], [0.2, 2, 0.3], [-0.1, 0.3, 4]]))


def angle(a, b):
    """Between two attitudes, radians."""
    a, b = np.asarray(a), np.asarray(b)
    apart = np.minimum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1))  # 2 sin of a quarter of the angle
    return 4 * np.arcsin(np.minimum(1, apart / 2))
