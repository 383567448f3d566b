"""compare and advise: their numbers are those of runs that anyone can make."""

import pickle

import numpy as np
import pytest
from conftest import angle
from scipy.integrate import solve_ivp

import polhode


def euler_equations(inertia, torque):
    def right_side(t, y):
        (x, y_, z, w), momentum = y[:4], y[4:]
        rate = momentum / inertia
        q = 0.5 * np.array([w * rate[0] + y_ * rate[2] - z * rate[1], w * rate[1] + z * rate[0] - x * rate[2],
                            w * rate[2] + x * rate[1] - y_ * rate[0],
                            -x * rate[0] - y_ * rate[1] - z * rate[2]])
        return np.concatenate([q, np.cross(momentum, rate) + torque(t, y[:4], rate)])

    return right_side


def driven(t, q, w):
    return 0.3 * np.cos(t), 0.1 * q[0], -0.2 * w[2]


def test_the_reference_is_that_of_scipy():
    body, state = polhode.Body([3, 2, 1.5]), polhode.State(momentum=[0.3, 2, 0.1])
    c = polhode.compare(body, driven, state, (0, 2), methods="rkmk-rk4", steps=[0.1, 0.05])
    truth = solve_ivp(euler_equations(np.array([3, 2, 1.5]), driven), (0, 2), [0, 0, 0, 1, 0.3, 2, 0.1], "DOP853",
                      rtol=1e-13, atol=1e-14).y[:, -1]
    assert angle(c.reference.attitude, truth[:4] / np.linalg.norm(truth[:4])) < 1e-10
    assert c.reference.momentum == pytest.approx(truth[4:], abs=1e-10)


def test_errors_are_those_of_runs(body, top, leaning):
    steps = [0.1, 0.05, 0.025]
    c = polhode.compare(body, top, leaning, (0, 2), methods=["se", "se4-rkn"], steps=steps, threads=1)
    assert list(c.methods) == ["se", "se4-rkn"] and c.end == 2
    for runs in c:
        assert runs.step == pytest.approx(steps) and list(runs.steps) == [20, 40, 80]
        for i, step in enumerate(steps):
            run = polhode.solve(body, top, leaning, (0, 2), runs.method, step, every=10**6)
            # the norm of the difference of two rotations
            apart = run.rotation[-1].as_matrix() - c.reference.rotation.as_matrix()
            assert runs.error_attitude[i] == pytest.approx(np.linalg.norm(apart, 2), rel=1e-6, abs=1e-13)
            assert runs.error_momentum[i] == pytest.approx(np.linalg.norm(run.momentum[-1] - c.reference.momentum),
                                                           rel=1e-6, abs=1e-12)
            assert runs.nfev[i] == run.nfev and runs.seconds[i] > 0
    assert c["se"].order_attitude == pytest.approx(2, abs=0.1)
    assert c["se4-rkn"].order_attitude == pytest.approx(4, abs=0.2)
    with pytest.raises(KeyError, match="was not compared"):
        c["liemid"]


def test_a_comparison_is_shown_as_a_table():
    c = polhode.problem("slow-top").compare(methods=["se", "multistep-12-wide"], end=1)
    shown = repr(c)
    assert "slow-top at time 1" in shown and "Reference:" in shown and "order R" in shown
    assert len(c.table) == 14 and {"method", "error_attitude", "failure"} <= set(c.table[0])
    failed = [row for row in c.table if row["failure"]]
    assert failed and all(np.isnan(row["error_attitude"]) for row in failed) and "failed" in shown
    assert "<table>" in c._repr_html_() and "slow-top" in c._repr_html_()
    assert pickle.loads(pickle.dumps(c)).table[0] == c.table[0]


def test_methods_and_steps_are_chosen():
    c = polhode.problem("satellite").compare(end=0.5)
    assert len(c.methods) > 3 and all(len(runs.step) == 7 for runs in c)


def test_what_a_function_raises_in_a_comparison_arrives(body, leaning):
    class Mine(Exception):
        pass

    def torque(t, q, w):
        if t > 0.5:
            raise Mine("too late")
        return 0, 0, 0

    for question in (dict(methods=["se"], steps=[0.1]), None):
        with pytest.raises(Mine, match="too late"):
            if question:
                polhode.compare(body, torque, leaning, (0, 2), **question)
            else:
                polhode.advise(body, torque, leaning, (0, 2))


def test_advice_meets_its_tolerance(body, top, leaning):
    advice = polhode.advise(body, top, leaning, (0, 2), tolerance=1e-7)
    assert advice.basis == "measured" and advice.tolerance == 1e-7 and advice.end == advice.piece == 2
    assert advice.method == next(row["method"] for row in advice.table if row["reached"])
    step = 0.05 if advice.step is None else advice.step
    r = polhode.solve(body, top, leaning, (0, 2), advice.method, step)
    assert r.certificate.error <= 2e-7
    assert advice.method in repr(advice) and advice.reason in advice._repr_html_()
    assert advice.growth.kind in ("regular", "undecided", "exponential") and advice.growth.norm[0] == 1
    seconds = [row["seconds"] for row in advice.table if row["reached"]]
    assert seconds == sorted(seconds)


def test_a_dear_torque_changes_the_advice():
    # so dear that the time of a step, which a busy machine lengthens, decides nothing
    dear = polhode.problem("slow-top").advise(tolerance=1e-6, end=5, torque_cost=1.0)
    chosen = next(row for row in dear.table if row["method"] == dear.method)
    assert chosen["nfev"] == min(row["nfev"] for row in dear.table if row["reached"]) and dear.torque_cost == 1


def test_out_of_reach_is_said():
    advice = polhode.problem("slow-top").advise(tolerance=1e-18, end=5)
    assert advice.method is None and advice.step is None and "tolerance" in advice.reason
    assert all(row["step"] is None for row in advice.table if not row["reached"])
