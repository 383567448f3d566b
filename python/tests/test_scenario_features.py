"""Scenarios from dictionaries and files: control, wheels, orbits, impulses, many bodies."""

import numpy as np
import pytest
from conftest import ROOT

import polhode

SLEW = {
    "body": {"inertia": [[12, 0.3, 0], [0.3, 10, 0], [0, 0, 6]]},
    "initial": {"rotation_vector": [1.2, 1.2, 1.2], "angular_velocity": [0.01, 0, 0]},
    "control": {"law": "quaternion-pd", "target": [0, 0, 0, 1], "kp": [1.2, 1.0, 0.6], "kd": [4.8, 4.0, 2.4],
                "limit": 0.1, "period": 0.5},
    # four, so that their sum does not tell what each of them has; one stops at its limit
    "wheel": [{"axis": [1, 0, 0], "limit": 0.3, "name": "a"}, {"axis": [0, 1, 0]},
              {"axis": [0, 0, 1], "momentum": 0.4, "friction": 0.01}, {"axis": [1, 1, 1], "momentum": -0.1}],
    "integrate": {"method": "se4-rkn", "step": 0.1, "end": 20},
}


def test_what_is_probably_not_meant_is_warned_of():
    cube = {"body": {"inertia": [1, 1, 1]}, "integrate": {"step": 0.1, "end": 1}}
    with pytest.warns(UserWarning, match="quaternion_wxyz = .* first") as told:
        polhode.scenario({**cube, "initial": {"quaternion": [1, 0, 0, 0], "momentum": [0, 0, 1]}})
    assert len(told) == 1 and told[0].filename == __file__
    with pytest.warns(UserWarning, match="beyond a full turn in radians; degrees are given by degrees = true"):
        polhode.scenario({**cube, "initial": {"rotation_vector": [0, 0, 45], "momentum": [0, 0, 1]}})
    with pytest.warns(UserWarning, match="all 100 bodies are the same"):
        polhode.scenario({**cube, "initial": {"momentum": [0, 0, 1]}, "ensemble": {"count": 100}})
    with pytest.warns(UserWarning, match="half a turn, since the scalar comes last in attitude="):
        polhode.State([1, 0, 0, 0])
    with pytest.warns(UserWarning, match="first in quaternion_wxyz="):
        polhode.State(quaternion_wxyz=[0, 0, 0, 1])


@pytest.mark.filterwarnings("error")
def test_what_is_meant_is_not_warned_of():
    turned = polhode.State(rotation_vector_degrees=[180, 0, 0], momentum=[0, 0, 1])
    assert abs(turned.attitude[0]) == 1
    r = polhode.solve(polhode.Body([1, 2, 2.5]), polhode.HeavyTop(weight_moment=1), turned, (0, 1), "se", 0.1)
    assert len(r.t) == 11
    polhode.State(euler_degrees=("x", 180))
    polhode.State(turned.rotation)
    for name in ("slow-top", "satellite", "free-body"):
        assert polhode.problem(name).initial is not None


def test_wheels_have_what_the_body_has_not():
    for keywords in ({}, {"t_eval": np.linspace(0.013, 19.99, 77)}, {"tolerance": 1e-8, "t_eval": [0.3, 7.777]}):
        r = polhode.scenario(SLEW).run(**keywords)
        body = polhode.Body(SLEW["body"]["inertia"])
        assert r.wheel_momentum.shape == (len(r.t), 4)
        axes = np.array([wheel["axis"] for wheel in SLEW["wheel"]], dtype=float)
        axes /= np.linalg.norm(axes, axis=1)[:, None]
        inside = r.momentum - r.angular_velocity @ body.inertia
        assert np.allclose(r.wheel_momentum @ axes, inside, atol=1e-12)
        space = r.rotation.apply(r.momentum)
        assert np.allclose(space, space[0], atol=1e-10)
    control = r.control
    assert control.law == "quaternion-pd" and control.period == 0.5 and control.kind == "torque"
    assert control.wheels == ["a", "wheel 2", "wheel 3", "wheel 4"] and len(control.t) == 40
    assert np.abs(control.command).max() == pytest.approx(0.1) and np.abs(r.wheel_momentum[:, 0]).max() <= 0.3
    assert control.wheel_momentum.shape == (40, 4) and len(repr(control)) < 200
    assert np.abs(control.wheel_momentum[:, 0]).max() == 0.3  # it has stopped
    at_calls = polhode.scenario(SLEW).run(t_eval=control.t)
    assert np.allclose(at_calls.wheel_momentum, polhode.scenario(SLEW).run().control.wheel_momentum, atol=1e-13)


def test_the_law_is_the_one_of_the_settings():
    r = polhode.scenario({**SLEW, "integrate": {"method": "se4-rkn", "step": 0.1, "end": 5}}).run(t_eval=np.arange(5))
    kp, kd = (np.array(SLEW["control"][key]) for key in ("kp", "kd"))
    for i, t in enumerate(r.t):
        x, y, z, w = r.attitude[i]
        wanted = -kp * np.sign(w) * [x, y, z] - kd * r.angular_velocity[i]
        call = np.searchsorted(r.control.t, t)
        assert r.control.command[call] == pytest.approx(np.clip(wanted, -0.1, 0.1), abs=1e-9)


def test_a_target_from_a_file(tmp_path):
    np.savetxt(tmp_path / "targets.csv", [[0, 0, 0, 0, 1], [10, 1, 0, 0, 0]], delimiter=",", header="t,x,y,z,w",
               comments="")
    (tmp_path / "slew.toml").write_text(
        '[body]\ninertia = [12, 10, 6]\n[initial]\nangular_velocity = [0, 0, 0]\n[control]\nlaw = "quaternion-pd"\n'
        'target_file = "targets.csv"\nkp = [1.2, 1, 0.6]\nkd = [4.8, 4, 2.4]\nperiod = 0.5\n[integrate]\n'
        'method = "se4-rkn"\nstep = 0.1\nend = 80\n')
    r = polhode.load(tmp_path / "slew.toml").run()
    assert abs(r.attitude[-1, 0]) == pytest.approx(1, abs=1e-3)
    rows = {"target": [[0, 0, 0, 0, 1], [10, 1, 0, 0, 0]]}
    control = {"law": "quaternion-pd", **rows, "kp": [1.2, 1, 0.6], "kd": [4.8, 4, 2.4], "period": 0.5}
    same = polhode.scenario({"body": {"inertia": [12, 10, 6]}, "initial": {"angular_velocity": [0, 0, 0]},
                             "control": control, "integrate": {"method": "se4-rkn", "step": 0.1, "end": 80}}).run()
    assert np.array_equal(r.attitude, same.attitude)


def test_coils_command_moments():
    r = polhode.load(ROOT / "examples/scenarios/detumble.toml").run(end=60)
    assert r.control.law == "b-dot" and r.control.kind == "moment" and r.wheel_momentum is None
    assert np.all(r.control.command[0] == 0)


def test_a_run_without_control_has_none(body, top, leaning):
    r = polhode.solve(body, top, leaning, (0, 0.1), "se", 0.01)
    assert r.control is None and r.wheel_momentum is None and r.impulses == []


def test_impulses():
    given = [{"time": 1, "momentum": [0, 0.5, 0]}, {"time": 2, "momentum": [0, 0, 1], "frame": "space", "name": "hit"}]
    r = polhode.scenario({"body": {"inertia": [1, 2, 3]}, "initial": {"momentum": [0.1, 0, 2]}, "impulse": given,
                          "integrate": {"method": "se", "step": 0.1, "end": 3}}).run(t_eval=[0, 0.9, 1, 1.9, 2, 3])
    assert [(i["name"], i["t"]) for i in r.impulses] == [("impulse", 1), ("hit", 2)]
    first, second = r.impulses
    assert first["momentum_after"] - first["momentum_before"] == pytest.approx([0, 0.5, 0], abs=1e-14)
    space = r.rotation.apply(r.momentum)
    assert np.allclose(space[5] - space[3], [0, 0, 1], atol=1e-12) and np.allclose(space[0], space[1], atol=1e-12)
    assert np.linalg.norm(second["momentum_after"]) == pytest.approx(np.linalg.norm(space[5]), rel=1e-12)


def test_orbits():
    settings = {"body": {"inertia": [0.0333, 0.0333, 0.0067]}, "initial": {"angular_velocity": [0.01, 0, 0.02]},
                "orbit": {"radius": 6.878e6, "inclination": 1.7}, "torque": {"model": "gravity-gradient"},
                "integrate": {"method": "se4-rkn", "step": 1, "end": 600}}
    r = polhode.scenario(settings).run()
    body = polhode.Body([0.0333, 0.0333, 0.0067])
    state = polhode.State(angular_velocity=[0.01, 0, 0.02], body=body)
    same = polhode.solve(body, polhode.GravityGradient(), state, (0, 600), "se4-rkn", 1, orbit=settings["orbit"])
    assert np.array_equal(r.attitude, same.attitude)
    free = polhode.solve(body, None, state, (0, 600), "se4-rkn", 1)
    assert not np.allclose(r.attitude[-1], free.attitude[-1], atol=1e-6)


@pytest.mark.parametrize("file", sorted((ROOT / "examples/scenarios").glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_runs(file):
    loaded = polhode.load(file)
    if isinstance(loaded, polhode.EnsembleProblem):
        r = loaded.run(count=8)
        assert len(r.final) == 8 and r.failure_count == 0
    else:
        r = loaded.run(end=min(loaded.end, 20))
        assert r.success and len(r.t) > 1 and np.isfinite(r.energy).all()


# --- many bodies ---

CLOUD = {"body": {"inertia": [1, 1.8, 2.2]}, "torque": {"model": "heavy-top", "weight_moment": 2},
         "initial": {"angular_velocity": [0, 0, 1]}, "integrate": {"method": "se", "step": 0.01, "end": 2},
         "ensemble": {"count": 100, "seed": 3, "attitude": {"distribution": "uniform"},
                      "inertia": {"distribution": "uniform", "low": [0.9, 1.6, 1.7], "high": [1.1, 2, 2.4]}},
         "output": {"statistics": 4, "snapshots": [0, 1]}}


def test_a_body_of_a_scenario_has_the_bits_it_has_alone():
    r = polhode.scenario(CLOUD).run()
    start = r.snapshots[0]
    assert start.t == 0 and r.snapshots[1].t == 1 and r.final.t == 2 and r.steps == 200
    for k in (0, 41, 99):
        body = polhode.Body(r.final.moments[k])
        state = polhode.State(start.attitude[k], momentum=start.momentum[k], body=body)
        alone = polhode.solve(body, polhode.HeavyTop(weight_moment=2), state, (0, 2), "se", 0.01)
        assert np.array_equal(alone.attitude[-1], r.final.attitude[k])
        assert np.array_equal(alone.momentum[-1], r.final.momentum[k])
        assert alone.angular_velocity[-1] == pytest.approx(r.final.angular_velocity[k], abs=1e-15)


def test_statistics_are_those_of_numpy():
    r = polhode.scenario(CLOUD).run(threads=2)
    rate = np.linalg.norm(r.final.angular_velocity, axis=1)
    found = {name: numbers[-1] for name, numbers in r.statistics["rate"].items()}
    assert found["mean"] == pytest.approx(rate.mean()) and found["std"] == pytest.approx(rate.std())
    assert found["max"] == pytest.approx(rate.max()) and found["min"] == pytest.approx(rate.min())
    for percent in (5, 25, 50, 75, 95):
        exact = np.quantile(rate, percent / 100, method="inverted_cdf")
        assert found[f"q{percent:02}"] == pytest.approx(exact, rel=1e-14)
    assert len(r.t) == 5 and list(r.counted) == [100] * 5 and r.tolerance is None
    assert {row["quantity"] for row in r.table} == set(r.statistics)
    assert "100 bodies" in repr(r) and "<table>" in r._repr_html_() and "failed" in repr(r.final)
    same = polhode.scenario(CLOUD).run(threads=1, target="one-by-one")
    assert np.array_equal(same.final.attitude, r.final.attitude)
    other = polhode.scenario(CLOUD).run(seed=4, count=10)
    assert other.count == 10 and other.seed == 4 and not np.array_equal(other.final.attitude, r.final.attitude[:10])


def test_a_tolerance_for_all_bodies():
    r = polhode.scenario(CLOUD).run(tolerance=1e-7)
    assert r.tolerance.asked == 1e-7 and r.tolerance.q50 <= r.tolerance.q99 <= r.tolerance.max <= 1e-7
    accurate = polhode.scenario(CLOUD).run(method="se6-rkn", step=0.005)
    apart = np.minimum(np.linalg.norm(r.final.attitude - accurate.final.attitude, axis=1),
                       np.linalg.norm(r.final.attitude + accurate.final.attitude, axis=1))
    assert 2 * apart.max() < 1e-7 and "was asked" in repr(r)


def test_starts_from_files(tmp_path):
    generator = np.random.default_rng(5)
    attitude = generator.normal(size=(9, 4))
    attitude /= np.linalg.norm(attitude, axis=1)[:, None]
    momentum = generator.normal(size=(9, 3))
    np.save(tmp_path / "attitude.npy", attitude)
    np.savetxt(tmp_path / "momentum.csv", momentum, delimiter=",", fmt="%.17g")
    text = ('problem = "slow-top"\n[ensemble]\ncount = 9\n[ensemble.attitude]\nfile = "attitude.npy"\n'
            '[ensemble.momentum]\nfile = "momentum.csv"\n[integrate]\nend = 0.5\n[output]\nsnapshots = [0]\n')
    (tmp_path / "cloud.toml").write_text(text)
    r = polhode.load(tmp_path / "cloud.toml").run()
    assert np.allclose(r.snapshots[0].attitude, attitude, atol=1e-15)
    assert np.allclose(r.snapshots[0].momentum, momentum, atol=1e-15)
    (tmp_path / "cloud.toml").write_text(text.replace("count = 9", "count = 8"))
    with pytest.raises(ValueError, match=r"attitude.npy: 9 rows, expected 8"):
        polhode.load(tmp_path / "cloud.toml").run()


def test_control_in_ensembles():
    r = polhode.load(ROOT / "examples/scenarios/detumble-ensemble.toml").run(count=10, end=30)
    assert r.final.command.shape == (10, 3) and np.abs(r.final.command).max() <= 0.2 and r.final.wheel_momentum is None
    slew = {**SLEW, "ensemble": {"count": 5, "attitude": {"distribution": "uniform"}}}
    r = polhode.scenario(slew).run()
    assert r.final.wheel_momentum.shape == (5, 4) and "attitude_error" in r.statistics
