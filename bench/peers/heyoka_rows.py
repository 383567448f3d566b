"""heyoka's Taylor integrator on one problem: a row for each of its orders.

    heyoka_rows.py --version
    heyoka_rows.py FIELD STRENGTH I1 I2 I3 X Y Z W A B C END

FIELD is free, weight, wall or gradient, with the equations of bench/peer_equations.hpp; X Y Z W is the quaternion at
the start, A B C the angular velocity in the body. Prints lines

    TOLERANCE MICROSECONDS STEPS X Y Z W A B C

The tolerance of heyoka sets the order of its series and nothing else, so that there is one line for each order. The
time is the least of many calls of the compiled propagate_until, less that of a call that has nowhere to go. Whoever
starts this chooses the core.
"""

import math
import sys
from time import perf_counter_ns

import heyoka as hy


def rates(field, strength, moments):
    """q' = ½ q ω, I ω' = Iω × ω + T, every quotient taken once."""
    x, y, z, w, a, b, c = variables = hy.make_vars("x", "y", "z", "w", "a", "b", "c")
    i1, i2, i3 = moments
    turning = [
        0.5 * (w * a + y * c - z * b),
        0.5 * (w * b + z * a - x * c),
        0.5 * (w * c + x * b - y * a),
        -0.5 * (x * a + y * b + z * c),
    ]
    spin = [(i2 - i3) / i1 * b * c, (i3 - i1) / i2 * c * a, (i1 - i2) / i3 * a * b]
    if field in ("weight", "wall"):
        pull = 1.0
        if field == "wall":
            s = 1.0 / (2.1 - 2.0 * (x * x + y * y))
            s2 = s * s
            s4 = s2 * s2
            pull = s2 * (0.01 * s4 * s4 * s - 1.0)
        spin[0] += 2 * strength / i1 * pull * (y * z + w * x)
        spin[1] -= 2 * strength / i2 * pull * (x * z - w * y)
    elif field == "gradient":
        u1, u2, u3 = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)
        spin[0] += strength * (i3 - i2) / i1 * u2 * u3
        spin[1] += strength * (i1 - i3) / i2 * u3 * u1
        spin[2] += strength * (i2 - i1) / i3 * u1 * u2
    elif field != "free":
        sys.exit(f"heyoka_rows: field {field!r} is none of free, weight, wall, gradient")
    return list(zip(variables, turning + spin))


def least_microseconds(work, before=lambda: None):
    least, spent, runs = math.inf, 0, 0
    while runs < 5 or (spent < 30e6 and runs < 1000):
        before()
        begin = perf_counter_ns()
        work()
        took = perf_counter_ns() - begin
        least, spent, runs = min(least, took), spent + took, runs + 1
    return least / 1e3


def main(field, *numbers):
    numbers = [float(text) for text in numbers]
    strength, moments, start, end = numbers[0], numbers[1:4], numbers[4:11], numbers[11]
    equations = rates(field, strength, moments)
    for order in range(4, 23):
        tolerance = math.exp(-2.0 * (order - 1.5))  # the order is 1 − ln(tolerance)/2, rounded up
        taylor = hy.taylor_adaptive(equations, start, tol=tolerance)

        def again():
            taylor.time = 0.0
            taylor.state[:] = start

        again()
        outcome, _, _, steps = taylor.propagate_until(end)[:4]
        if outcome != hy.taylor_outcome.time_limit:
            continue
        state = list(taylor.state)
        nowhere = least_microseconds(lambda: taylor.propagate_until(end))
        took = least_microseconds(lambda: taylor.propagate_until(end), again)
        print(tolerance, took - nowhere, steps, *(repr(float(number)) for number in state), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print(hy.__version__)
    elif len(sys.argv) == 14:
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
