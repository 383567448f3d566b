"""Calls that cannot be right: each is a ValueError, TypeError or RuntimeError with a sentence that says why."""

import ctypes

import numpy as np
import pytest

import polhode

NAN = float("nan")
BODY = polhode.Body([5, 5, 1])
TOP = polhode.HeavyTop(weight_moment=20)
STATE = polhode.State(angular_velocity=[0, 0, 5], body=BODY)
Q = np.tile([0.0, 0, 0, 1], (3, 1))
P = np.ones((3, 3))


def solve(*arguments, **keywords):
    whole = dict(zip(("body", "torque", "initial", "t_span"), arguments))
    return polhode.solve(**{"body": BODY, "torque": TOP, "initial": STATE, "t_span": (0, 1), "method": "se",
                            "step": 0.1, **whole, **keywords})


def ensemble(**keywords):
    return polhode.Ensemble(BODY, **{"attitude": Q, "momentum": P, "torque": TOP, **keywords})


def integrator(**keywords):
    return polhode.Integrator(BODY, TOP, STATE, **{"method": "se", "step": 0.1, **keywords})


def compare(**keywords):
    return polhode.compare(BODY, TOP, STATE, **{"t_span": (0, 1), "methods": ["se"], "steps": [0.1], **keywords})


def advise(**keywords):
    return polhode.advise(BODY, TOP, STATE, (0, 1), **keywords)


def cloud(**ensemble):
    return polhode.scenario({"problem": "slow-top", "integrate": {"end": 0.1}, "ensemble": {"count": 4, **ensemble}})


NUMBERS = ctypes.POINTER(ctypes.c_double)


def of_types(*kinds):
    @ctypes.CFUNCTYPE(None, *kinds)
    def first_alone(t, q, torque):
        torque[0] = 1.0

    return polhode.CompiledTorque(first_alone)


def with_direction(direction):
    def event(t, q, w):
        return t - 0.5

    event.direction = direction
    return event


def ending_at_the_third(t, q, w):
    return t - 0.5


ending_at_the_third.terminal = 3  # as solve_ivp has it

BAD = [
    # bodies
    ("inertia", lambda: polhode.Body([1, 2])),
    ("inertia", lambda: polhode.Body([1, 2, 3, 4])),
    ("inertia", lambda: polhode.Body("abc")),
    ("inertia", lambda: polhode.Body([1, 2, NAN])),
    ("inertia", lambda: polhode.Body([1, 2, "x"])),
    ("inertia", lambda: polhode.Body([1, 2j, 3])),
    ("moment", lambda: polhode.Body([1, 2, -3])),
    ("moment", lambda: polhode.Body([0, 0, 0])),
    ("moment", lambda: polhode.Body([1, 1, 5])),
    ("inertia", lambda: polhode.Body(np.eye(2))),
    ("inertia|symmetric", lambda: polhode.Body([[1, 2, 3], [0, 1, 0], [0, 0, 1]])),
    ("inertia", lambda: polhode.Body([[1, 2, 3], [0, 1], [0, 0, 1]])),
    ("inertia", lambda: polhode.Body(None)),
    ("inertia", lambda: polhode.Body([True, True, True])),
    ("inertia", lambda: polhode.Body(np.ma.array([5, 5, 1], mask=[0, 1, 0]))),
    ("rotor_momentum", lambda: polhode.Body([1, 1, 1], rotor_momentum=[1, 2])),
    ("momentum", lambda: BODY.angular_velocity([1, 2])),
    ("angular_velocity", lambda: BODY.momentum(np.ones((2, 4)))),
    # states
    ("quaternion", lambda: polhode.State([0, 0, 0, 2])),
    ("quaternion", lambda: polhode.State([0, 0, 0, 0])),
    ("attitude", lambda: polhode.State([0, 0, 1])),
    ("attitude", lambda: polhode.State([0, 0, 0, NAN])),
    ("attitude", lambda: polhode.State("up")),
    ("quaternion_wxyz", lambda: polhode.State(quaternion_wxyz=[1, 0, 0])),
    ("matrix", lambda: polhode.State(matrix=np.ones((3, 3)))),
    ("matrix", lambda: polhode.State(matrix=np.eye(4))),
    ("matrix", lambda: polhode.State(matrix=np.diag([1, 1, -1]))),
    ("rotation_vector_degrees", lambda: polhode.State(rotation_vector=[90, 0, 0])),
    ("euler_degrees", lambda: polhode.State(euler=("zyx", [90, 0, 0]))),
    ("euler", lambda: polhode.State(euler=("abc", [1, 0, 0]))),
    ("euler", lambda: polhode.State(euler=("xYz", [1, 0, 0]))),
    ("euler", lambda: polhode.State(euler=("zyx", [1, 0]))),
    ("euler", lambda: polhode.State(euler=[1, 0, 0])),
    ("only one", lambda: polhode.State([0, 0, 0, 1], matrix=np.eye(3))),
    ("only one", lambda: polhode.State(momentum=[0, 0, 1], angular_velocity=[0, 0, 1])),
    ("momentum", lambda: polhode.State(momentum=[0, 0])),
    ("body", lambda: polhode.State(angular_velocity=[0, 0, 1]).momentum),
    ("body", lambda: polhode.State(momentum=[0, 0, 1]).angular_velocity),
    ("body", lambda: polhode.State(momentum=[0, 0, 1], body="mine")),
    # torques
    ("weight_moment", lambda: polhode.HeavyTop()),
    ("weight_moment", lambda: polhode.HeavyTop(weight_moment="heavy")),
    ("weight_moment", lambda: polhode.HeavyTop(weight_moment=NAN)),
    ("weight", lambda: polhode.HeavyTop(weight=20)),
    ("argument", lambda: polhode.HeavyTop(20)),
    ("direction", lambda: polhode.HeavyTop(weight_moment=20, direction=[0, 0, 0])),
    ("direction", lambda: polhode.HeavyTop(weight_moment=20, direction=[0, 0])),
    ("sign", lambda: polhode.SoftWall(sign="negative")),
    ("on", lambda: polhode.ConstantBody(torque=[0, 0, 1], on=[(2, 1)])),
    ("on", lambda: polhode.ConstantBody(torque=[0, 0, 1], on="always")),
    ("on", lambda: polhode.ConstantBody(torque=[0, 0, 1], on=[(0, 2), (1, 3)])),
    ("torque", lambda: polhode.Formula(["1", "2"])),
    ("column", lambda: polhode.Formula(["1 +", "2", "3"])),
    ("torque", lambda: polhode.Formula()),
    ("contradicts", lambda: polhode.Formula(["0", "0", "0"], potential="qx")),
    ("frame", lambda: polhode.Formula(["0", "0", "0"], frame="moon")),
    ("torque: expected three", lambda: polhode.Formula(3)),
    ("names", lambda: polhode.Formula.from_sympy(["0", "0", "0"], names=["wx"])),
    ("rows", lambda: polhode.Table([[0, 0, 0]])),
    ("row", lambda: polhode.Table([[1, 0, 0, 0], [0, 0, 0, 0]])),
    ("row", lambda: polhode.Table([[1, 0, 0, 0]])),
    ("interpolation", lambda: polhode.Table([[0, 0, 0, 0], [1, 0, 0, 0]], interpolation="magic")),
    ("unsupported operand", lambda: TOP + 1),
    ("frame", lambda: polhode.PythonTorque(lambda t, q: (0, 0, 0), frame="moon")),
    ("rate_dependence", lambda: polhode.PythonTorque(lambda t, q: (0, 0, 0), rate_dependence="some")),
    ("rate_dependence", lambda: polhode.PythonTorque(lambda t, q, w: -w, rate_dependence="none")),
    ("breakpoints", lambda: polhode.solve(BODY, polhode.PythonTorque(lambda t, q: (t, 0, 0), breakpoints=[4]), STATE, (3, 5),
                                          "se", 0.1)),
    ("terminal", lambda: polhode.solve(BODY, None, STATE, (0, 1), "se", 0.1, events=ending_at_the_third)),
    ("samples", lambda: polhode.solve(BODY, None, STATE, (0, 1), "se", 1e-13)),
    ("arguments", lambda: polhode.PythonTorque(lambda t: (0, 0, 0))),
    ("arguments", lambda: polhode.PythonTorque(lambda t, q, w: (0, 0, 0), scalars=True)),
    ("potential", lambda: polhode.PythonTorque(lambda t, q: (0, 0, 0), potential=3)),
    ("function", lambda: polhode.PythonTorque(3)),
    ("compiled function", lambda: polhode.CompiledTorque(lambda t, q: 0)),
    ("arguments", lambda: polhode.CompiledTorque(12345)),
    ("address", lambda: polhode.CompiledTorque(0, arguments=3)),
    (r"got one of \(c_float, double\*, double\*\)", lambda: of_types(ctypes.c_float, NUMBERS, NUMBERS)),
    (r"got one of \(double, double, double\)", lambda: of_types(ctypes.c_double, ctypes.c_double, ctypes.c_double)),
    (r"got one of \(double, .*c_float, double\*\)",
     lambda: of_types(ctypes.c_double, ctypes.POINTER(ctypes.c_float), NUMBERS)),
    (r"the torque at t = 0 is \(1, nan, nan\)", lambda: solve(torque=of_types(ctypes.c_double, NUMBERS, NUMBERS))),
    # runs
    ("body", lambda: solve("body")),
    ("torque", lambda: solve(BODY, "gravity")),
    ("CompiledTorque", lambda: solve(BODY, 140000000)),
    ("model", lambda: solve(BODY, {"model": "heavy-tops", "weight_moment": 1})),
    ("initial", lambda: solve(initial=[0, 0, 0, 1])),
    ("same body", lambda: solve(polhode.Body([1, 2, 3]))),
    ("frame", lambda: solve(frame="space")),
    ("orbit", lambda: solve(torque=polhode.Drag(area=1, normal=[0, 0, 1], centre=[1, 0, 0]))),
    ("t_span", lambda: solve(t_span=(1, 0))),
    ("t_span", lambda: solve(t_span=(0, 0))),
    ("t_span", lambda: solve(t_span=(0, 1, 2))),
    ("t_span", lambda: solve(t_span=(0, float("inf")))),
    ("t_span", lambda: solve(t_span=5)),
    ("t_span", lambda: solve(t_span=(1, 2), torque=polhode.ConstantBody(torque=[0, 0, 1], on=(0, 1)))),
    ("did you mean", lambda: solve(method="se4-rknn")),
    ("method", lambda: solve(method=4)),
    ("method", lambda: solve(method="auto")),
    ("step", lambda: solve(step=-1)),
    ("step", lambda: solve(step=0)),
    ("step", lambda: solve(step=NAN)),
    ("step", lambda: solve(step="small")),
    ("step", lambda: solve(step=1e-300)),
    ("only one", lambda: solve(tolerance=1e-6)),
    ("tolerance", lambda: solve(step=None, tolerance=0)),
    ("tolerance", lambda: solve(step=None, tolerance=NAN)),
    ("tolerance", lambda: solve(step=None, tolerance="tight")),
    ("round-off|reach", lambda: solve(step=None, tolerance=1e-25)),
    ("t_eval", lambda: solve(t_eval=[])),
    ("t_eval", lambda: solve(t_eval=[0, 2])),
    ("t_eval", lambda: solve(t_eval=[0.5, 0.4])),
    ("t_eval", lambda: solve(t_eval=[[0, 1]])),
    ("t_eval", lambda: solve(t_eval=[0, NAN])),
    ("t_eval", lambda: solve(t_eval=["a"])),
    ("every", lambda: solve(every=0)),
    ("every", lambda: solve(every=1.5)),
    ("every", lambda: solve(every=2, t_eval=[0.5])),
    ("events", lambda: solve(events=3)),
    ("events", lambda: solve(events="late")),
    ("events", lambda: solve(events=[3])),
    ("kind", lambda: solve(events={"kind": "rates", "value": 1})),
    ("value", lambda: solve(events={"kind": "rate"})),
    ("direction", lambda: solve(events=with_direction("up"))),
    ("direction", lambda: solve(events=with_direction(NAN))),
    ("crossing", lambda: solve(events=polhode.Event(lambda t, q, w: 1, crossing="up"))),
    ("the event function returned", lambda: solve(events=lambda t, q, w: "no")),
    ("dense_output", lambda: solve(dense_output=1)),
    ("sensitivity", lambda: solve(sensitivity="yes")),
    ("dense_output", lambda: solve(sensitivity=True, dense_output=True)),
    ("outside the run", lambda: solve(dense_output=True).sol(2)),
    ("finite times", lambda: solve(dense_output=True).sol(NAN)),
    ("expected times", lambda: solve(dense_output=True).sol("now")),
    # problems and scenarios
    ("did you mean", lambda: polhode.problem("slowtop")),
    ("problem", lambda: polhode.problem(3)),
    ("body.inertia", lambda: polhode.scenario({})),
    ("unknown section", lambda: polhode.scenario({"problem": "slow-top", "bodies": {"inertia": [1, 1, 1]}})),
    ("unknown key", lambda: polhode.scenario({"problem": "slow-top", "integrate": {"stp": 1}})),
    ("integrate.step", lambda: polhode.scenario({"problem": "slow-top", "integrate": {"step": None}})),
    ("integrate.step", lambda: polhode.scenario({"problem": "slow-top", "integrate": {"step": object()}})),
    ("key", lambda: polhode.scenario({3: "slow-top"})),
    ("dictionary", lambda: polhode.scenario("slow-top")),
    ("no Unicode", lambda: polhode.scenario({"problem": "\ud800"})),
    ("no Unicode", lambda: polhode.scenario({"\ud800": "slow-top"})),
    ("path of a file", lambda: polhode.load(0)),
    ("method", lambda: polhode.problem("slow-top").run(method=3)),
    # questions about methods
    ("compare: initial", lambda: polhode.compare(BODY, TOP)),
    ("compare: t_span", lambda: polhode.compare(BODY, TOP, STATE)),
    ("body", lambda: polhode.compare("slow-top", TOP, STATE, (0, 1))),
    ("compare: a problem has its own torque", lambda: polhode.compare(polhode.problem("slow-top"), TOP)),
    ("compare: a problem has its own orbit", lambda: polhode.compare(polhode.problem("slow-top"), orbit={"radius": 1})),
    ("compare: end", lambda: compare(end=2)),
    ("steps: none", lambda: compare(steps=None)),
    ("steps", lambda: compare(steps=[])),
    ("steps", lambda: compare(steps=[-0.1])),
    ("steps", lambda: compare(steps=[0.1, NAN])),
    ("steps", lambda: compare(steps="small")),
    ("steps", lambda: compare(steps=[[0.1]])),
    ("did you mean", lambda: compare(methods=["se4-rknn"])),
    ("methods", lambda: compare(methods=[3])),
    ("methods", lambda: compare(methods=3)),
    ("threads", lambda: compare(threads=-1)),
    ("threads", lambda: compare(threads="all")),
    ("t_span", lambda: compare(t_span=(1, 0))),
    ("frame", lambda: compare(frame="space")),
    ("end", lambda: polhode.problem("slow-top").compare(end=-1)),
    ("tolerance", lambda: advise(tolerance=0)),
    ("tolerance", lambda: advise(tolerance=2)),
    ("tolerance", lambda: advise(tolerance="tight")),
    ("torque_cost", lambda: advise(torque_cost="50us")),
    ("torque cost", lambda: advise(torque_cost=-1)),
    ("advise: initial", lambda: polhode.advise(BODY)),
    ("end", lambda: polhode.problem("slow-top").advise(end=NAN)),
    # checkpoints
    ("checkpoint", lambda: solve(checkpoint=3)),
    ("checkpoint", lambda: solve(checkpoint="/no/such/folder/file")),
    ("checkpoint", lambda: solve(checkpoint="/")),
    ("checkpoint", lambda: polhode.problem("slow-top").run(checkpoint=[])),
    # many bodies
    ("ensemble.count", lambda: polhode.scenario({"problem": "slow-top", "ensemble": {"seed": 1}})),
    ("ensemble", lambda: polhode.scenario({"problem": "slow-top", "ensemble": 3})),
    ("distribution", lambda: cloud(attitude={"distribution": "flat"})),
    ("no meaning", lambda: cloud(attitude={"distribution": "uniform", "sigma": 1})),
    ("count", lambda: cloud().run(count=0)),
    ("count", lambda: cloud().run(count=1.5)),
    ("count", lambda: cloud().run(count=-1)),
    ("seed", lambda: cloud().run(seed="random")),
    ("step", lambda: cloud().run(step=0)),
    ("method", lambda: cloud().run(method="se4-rkn-none")),
    ("tolerance", lambda: cloud().run(tolerance=2)),
    ("target", lambda: cloud().run(target="mmx")),
    ("threads", lambda: cloud().run(threads=-1)),
    ("cannot be read", lambda: cloud(attitude={"file": "none.npy"}).run()),
    # papers
    ("paper", lambda: polhode.reproduce(3)),
    ("paper", lambda: polhode.reproduce("--list")),
    ("paper", lambda: polhode.reproduce([])),
    ("quick", lambda: polhode.reproduce("all", quick=1)),
    # free motion, steps, ensembles
    ("expected times", lambda: polhode.free_motion(BODY, STATE)("now")),
    ("finite", lambda: polhode.free_motion(BODY, STATE)([0, NAN])),
    ("far|digit", lambda: polhode.free_motion(BODY, STATE)(1e300)),
    ("rotors", lambda: polhode.free_motion(polhode.Body([1, 1, 1], rotor_momentum=[0, 0, 1]),
                                           polhode.State(momentum=[0, 0, 1]))),
    ("initial", lambda: polhode.free_motion(BODY, [0, 0, 0, 1])),
    ("did you mean", lambda: integrator(method="ses")),
    ("step", lambda: integrator(step=0)),
    ("steps", lambda: integrator().march(-1)),
    ("steps", lambda: integrator().march(1.5)),
    ("end", lambda: integrator().advance_to(NAN)),
    ("momentum", lambda: ensemble(momentum=None)),
    ("attitude", lambda: ensemble(attitude=Q[:, :3])),
    ("as many", lambda: ensemble(attitude=Q[:2])),
    ("at least one", lambda: ensemble(attitude=np.empty((0, 4)), momentum=np.empty((0, 3)))),
    ("attitude|unit", lambda: ensemble(attitude=2 * Q)),
    ("moments", lambda: ensemble(moments=np.ones((2, 3)))),
    ("moment", lambda: ensemble(moments=-np.ones((3, 3)))),
    ("method", lambda: ensemble().march("nothing", step=0.1, steps=1)),
    ("step", lambda: ensemble().march("se", step=-0.1, steps=1)),
    ("target", lambda: ensemble().march("se", step=0.1, steps=1, target="mmx")),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_bad_call_says_what_is_wrong(number):
    expected, call = BAD[number]
    with pytest.raises((ValueError, TypeError, RuntimeError), match=expected) as caught:
        call()
    sentence = str(caught.value)
    assert "\n" not in sentence and 10 < len(sentence) < 400
    assert "incompatible function arguments" not in sentence and "bad_cast" not in sentence


def test_there_are_enough_of_them():
    assert len(BAD) >= 60
