"""What cannot be done is refused soon, with a sentence that helps here: no word of C++, and the right keyword."""

import ctypes

import numpy as np
import pytest

import polhode

BODY = polhode.Body([1, 2, 2.5])
STATE = polhode.State(momentum=[0.3, 3, 0.1], body=BODY)


class Counted:
    """A torque f(t, q, w) that knows how often it was called."""

    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, t, q, w):
        self.calls += 1
        return self.function(t, q, w)


def refused(kind, *arguments, **keywords):
    with pytest.raises(kind) as caught:
        polhode.solve(*arguments, **keywords)
    return str(caught.value)


# --- functions that are said to be affine in the angular velocity -------------------------------------------------


@pytest.mark.parametrize("torque", [
    lambda t, q, w: -0.1 * w * np.abs(w),
    lambda t, q, w: (0, 0.1 * w[0] * w[2], 0),
    lambda t, q, w: -np.clip(w, -0.5, 0.5),
    lambda t, q, w: -0.1 * w if t < 0.5 else -0.1 * w**3,  # at some times alone
])
def test_a_function_that_is_not_affine(torque):
    said = refused(ValueError, BODY, torque, STATE, (0, 1), "se4-rkn", 0.01, rate_dependence="affine")
    assert said.startswith('rate_dependence: "affine"') and said.endswith('expected "general"')
    with pytest.raises(ValueError, match="rate_dependence"):
        polhode.Integrator(BODY, polhode.PythonTorque(torque, rate_dependence="affine"), STATE, method="se", step=0.01)


@pytest.mark.parametrize("w0", [[0, 0, 0], [0, 0, 1e-8], [3, -2, 1e6]])
@pytest.mark.parametrize("span", [(0, 1), (1e5, 1e5 + 1)])
def test_a_function_that_is_affine(w0, span):
    matrix = np.array([[-0.1, 0.2, 0], [0, -0.3, 1e-7], [0.4, 0, -0.2]])

    def torque(t, q, w):
        return np.cos(t) * matrix @ w + 5 * q[:3]

    state = polhode.State(rotation_vector=[1, 0.2, 0.3], angular_velocity=w0, body=BODY)
    general = polhode.solve(BODY, torque, state, span, "se4-rkn", 0.01)
    affine = polhode.solve(BODY, torque, state, span, "se4-rkn", 0.01, rate_dependence="affine")
    size = np.linalg.norm(general.momentum, axis=1).max()
    assert np.abs(affine.momentum - general.momentum).max() < 1e-6 * size


def test_only_those_that_are_said_to_be_affine_are_asked_beforehand():
    calls = []

    def torque(t, q, w):
        calls.append(t)
        return -0.1 * w

    polhode.Integrator(BODY, polhode.PythonTorque(torque), STATE, method="se", step=0.01)
    assert not calls
    polhode.Integrator(BODY, polhode.PythonTorque(torque, rate_dependence="affine"), STATE, method="se", step=0.01)
    assert 0 < len(calls) < 30


def test_a_compiled_function_that_is_not_affine():
    numbers = ctypes.POINTER(ctypes.c_double)

    @ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers)
    def drag(t, q, w, torque):
        for i in range(3):
            torque[i] = -0.1 * w[i] * abs(w[i])

    assert "affine" in refused(ValueError, BODY, drag, STATE, (0, 1), "se4-rkn", 0.01, rate_dependence="affine")


# --- tolerances that no run meets ---------------------------------------------------------------------------------


def thruster(t, q, w):
    return (0.5, 0, 0) if t < 2 else (0, 0, 0.2)


def test_a_jump_that_is_not_stated():
    torque = Counted(thruster)
    said = refused(RuntimeError, BODY, torque, STATE, (0, 5), tolerance=1e-9)
    assert "jumps at 2 after the start" in said and "breakpoints=" in said
    assert torque.calls < 2e6
    torque.calls = 0
    r = polhode.solve(BODY, polhode.PythonTorque(torque, breakpoints=[2]), STATE, (0, 5), tolerance=1e-9)
    assert r.certificate.error <= 1e-9
    with pytest.raises(RuntimeError, match="breakpoints="):
        polhode.advise(BODY, thruster, STATE, (0, 5), tolerance=1e-9)
    certificate = polhode.solve(BODY, thruster, STATE, (0, 5), "se4-rkn", 0.01).certificate
    assert certificate.error is None and "breakpoints=" in certificate.error_by
    # what can be had without is still given
    assert polhode.solve(BODY, thruster, STATE, (0, 5), tolerance=1e-2).error_estimate <= 1e-2


def test_no_jump_is_seen_where_there_is_none():
    for torque in (lambda t, q, w: (np.tanh(200 * (t - 2)), 0, 0), lambda t, q, w: (0, abs(t - 2), -0.1 * w[2])):
        assert polhode.solve(BODY, torque, STATE, (0, 4), tolerance=1e-6).error_estimate <= 1e-6
    # the function jumps when it does not act
    quiet = polhode.PythonTorque(thruster, on=[(0, 1.5)])
    assert polhode.solve(BODY, quiet, STATE, (0, 5), tolerance=1e-8).error_estimate <= 1e-8


def test_a_jump_with_the_state():
    torque = Counted(lambda t, q, w: -0.4 * np.sign(w))  # dry friction
    said = refused(RuntimeError, BODY, torque, STATE, (0, 4), tolerance=1e-9)
    assert "jumps with the angular velocity" in said
    assert torque.calls < 1e6


@pytest.mark.parametrize("torque", [polhode.HeavyTop(weight_moment=1), lambda t, q: (0.1 * q[0], 0, 0)])
@pytest.mark.parametrize("tolerance", [1e-9, 1e-4])
def test_a_motion_that_is_too_fast(torque, tolerance):
    fast = polhode.State(momentum=[1e9, -2e9, 1e9], body=BODY)
    said = refused(RuntimeError, BODY, torque, fast, (0, 1), tolerance=tolerance)
    assert "radians" in said or "too fast" in said


def test_a_free_body_far_away_in_time():
    """Rounding of the phase is all that is left, and the sentence says how much it is."""
    state = polhode.State(momentum=[1, 2, 1], body=BODY)
    times = [3e7, 1e8]  # 2e8 radians
    said = refused(RuntimeError, BODY, None, state, (0, 1e8), tolerance=1e-9, t_eval=times)
    assert "free" in said and "about" in said and "free_motion" in said
    r = polhode.solve(BODY, None, state, (0, 1e8), tolerance=1e-5, t_eval=times)
    assert r.error_estimate <= 1e-5
    assert np.abs(r.momentum - polhode.free_motion(BODY, state)(times).momentum).max() < 1e-4
    # samples between steps of more than a million radians
    fast = polhode.State(momentum=[1e9, 2e9, 1e9], body=BODY)
    r = polhode.solve(BODY, None, fast, (0, 1), tolerance=1e-3, t_eval=[1 / 3, 1])
    assert np.abs(r.momentum - polhode.free_motion(BODY, fast)(r.t).momentum).max() < 1e-2 * 2.5e9


def test_samples_of_a_scenario_give_way_to_t_eval():
    for asked in ({"every": 5}, {"every_time": 0.5}, {"times": [1.0, 3.0]}):
        problem = polhode.scenario({"problem": "slow-top", "output": asked})
        assert problem.run(t_eval=[1, 2]).t.tolist() == [1, 2]


# --- words --------------------------------------------------------------------------------------------------------


def python_torque(t, q):
    return 0.1 * q[0], 0, 0


CLOUD = {"problem": "slow-top", "ensemble": {"count": 4}, "integrate": {"end": 1}}


@pytest.mark.parametrize("call", [
    lambda: polhode.solve(BODY, python_torque, STATE, (0, 1), "taylor-20"),
    lambda: polhode.solve(BODY, python_torque, STATE, (0, 1), "taylor-3", 0.01),
    lambda: polhode.solve(BODY, python_torque, STATE, (0, 1), "gauss-16+energy", 0.01),
    lambda: polhode.compare(BODY, python_torque, STATE, (0, 1), methods=[], steps=[0.1]),
    lambda: polhode.Formula(["-c*wx", "0", "0"], parameters=[0.1]),
    lambda: polhode.scenario({"problem": "slow-top", "event": {"kind": "rate", "value": 1}}),
    lambda: polhode.scenario({"problem": "slow-top", "output": {"snapshots": [0]}}),
    lambda: polhode.scenario({**CLOUD, "output": {"every": 1}}),
    lambda: polhode.scenario({**CLOUD, "event": [{"kind": "rate", "value": 1}]}),
    lambda: polhode.scenario({**CLOUD, "integrate": {"end": 1, "step_error": 1e-6}}),
    lambda: polhode.problem("slow-top").run(every=2, t_eval=[1]),
])
def test_sentences_are_for_users_of_python(call):
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    said = str(caught.value)
    for word in ("::", "plan", "std", "every_time", "any scalar"):
        assert word not in said
    if "generic_torque" in said:
        assert "formula" in said and "in C++" in said
