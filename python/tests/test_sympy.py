"""Torques and potentials as expressions of SymPy: what they are worth is what SymPy's own functions say."""

import numpy as np
import pytest

import polhode

sympy = pytest.importorskip("sympy")
t, wx, wy, wz, qx, qy, qz, qw, c, k = sympy.symbols("t wx wy wz qx qy qz qw c k")
NUMBERS = {"c": 0.7, "k": -1.3}
BODY = polhode.Body([1, 2, 2.5])


def after_a_step(torque, time, attitude, rate, h):
    state = polhode.State(attitude, momentum=BODY.momentum(rate))
    integrator = polhode.Integrator(BODY, torque, state, method="rkmk-rk4", step=h, t=time)
    integrator.step()
    return integrator.momentum


EXPRESSIONS = {
    "polynomial": [c * wx**3 - wy / 2 + 1, (wx + wy) * (t - k), -(qx - qy) ** 2],
    "powers": [(2 + wx**2) ** sympy.Rational(3, 2), 1 / sympy.sqrt(1 + t**2), (1 + qx**2) ** -c],
    "negative powers": [wx**2 / (1 + wy**2) / (2 + wz**2) ** 2, (1 + t) ** -2, 2**-t],
    "functions": [sympy.sin(t) * sympy.cos(wx), sympy.tan(qx / 2) + sympy.atan(wy), sympy.exp(-wz**2) - sympy.E],
    "inverse": [sympy.asin(qx / 2), sympy.acos(qy / 2), sympy.atan2(wx, 2 + qz)],
    "logarithms": [sympy.log(2 + wx**2), sympy.log(3 + t, 2), sympy.Abs(wy) * sympy.pi],
    "extremes": [sympy.Min(wx, wy, wz), sympy.Max(wx, 0), sympy.Max(sympy.Min(t, 1), qx)],
    "cases": [sympy.Piecewise((wx, wx > wy), (wy + 1, sympy.And(wy > 0, sympy.Not(wz <= 0))), (-wz, True)),
              sympy.Piecewise((1, sympy.Or(qx < 0, qy >= 0)), (2, True)), 0],
    "numbers": [sympy.Rational(1, 3) * wx, sympy.Float("1e-5", 30) * wy, sympy.Integer(-7) + sympy.sqrt(2)],
    "large": [sympy.expand((wx + wy + 1) ** 5), sympy.Add(*[sympy.sin(n * wx) / n for n in range(1, 30)]), wz],
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_torque_is_what_sympy_says(name):
    expressions = EXPRESSIONS[name]
    symbols = (t, wx, wy, wz, qx, qy, qz, qw, c, k)
    function = sympy.lambdify(symbols, expressions, "numpy")

    def exact(time, q, rate):
        return np.array(function(time, *rate, *q, *NUMBERS.values()), dtype=float)

    used = set().union(*(sympy.sympify(e).free_symbols for e in expressions))
    parameters = {symbol: NUMBERS[symbol.name] for symbol in (c, k) if symbol in used}
    torque = polhode.Formula(expressions, parameters=parameters or None)
    generator = np.random.default_rng(7)
    for _ in range(20):
        q = generator.normal(size=4)
        q /= np.linalg.norm(q)
        rate, time, h = generator.normal(size=3), generator.uniform(0, 2), 2.0**-10
        a, b, free = (after_a_step(given, time, q, rate, h) for given in (torque, exact, None))
        # the torque itself, by what a step makes of it
        assert (a - free) / h == pytest.approx((b - free) / h, rel=1e-10, abs=1e-11)


def test_a_potential_is_what_sympy_says():
    r33, r31 = sympy.symbols("r33 r31")
    V = 3 * r33 + k * sympy.sin(r31) ** 2 / 2
    torque = polhode.Formula(potential=V, parameters={k: 1.5})
    written = polhode.Formula(potential="3*r33 + 0.5*k*sin(r31)^2", parameters={"k": 1.5})
    state = polhode.State(rotation_vector=[0.3, 0.2, 0.1], momentum=[0.5, 1, 2])
    a, b = (polhode.solve(BODY, given, state, (0, 3), "se4-rkn", 0.01) for given in (torque, written))
    assert np.allclose(a.attitude, b.attitude, rtol=0, atol=1e-13)
    matrix = state.rotation.as_matrix()
    value = sympy.lambdify((r31, r33, k), V)(matrix[2, 0], matrix[2, 2], 1.5)
    assert a.energy[0] == pytest.approx(BODY.kinetic_energy([0.5, 1, 2]) + value, rel=1e-14)
    assert np.ptp(a.energy) < 1e-6


def test_symbols_of_other_names():
    omega, tau = sympy.symbols("omega_1 tau")
    spin = sympy.Function("spin")(tau)
    torque = polhode.Formula.from_sympy([-c * omega, sympy.sin(tau) / 2, spin**2],
                                        names={omega: "wx", tau: "t", spin: "wz"}, parameters={c: 0.1})
    assert repr(torque) == "Formula(torque=['(-1)*c*wx', '(1/2)*sin(t)', 'wz^2'], parameters={'c': 0.1})"
    matrix = polhode.Formula.from_sympy(sympy.Matrix([1, 2, 3]), frame="space")
    assert matrix.torque == ["1", "2", "3"] and matrix.frame == "space"
    assert polhode.Formula([sympy.Symbol("m.x"), "wy", 2.5], parameters={"m": [1, 0, 0]}).torque == ["m.x", "wy", "2.5"]


@pytest.mark.parametrize(("expression", "expected"), [
    (sympy.sinh(t), "sinh, which formulas do not have"),
    (sympy.sign(wx), "sign, which formulas do not have"),
    (sympy.Heaviside(t), "Heaviside"),
    (sympy.gamma(t), "gamma"),
    (sympy.I * t, "no finite real number"),
    (sympy.oo, "no finite real number"),
    (sympy.nan, "no finite real number"),
    (sympy.Piecewise((1, t > 0)), "not defined everywhere"),
    (sympy.Symbol("omega_{1}"), "no name of a formula"),
    (sympy.Function("f")(t), "give it a name"),
    (sympy.Integer(10) ** 400, "beyond what a double holds"),
    (sympy.Symbol("unheard"), "unheard"),
    (sympy.Integral(sympy.sin(t**2), t), "Integral"),
    (sympy.Derivative(sympy.Function("f")(t), t), "Derivative"),
])
def test_what_formulas_do_not_have_is_refused(expression, expected):
    with pytest.raises(ValueError, match=expected) as caught:
        polhode.Formula([expression, 0, 0])
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300
