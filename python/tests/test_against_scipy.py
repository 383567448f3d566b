"""Against another package: SciPy's integrators at tight tolerances, on the equations written out here."""

import numpy as np
import pytest
from conftest import angle

import polhode

integrate = pytest.importorskip("scipy.integrate")
Rotation = pytest.importorskip("scipy.spatial.transform").Rotation


def motion(inertia, torque, q0, w0, times):
    """q' = ½ q ω, (Iω)' = Iω × ω + T(t, q, ω), by DOP853."""
    inertia = np.asarray(inertia, float)
    inverse = np.linalg.inv(inertia)

    def derivative(t, y):
        q, p = y[:4], y[4:]
        w = inverse @ p
        v, s = q[:3], q[3]
        return np.concatenate([0.5 * (s * w + np.cross(v, w)), [-0.5 * v @ w], np.cross(p, w) + torque(t, q, w)])

    start = np.concatenate([q0, inertia @ w0])
    solution = integrate.solve_ivp(derivative, (times[0], times[-1]), start, "DOP853", times, rtol=1e-12, atol=1e-13)
    return solution.y[:4].T, solution.y[4:].T


def turned_back(q, v):
    return Rotation.from_quat(q).inv().apply(v)


def check(r, q, p, tolerance):
    assert np.max(angle(r.attitude, q / np.linalg.norm(q, axis=1)[:, None])) < tolerance
    assert np.max(np.abs(r.momentum - p)) < tolerance * np.max(np.linalg.norm(p, axis=1))


def test_heavy_top(body, top, leaning):
    times = np.linspace(0, 5, 26)
    q, p = motion(np.diag([5, 5, 1]), lambda t, q, w: 20 * np.cross(turned_back(q, [0, 0, 1]), [0, 0, 1]),
                  leaning.attitude, [0, 0, 5], times)
    check(polhode.solve(body, top, leaning, (0, 5), tolerance=1e-9, t_eval=times), q, p, 3e-9)
    check(polhode.solve(body, top, leaning, (0, 5), "se6-rkn", 0.01, t_eval=times), q, p, 1e-9)


@pytest.mark.parametrize("scalars", [False, True])
def test_a_function_of_time_and_angular_velocity(skew, scalars):
    state = polhode.State(euler=("zyx", [0.3, -0.4, 1.1]), angular_velocity=[0.4, 1.5, -0.8], body=skew)
    times = np.linspace(2, 8, 13)

    def torque(t, q, w):
        return np.array([0.3 * np.sin(t), -0.2 * w[1], 0.1 * q[0] - 0.2 * w[2] * abs(w[2])])

    def by_floats(t, qx, qy, qz, qw, wx, wy, wz):
        return 0.3 * np.sin(t), -0.2 * wy, 0.1 * qx - 0.2 * wz * abs(wz)

    q, p = motion(skew.inertia, torque, state.attitude, state.angular_velocity, times)
    r = polhode.solve(skew, by_floats if scalars else torque, state, (2, 8), tolerance=1e-8, t_eval=times,
                      scalars=scalars)
    check(r, q, p, 3e-8)
    assert r.t[0] == 2 and r.t[-1] == 8


@pytest.mark.parametrize("tolerance", [3e-7, 4e-6])
def test_a_tolerance_holds_behind_the_kinks_of_a_function(tolerance):
    """Where w passes through zero, the error of a multistep formula is larger for a few steps."""
    body = polhode.Body([0.9, 1.3, 1.7])
    for seed in range(12):
        w0 = np.random.default_rng(seed).normal(size=3)

        def torque(t, q, w):
            return np.array([0.4 * np.sin(t), 0.3 * q[0] - 0.5 * w[1] * abs(w[1]), -0.3 * abs(w[2])])

        state = polhode.State(angular_velocity=w0, body=body)
        r = polhode.solve(body, torque, state, (0, 4), tolerance=tolerance)
        check(r, *motion(body.inertia, torque, state.attitude, w0, r.t), tolerance)


def test_a_torque_given_in_space(skew):
    state = polhode.State(momentum=[0.4, 1.5, -0.8], body=skew)
    times = np.linspace(0, 6, 13)
    q, p = motion(skew.inertia, lambda t, q, w: turned_back(q, [0.2, 0, np.cos(t)]), state.attitude,
                  state.angular_velocity, times)
    r = polhode.solve(skew, lambda t, q: (0.2, 0, np.cos(t)), state, (0, 6), tolerance=1e-8, t_eval=times,
                      frame="space")
    check(r, q, p, 3e-8)


def test_sums_of_models_formulas_and_functions(skew):
    state = polhode.State(momentum=[0.4, 1.5, -0.8], body=skew)
    times = np.linspace(0, 6, 13)
    torque = (polhode.Damping(coefficient=0.1) + polhode.ConstantBody(torque=[0.1, 0, 0])
              + polhode.Formula(["0", "k*sin(t)", "0"], parameters={"k": 0.3}) + (lambda t, q, w: (0, 0, 0.2 * w[0])))
    q, p = motion(skew.inertia, lambda t, q, w: -0.1 * w + [0.1, 0.3 * np.sin(t), 0.2 * w[0]], state.attitude,
                  state.angular_velocity, times)
    check(polhode.solve(skew, torque, state, (0, 6), tolerance=1e-8, t_eval=times), q, p, 3e-8)


def test_dense_output_and_free_motion(body, top, leaning):
    times = np.linspace(0, 5, 101)
    q, p = motion(np.diag([5, 5, 1]), lambda t, q, w: 20 * np.cross(turned_back(q, [0, 0, 1]), [0, 0, 1]),
                  leaning.attitude, [0, 0, 5], times)
    for method, step in (("se6-rkn", 0.013), ("se4-rkn", 0.01), ("taylor-20", None), ("multistep-8", 0.005)):
        r = polhode.solve(body, top, leaning, (0, 5), method, step, dense_output=True)
        check(r.sol(times), q, p, 2e-7)
        at = polhode.solve(body, top, leaning, (0, 5), method, step, dense_output=True, t_eval=times)
        check(at, q, p, 2e-7)
    free = polhode.Body([1, 2, 2.5])
    state = polhode.State(momentum=[0.3, 3, 0.1], body=free)
    q, p = motion(np.diag([1, 2, 2.5]), lambda t, q, w: np.zeros(3), state.attitude, state.angular_velocity, times)
    check(polhode.free_motion(free, state)(times), q, p, 1e-9)


SEQUENCES = [a + b + c for letters in ("xyz", "XYZ") for a in letters for b in letters for c in letters
             if a != b and b != c]


@pytest.mark.parametrize("axes", SEQUENCES)
def test_euler_angles_of_every_sequence(axes):
    rng = np.random.default_rng(7)
    for _ in range(20):
        degrees = rng.uniform(-360, 360, 3).tolist()
        expected = Rotation.from_euler(axes, degrees, degrees=True).as_quat()
        start = {"momentum": [0, 0, 1], "euler": [axes, degrees], "degrees": True}
        settings = {"body": {"inertia": [1, 2, 2.5]}, "initial": start, "integrate": {"step": 0.1, "end": 1}}
        texts = [f"{a!r} deg" for a in degrees]
        for attitude in (polhode.State(euler=(axes, np.radians(degrees))).attitude,
                         polhode.State(euler_degrees=(axes, degrees)).attitude,
                         polhode.scenario(settings).initial.attitude,
                         polhode.scenario({**settings, "initial": {**start, "degrees": False, "euler": [axes, texts]}}
                                          ).initial.attitude):
            assert angle(attitude, expected) < 1e-14, (axes, degrees)


def test_rotations_of_scipy_in_and_out(body, top):
    turn = Rotation.from_euler("zyx", [0.1, 0.2, 0.3])
    state = polhode.State(turn, momentum=[0, 0, 1])
    assert np.allclose(state.attitude, turn.as_quat())
    for keyword, value in [("matrix", turn.as_matrix()), ("rotation_vector", turn.as_rotvec()),
                           ("euler", ("zyx", [0.1, 0.2, 0.3])), ("euler_degrees", ("ZYX", turn.as_euler("ZYX", True))),
                           ("euler", ("XYZ", turn.as_euler("XYZ"))),
                           ("rotation_vector_degrees", np.degrees(turn.as_rotvec())),
                           ("quaternion_wxyz", np.roll(turn.as_quat(), 1))]:
        other = polhode.State(**{keyword: value}, momentum=[0, 0, 1])
        assert angle(other.attitude, state.attitude) < 1e-14, keyword
    r = polhode.solve(body, top, state, (0, 1), "se", 0.1)
    assert np.allclose(r.rotation.as_quat(), r.attitude)
    assert np.allclose(r.rotation.apply(r.momentum)[:, 2], r.rotation.apply(r.momentum)[0, 2])
