"""Ours from Python beside SciPy, heyoka and diffrax, on the ten built-in problems at 1e-6, 1e-9 and 1e-12.

    python bench/python.py [--json FILE] [--quick] [PROBLEM...]     (all ten)
    python bench/python.py --threads [--quick]
    python bench/python.py --steps [--quick]

Prints tables in Markdown. Every package gets the same torque, written once below: a function of Python that SciPy's
right-hand side and our `solve` call, that numba compiles for both, and that heyoka and JAX turn into expressions. Ours
also runs the built-in model.

Ours is what `choose` picks for the tolerance: `run` is the run with that method and step, `choosing` what picking them
takes. A peer gets the loosest of a row of its own tolerances that meets the tolerance, by its true error at the end:
the larger of the angle in radians and of the momentum's distance relative to the largest. The truth is heyoka in 80-bit
arithmetic, or our Taylor series on double where there is no heyoka. The interval of a problem is doubled until our run
with the built-in model takes a millisecond, at most so often that the truth is known. Times are the least of several,
of calls as users make them, and processor time, which others on the machine do not lengthen; on a machine that does
nothing else it is the wall time. A peer that is not installed is left out, with a line.

With --threads: how much two runs of a built-in torque gain from being made side by side, on two threads of one process
and, which is what the machine grants, in two processes. By the wall clock, the best of several.

With --steps: what a step of `se` takes on the slow top, one torque to a step, with every kind of torque; a function of
Python beside a bare call of it. And a time of `free_motion`, of ten thousand, and importing the package after NumPy.
Processor time, the least of several.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import math
import os
import platform
import subprocess
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Callable

import numpy as np

import polhode

TOLERANCES = (1e-6, 1e-9, 1e-12)
SHORTEST_RUN = 1e-3  # seconds
LONGEST_INTERVAL = 64  # times that of the problem
LONGEST_PEER_RUN = 20.0  # seconds


# --- the problems, each formula once ------------------------------------------------------------------------------


def torque_of(problem: Any, number: Callable[[float], Any] = float) -> Callable[..., Any]:
    """f(t, x, y, z, w) in the body's axes, by products and sums alone, so that anything can be put in."""
    torque = problem.torque
    name = type(torque).__name__
    if name == "HeavyTop":
        twice = number(2 * torque.weight_moment)

        def weight(t: Any, x: Any, y: Any, z: Any, w: Any) -> Any:
            return twice * (y * z + w * x), -twice * (x * z - w * y), 0.0 * x

        return weight
    if name == "SoftWall":
        sign = number(2.0 if torque.sign == "printed" else -2.0)

        def wall(t: Any, x: Any, y: Any, z: Any, w: Any) -> Any:
            s = 1.0 / (2.1 - 2.0 * (x * x + y * y))
            s2 = s * s
            s4 = s2 * s2
            pull = sign * s2 * (0.01 * s4 * s4 * s - 1.0)
            return pull * (y * z + w * x), -pull * (x * z - w * y), 0.0 * x

        return wall
    if name == "GravityGradient":
        moments = [number(moment) for moment in problem.body.moments]
        strength = number(torque.coefficient)
        k1, k2, k3 = (strength * (moments[i] - moments[j]) for i, j in ((2, 1), (0, 2), (1, 0)))

        def gradient(t: Any, x: Any, y: Any, z: Any, w: Any) -> Any:
            u1, u2, u3 = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)
            return k1 * u2 * u3, k2 * u3 * u1, k3 * u1 * u2

        return gradient

    def free(t: Any, x: Any, y: Any, z: Any, w: Any) -> Any:
        return 0.0 * x, 0.0 * x, 0.0 * x

    return free


def rates_of(torque: Callable[..., Any], moments: Any) -> Callable[..., Any]:
    """q' = ½ q ω, I ω' = Iω × ω + T."""
    i1, i2, i3 = moments
    n1, n2, n3 = 1.0 / i1, 1.0 / i2, 1.0 / i3
    k1, k2, k3 = (i2 - i3) / i1, (i3 - i1) / i2, (i1 - i2) / i3

    def rates(t: Any, x: Any, y: Any, z: Any, w: Any, a: Any, b: Any, c: Any) -> Any:
        t1, t2, t3 = torque(t, x, y, z, w)
        return (0.5 * (w * a + y * c - z * b), 0.5 * (w * b + z * a - x * c), 0.5 * (w * c + x * b - y * a),
                -0.5 * (x * a + y * b + z * c), k1 * b * c + n1 * t1, k2 * c * a + n2 * t2, k3 * a * b + n3 * t3)

    return rates


class Task:
    """A problem with its interval and its truth."""

    def __init__(self, problem: Any, end: float) -> None:
        self.problem = problem
        self.end = end
        self.moments = [float(moment) for moment in problem.body.moments]
        initial = problem.initial
        momenta = np.asarray(initial.momentum, dtype=np.longdouble)
        self.long_start = np.array([*initial.attitude, *(momenta / np.array(self.moments, dtype=np.longdouble))])
        self.start = [float(number) for number in self.long_start]
        self.truth: np.ndarray | None = None
        self.truth_known_to = math.inf
        self.largest = 0.0

    def error(self, state: Any) -> float:
        """Of seven numbers x, y, z, w and the angular velocity."""
        state = np.asarray(state, dtype=np.longdouble)
        if not np.isfinite(state).all():
            return math.inf
        truth = self.truth
        q, p = state[:4] / np.linalg.norm(state[:4]), truth[:4] / np.linalg.norm(truth[:4])
        chord = min(np.linalg.norm(q - p), np.linalg.norm(q + p))
        away = np.linalg.norm((state[4:] - truth[4:]) * np.array(self.moments, dtype=np.longdouble))
        return float(max(4 * np.arcsin(min(chord / 2, 1)), away / self.largest))


# --- time ---------------------------------------------------------------------------------------------------------


def least_seconds(work: Callable[[], Any], enough: float = 0.1, most: int = 50) -> float:
    least, spent, runs = math.inf, 0.0, 0
    while runs < 2 or (spent < enough and runs < most):
        begin = time.process_time()
        work()
        took = time.process_time() - begin
        least, spent, runs = min(least, took), spent + took, runs + 1
        if took > 1:
            break
    return least


# --- ours ---------------------------------------------------------------------------------------------------------


def our_torques(problem: Any, packages: dict[str, Any]) -> dict[str, Any]:
    torques = {"built-in": problem.torque}
    if type(problem.torque).__name__ == "Sum":  # of nothing: a free body has no torque to call
        return torques
    function = torque_of(problem)
    if "numba" in packages:
        torques["compiled"] = compiled(function, packages["numba"])
    torques["Python"] = polhode.PythonTorque(function, scalars=True)
    return torques


def compiled(function: Callable[..., Any], numba: Any) -> Any:
    inner = numba.njit(function)
    pointer = numba.types.CPointer(numba.float64)

    @numba.cfunc(numba.void(numba.float64, pointer, pointer))
    def torque(t, q, out):
        out[0], out[1], out[2] = inner(t, q[0], q[1], q[2], q[3])

    return torque


def end_state(task: Task, result: Any) -> list[float]:
    return [*result.attitude[-1], *result.angular_velocity[-1]]


def run_ours(task: Task, torque: Any, **how: Any) -> Any:
    problem = task.problem
    return polhode.solve(problem.body, torque, problem.initial, (0, task.end), every=10**9, **how)


def measure_ours(task: Task, torque: Any, tolerance: float) -> dict[str, Any]:
    try:
        result = run_ours(task, torque, tolerance=tolerance)
    except RuntimeError as error:
        return {"refused": str(error)}
    whole = least_seconds(lambda: run_ours(task, torque, tolerance=tolerance))
    if result._summary["chose_steps"]:  # there is no step that would make the same run again
        again, run = result, result._summary["wall_seconds"]
    else:
        how = {"method": result.method, "step": result.step}
        again = run_ours(task, torque, **how)
        run = least_seconds(lambda: run_ours(task, torque, **how))
    return {"method": result.method, "step": result.step, "steps": int(result.steps), "run": run,
            "choosing": max(whole - run, 0.0), "error": task.error(end_state(task, again))}


# --- peers --------------------------------------------------------------------------------------------------------


def tuned(task: Task, tolerance: float, row: list[float], integrate: Callable[[float], Any]) -> dict[str, Any] | None:
    """The loosest control of a row, loosest first, whose end is as near to the truth as is asked for."""
    for control in row:
        begin = time.process_time()
        state = integrate(control)
        took = time.process_time() - begin
        error = math.inf if state is None else task.error(state)
        if error <= tolerance:
            if took < 1:
                took = min(took, least_seconds(lambda: integrate(control), enough=0.2, most=5))
            return {"control": control, "run": took, "error": error}
        if took > LONGEST_PEER_RUN:
            return None
    return None


def loosest_first(tolerance: float) -> list[float]:
    """Half a decade at a time, from a little below the tolerance: errors of a step add up."""
    exponent = math.log10(tolerance)
    return [10 ** (exponent - 0.5 * n) for n in range(0, 11) if exponent - 0.5 * n > -14.6]


class SciPy:
    """DOP853 and LSODA of solve_ivp, the faster of them; with the function of Python, and with one by numba."""

    def __init__(self, packages: dict[str, Any]) -> None:
        self.solve_ivp = importlib.import_module("scipy.integrate").solve_ivp
        self.numba = packages.get("numba")

    def right_sides(self, task: Task) -> dict[str, Callable[..., Any]]:
        torque = torque_of(task.problem)
        rates = rates_of(torque, task.moments)
        sides: dict[str, Callable[..., Any]] = {"SciPy": lambda t, s: rates(t, *s.tolist())}
        if self.numba is not None:
            fast = self.numba.njit(rates_of(self.numba.njit(torque), task.moments))
            whole = self.numba.njit(lambda t, s: np.array(fast(t, s[0], s[1], s[2], s[3], s[4], s[5], s[6])))
            whole(0.0, np.array(task.start))
            sides["SciPy, numba"] = whole
        return sides

    def measure(self, task: Task, tolerance: float) -> dict[str, Any]:
        sides = self.right_sides(task)
        quickest = list(sides)[-1]  # the numbers are the same, so that the quickest is the one to tune with
        best: dict[str, Any] = dict.fromkeys(sides)
        for method in ("DOP853", "LSODA"):

            def integrate(control: float, side: str = quickest, method: str = method) -> Any:
                r = self.solve_ivp(sides[side], (0, task.end), task.start, method=method, rtol=max(control, 2.3e-14),
                                   atol=control, t_eval=[task.end])
                return r.y[:, -1] if r.success else None

            found = tuned(task, tolerance, loosest_first(tolerance), integrate)
            for side in sides if found else ():
                run = found["run"]
                if side != quickest:
                    run = least_seconds(lambda: integrate(found["control"], side), enough=0.2, most=3)
                if best[side] is None or run < best[side]["run"]:
                    best[side] = {**found, "run": run, "method": method}
        return best


class Heyoka:
    """Its tolerance sets the order of its series, so that there is one integrator for each."""

    def __init__(self, packages: dict[str, Any]) -> None:
        self.hy = packages["heyoka"]
        self.made: dict[tuple[str, float], Any] = {}

    def equations(self, problem: Any, number: Callable[[float], Any]) -> Any:
        variables = self.hy.make_vars("x", "y", "z", "w", "a", "b", "c")
        moments = [number(float(moment)) for moment in problem.body.moments]
        rates = rates_of(torque_of(problem, number), moments)(0.0, *variables)
        return list(zip(variables, rates))

    def measure(self, task: Task, tolerance: float) -> dict[str, Any]:
        best = None
        for order in range(6, 23, 2):
            key = (task.problem.name, order)
            if key not in self.made:
                self.made[key] = self.hy.taylor_adaptive(self.equations(task.problem, float), task.start,
                                                         tol=math.exp(-2.0 * (order - 1.5)))
            taylor = self.made[key]

            def integrate(taylor: Any = taylor) -> Any:
                taylor.time = 0.0
                taylor.state[:] = task.start
                taylor.propagate_until(task.end)
                return taylor.state

            error = task.error(integrate())
            if error <= tolerance:
                run = least_seconds(integrate)
                if best is None or run < best["run"]:
                    best = {"method": f"order {order}", "run": run, "error": error}
        return {"heyoka": best}

    def truth(self, task: Task) -> tuple[np.ndarray, float]:
        """The end in 80-bit arithmetic, and how far series of two orders are apart there."""
        ends = []
        for tolerance in (1e-19, 1e-17):
            key = (task.problem.name, tolerance)
            if key not in self.made:
                self.made[key] = self.hy.taylor_adaptive(
                    self.equations(task.problem, np.longdouble), list(task.long_start), tol=np.longdouble(tolerance),
                    fp_type=np.longdouble)
            taylor = self.made[key]
            taylor.time = np.longdouble(0)
            taylor.state[:] = task.long_start
            taylor.propagate_until(np.longdouble(task.end))
            ends.append(taylor.state.copy())
        task.truth = ends[0]
        return ends[0], task.error(ends[1])


class Diffrax:
    """Dopri8 with its own step control, compiled by JAX."""

    def __init__(self, packages: dict[str, Any]) -> None:
        import jax

        jax.config.update("jax_enable_x64", True)
        self.jax, self.diffrax = jax, packages["diffrax"]
        self.made: dict[str, Any] = {}

    def measure(self, task: Task, tolerance: float) -> dict[str, Any]:
        numpy, diffrax = self.jax.numpy, self.diffrax
        if task.problem.name not in self.made:
            rates = rates_of(torque_of(task.problem), task.moments)
            term = diffrax.ODETerm(lambda t, s, _: numpy.stack(rates(t, *s)))

            def solve(end: Any, tolerance: Any) -> Any:
                return diffrax.diffeqsolve(
                    term, diffrax.Dopri8(), 0.0, end, None, numpy.array(task.start), max_steps=None,
                    saveat=diffrax.SaveAt(t1=True), throw=False,
                    stepsize_controller=diffrax.PIDController(rtol=tolerance, atol=tolerance)).ys[-1]

            self.made[task.problem.name] = self.jax.jit(solve)
            self.made[task.problem.name](0.1, 1e-3).block_until_ready()
        solve = self.made[task.problem.name]
        found = tuned(task, tolerance, loosest_first(tolerance),
                      lambda control: np.asarray(solve(task.end, control)))
        return {"diffrax": found and {**found, "method": "Dopri8"}}


def peers_of(packages: dict[str, Any]) -> list[Any]:
    peers: list[Any] = []
    if "scipy" in packages:
        peers.append(SciPy(packages))
    if "heyoka" in packages:
        peers.append(Heyoka(packages))
    if "diffrax" in packages:
        peers.append(Diffrax(packages))
    return peers


def packages_found() -> dict[str, Any]:
    found = {}
    for name in ("scipy", "numba", "heyoka", "diffrax"):
        try:
            found[name] = importlib.import_module(name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return found


# --- the interval -------------------------------------------------------------------------------------------------


def set_truth(task: Task, heyoka: Heyoka | None) -> None:
    problem = task.problem
    # a scale for errors, which needs few digits: no tolerance that a long interval may be refused for
    fine = polhode.solve(problem.body, problem.torque, problem.initial, (0, task.end), method="taylor-20@1e-12",
                         t_eval=np.linspace(0, task.end, 129))
    task.largest = float(np.linalg.norm(fine.momentum, axis=1).max())
    if heyoka is not None:
        task.truth, task.truth_known_to = heyoka.truth(task)
        return
    ends = [polhode.solve(problem.body, problem.torque, problem.initial, (0, task.end), method=f"taylor-{order}@1e-15",
                          t_eval=[task.end]) for order in (28, 22)]
    task.truth = np.array(end_state(task, ends[0]), dtype=np.longdouble)
    task.truth_known_to = task.error(end_state(task, ends[1]))


def long_enough(problem: Any, tolerance: float, heyoka: Heyoka | None, longest: int) -> Task:
    """Long enough to be timed, and no longer than the truth is known and the tolerance can be reached."""
    factor = 1
    task = Task(problem, problem.end)
    set_truth(task, heyoka)
    ours = measure_ours(task, problem.torque, tolerance)
    while factor < longest and "refused" not in ours and ours["run"] < SHORTEST_RUN:
        factor *= 2
        longer = Task(problem, problem.end * factor)
        set_truth(longer, heyoka)
        ours = measure_ours(longer, problem.torque, tolerance)
        if "refused" in ours or longer.truth_known_to > 0.05 * tolerance:
            break
        task = longer
    return task


# --- the tables ---------------------------------------------------------------------------------------------------


def shown_time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def table(head: list[str], rows: list[list[str]]) -> None:
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def times_faster(row: dict[str, Any], kind: str, peer: str) -> float | None:
    ours, other = row["ours"].get(kind), row["peers"].get(peer)
    if not ours or "refused" in ours or not other:
        return None
    return other["run"] / ours["run"]


def print_ours(rows: list[dict[str, Any]]) -> None:
    lines = []
    for row in rows:
        for kind, ours in row["ours"].items():
            place = [row["problem"], f"{row['end']:g}", f"{row['tolerance']:.0e}", kind]
            if "refused" in ours:
                lines.append([*place, ours["refused"], "", "", "", ""])
                continue
            lines.append([*place, f"`{ours['method']}`", f"{ours['step']:.3g}", shown_time(ours["run"]),
                          f"{ours['error']:.1e}", shown_time(ours["choosing"])])
    table(["problem", "to t =", "tolerance", "torque", "method", "step", "run", "error", "choosing"], lines)


def print_peers(rows: list[dict[str, Any]]) -> None:
    names = list(rows[0]["peers"])
    lines = []
    for row in rows:
        line = [row["problem"], f"{row['tolerance']:.0e}"]
        for name in names:
            found = row["peers"].get(name)
            line += [f"{shown_time(found['run'])}, {found['method']}" if found else "not reached",
                     f"{found['error']:.1e}" if found else ""]
        lines.append(line)
    table(["problem", "tolerance", *(word for name in names for word in (name, "error"))], lines)


RATIOS = (("Python", "SciPy", 10), ("built-in", "SciPy", 200), ("compiled", "SciPy", 200),
          ("built-in", "SciPy, numba", None), ("built-in", "heyoka", 2), ("compiled", "heyoka", 2),
          ("built-in", "diffrax", None))


def ratios_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ratios = []
    for kind, peer, aim in RATIOS:
        all_of_them = [(times_faster(row, kind, peer), f"{row['problem']} at {row['tolerance']:.0e}") for row in rows]
        known = [(ratio, place) for ratio, place in all_of_them if ratio is not None]
        if not known:
            continue
        least, where = min(known)
        mean = math.exp(sum(math.log(ratio) for ratio, _ in known) / len(known))
        missed = [f"{place} ({ratio:.3g})" for ratio, place in known if aim is not None and ratio < aim]
        ratios.append({"ours": kind, "peer": peer, "aim": aim, "mean": mean, "of": len(known), "least": least,
                       "where": where, "missed": missed})
    return ratios


def print_ratios(rows: list[dict[str, Any]]) -> None:
    table(["our torque", "peer", "times faster, geometric mean", "least", "aim", "aim met"],
          [[r["ours"], r["peer"], f"{r['mean']:.3g} of {r['of']}", f"{r['least']:.3g}, {r['where']}",
            "–" if r["aim"] is None else str(r["aim"]),
            "–" if r["aim"] is None else f"{r['of'] - len(r['missed'])} of {r['of']}"] for r in ratios_of(rows)])


# --- side by side -------------------------------------------------------------------------------------------------


def native_run(end: float) -> None:
    problem = polhode.problem("slow-top")
    polhode.solve(problem.body, problem.torque, problem.initial, (0, end), "se4-rkn", 1e-3, every=10**9)


def wall_of_two(pool: Executor, end: float) -> float:
    begin = time.perf_counter()
    for done in [pool.submit(native_run, end) for _ in range(2)]:
        done.result()
    return time.perf_counter() - begin


def gain_of_two(pool: Executor, end: float, tries: int) -> float:
    """Twice one run, over two at once: 2 where they do not disturb each other."""
    with pool:
        wall_of_two(pool, end)  # its threads or processes are there from now on
        one = two = math.inf
        for _ in range(tries):
            begin = time.perf_counter()
            pool.submit(native_run, end).result()
            one = min(one, time.perf_counter() - begin)
            two = min(two, wall_of_two(pool, end))
    return 2 * one / two


def print_side_by_side(quick: bool) -> None:
    end, tries = (20.0, 2) if quick else (2000.0, 7)
    print(f"{cpu_name()}; {len(os.sched_getaffinity(0))} processors; load {os.getloadavg()[0]:.2f}\n")
    table(["two native runs side by side", "gain"],
          [[name, f"{gain_of_two(pool(2), end, tries):.2f}"]
           for name, pool in (("two threads", ThreadPoolExecutor), ("two processes", ProcessPoolExecutor))])


# --- one step -----------------------------------------------------------------------------------------------------


def step_seconds(problem: Any, torque: Any, steps: int) -> float:
    integrator = polhode.Integrator(problem.body, torque, problem.initial, method="se", step=0.01)
    return least_seconds(lambda: integrator.march(steps), enough=0.5) / steps


def bare_call_seconds(function: Callable[..., Any], arguments: tuple[Any, ...], calls: int) -> float:
    def work() -> None:
        for _ in range(calls):
            function(*arguments)

    return least_seconds(work, enough=0.5) / calls


def import_seconds() -> float:
    """In processes of their own, since a package is imported once."""
    code = "import numpy, time; t = time.process_time(); import polhode; print(time.process_time() - t)"
    return min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
               for _ in range(5))


def print_steps(quick: bool) -> None:
    print(f"{cpu_name()}; {len(os.sched_getaffinity(0))} processors; load {os.getloadavg()[0]:.2f}\n")
    steps = 1000 if quick else 20000
    problem = polhode.problem("slow-top")
    by_floats = torque_of(problem)

    def by_arrays(t: float, q: np.ndarray) -> Any:
        x, y, z, w = q.tolist()
        return by_floats(t, x, y, z, w)

    bare = {"function of floats": bare_call_seconds(by_floats, (0.1, 0.1, 0.2, 0.3, 0.9), steps),
            "function of arrays": bare_call_seconds(by_arrays, (0.1, np.array([0.1, 0.2, 0.3, 0.9])), steps)}
    torques = {"built-in": problem.torque}
    try:
        torques["compiled"] = compiled(by_floats, importlib.import_module("numba"))
    except ImportError as error:
        print(f"numba is left out: {error}", file=sys.stderr)
    torques["function of floats"] = polhode.PythonTorque(by_floats, scalars=True)
    torques["function of arrays"] = polhode.PythonTorque(by_arrays)
    took = {kind: step_seconds(problem, torque, steps) for kind, torque in torques.items()}
    table(["torque", "a step", "times the built-in", "a bare call", "beside it"],
          [[kind, shown_time(took[kind]), f"{took[kind] / took['built-in']:.2f}",
            *([shown_time(bare[kind]), shown_time(took[kind] - bare[kind])] if kind in bare else ["", ""])]
           for kind in took])
    motion = polhode.free_motion(polhode.Body([1, 2, 2.5]), polhode.State(momentum=[0.01, 3, 0]))
    times = np.linspace(0, 100, 10000)
    table(["what", "takes"],
          [["a time of free_motion, of ten thousand", shown_time(least_seconds(lambda: motion(times), 0.5) / len(times))],
           ["import polhode", shown_time(import_seconds())]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="one tolerance, no longer intervals: to see that it works")
    parser.add_argument("--threads", action="store_true", help="two runs on two threads, and nothing else")
    parser.add_argument("--steps", action="store_true", help="one step with each kind of torque, and nothing else")
    given = parser.parse_args()
    if given.threads:
        print_side_by_side(given.quick)
        return
    if given.steps:
        print_steps(given.quick)
        return
    packages = packages_found()
    peers = peers_of(packages)
    heyoka = next((peer for peer in peers if isinstance(peer, Heyoka)), None)
    tolerances = TOLERANCES[:1] if given.quick else TOLERANCES
    names = given.problems or [problem["name"] for problem in polhode.problems()]
    versions = {name: importlib.metadata.version(name) for name in ("polhode", "numpy", *packages)}
    machine = f"{cpu_name()}; Python {platform.python_version()}; " + "; ".join(f"{n} {v}" for n, v in versions.items())
    print(machine + "\n", flush=True)
    rows = []
    for name in names:
        problem = polhode.problem(name)
        for tolerance in tolerances:
            task = long_enough(problem, tolerance, heyoka, 1 if given.quick else LONGEST_INTERVAL)
            row: dict[str, Any] = {
                "problem": name, "tolerance": tolerance, "end": task.end, "truth_known_to": task.truth_known_to,
                "ours": {kind: measure_ours(task, torque, tolerance)
                         for kind, torque in our_torques(problem, packages).items()}, "peers": {}}
            for peer in peers:
                row["peers"].update(peer.measure(task, tolerance))
            rows.append(row)
            print(f"{name} at {tolerance:.0e} is done", file=sys.stderr, flush=True)
            if given.json:  # so far
                with open(given.json, "w", encoding="utf-8") as file:
                    json.dump({"machine": machine, "versions": versions, "rows": rows, "ratios": ratios_of(rows)}, file,
                              indent=1)
    print_ours(rows)
    print_peers(rows)
    print_ratios(rows)


def cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
