"""A run that is stopped and gone on with ends with the bits of one that nobody has stopped."""

import os
import pickle
import signal

import numpy as np
import pytest
from test_scenario_features import SLEW

import polhode
from polhode import _checkpoint
from polhode._files import write_whole

BODY = polhode.Body([5, 5, 1])
TOP = polhode.HeavyTop(weight_moment=20)
STATE = polhode.State(rotation_vector=[0.05, 0, 0], angular_velocity=[0, 0, 5], body=BODY)
posix = pytest.mark.skipif(os.name != "posix", reason="needs signals")


@pytest.fixture(autouse=True)
def asked_without_a_clock(monkeypatch):
    """After every few steps, a thousand at most: however fast the machine is, runs are not over before they are asked."""
    monkeypatch.setattr(_checkpoint.Keeper, "asked_every", 0.0)


def torque(t, x, y, z, w, wx, wy, wz):
    return 0.1 * wy, 0.0, -0.001 * wz


def leaning(t, q, w):
    return 1 - 2 * (q[0] ** 2 + q[1] ** 2) - 0.5


def run_of(name, **keywords):
    if name == "control":
        settings = {**SLEW, "integrate": {"method": "se4-rkn", "step": 0.02, "end": 600}, "output": {"every": 500}}
        return polhode.scenario(settings).run(**keywords)
    native = dict(method="se", step=1e-3, every=10**4)
    kinds = {
        "native": (TOP, 100, native),
        "history": (TOP, 100, dict(method="multistep-12", step=1e-3, every=10**4)),
        "python": (polhode.PythonTorque(torque, scalars=True), 100, dict(method="se4-rkn", step=2e-3, every=1000)),
        "times": (TOP, 300, dict(method="se4-rkn", step=2e-3, t_eval=np.linspace(0, 300, 333))),
        "dense": (TOP, 300, dict(method="se", step=1e-3, dense_output=True)),
        "events": (TOP, 100, dict(method="se", step=1e-3, every=10**4, events=leaning)),
        "own steps": (TOP, 20000, dict(method="taylor-20", step=0.5)),
        "sensitivity": (TOP, 20, dict(method="se4-rkn", step=1e-3, every=10**4, sensitivity=True)),
        "parameters": (TOP, 20, dict(method="se4-rkn", step=1e-3, every=1000, sensitivity="parameters")),
    }
    given, end, how = kinds[name]
    return polhode.solve(BODY, given, STATE, (0, end), **how, **keywords)


def same_bits(a, b):
    assert np.array_equal(a.t, b.t) and np.array_equal(a.attitude, b.attitude)
    assert np.array_equal(a.momentum, b.momentum) and np.array_equal(a.energy, b.energy)
    assert a.nfev == b.nfev and a.steps == b.steps and a.method == b.method
    for name in ("transition", "parameter_sensitivity", "wheel_momentum"):
        assert (getattr(a, name) is None) == (getattr(b, name) is None)
        assert getattr(a, name) is None or np.array_equal(getattr(a, name), getattr(b, name))
    if a.control is not None:
        assert np.array_equal(a.control.command, b.control.command) and np.array_equal(a.control.t, b.control.t)
    if a.t_events is not None:
        assert np.array_equal(a.t_events[0], b.t_events[0]) and len(a.t_events[0]) > 0


@pytest.mark.parametrize("name", ["native", "history", "python", "control", "times", "dense", "events", "own steps",
                                  "sensitivity", "parameters"])
def test_a_stopped_run_goes_on_to_the_same_bits(name, tmp_path, monkeypatch):
    whole = run_of(name)
    asked = []

    def stops(self):
        asked.append(1)
        self._stopped = len(asked) == 15
        return self._stopped

    file = tmp_path / "checkpoint"
    with monkeypatch.context() as patch:
        patch.setattr(_checkpoint.Keeper, "stops", stops)
        for _ in range(2):
            asked.clear()
            with pytest.raises(KeyboardInterrupt, match="goes on from"):
                run_of(name, checkpoint=file)
            assert file.exists()
    parts = run_of(name, checkpoint=file)
    assert not file.exists()
    same_bits(parts, whole)
    if name == "dense":
        assert np.array_equal(parts.sol([1.2345, 200.1]).attitude, whole.sol([1.2345, 200.1]).attitude)


@posix
@pytest.mark.parametrize("name", ["native", "python"])
def test_control_c_leaves_a_checkpoint(name, tmp_path, monkeypatch):
    whole = run_of(name)
    file = tmp_path / "checkpoint"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    stops, sent = _checkpoint.Keeper.stops, []

    def interrupted(self):  # the signal comes while the run is made
        if not sent:
            sent.append(1)
            signal.raise_signal(signal.SIGINT)
        return stops(self)

    try:
        with monkeypatch.context() as patch:
            patch.setattr(_checkpoint.Keeper, "stops", interrupted)
            with pytest.raises(KeyboardInterrupt, match="goes on from"):
                run_of(name, checkpoint=file)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    same_bits(run_of(name, checkpoint=str(file)), whole)
    assert list(tmp_path.iterdir()) == []


def test_a_choice_is_not_made_twice(tmp_path, monkeypatch):
    whole = polhode.solve(BODY, TOP, STATE, (0, 400), tolerance=1e-7, every=100)
    monkeypatch.setattr(_checkpoint.Keeper, "is_due", lambda self: True)
    kept = []
    write = _checkpoint.Keeper.write
    monkeypatch.setattr(_checkpoint.Keeper, "write", lambda self, data: (kept.append(data), write(self, data)))
    run = polhode.solve(BODY, TOP, STATE, (0, 400), tolerance=1e-7, every=100, checkpoint=tmp_path / "c")
    same_bits(run, whole)
    assert run.error_estimate == whole.error_estimate and run.nfev_choosing == whole.nfev_choosing


def test_a_checkpoint_is_of_one_run(tmp_path, monkeypatch):
    file = tmp_path / "checkpoint"
    monkeypatch.setattr(_checkpoint.Keeper, "stops", lambda self: setattr(self, "_stopped", True) or True)
    with pytest.raises(KeyboardInterrupt):
        run_of("native", checkpoint=file)
    monkeypatch.undo()
    whole = file.read_bytes()
    with pytest.raises(ValueError, match="of another run"):
        polhode.solve(BODY, TOP, STATE, (0, 4000), "se", 2e-3, every=10**4, checkpoint=file)
    with pytest.raises(ValueError, match="of another run"):
        run_of("python", checkpoint=file)
    assert file.read_bytes() == whole
    other = whole[:-1] + bytes([whole[-1] ^ 1])
    for damaged, why in ((whole[:-1], "damaged"), (other, "damaged"), (whole[:30], "no checkpoint"),
                         (b"", "no checkpoint"), (b"something else", "no checkpoint")):
        file.write_bytes(damaged)
        with pytest.raises(ValueError, match=why):
            run_of("native", checkpoint=file)
    file.write_bytes(whole)
    assert run_of("native", checkpoint=file).success


def test_a_disk_that_refuses_ends_no_run(tmp_path, monkeypatch):
    monkeypatch.setattr(_checkpoint.Keeper, "is_due", lambda self: True)

    def full(self, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(_checkpoint.Keeper, "_replace", full)
    with pytest.warns(RuntimeWarning, match="cannot be written: No space left"):
        r = run_of("native", checkpoint=tmp_path / "checkpoint")
    assert r.success


METHODS = ["se", "se4-rkn", "multistep-12", "rkmk-rk4", "taylor-20", "dop853", "gauss-4", "liemid-ea",
           "se+energy"]


@pytest.mark.parametrize("method", METHODS)
def test_an_integrator_goes_on_from_a_pickle(method):
    jumping = TOP + polhode.ConstantBody(torque=[0, 0, 0.1], on=[(0.3, 0.8)])
    for given in (TOP, jumping, polhode.PythonTorque(torque, scalars=True)):
        if method == "taylor-20" and isinstance(given, polhode.PythonTorque):
            continue  # without derivatives
        integrator = polhode.Integrator(BODY, given, STATE, method=method, step=0.01)
        for steps in (0, 3, 40):
            integrator.march(steps)
            copy = pickle.loads(pickle.dumps(integrator))
            assert copy.t == integrator.t and np.array_equal(copy.attitude, integrator.attitude)
            assert copy.nfev == integrator.nfev
            copy.march(50)
            other = pickle.loads(pickle.dumps(integrator))
            other.march(20)
            other = pickle.loads(pickle.dumps(other))
            other.march(30)
            assert copy.t == other.t and np.array_equal(copy.attitude, other.attitude)
            assert np.array_equal(copy.momentum, other.momentum) and copy.nfev == other.nfev
        integrator.march(50)
        assert np.array_equal(copy.attitude, integrator.attitude) and copy.t == integrator.t
        assert copy.nfev == integrator.nfev


def test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch):
    file, stranger = tmp_path / "kept", tmp_path / ".keeps.part.00000000"
    write_whole(file, b"earlier")
    (tmp_path / ".kept.part.00000000").write_bytes(b"of one that was killed")
    stranger.write_bytes(b"of another file")
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == [stranger.name, "kept"]

    def full(handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(file, b"does not fit")
    assert file.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == [stranger.name, "kept"]


@posix
def test_a_writer_that_is_alive_keeps_its_file(tmp_path):
    import fcntl

    with open(tmp_path / ".kept.part.00000000", "wb") as alive:
        fcntl.flock(alive, fcntl.LOCK_EX)
        write_whole(tmp_path / "kept", b"new")
        assert (tmp_path / ".kept.part.00000000").exists()
    write_whole(tmp_path / "kept", b"newer")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
