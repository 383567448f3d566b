"""The moving body: what the viewer is given is the motion, and a browser shows it."""

import base64
import importlib
import json
import re

import browser
import numpy as np
import pytest
from conftest import angle
from test_scenario_features import SLEW

import polhode
from polhode import _view

needs_viewer = pytest.mark.skipif(not (_view.FOLDER / "viewer.js").exists(), reason="built without the viewer")
BODY = polhode.Body([1, 2, 2.5])
STATE = polhode.State(rotation_vector=[0.3, 0.2, -0.1], momentum=[1.2, 2.6, 0.4], body=BODY)


def numbers(text, columns, kind="<f4"):
    return np.frombuffer(base64.b64decode(text), kind).astype(float).reshape(-1, columns)


def times(data):
    given = data["times"]
    if isinstance(given, str):
        return numbers(given, 1, "<f8")[:, 0]
    return given["start"] + given["spacing"] * np.arange(given["count"])


def turned(q, v):
    return v + 2 * np.cross(q[:, :3], np.cross(q[:, :3], v) + q[:, 3:] * v)


def test_a_free_motion():
    motion = polhode.free_motion(BODY, STATE)
    view = motion.view((1, 30))
    data, t = view.data, times(view.data)
    assert t[0] == 1 and t[-1] == pytest.approx(30) and view.t_span == (1, 30)
    exact = motion(t)
    assert angle(numbers(data["attitude"], 4), exact.attitude).max() < 1e-6
    assert np.allclose(numbers(data["angularVelocity"], 3), exact.angular_velocity, atol=1e-6)
    # the momentum stands still in space
    assert np.allclose(data["momentum"], turned(exact.attitude, exact.momentum)[-1], atol=1e-12)
    assert angle(exact.attitude[1:], exact.attitude[:-1]).max() < 2 * np.pi / 40  # no jumps for the eye
    # the plane on which the ellipsoid rolls is where ω in space has its component along the momentum
    p = data["poinsot"]
    assert np.allclose(turned(exact.attitude, exact.angular_velocity) @ p["normal"], p["distance"], atol=1e-12)
    w = numbers(p["polhode"], 3)
    assert np.allclose(np.sum((w / p["semiAxes"]) ** 2, axis=1), 1, atol=1e-5)
    assert data["axis"] == np.abs(STATE.momentum / BODY.moments).argmax() and motion.view(axis=3).data["axis"] == 2
    assert motion.view().t_span[1] == pytest.approx(3 * motion.polhode.period + motion.view().t_span[0])


def test_samples_that_are_near_are_taken_as_they_are(body, top, leaning):
    r = polhode.solve(body, top, leaning, (0, 3), "se4-rkn", 0.005)
    data = r.view().data
    assert np.allclose(times(data), r.t) and angle(numbers(data["attitude"], 4), r.attitude).max() < 1e-6
    assert np.allclose(data["field"], [0, 0, 1]) or np.allclose(data["field"], [0, 0, -1])
    assert "poinsot" not in data and data["events"] == []
    assert np.allclose(numbers(data["momentum"], 3), turned(r.attitude, r.momentum), atol=1e-5)


@pytest.mark.parametrize("how", [{"every": 10**6}, {"t_eval": [3, 4.5]}, {"dense_output": True, "every": 100}], ids=str)
def test_between_samples_that_are_far_apart_the_run_is_made_again(body, top, leaning, how):
    r = polhode.solve(body, top, leaning, (2, 6), "se4-rkn", 0.01, **how)
    fine = polhode.solve(body, top, leaning, (2, 6), "se4-rkn", 0.001, dense_output=True)
    data = r.view().data
    t = times(data)
    assert t[0] == 2 and t[-1] == pytest.approx(6) and len(t) > 150
    assert angle(numbers(data["attitude"], 4), fine.sol(np.minimum(t, 6)).attitude).max() < 1e-5
    part = times(r.view((3, 4)).data)
    assert part[0] == 3 and part[-1] == pytest.approx(4)


def test_of_a_long_run_the_first_part_is_shown(body, leaning):
    view = polhode.solve(body, None, leaning, (0, 1e5), "se", 1.0, every=1000).view()
    t = times(view.data)
    assert len(t) == _view.MOST_SAMPLES + 1 and t[-1] < 100 and view.t_span[1] == pytest.approx(t[-1])


def test_events_targets_and_steps_of_their_own(body, top, leaning):
    def leans(t, q, w):
        return 1 - 2 * (q[0] ** 2 + q[1] ** 2) - np.cos(0.8)

    leans.terminal = True
    r = polhode.solve(body, top, leaning, (0, 20), "dop853@1e-9", events=leans)
    (event,) = r.view().data["events"]
    assert event == {"time": r.t_events[0][0], "name": "leans"} and times(r.view().data)[-1] == pytest.approx(r.t[-1])
    slew = polhode.scenario(SLEW).run()
    data = slew.view().data
    target, last = numbers(data["target"], 4), numbers(data["attitude"], 4)[-1]
    assert len(target) == 1 and angle(last, slew.attitude[-1]) < 1e-5
    assert angle(target[0], slew.attitude[-1]) < angle(target[0], slew.attitude[0])


def test_what_cannot_be_shown_is_refused(body, top, leaning, tmp_path):
    r = polhode.solve(body, top, leaning, (0, 2), "se4-rkn", 0.01)
    for call, why in ((lambda: r.view(picture="poinsot"), "of a free body"), (lambda: r.view(shape="ball"), "shape: "),
                      (lambda: r.view(axis=4), "axis: expected 1, 2 or 3"), (lambda: r.view((1, 3)), "t_span: "),
                      (lambda: r.view((1, 1)), "t_span: "), (lambda: r.view(picture="film"), "picture: ")):
        with pytest.raises(ValueError, match=why):
            call()


def test_what_is_missing_is_said(monkeypatch, tmp_path):
    view = polhode.free_motion(BODY, STATE).view()

    def without(name):
        raise ImportError(name)

    with monkeypatch.context() as patch:
        patch.setattr(_view, "_widget_type", None)
        patch.setattr(importlib, "import_module", without)
        with pytest.raises(ImportError, match="anywidget is not installed; 'pip install anywidget'"):
            view.widget
        assert "pip install anywidget" in view._repr_mimebundle_()["text/plain"]
    monkeypatch.setattr(_view, "FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match="built without its viewer"):
        view.save(tmp_path / "motion.html")
    assert list(tmp_path.iterdir()) == []


@needs_viewer
def test_the_widget():
    pytest.importorskip("anywidget")
    motion = polhode.free_motion(BODY, STATE)
    view = motion.view((0, 10), picture="poinsot", shape="ellipsoid", autoplay=False)
    widget = view.widget
    assert widget is view.widget and widget.data == view.data and widget.time == 0
    assert widget.options == {"view": "poinsot", "shape": "ellipsoid", "autoplay": False}
    assert "application/vnd.jupyter.widget-view+json" in str(view._repr_mimebundle_())


# --- in a browser ---


@pytest.fixture
def opened(tmp_path):
    """Opens a page; what comes back is asked for values of JavaScript."""
    if not browser.program():
        pytest.skip("no Chromium")
    with browser.Browser(tmp_path / "profile") as chromium:
        yield chromium.open


@needs_viewer
def test_a_saved_page_in_a_browser(opened, tmp_path):
    motion = polhode.free_motion(BODY, STATE)
    file = tmp_path / "motion.html"
    motion.view((0, 12)).save(file)
    page = file.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["']?https?:""", page) and "default-src 'none'" in page
    assert "three.js authors" in page  # whose licence goes where their code goes
    asked = np.linspace(0, 12, 50)
    shown = opened(file)  # under a policy that allows no script but its own
    assert shown("document.querySelectorAll('div.viewer canvas').length") == 1
    found = shown(f"{asked.tolist()}.map(document.getElementById('motion').viewer.attitude).map(q => Array.from(q))")
    assert angle(np.array(found), motion(asked).attitude).max() < 2e-3  # between samples, on the arc from one to the next


@needs_viewer
def test_the_widget_in_a_browser(opened, tmp_path):
    pytest.importorskip("anywidget")
    motion = polhode.free_motion(BODY, STATE)
    widget = motion.view((0, 12), autoplay=False).widget
    module = base64.b64encode(widget._esm.encode()).decode()
    state = json.dumps({"data": widget.data, "options": widget.options, "time": widget.time}).replace("<", "\\u003c")
    file = tmp_path / "widget.html"
    file.write_text(f"""<!doctype html><meta charset="utf-8"><style>{widget._css}</style><div id="el"></div>
    <script type="module">
      const state = {state}, calls = {{}}, told = [];
      const model = {{ get: name => state[name], set: (name, value) => {{ state[name] = value; }},
                       save_changes: () => told.push(state.time), on: (name, call) => {{ calls[name] = call; }},
                       off: name => {{ delete calls[name]; }} }};
      const el = document.getElementById("el");
      const widget = (await import("data:text/javascript;base64,{module}")).default;
      const close = widget.render({{ model, el }});
      state.time = 7;                         // set from Python
      calls["change:time"]();
      const here = el.viewer.time;
      el.viewer.seek(3.5);                    // by hand
      const canvases = el.querySelectorAll("canvas").length, attitude = Array.from(el.viewer.attitude(3.5));
      close();
      window.found = {{ here, there: state.time, told, canvases, attitude, left: el.querySelectorAll("canvas").length }};
    </script>""", encoding="utf-8")
    found = opened(file)("window.found")
    assert found["here"] == 7 and found["there"] == 3.5 and found["told"][-1] == 3.5
    assert found["canvases"] == 1 and found["left"] == 0
    assert angle(found["attitude"], motion(3.5).attitude) < 2e-3
