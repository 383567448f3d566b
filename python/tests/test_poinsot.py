"""Poinsot's construction: against SciPy's integrals and integrator, on all kinds of motions, and drawn."""

import math
import pickle

import numpy as np
import pytest
from conftest import ROOT
from test_documentation import blocks

import polhode

special = pytest.importorskip("scipy.special")


def picture_of(moments, momentum, **attitude):
    return polhode.free_motion(polhode.Body(moments), polhode.State(momentum=momentum, **attitude)).poinsot()


@pytest.fixture
def tumbling():
    return picture_of([1, 1.5, 2.2], [0.3, -1, 2], rotation_vector=[0.3, 0.2, -0.9])


def in_space(picture, points):
    return (picture.distance * picture.normal + np.outer(points.radius * np.cos(points.angle), picture.first)
            + np.outer(points.radius * np.sin(points.angle), picture.second))


def test_the_polhode_is_on_both_ellipsoids(skew):
    picture = polhode.free_motion(skew, polhode.State(momentum=[0.5, 1, 2])).poinsot()
    assert np.allclose(picture.principal_axes.T @ skew.inertia @ picture.principal_axes, np.diag(skew.moments))
    along = picture.polhode(100) @ picture.principal_axes
    assert np.allclose(np.linalg.norm(along / picture.energy_semi_axes, axis=1), 1, rtol=1e-14)
    assert np.allclose(np.linalg.norm(along / picture.momentum_semi_axes, axis=1), 1, rtol=1e-14)
    assert np.allclose(along[0], along[-1], rtol=1e-12)


def test_the_herpolhode_is_the_rotated_angular_velocity(tumbling):
    t = np.linspace(-30, 80, 200)
    states = tumbling.motion(t)
    w = tumbling.herpolhode(t)
    assert np.abs(w - states.rotation.apply(states.angular_velocity)).max() < 1e-13
    assert np.allclose(w @ tumbling.normal, tumbling.distance, rtol=1e-14)
    assert np.abs(in_space(tumbling, tumbling.herpolhode_polar(t)) - w).max() < 1e-13


def test_period_and_advance_are_those_of_scipys_integrals(tumbling):
    I1, I2, I3 = tumbling.motion.body.moments
    T2, L = 2 * tumbling.energy, tumbling.momentum
    lambda_ = math.sqrt((I3 - I2) * (L**2 - T2 * I1) / (I1 * I2 * I3))
    m = (I2 - I1) * (T2 * I3 - L**2) / ((I3 - I2) * (L**2 - T2 * I1))
    g1, g2 = 1 / I1 - T2 / L**2, 1 / I2 - T2 / L**2
    n = 1 - g2 / g1
    period = 4 * special.ellipk(m) / lambda_
    third_kind = special.ellipk(m) + n / 3 * special.elliprj(0, 1 - m, 1, 1 - n)
    assert tumbling.period == pytest.approx(period, rel=1e-13)
    assert tumbling.advance == pytest.approx(T2 / L * period + 4 * g2 * L * third_kind / lambda_, rel=1e-13)
    assert tumbling.mean_rate == pytest.approx(tumbling.advance / tumbling.period, rel=1e-14)


def test_the_angle_is_that_of_an_integrator(tumbling):
    """Euler's equations and those of the attitude by SciPy; the angle by adding up what it turns between times."""
    from scipy.integrate import solve_ivp

    I = tumbling.motion.body.moments
    start = tumbling.motion(0.0)

    def rates(t, y):
        v, s, w = y[:3], y[3], y[4:] / I
        return np.concatenate([(s * w + np.cross(v, w)) / 2, [-v @ w / 2], np.cross(y[4:], w)])

    t = np.linspace(0, 40, 2001)
    y = np.concatenate([start.attitude, start.momentum])
    run = solve_ivp(rates, (0, 40), y, "DOP853", t, rtol=1e-13, atol=1e-13)
    v, s, w = run.y[:3].T, run.y[3][:, np.newaxis], (run.y[4:] / I[:, np.newaxis]).T
    across = 2 * np.cross(v, w)
    in_plane = w + s * across + np.cross(v, across)
    angle = np.unwrap(np.arctan2(in_plane @ tumbling.second, in_plane @ tumbling.first))
    assert np.abs(tumbling.herpolhode_polar(t).angle - angle).max() < 1e-10


def test_rates_are_derivatives(tumbling):
    t, h = np.linspace(0, 20, 50), 1e-5
    before, at, after = (tumbling.herpolhode_polar(t + d) for d in (-h, 0, h))
    assert np.abs((after.radius - before.radius) / (2 * h) - at.radius_rate).max() < 1e-9
    assert np.abs((after.angle - before.angle) / (2 * h) - at.angle_rate).max() < 1e-9


def test_shapes():
    picture = picture_of([1, 1.5, 2.2], [0.3, -1, 2])
    assert isinstance(picture.herpolhode_polar(1.5).radius, float)
    assert picture.herpolhode_polar([[1, 2], [3, 4]]).angle.shape == (2, 2)
    assert picture.herpolhode(1.5).shape == (3,) and picture.herpolhode([[1, 2]]).shape == (1, 2, 3)
    assert picture.polhode(7).shape == (7, 3) and picture.separatrices(9).shape == (2, 9, 3)
    assert picture_of([2, 2, 1], [1, 0, 1]).separatrices(9).shape == (1, 9, 3)
    assert picture_of([2, 2, 2], [1, 0, 1]).separatrices(9).shape == (0, 9, 3)


COURSES = {"around least moment": ([1, 1.5, 2.2], [2, 0.3, 0.1]), "around largest moment": ([5, 4, 3], [3, 1, 0.1]),
           "separatrix": ([12, 15, 20], [3, 1, -3]), "fixed axis": ([1, 1.5, 2.2], [0, 0, 2])}


@pytest.mark.parametrize("course", COURSES)
def test_courses(course):
    picture = picture_of(*COURSES[course])
    assert picture.course == course and course in repr(picture)
    for name, value in vars(picture).items():
        if not name.startswith("_") and name not in ("course", "period", "advance"):
            assert np.isfinite(value).all(), name
    assert math.isinf(picture.period) == (course == "separatrix")


def test_it_can_be_pickled(tumbling):
    again = pickle.loads(pickle.dumps(tumbling))
    assert again.advance == tumbling.advance and np.array_equal(again.polhode(), tumbling.polhode())


@pytest.mark.parametrize("call, sentence", [
    (lambda p: picture_of([1, 2, 3], [0, 0, 0]), "at rest"),
    (lambda p: polhode.free_motion(polhode.Body([1, 2, 2], rotor_momentum=[0, 0, 1]), polhode.State()), "rotors"),
    (lambda p: p.polhode(1), "points: expected a number of points from 2"),
    (lambda p: p.separatrices(10**9), "points"),
    (lambda p: p.herpolhode(math.nan), "finite"),
    (lambda p: p.herpolhode_polar([0, math.inf]), "finite"),
    (lambda p: p.herpolhode_polar(1e300), "no digit"),
])
def test_what_is_refused(tumbling, call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(tumbling)
    with pytest.raises(TypeError, match="points"):
        tumbling.polhode(3.5)


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def is_drawn(figure):
    figure.canvas.draw()
    return True


@pytest.mark.parametrize("moments, momentum", [*COURSES.values(), ([2, 2, 1], [1, 0, 2]), ([2, 2, 2], [1, 0, 2])])
def test_pictures(pyplot, moments, momentum):
    figure = picture_of(moments, momentum).plot_polhode()
    in_body, on_plane = figure.axes
    assert is_drawn(figure) and in_body.name == "3d" and on_plane.get_aspect() == 1


def test_the_picture_shows_the_curves(pyplot, tumbling):
    figure = pyplot.figure()
    assert tumbling.motion.plot_polhode(figure=figure, t_span=(0, 5)) is figure
    curves = {line.get_label(): np.array(line.get_data_3d()).T for line in figure.axes[0].lines}
    seen = curves["polhode"][~np.isnan(curves["polhode"]).any(axis=1)]
    energy = np.einsum("ni,i,ni->n", seen, tumbling.motion.body.moments, seen) / 2
    assert np.abs(energy - tumbling.energy).max() < 1e-13
    herpolhode = max((line.get_xydata() for line in figure.axes[1].lines), key=len)
    assert np.allclose(herpolhode[-1], tumbling.herpolhode(5.0) @ np.array([tumbling.first, tumbling.second]).T)
    with pytest.raises(ValueError, match="t_span"):
        tumbling.plot_polhode(t_span=(0, 1, 2))


def test_results_are_drawn_with_their_samples(pyplot, body, top, leaning):
    tumbling = polhode.State(momentum=[0.05, 3, 0.02])
    free = polhode.solve([1, 2, 2.5], None, tumbling, (2, 12), method="se4-rkn", step=0.05)
    figure = free.plot_polhode()
    dots = figure.axes[1].lines[-1].get_xydata()
    radius = np.linalg.norm(dots, axis=1)
    picture = polhode.free_motion([1, 2, 2.5], tumbling).poinsot()
    assert is_drawn(figure) and len(figure.axes) == 2 and len(dots) == len(free.t)
    assert np.abs(radius - picture.herpolhode_polar(free.t - 2).radius).max() < 1e-5
    assert is_drawn(pickle.loads(pickle.dumps(free)).plot_polhode())

    assert len(polhode.solve(body, top, leaning, (0, 2), method="se4-rkn", step=0.01).plot_polhode().axes) == 1
    gyrostat = polhode.Body([1, 2, 2.5], rotor_momentum=[0, 0, 1])
    assert len(polhode.solve(gyrostat, None, tumbling, (0, 2), method="se", step=0.01).plot_polhode().axes) == 1
    at_rest = polhode.solve([1, 2, 2.5], None, polhode.State(), (0, 2), method="se", step=0.1)
    assert is_drawn(at_rest.plot_polhode())


def test_the_page_runs(pyplot):
    names = {}
    for number, block in enumerate(blocks(ROOT / "docs/poinsot.md")):
        exec(compile(block, f"docs/poinsot.md, example {number + 1}", "exec"), names)
    assert names["picture"].course == "around least moment"
