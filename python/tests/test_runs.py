"""Samples, events, dense output, certificates, scenarios, steps by hand, ensembles."""

import numpy as np
import pytest
from conftest import ROOT, angle

import polhode


def test_samples_are_where_they_are_asked_for(body, top, leaning):
    inside = np.array([0.1, 0.123, 1.0, 1.9999])
    r = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.01, t_eval=inside)
    assert np.array_equal(r.t, inside)
    whole = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.01)
    assert len(whole.t) == 201 and whole.steps == 200 and whole.t[-1] == 2
    assert np.array_equal(r.attitude[2], whole.attitude[100])
    tenth = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.01, every=10)
    assert np.array_equal(tenth.attitude, whole.attitude[::10])
    later = polhode.solve(body, top, leaning, (100, 102), "se4-rkn", 0.01, t_eval=100 + np.arange(3))
    assert np.array_equal(later.t, [100, 101, 102]) and np.array_equal(later.attitude[1], whole.attitude[100])


def test_energy_is_kinetic_without_a_potential(body, leaning):
    r = polhode.solve(body, polhode.Damping(coefficient=0.1), leaning, (0, 2), "se4-rkn", 0.01)
    assert np.allclose(r.energy, body.kinetic_energy(r.momentum), rtol=1e-13)
    work = r.certificate.conservation["work"]
    assert work == pytest.approx(r.energy[-1] - r.energy[0], rel=1e-6)


def test_tolerances_are_met(body, top, leaning):
    r = polhode.solve(body, top, leaning, (0, 2))
    assert r.error_estimate <= 1e-9 and r.success and r.nfev_choosing > 0
    assert r.certificate.error <= 1e-9
    named = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", tolerance=1e-6)
    assert named.method == "se4-rkn" and named.error_estimate <= 1e-6


def test_a_method_that_chooses_its_steps_needs_no_tolerance(body, top, leaning):
    # loose ones, for which a promise of 1e-9 would be refused
    for name, bound in (("taylor-20@1e-8", 1e-3), ("dop853@1e-6", 1e-2)):
        r = polhode.solve(body, top, leaning, (0, 2), name)
        assert r.method == name and r.error_estimate is None
        assert 1e-12 < r.certificate.error < bound


def test_a_free_body_needs_no_step():
    skew = polhode.Body([1, 2, 2.5])
    # far from the middle axis, beside which round-off grows exponentially
    state = polhode.State(rotation_vector=[0.05, 0, 0], momentum=[2, 0.5, 1], body=skew)
    exact = polhode.free_motion(skew, state)
    r = polhode.solve(skew, None, state, (0, 50))
    assert len(r.t) == 1001 and angle(r.attitude, exact(r.t).attitude).max() < 1e-9
    r = polhode.solve(skew, None, state, (0, 50), t_eval=[7, 50], tolerance=1e-12)
    assert angle(r.attitude, exact(r.t).attitude).max() < 1e-12


def test_events(body, top, leaning):
    def upright(t, q, w):
        return 1 - 2 * (q[0] ** 2 + q[1] ** 2) - np.cos(0.8)

    upright.terminal, upright.direction = True, -1
    r = polhode.solve(body, top, leaning, (0, 20), "se4-rkn", 0.01,
                      events=[lambda t, q, w: t - 0.25, upright, {"kind": "axis-cone", "angle": 0.8}])
    assert r.status == 1 and r.success and "upright" in r.message
    assert r.t_events[0] == pytest.approx([0.25], abs=1e-12)
    assert r.t_events[1] == pytest.approx(r.t_events[2], abs=1e-9) and r.t[-1] == r.t_events[1][0]
    axis = 1 - 2 * (r.attitude_events[1][0, :2] ** 2).sum()
    assert np.arccos(axis) == pytest.approx(0.8, abs=1e-9)
    none = polhode.solve(body, top, leaning, (0, 0.1), "se4-rkn", 0.01, events=polhode.Event(upright, name="late"))
    assert none.status == 0 and len(none.t_events) == 1 and len(none.t_events[0]) == 0


def test_dense_output_meets_the_steps(body, top, leaning):
    r = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.05, dense_output=True)
    assert np.array_equal(r.sol(r.t).attitude, r.attitude)
    asked = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.05, t_eval=[0.51, 1.13]).attitude
    assert angle(r.sol([0.51, 1.13]).attitude, asked).max() < 1e-7
    assert r.sol(np.zeros((2, 3))).attitude.shape == (2, 3, 4)
    long = polhode.solve(body, None, leaning, (0, 50), "se", 10, dense_output=True)
    exact = polhode.free_motion(body, leaning)
    assert angle(long.sol(33.3).attitude, exact(33.3).attitude) < 1e-12
    burn = polhode.ConstantBody(torque=[0, 0, 1], on=[(0.5, 1.0)])
    r = polhode.solve(body, burn, leaning, (0, 2), "se4-rkn", 0.3, dense_output=True)
    assert r.sol([0.25, 0.75, 1.5]).momentum[:, 2] == pytest.approx([5, 5.25, 5.5], abs=1e-9)


def test_sensitivity(body, top, leaning):
    r = polhode.solve(body, top, leaning, (0, 1), "se4-rkn", 0.01, sensitivity=True)
    assert r.transition.shape == (101, 6, 6) and np.allclose(r.transition[0], np.eye(6))
    h = 1e-6
    other = polhode.State(attitude=leaning.attitude, momentum=leaning.momentum + [0, h, 0], body=body)
    moved = polhode.solve(body, top, other, (0, 1), "se4-rkn", 0.01)
    assert np.allclose((moved.momentum[-1] - r.momentum[-1]) / h, r.transition[-1][3:, 4], atol=1e-4)


def test_scenarios(tmp_path):
    loaded = polhode.load(ROOT / "examples/scenarios/slow-top.toml").run()
    written = polhode.scenario({"body": {"inertia": [5, 5, 1]}, "torque": {"model": "heavy-top", "weight_moment": 20},
                                "initial": {"rotation_vector": [0.05, 0, 0], "angular_velocity": np.array([0, 0, 5])},
                                "integrate": {"method": "se", "step": 0.01, "end": 20}, "output": {"every": 10}})
    built_in = polhode.problem("slow-top")
    assert np.array_equal(loaded.attitude, written.run().attitude)
    assert np.array_equal(loaded.attitude, built_in.run(every=10).attitude)
    p = polhode.problem("slow-top")
    direct = polhode.solve(p.body, p.torque, p.initial, (0, p.end), "se", p.step, every=10)
    assert np.array_equal(loaded.attitude, direct.attitude)
    assert built_in.run(tolerance=1e-6, end=1).error_estimate <= 1e-6
    (tmp_path / "thrust.csv").write_text("t,x,y,z\n0,0,0,0\n1,0,0,1\n2,0,0,0\n")
    (tmp_path / "thrust.toml").write_text(
        '[body]\ninertia = [1, 2, 3]\n[initial]\nmomentum = [0, 0, 1]\n[torque]\nmodel = "table"\n'
        'file = "thrust.csv"\ninterpolation = "linear"\n[integrate]\nmethod = "se"\nstep = 0.1\nend = 2\n'
        '[[event]]\nkind = "rate"\nvalue = 0.5\n')
    r = polhode.load(tmp_path / "thrust.toml").run()
    assert r.momentum[-1] == pytest.approx([0, 0, 2], abs=1e-12) and r.t_events[0] == pytest.approx([1.0], abs=1e-6)


def test_files_are_named_in_errors(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text('problem = "slow-top"\n[torque]\nweight_moment = "heavy"\n')
    with pytest.raises(ValueError, match=r"wrong.toml: torque.weight_moment"):
        polhode.load(file)
    file.write_text("problem = \n")
    with pytest.raises(ValueError, match="wrong.toml: malformed TOML"):
        polhode.load(file)
    with pytest.raises(FileNotFoundError):
        polhode.load(tmp_path / "none.toml")


def test_steps_by_hand(body, top, leaning):
    run = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.01)
    integrator = polhode.Integrator(body, top, leaning, method="se4-rkn", step=0.01)
    for _ in range(10):
        integrator.step()
    assert np.allclose(integrator.attitude, run.attitude[10], rtol=0, atol=1e-15)
    integrator.march(190)
    assert integrator.t == 2 and np.abs(integrator.attitude - run.attitude[-1]).max() < 1e-13
    assert integrator.energy == pytest.approx(run.energy[-1], rel=1e-12)
    integrator.set(leaning, 0)
    integrator.advance_to(2)
    assert integrator.t == 2
    integrator.step(-2e-2)
    assert integrator.t == pytest.approx(1.98)


def test_a_body_of_an_ensemble_has_the_bits_it_has_alone(body, top):
    generator = np.random.default_rng(3)
    Q = generator.normal(size=(21, 4))
    Q /= np.linalg.norm(Q, axis=1)[:, None]
    P = generator.normal(size=(21, 3))
    bodies = polhode.Ensemble(body, attitude=Q, momentum=P, torque=top)
    bodies.march("se", step=0.01, steps=50)
    bodies.march("se", step=0.01, steps=50)
    assert bodies.t == pytest.approx(1) and len(bodies) == 21 and not bodies.failures
    for k in (0, 7, 20):
        alone = polhode.solve(body, top, polhode.State(Q[k], momentum=P[k]), (0, 1), "se", 0.01)
        assert np.array_equal(bodies.attitude[k], alone.attitude[-1])
        assert np.array_equal(bodies.momentum[k], alone.momentum[-1])
        assert bodies.energy[k] == pytest.approx(alone.energy[-1], rel=1e-12)
    view = bodies.blocks
    before = view[0, 4, 0]
    bodies.march("se", step=0.01, steps=50)
    assert view[0, 4, 0] != before and np.shares_memory(view, bodies.blocks)


def test_free_motion_has_its_constants():
    body = polhode.Body([1, 2, 2.5])
    motion = polhode.free_motion(body, polhode.State(momentum=[0.3, 3, 0.1]))
    period = motion.polhode.period
    assert motion(period).momentum == pytest.approx([0.3, 3, 0.1], abs=1e-9)
    states = motion(np.linspace(0, 5, 6).reshape(2, 3))
    assert np.allclose(states.angular_velocity, states.momentum / [1, 2, 2.5]) and states.t.shape == (2, 3)
    assert motion([]).attitude.shape == (0, 4) and motion(1.0).angular_velocity.shape == (3,)
    assert motion.polhode.side in ("least moment", "largest moment")
