"""Derivatives by the state at the start and by parameters, against differences of whole runs."""

import numpy as np
import pytest

import polhode

STEPS = {"t_span": (0, 3), "method": "se4-rkn", "step": 0.02, "t_eval": [0.7, 1.5, 3.0]}
START = {"rotation_vector": [0.4, -0.2, 0.3], "momentum": [1.5, -2.0, 2.5]}
TENSOR = np.array([[3, 0.2, -0.1], [0.2, 2, 0.3], [-0.1, 0.3, 4]])


def product(a, b):
    v, w = a[..., :3], b[..., :3]
    return np.concatenate([a[..., 3:] * w + b[..., 3:] * v + np.cross(v, w),
                           a[..., 3:] * b[..., 3:] - np.sum(v * w, axis=-1, keepdims=True)], axis=-1)


def change(before, after):
    """(ξ, ρ) from one run to another, for each sample."""
    turn = product(before.attitude * [-1, -1, -1, 1], after.attitude)
    length = np.linalg.norm(turn[:, :3], axis=1, keepdims=True)
    angle = 2 * np.arctan2(length, turn[:, 3:])
    return np.hstack([turn[:, :3] * angle / np.where(length > 0, length, 1), after.momentum - before.momentum])


def difference(run, value, size):
    """The derivative by a number, from five runs: of fourth order."""
    middle = run(value)
    at = [change(middle, run(value + k * size)) for k in (-2, -1, 1, 2)]
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * size)


def check(result, name, run, value, size=1e-3):
    """One column beside the differences."""
    column = result.parameter_sensitivity[:, :, result.parameters.index(name)]
    expected = difference(run, value, size)
    assert np.max(np.abs(column - expected)) < 1e-8 * np.max(np.abs(expected)), name


def solved(body, torque, start=None, **keywords):
    state = polhode.State(**(START if start is None else start))
    return polhode.solve(body, torque, state, **{**STEPS, **keywords})


def followed(body, torque, start=None, **keywords):
    return solved(body, torque, start, sensitivity="parameters", **keywords)


def test_a_run_keeps_its_bits_and_says_what_was_held(skew):
    plain, by_state = solved(skew, None), solved(skew, None, sensitivity=True)
    r = followed(skew, None)
    assert plain.transition is None and by_state.parameter_sensitivity is None and by_state.parameters is None
    assert np.array_equal(r.attitude, plain.attitude) and np.array_equal(r.transition, by_state.transition)
    assert r.parameters == ["inertia.1", "inertia.2", "inertia.3"] and r.held == "momentum"
    assert r.transition.shape == (3, 6, 6) and r.parameter_sensitivity.shape == (3, 6, 3)
    by_rate = {"angular_velocity": [0.3, -0.2, 1]}
    assert followed(skew, None, by_rate).held == "angular_velocity"
    assert np.array_equal(followed(skew, None, by_rate).attitude, solved(skew, None, by_rate).attitude)


def test_the_transition(body, top):
    r = solved(body, top, sensitivity=True)
    for j in range(6):
        def run(size, j=j):
            vector = np.zeros(6)
            vector[j] = size
            turn = np.append(vector[:3], 0.0)
            if size and j < 3:
                turn[:3] *= np.sin(abs(size) / 2) / abs(size)
            turn[3] = np.sqrt(1 - turn[:3] @ turn[:3])
            attitude = product(polhode.State(**START).attitude, turn)
            return solved(body, top, {"attitude": attitude, "momentum": START["momentum"] + vector[3:]})

        expected = difference(run, 0.0, 1e-3)
        assert np.max(np.abs(r.transition[:, :, j] - expected)) < 1e-8 * np.max(np.abs(expected))


@pytest.mark.parametrize("held", ["momentum", "angular_velocity"])
def test_moments_of_inertia(held):
    start = {"rotation_vector": START["rotation_vector"], held: [0.5, -0.7, 0.6]}
    moments = np.array([2.0, 3, 4])
    r = followed(moments, polhode.HeavyTop(weight_moment=2), start)
    for i in range(3):
        def run(moment, i=i):
            changed = moments.copy()
            changed[i] = moment
            return solved(changed, polhode.HeavyTop(weight_moment=2), start)

        check(r, f"inertia.{i + 1}", run, moments[i])


def test_moments_about_axes_of_their_own(skew):
    gravity = polhode.GravityGradient(coefficient=0.5, direction=[0, 0, 1])
    r = followed(skew, gravity)
    x, y, z, w = skew.principal_axes
    axes = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    for i in range(3):
        def run(moment, i=i):
            changed = skew.moments.copy()
            changed[i] = moment
            tensor = axes @ np.diag(changed) @ axes.T
            return solved((tensor + tensor.T) / 2, gravity)

        check(r, f"inertia.{i + 1}", run, skew.moments[i])


def test_one_torque(skew):
    r = followed(skew, polhode.HeavyTop(weight_moment=2))
    check(r, "weight_moment", lambda m: solved(skew, polhode.HeavyTop(weight_moment=m)), 2.0)
    r = followed(skew, polhode.Formula(["k*sin(t)", "-d.y*wy", "d.z*qx"], parameters={"k": 0.3, "d": [0, 0.1, 0.2]}))
    assert r.parameters[3:] == ["k", "d.x", "d.y", "d.z"]
    for name, value, place in (("k", 0.3, None), ("d.y", 0.1, 1), ("d.z", 0.2, 2)):
        def run(x, place=place):
            d = [0, 0.1, 0.2]
            if place is not None:
                d[place] = x
            return solved(skew, polhode.Formula(["k*sin(t)", "-d.y*wy", "d.z*qx"],
                                                parameters={"k": x if place is None else 0.3, "d": d}))

        check(r, name, run, value)
    assert np.all(r.parameter_sensitivity[:, :, r.parameters.index("d.x")] == 0)


def test_a_number_of_damping_is_three():
    body = polhode.Body([2, 3, 4])
    r = followed(body, polhode.Damping(coefficient=0.2))
    assert r.parameters[3:] == ["coefficient.x", "coefficient.y", "coefficient.z"]
    expected = difference(lambda c: solved(body, polhode.Damping(coefficient=c)), 0.2, 1e-3)
    column = r.parameter_sensitivity[:, :, 3:].sum(axis=2)
    assert np.max(np.abs(column - expected)) < 1e-8 * np.max(np.abs(expected))


def test_sums_and_functions(skew):
    def torque(weight=2.0, k=0.3, push=0.1):
        return (polhode.HeavyTop(weight_moment=weight, name="top") + polhode.Damping(coefficient=0.1)
                + polhode.Formula(["0", "k*sin(t)", "0"], parameters={"k": k})
                + polhode.ConstantBody(torque=[push, 0, 0], on=(0.5, 2)) + (lambda t, q, w: (0, 0, 0.2 * w[0])))

    r = followed(skew, torque())
    assert r.parameters[3:] == ["top.weight_moment", "damping.coefficient.x", "damping.coefficient.y",
                                "damping.coefficient.z", "formula.k", "constant-body.torque.x",
                                "constant-body.torque.y", "constant-body.torque.z"]
    check(r, "top.weight_moment", lambda x: solved(skew, torque(weight=x)), 2.0)
    check(r, "formula.k", lambda x: solved(skew, torque(k=x)), 0.3)
    check(r, "constant-body.torque.x", lambda x: solved(skew, torque(push=x)), 0.1)


def test_rotors():
    def gyrostat(h):
        return polhode.Body([2, 3, 4], rotor_momentum=[0.3, h, 0.1])

    r = followed(gyrostat(-0.5), None)
    assert r.parameters[3:] == ["rotor_momentum.x", "rotor_momentum.y", "rotor_momentum.z"]
    check(r, "rotor_momentum.y", lambda h: solved(gyrostat(h), None), -0.5)


def test_with_a_tolerance_and_from_a_scenario(skew, top):
    r = solved(skew, top, sensitivity="parameters", method="auto", step=None, tolerance=1e-9)
    s = followed(skew, top, method="se8-kl", step=0.01)
    scale = np.max(np.abs(s.parameter_sensitivity))
    assert np.max(np.abs(r.parameter_sensitivity - s.parameter_sensitivity)) < 1e-5 * scale
    settings = {"problem": "slow-top", "integrate": {"end": 0.5}, "output": {"sensitivity": "parameters"}}
    r = polhode.scenario(settings).run(method="se4-rkn", step=0.01)
    assert r.parameter_sensitivity.shape == (51, 6, 4) and r.parameters[3] == "weight_moment"
