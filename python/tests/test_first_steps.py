"""What the documentation shows first, line by line."""

import shutil

import numpy as np
from conftest import ROOT

import polhode


def test_the_first_lines(tmp_path, monkeypatch):
    shutil.copy(ROOT / "examples/scenarios/slow-top.toml", tmp_path / "scenario.toml")
    monkeypatch.chdir(tmp_path)
    Q = np.tile([0.0, 0.0, 0.0, 1.0], (40, 1))
    P = np.random.default_rng(1).normal(size=(40, 3))

    body = polhode.Body([5, 5, 1])                                   # or a 3×3 array
    top = polhode.HeavyTop(weight_moment=20)                         # models: HeavyTop, GravityGradient, SoftWall, ConstantBody, ConstantSpace, Damping, MagneticDipole, Formula, Table; a + b adds
    state = polhode.State(attitude=[0, 0, 0, 1], angular_velocity=[0, 0, 5], body=body)   # or momentum=, rotation_vector=, matrix=, a scipy Rotation
    r = polhode.solve(body, top, state, (0, 20), method="se4-rkn", step=0.01, t_eval=np.linspace(0, 20, 201))
    assert (r.t.shape, r.attitude.shape, r.momentum.shape, r.angular_velocity.shape, r.energy.shape) == (
        (201,), (201, 4), (201, 3), (201, 3), (201,))
    r = polhode.solve(body, lambda t, q, w: (0.1*np.sin(t), 0, -0.2*w[2]), state, (0, 20), tolerance=1e-9, frame="body", dense_output=True)
    assert r.sol(3.7).attitude.shape == (4,)
    assert polhode.free_motion(body, state)(np.linspace(0, 1e4, 1000)).attitude.shape == (1000, 4)
    polhode.problem("slow-top"); polhode.methods(); polhode.load("scenario.toml").run()
    ens = polhode.Ensemble(body, attitude=Q, momentum=P, torque=top); ens.march("mr2-123", step=0.01, steps=1000); ens.attitude
    assert ens.attitude.shape == (40, 4)


def test_every_model_of_the_library_has_its_class():
    for name in ["HeavyTop", "GravityGradient", "SoftWall", "ConstantBody", "ConstantSpace", "Damping",
                 "MagneticDipole", "SolarPressure", "Drag"]:
        assert issubclass(getattr(polhode, name), polhode.Model)
        assert name in polhode.__all__
    assert "weight times distance" in polhode.HeavyTop.__doc__
    assert "weight_moment" in str(polhode.HeavyTop.__signature__)


def test_tables():
    methods = polhode.methods()
    assert {"se", "se4-rkn", "mr2-auto"} <= set(methods.column("name"))
    assert "se4-rkn" in repr(methods) and "<td>se4-rkn</td>" in methods._repr_html_()
    assert polhode.method("taylor-20")["order"] == 20
    assert polhode.problems().column("name")[:2] == ["free-body", "slow-top"]
