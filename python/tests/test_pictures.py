"""Pictures and tables for notebooks."""

import builtins

import numpy as np
import pytest
from test_scenario_features import CLOUD, SLEW

import polhode


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


@pytest.fixture
def run(body, top, leaning):
    return polhode.solve(body, top, leaning, (0, 5), "se4-rkn", 0.01)


def drawn(axes):
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


def test_a_run(pyplot, run, tmp_path):
    figure = run.plot()
    rate, attitude, errors = figure.axes
    assert np.array_equal(drawn(rate)["ωz"].get_ydata(), run.angular_velocity[:, 2])
    # quaternions are drawn without jumps to their opposites
    x = drawn(attitude)["x"].get_ydata()
    assert np.array_equal(np.abs(x), np.abs(run.attitude[:, 0])) and np.abs(np.diff(x)).max() < 0.1
    energy = drawn(errors)["energy, relative"].get_ydata()
    assert energy.max() == pytest.approx(np.abs(run.energy - run.energy[0]).max() / np.abs(run.energy).max())
    assert list(drawn(errors)) == ["energy, relative"] and errors.get_yscale() == "log"
    assert run.certificate.error > 0
    measured = [label for label in drawn(run.plot().axes[-1]) if "measured" in label]
    assert len(measured) == 2 and f"{run.certificate.error:.1e}" in measured[0]
    figure.savefig(tmp_path / "run.png")
    own = pyplot.figure()
    assert run.plot(figure=own) is own


def test_a_free_run_conserves_its_momentum(pyplot, body, leaning):
    r = polhode.solve(body, None, leaning, (0, 5), "rkmk-rk4", 0.1)
    error = drawn(r.plot().axes[-1])["momentum, relative"].get_ydata()
    space = r.rotation.apply(r.momentum)
    assert error.max() == pytest.approx(np.linalg.norm(space - space[0], axis=1).max() / np.linalg.norm(space[0]),
                                        rel=1e-3)


def test_what_else_a_run_has(pyplot, body, leaning):
    r = polhode.scenario(SLEW).run()
    labels = [axes.get_ylabel() for axes in r.plot().axes]
    assert labels == ["angular velocity", "attitude, quaternion", "wheel momentum", "kinetic energy", "errors"]
    damped = polhode.solve(body, polhode.Damping(coefficient=0.1), leaning, (0, 1), "se4-rkn", 0.01,
                           events=lambda t, q, w: t - 0.5)
    axes = damped.plot().axes
    assert len(axes) == 3 and axes[-1].get_ylabel() == "kinetic energy"
    with pytest.raises(ValueError, match="samples"):
        polhode.solve(body, None, leaning, (0, 1), "se", 0.1, t_eval=[0.5]).plot()


def test_a_comparison(pyplot, tmp_path):
    c = polhode.problem("slow-top").compare(methods=["se", "se4-rkn", "multistep-12-wide"], end=2)
    axes = c.plot()
    lines = drawn(axes)
    se = next(line for label, line in lines.items() if label.startswith("se (order 2"))
    assert np.array_equal(se.get_xdata(), c["se"].nfev) and axes.get_xscale() == axes.get_yscale() == "log"
    failed = next(line for label, line in lines.items() if label.startswith("multistep"))
    assert len(failed.get_xdata()) < len(c["multistep-12-wide"].step) and np.isfinite(failed.get_ydata()).all()
    # a guide has the slope of its order
    guide = next(line for line in axes.lines if line.get_linestyle() == "--" and line.get_label().startswith("_"))
    (x0, x1), (y0, y1) = guide.get_xdata(), guide.get_ydata()
    assert np.log(y1 / y0) / np.log(x1 / x0) == pytest.approx(-2)
    for x in ("seconds", "step"):
        for y in ("error_momentum", "energy_error"):
            assert c.plot(x, y).get_xlabel()
    axes.figure.savefig(tmp_path / "compare.png")
    own = pyplot.figure().subplots()
    assert c.plot(axes=own) is own
    with pytest.raises(ValueError, match="x: expected one of nfev"):
        c.plot("torques")


def test_advice_and_ensembles(pyplot, tmp_path):
    advice = polhode.problem("slow-top").advise(end=1)
    axes = advice.plot()
    assert any("recommended" in label for label in drawn(axes)) and "tolerance" in drawn(axes)
    figure = polhode.scenario(CLOUD).run().plot()
    assert [axes.get_ylabel() for axes in figure.axes] == ["pointing error", "energy error", "momentum error", "rate"]
    figure.savefig(tmp_path / "ensemble.png")


def test_tables_of_html_are_escaped(body, leaning):
    def leaves(t, q, w):
        return t - 0.5

    event = polhode.Event(leaves, terminal=True, name="<script>alert(1)</script>")
    r = polhode.solve(body, None, leaning, (0, 1), "se", 0.1, events=event)
    shown = r._repr_html_()
    assert "&lt;script&gt;" in shown and "<script>" not in shown and "<th>method</th><td>se</td>" in shown
    assert shown.count("<table>") == 1
    assert r.certificate.error is not None
    assert r._repr_html_().count("<table>") == 2 and "reversibility" in r._repr_html_()
    named = polhode.scenario({**CLOUD, "ensemble": {**CLOUD["ensemble"], "count": 2}}).run()
    assert "2 bodies" in named._repr_html_()


def test_to_pandas(run):
    pytest.importorskip("pandas")
    frame = run.to_pandas()
    assert np.array_equal(frame["attitude_w"], run.attitude[:, 3]) and len(frame.columns) == 12
    slew = polhode.scenario(SLEW).run()
    assert np.array_equal(slew.to_pandas()["wheel_momentum_a"], slew.wheel_momentum[:, 0])
    c = polhode.problem("slow-top").compare(methods=["se"], steps=[0.1, 0.05], end=1)
    assert list(c.to_pandas()["nfev"]) == [11, 21]
    assert len(polhode.problem("slow-top").advise(end=1).to_pandas()) > 5
    cloud = polhode.scenario(CLOUD).run()
    assert np.array_equal(cloud.to_pandas()["rate_q50"], cloud.statistics["rate"]["q50"])


def test_to_arrow_and_parquet(run, tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet

    table = run.to_arrow()
    assert table.num_columns == 12 and table.schema.metadata[b"polhode.method"] == run.method.encode()
    assert np.array_equal(table["attitude_w"].to_numpy(), run.attitude[:, 3])
    file = tmp_path / "run.parquet"
    run.to_parquet(file)
    read = pyarrow.parquet.read_table(file)
    assert read.equals(table) and read.schema.metadata[b"polhode.nfev"] == str(run.nfev).encode()
    cloud = polhode.scenario(CLOUD).run()
    cloud.to_parquet(file)
    assert np.array_equal(pyarrow.parquet.read_table(file)["rate_q50"].to_numpy(), cloud.statistics["rate"]["q50"])
    assert [path.name for path in tmp_path.iterdir()] == ["run.parquet"]


def test_to_xarray(run):
    pytest.importorskip("xarray")
    data = run.to_xarray()
    assert float(data.attitude.sel(quaternion="w").sel(t=1.0, method="nearest")) == run.attitude[100, 3]
    assert data.attrs["method"] == "se4-rkn" and data.momentum.dims == ("t", "axis")
    slew = polhode.scenario(SLEW).run().to_xarray()
    assert list(slew.wheel.values) == ["a", "wheel 2", "wheel 3", "wheel 4"]
    cloud = polhode.scenario(CLOUD).run()
    assert float(cloud.to_xarray().rate.sel(statistic="q50")[-1]) == cloud.statistics["rate"]["q50"][-1]


@pytest.mark.parametrize("package", ["matplotlib", "pandas", "xarray", "pyarrow"])
def test_a_missing_package_is_said(package, run, monkeypatch):
    imported = builtins.__import__
    import sys

    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)

    def without(name, *rest, **keywords):
        if name.split(".")[0] == package:
            raise ImportError(name)
        return imported(name, *rest, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setattr("importlib.import_module", lambda name: without(name))
    call = {"matplotlib": run.plot, "pandas": run.to_pandas, "xarray": run.to_xarray,
            "pyarrow": run.to_arrow}[package]
    with pytest.raises(ImportError, match=f"{package} is not installed; 'pip install {package}'"):
        call()
