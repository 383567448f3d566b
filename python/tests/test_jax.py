"""Derivatives by JAX, forward and in reverse, against differences and against each other."""

import numpy as np
import pytest

import polhode

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy

import polhode.jax  # noqa: E402
from jax.flatten_util import ravel_pytree  # noqa: E402

TIMES = np.array([0.7, 1.5, 3.0])
STEPS = {"t_span": (0, 3), "method": "se4-rkn", "step": 0.02, "t_eval": TIMES}
Q = np.array([0.2, -0.1, 0.15, 0.96])
Q = Q / np.linalg.norm(Q)
INPUTS = {"moments": np.array([2.0, 3, 4]), "attitude": Q, "momentum": np.array([1.5, -2.0, 2.5]),
          "parameters": {"top.weight_moment": 2.0, "damping.coefficient": 0.1,
                         "formula.d": np.array([0.1, 0.2, -0.1])}}


def torque():
    return (polhode.HeavyTop(weight_moment=1, name="top") + polhode.Damping(coefficient=0.3)
            + polhode.Formula(["d.x*sin(t)", "d.y*qx", "d.z"], parameters={"d": [0, 0, 0]}))


def motion(inputs, **keywords):
    rate = {key: inputs[key] for key in ("momentum", "angular_velocity") if key in inputs}
    return polhode.jax.solve(inputs["moments"], torque(), {"attitude": inputs["attitude"], **rate},
                             parameters=inputs["parameters"], **{**STEPS, **keywords})


def numbers(inputs, **keywords):
    m = motion(inputs, **keywords)
    return jnp.concatenate([m.attitude, m.momentum, m.angular_velocity], axis=1)


def flat(tree, outputs):
    return np.hstack([np.asarray(leaf).reshape(outputs, -1) for leaf in jax.tree.leaves(tree)])


def differences(function, inputs, size=1e-3):
    """The Jacobian from differences of fourth order, a column for each number of the inputs."""
    vector, restore = ravel_pytree(inputs)
    function = jax.jit(function)
    columns = []
    for j in range(len(vector)):
        at = [np.asarray(function(restore(vector.at[j].add(k * size)))).ravel() for k in (-2, -1, 1, 2)]
        columns.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * size))
    return np.array(columns).T


def close(a, b, tolerance):
    assert np.max(np.abs(a - b)) < tolerance * np.max(np.abs(b))


def with_rate(inputs):
    rest = {key: value for key, value in inputs.items() if key != "momentum"}
    return {**rest, "angular_velocity": np.array([0.5, -0.6, 0.7])}


def test_the_values_are_those_of_solve():
    m = motion(INPUTS)
    whole = (polhode.HeavyTop(weight_moment=2, name="top") + polhode.Damping(coefficient=0.1)
             + polhode.Formula(["d.x*sin(t)", "d.y*qx", "d.z"], parameters={"d": [0.1, 0.2, -0.1]}))
    r = polhode.solve([2, 3, 4], whole, polhode.State(Q, momentum=INPUTS["momentum"]), **STEPS)
    assert np.array_equal(m.t, r.t)
    for name in ("attitude", "momentum", "angular_velocity"):
        assert np.allclose(getattr(m, name), getattr(r, name), rtol=0, atol=1e-14)


@pytest.mark.parametrize("inputs", [INPUTS, with_rate(INPUTS)], ids=["momentum", "angular_velocity"])
def test_forward_and_reverse_against_differences(inputs):
    forward = flat(jax.jit(jax.jacfwd(numbers))(inputs), 30)
    reverse = flat(jax.jit(jax.jacrev(numbers))(inputs), 30)
    close(reverse, forward, 1e-13)
    close(forward, differences(numbers, inputs), 1e-8)


def test_under_jit_grad_and_vmap():
    def loss(inputs):
        return jnp.sum(numbers(inputs) * jnp.arange(30.0).reshape(3, 10))

    plain = jax.grad(loss)(INPUTS)
    vector, restore = ravel_pytree(plain)
    compiled, _ = ravel_pytree(jax.jit(jax.grad(loss))(INPUTS))
    close(compiled, vector, 1e-13)
    inside, _ = ravel_pytree(jax.grad(jax.jit(loss))(INPUTS))
    close(inside, vector, 1e-13)

    def of_weight(weight):
        return loss({**INPUTS, "parameters": {**INPUTS["parameters"], "top.weight_moment": weight}})

    weights = jnp.array([1.5, 2.0, 2.5])
    values, slopes = map(np.array, zip(*map(jax.jit(jax.value_and_grad(of_weight)), weights)))
    assert np.allclose(jax.vmap(of_weight)(weights), values, rtol=1e-13)
    assert np.allclose(jax.jit(jax.vmap(of_weight))(weights), values, rtol=1e-13)
    assert np.allclose(jax.jit(jax.vmap(jax.grad(of_weight)))(weights), slopes, rtol=1e-12)
    assert np.allclose(jax.jit(jax.grad(lambda w: jnp.sum(jax.vmap(of_weight)(w))))(weights), slopes, rtol=1e-12)


def test_lengths_of_the_quaternion_do_not_count():
    def end(q):
        return motion({**INPUTS, "attitude": q}).attitude[-1]

    assert np.allclose(end(3 * Q), end(Q), rtol=0, atol=1e-14)
    jacobian = np.asarray(jax.jacfwd(end)(Q))
    assert np.max(np.abs(jacobian @ Q)) < 1e-14  # along the quaternion nothing changes
    assert np.max(np.abs(np.asarray(end(Q)) @ jacobian)) < 1e-14  # and the length at the end is 1 always
    assert np.allclose(np.asarray(jax.jacfwd(end)(2 * Q)), jacobian / 2, rtol=0, atol=1e-14)


def test_by_the_state_alone_no_parameters_are_followed(monkeypatch):
    def never(*_):
        raise AssertionError

    monkeypatch.setattr(polhode.jax._Runs, "by_parameters", never)
    jacobian = jax.jacrev(lambda p: motion({**INPUTS, "momentum": p}).momentum[-1])(INPUTS["momentum"])
    assert jacobian.shape == (3, 3)


def test_bodies_with_axes_of_their_own_and_rotors(skew):
    gyrostat = polhode.Body(skew.inertia, rotor_momentum=[0.3, -0.5, 0.1])
    inputs = {"moments": gyrostat.moments, "rotor": gyrostat.rotor_momentum, "w": np.array([0.4, 0.7, -0.5])}

    def end(inputs):
        m = polhode.jax.solve(gyrostat, polhode.GravityGradient(coefficient=0.5, direction=[0, 0, 1]),
                              {"attitude": Q, "angular_velocity": inputs["w"]}, moments=inputs["moments"],
                              parameters={"rotor_momentum": inputs["rotor"]}, **STEPS)
        return jnp.concatenate([m.attitude, m.angular_velocity], axis=1)

    state = polhode.State(Q, angular_velocity=inputs["w"], body=gyrostat)
    r = polhode.solve(gyrostat, polhode.GravityGradient(coefficient=0.5, direction=[0, 0, 1]), state, **STEPS)
    assert np.allclose(end(inputs)[:, :4], r.attitude, rtol=0, atol=1e-13)
    assert np.allclose(end(inputs)[:, 4:], r.angular_velocity, rtol=0, atol=1e-13)
    close(flat(jax.jit(jax.jacfwd(end))(inputs), 21), differences(end, inputs), 1e-8)
    constant = polhode.jax.solve(gyrostat, None, state, **STEPS)
    assert np.allclose(constant.attitude, polhode.solve(gyrostat, None, state, **STEPS).attitude, atol=1e-13)


def test_a_function_of_python_and_a_start_that_is_not_zero():
    def end(w):
        m = polhode.jax.solve([2, 3, 4], lambda t, q, w: (0.1 * np.sin(t), -0.2 * w[1], q[0]),
                              {"angular_velocity": w}, (2, 4), "se4-rkn", 0.02)
        return m.attitude[0]

    w = jnp.array([0.4, 0.7, -0.5])
    close(np.asarray(jax.jit(jax.jacrev(end))(w)), differences(end, w), 1e-8)


def test_with_a_tolerance():
    def end(inputs):
        return numbers(inputs, method="auto", step=None, tolerance=1e-10)

    close(flat(jax.jit(jax.jacfwd(end))(INPUTS), 30), flat(jax.jit(jax.jacfwd(numbers))(INPUTS), 30), 1e-5)


def test_many_times_in_compiled_code():
    """Long arrays pass through the callback in compiled code too."""
    times = np.linspace(0, 3, 20001)
    gradient = jax.jit(jax.grad(lambda p: jnp.sum(motion({**INPUTS, "momentum": p}, t_eval=times).attitude)))
    assert np.all(np.isfinite(gradient(INPUTS["momentum"])))


START = {"momentum": [0.0, 0.0, 1.0]}
WRONG = [
    ("three principal moments", lambda: polhode.jax.solve([1, 2], None, START, (0, 1), "se", 0.1)),
    ("3x3", lambda: jax.jacfwd(lambda i: polhode.jax.solve(i, None, START, (0, 1), "se", 0.1).momentum)(np.eye(3))),
    ("moments", lambda: polhode.jax.solve([1, 2, 2], None, START, (0, 1), "se", 0.1, moments=[1, 1, 1])),
    ("initial", lambda: polhode.jax.solve([1, 2, 2], None, [0, 0, 1], (0, 1), "se", 0.1)),
    ("initial", lambda: polhode.jax.solve([1, 2, 2], None, {"speed": [0, 0, 1]}, (0, 1), "se", 0.1)),
    ("neither", lambda: polhode.jax.solve([1, 2, 2], None, {}, (0, 1), "se", 0.1)),
    ("both", lambda: polhode.jax.solve([1, 2, 2], None, {**START, "angular_velocity": [0, 0, 1]}, (0, 1), "se", 0.1)),
    ("attitude", lambda: polhode.jax.solve([1, 2, 2], None, {**START, "attitude": [0, 0, 1]}, (0, 1), "se", 0.1)),
    ("momentum", lambda: polhode.jax.solve([1, 2, 2], None, {"momentum": "fast"}, (0, 1), "se", 0.1)),
    ("weight_moment", lambda: polhode.jax.solve([1, 2, 2], polhode.HeavyTop(weight_moment=1), START, (0, 1), "se", 0.1,
                                                parameters={"weight": 2.0})),
    ("weight_moment: expected a number", lambda: polhode.jax.solve(
        [1, 2, 2], polhode.HeavyTop(weight_moment=1), START, (0, 1), "se", 0.1, parameters={"weight_moment": [1, 2]})),
    ("parameters", lambda: polhode.jax.solve([1, 2, 2], None, START, (0, 1), "se", 0.1, parameters=3)),
    ("t_eval", lambda: jax.jit(lambda t: polhode.jax.solve([1, 2, 2], None, START, (0, 1), "se", 0.1, t_eval=t))(
        np.array([0.5]))),
    ("did you mean", lambda: polhode.jax.solve([1, 2, 2], None, START, (0, 1), "sse", 0.1)),
    ("principal moment 3 is -2", lambda: polhode.jax.solve([1, 2, -2], None, START, (0, 1), "se", 0.1)),
    ("second derivatives", lambda: jax.hessian(lambda p: polhode.jax.solve(
        [1, 2, 2], None, {"momentum": p}, (0, 1), "se", 0.1).momentum[0, 0])(np.ones(3))),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_bad_call_says_what_is_wrong(number):
    expected, call = WRONG[number]
    with pytest.raises(Exception, match=expected):
        call()


def test_32_bit_numbers_are_refused():
    jax.config.update("jax_enable_x64", False)
    try:
        with pytest.raises(RuntimeError, match="jax_enable_x64"):
            polhode.jax.solve([1, 2, 2], None, START, (0, 1), "se", 0.1)
    finally:
        jax.config.update("jax_enable_x64", True)
