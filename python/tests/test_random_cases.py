"""Random bodies under random torques, each against SciPy on the equations written out here.

POLHODE_RANDOM_CASES=1000 POLHODE_RANDOM_SEED=7 make other ones; a case is named by its seed."""

import os

import numpy as np
import pytest
from conftest import angle
from test_against_scipy import Rotation, motion, turned_back

import polhode

COUNT = int(os.environ.get("POLHODE_RANDOM_CASES", 40))
FIRST = int(os.environ.get("POLHODE_RANDOM_SEED", 0))


def random_body(rng):
    """Moments b + c, a + c, a + b over up to four decades; every third body has two equal ones, every seventh three."""
    a, b, c = 10 ** rng.uniform(-2, 2, 3) if rng.random() < 0.3 else rng.uniform(0.3, 3, 3)
    if rng.random() < 1 / 3:
        b = a
    if rng.random() < 1 / 7:
        b = c = a
    moments = np.array([b + c, a + c, a + b])
    if rng.random() < 0.5:
        return polhode.Body(moments), np.diag(moments)
    turn = Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix()
    inertia = turn @ np.diag(moments) @ turn.T
    inertia = (inertia + inertia.T) / 2
    return polhode.Body(inertia), inertia


def random_torques(rng, inertia, size):
    """Pairs of one of ours and the same as a function, of about the given size."""
    def direction():
        v = rng.normal(size=3)
        return v / np.linalg.norm(v)

    def top():
        u, axis, m = direction(), direction(), size
        return (polhode.HeavyTop(weight_moment=m, direction=u, axis=axis),
                lambda t, q, w: m * np.cross(turned_back(q, u), axis))

    def gradient():
        u, c = direction(), size / np.max(inertia)

        def torque(t, q, w):
            v = turned_back(q, u)
            return c * np.cross(v, inertia @ v)
        return polhode.GravityGradient(coefficient=c, direction=u), torque

    def dipole():
        moment, field = rng.normal(size=3), size * rng.normal(size=3)
        return (polhode.MagneticDipole(moment=moment, field=field),
                lambda t, q, w: np.cross(moment, turned_back(q, field)))

    def in_body():
        v = size * direction()
        return polhode.ConstantBody(torque=v), lambda t, q, w: v

    def in_space():
        v = size * direction()
        return polhode.ConstantSpace(torque=v), lambda t, q, w: turned_back(q, v)

    def damping():
        k = rng.uniform(0.01, 0.5) * np.min(np.diag(inertia))
        return polhode.Damping(coefficient=k), lambda t, q, w: -k * w

    def formula():
        k, f = size, rng.uniform(0.5, 4)
        return (polhode.Formula(["k*sin(f*t)", "k*r31", "-k*wz/(1 + wz^2)"], parameters={"k": k, "f": f}),
                lambda t, q, w: k * np.array([np.sin(f * t), turned_back(q, [0, 0, 1])[0], -w[2] / (1 + w[2]**2)]))

    def function():
        v, f = size * direction(), rng.uniform(0.5, 4)

        def torque(t, q, w):
            return v * np.cos(f * t + q[0] * q[3]) - 0.1 * size * np.tanh(w)
        return torque, torque

    kinds = [top, gradient, dipole, in_body, in_space, damping, formula, function]
    return [kinds[k]() for k in rng.choice(len(kinds), rng.integers(1, 4), replace=False)]


def random_case(seed):
    rng = np.random.default_rng(seed)
    body, inertia = random_body(rng)
    # up to some two radians in a unit of time, whatever the body is like
    w0 = rng.normal(size=3) * rng.choice([0.1, 1, 2])
    speed = max(1, np.linalg.norm(w0))
    pairs = random_torques(rng, inertia, rng.choice([0.1, 1]) * np.min(np.linalg.eigvalsh(inertia)) * speed)
    ours = pairs[0][0]
    for other, _ in pairs[1:]:
        ours = other + ours if callable(ours) else ours + other

    def torque(t, q, w):
        q = q / np.linalg.norm(q)
        return sum((part(t, q, w) for _, part in pairs), np.zeros(3))

    state = polhode.State(Rotation.random(random_state=seed), angular_velocity=w0, body=body)
    return rng, body, inertia, ours, torque, state


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_a_random_case(seed):
    rng, body, inertia, ours, torque, state = random_case(seed)
    times = np.linspace(0, rng.uniform(1, 6), 9)
    tolerance = 10 ** rng.uniform(-9, -5)
    q, p = motion(inertia, torque, state.attitude, state.angular_velocity, times)
    q /= np.linalg.norm(q, axis=1)[:, None]
    largest = np.max(np.linalg.norm(p, axis=1))
    given = tuple(times[[0, -1]])

    def error(r):
        return max(np.max(angle(r.attitude, q)), np.max(np.abs(r.momentum - p)) / largest)

    r = polhode.solve(body, ours, state, given, tolerance=tolerance, t_eval=times)
    assert error(r) <= tolerance, (r.method, r.step)

    step = 0.01 / max(1, np.max(np.linalg.norm(r.angular_velocity, axis=1)))
    for method in rng.choice(["se6-rkn", "rkmk-rk4", "se4-rkn", "gauss-8", "dop853", "mr4-123"], 2, replace=False):
        assert error(polhode.solve(body, ours, state, given, str(method), step, t_eval=times)) < 2e-6, method
