"""Pictures of runs, comparisons and ensembles, by Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import shown
from ._optional import optional_package

if TYPE_CHECKING:
    from ._advise import Advice
    from ._compare import ComparisonResult
    from ._ensemble_run import EnsembleResult
    from ._result import Result

# Okabe and Ito: apart for the colour-blind too
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = "osD^v<>p*hX"
_QUIET = "#777777"
_LABELS = {"nfev": "torque evaluations", "seconds": "time, s", "step": "step", "steps": "steps",
           "error_attitude": "attitude error at the end", "error_momentum": "momentum error at the end",
           "energy_error": "largest energy error"}


def _figure(figure: Any, rows: int) -> Any:
    """A figure with so many diagrams above each other, which share the time."""
    pyplot = optional_package("matplotlib.pyplot", "plot")
    if figure is None:
        figure = pyplot.figure(figsize=(8, 0.6 + 1.9 * rows), layout="constrained")
    return figure, np.atleast_1d(figure.subplots(rows, 1, sharex=True))


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    pyplot = optional_package("matplotlib.pyplot", "plot")
    return pyplot.subplots(figsize=(8, 5), layout="constrained")[1]


def _quiet(axes: Any) -> None:
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _beside(axes: Any) -> None:
    """The legend, where it hides no curve."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize="small")


def _curves(axes: Any, t: np.ndarray, columns: np.ndarray, labels: Any, what: str) -> None:
    for i, label in enumerate(labels):
        axes.plot(t, columns[:, i], color=COLOURS[i % len(COLOURS)], linewidth=1, label=label)
    axes.set_ylabel(what)


# --- a run ---


def space_momentum(result: Result) -> np.ndarray:
    """L = R Π at the samples."""
    v, w = result.attitude[:, :3], result.attitude[:, 3:]
    turned = np.cross(v, result.momentum)
    return result.momentum + 2 * (w * turned + np.cross(v, turned))


def conserved_errors(result: Result) -> dict[str, np.ndarray]:
    """What the run has of errors in conserved quantities, relative, at the samples."""
    errors = {}
    if result._summary["has_potential"]:
        size = np.abs(result.energy).max()
        errors["energy, relative"] = np.abs(result.energy - result.energy[0]) / (size or 1.0)
    momentum = space_momentum(result)
    apart = np.linalg.norm(momentum - momentum[0], axis=1)
    # without torque from outside all of it is conserved, and the trend is of that
    trend = result.conservation["momentum"]
    if trend is not None and apart.max() <= 2 * trend["max_error"] + 1e-300:
        errors["momentum, relative"] = apart / (np.linalg.norm(momentum[0]) or 1.0)
    return errors


def _plot_errors(axes: Any, result: Result) -> None:
    smallest = np.finfo(float).eps / 8  # what is zero is drawn there
    for i, (name, error) in enumerate(conserved_errors(result).items()):
        axes.semilogy(result.t, np.maximum(error, smallest), color=COLOURS[i], linewidth=1, label=name)
    certificate = result._certificate
    if certificate is not None:
        for value, name, style in ((certificate.error, "error, measured", "--"),
                                   (certificate.round_off, "round-off, measured", ":")):
            if value:
                axes.axhline(value, color=_QUIET, linestyle=style, linewidth=1, label=f"{name}: {value:.1e}")
        axes.set_yscale("log")
    axes.set_ylabel("errors")


def plot_result(result: Result, figure: Any) -> Any:
    if len(result.t) < 2:
        raise ValueError(f"plot: the run has {len(result.t)} samples, expected two or more")
    has_potential = result._summary["has_potential"]
    has_errors = bool(conserved_errors(result)) or result._certificate is not None
    panels = ["rate", "attitude"]
    panels += ["wheels"] * (result.wheel_momentum is not None)
    panels += ["energy"] * (not has_potential) + ["errors"] * has_errors
    figure, all_axes = _figure(figure, len(panels))
    for name, axes in zip(panels, all_axes):
        if name == "rate":
            _curves(axes, result.t, result.angular_velocity, ("ωx", "ωy", "ωz"), "angular velocity")
        elif name == "attitude":
            _curves(axes, result.t, _continuous(result.attitude), ("x", "y", "z", "w"), "attitude, quaternion")
        elif name == "wheels" and result.wheel_momentum is not None and result.control is not None:
            _curves(axes, result.t, result.wheel_momentum, result.control.wheels, "wheel momentum")
        elif name == "energy":
            axes.plot(result.t, result.energy, color=COLOURS[0], linewidth=1)
            axes.set_ylabel("kinetic energy")
        else:
            _plot_errors(axes, result)
        for times in result.t_events or ():
            for t in times[:50]:
                axes.axvline(t, color=_QUIET, linewidth=0.6, linestyle=":")
        _quiet(axes)
        _beside(axes)
    all_axes[-1].set_xlabel("t")
    all_axes[0].set_title(f"{result.method}, {result.steps} steps", loc="left", fontsize="medium")
    return figure


def _continuous(attitude: np.ndarray) -> np.ndarray:
    """The same attitudes by quaternions that do not jump to their opposites."""
    flips = np.sum(attitude[1:] * attitude[:-1], axis=1) < 0
    signs = np.concatenate([[1.0], np.where(np.cumsum(flips) % 2, -1.0, 1.0)])
    return attitude * signs[:, None]


# --- comparisons ---


def _one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {shown(value)}")
    return value


def plot_comparison(comparison: ComparisonResult, x: str, y: str, axes: Any) -> Any:
    _one_of("x", x, ("nfev", "seconds", "step"))
    _one_of("y", y, ("error_attitude", "error_momentum", "energy_error"))
    axes = _axes(axes)
    orders, drawn = set(), []
    for i, runs in enumerate(comparison):
        across, up = np.asarray(getattr(runs, x), dtype=float), getattr(runs, y)
        good = np.isfinite(up) & (up > 0) & (across > 0)
        if not good.any():
            continue
        order = runs.order_momentum if y == "error_momentum" else runs.order_attitude if y == "error_attitude" else None
        label = runs.method if order is None else f"{runs.method} (order {order:.1f})"
        axes.loglog(across[good], up[good], color=COLOURS[i % len(COLOURS)], marker=_MARKERS[i % len(_MARKERS)],
                    markersize=4, linewidth=1.2, linestyle=("-", "--", ":")[i // len(COLOURS) % 3], label=label)
        drawn.append((across[good], up[good]))
        if order is not None:
            orders.add(round(order))
    if drawn:
        _slopes(axes, drawn, sorted(order for order in orders if order > 0), 1 if x == "step" else -1)
    if y == "error_attitude" and comparison.reference_error > 0:
        axes.axhline(comparison.reference_error, color=_QUIET, linewidth=0.8, linestyle=(0, (1, 3)))
        axes.annotate("the reference is known to this", (0.01, comparison.reference_error), fontsize="x-small",
                      xycoords=("axes fraction", "data"), color=_QUIET, va="bottom")
    axes.set_xlabel(_LABELS[x])
    axes.set_ylabel(_LABELS[y])
    axes.set_title(f"{comparison.problem or 'comparison'} at t = {comparison.end:g}", loc="left", fontsize="medium")
    _quiet(axes)
    _beside(axes)
    return axes


def _slopes(axes: Any, drawn: list[tuple[np.ndarray, np.ndarray]], orders: list[int], sign: int) -> None:
    """Lines of the slopes that orders have, from the upper left, or lower left, corner of what is drawn."""
    across = np.concatenate([a for a, _ in drawn])
    up = np.concatenate([u for _, u in drawn])
    low, high = across.min(), across.max()
    bottom, top = up.min(), up.max()
    start = high if sign > 0 else low
    for order in orders:
        # down to the bottom, or as far as the runs go
        reach = (top / bottom) ** (1 / order)
        end = max(low, start / reach) if sign > 0 else min(high, start * reach)
        height = top * (end / start) ** (sign * order)
        axes.loglog([start, end], [top, height], color="#bbbbbb", linewidth=0.8, linestyle="--", zorder=0)
        axes.annotate(f"order {order}", (end, height), fontsize="x-small", color=_QUIET, ha="center", va="top")


def plot_advice(advice: Advice, x: str, axes: Any) -> Any:
    _one_of("x", x, ("seconds", "nfev", "steps"))
    axes = _axes(axes)
    for i, row in enumerate(advice.table):
        points = advice._points[row["method"]]
        across, up = np.asarray(points[x], dtype=float), np.asarray(points["error"], dtype=float)
        good = (up > 0) & (across > 0)
        chosen = row["method"] == advice.method
        axes.loglog(across[good], up[good], color=COLOURS[i % len(COLOURS)], marker=_MARKERS[i % len(_MARKERS)],
                    markersize=4, linewidth=2.4 if chosen else 1, linestyle=("-", "--", ":")[i // len(COLOURS) % 3],
                    label=f"{row['method']}, recommended" if chosen else row["method"])
    axes.axhline(advice.tolerance, color=_QUIET, linewidth=0.8, linestyle="--", label="tolerance")
    axes.set_xlabel(_LABELS[x])
    axes.set_ylabel("largest error")
    axes.set_title(f"{advice.problem or 'advice'}, measured up to t = {advice.piece:g}", loc="left", fontsize="medium")
    _quiet(axes)
    _beside(axes)
    return axes


# --- ensembles ---


def plot_ensemble(result: EnsembleResult, figure: Any) -> Any:
    quantities = {name: numbers for name, numbers in result.statistics.items() if np.isfinite(numbers["q50"]).any()}
    if not quantities:
        raise ValueError("plot: no body is left, expected some that have not failed")
    figure, all_axes = _figure(figure, len(quantities))
    for (name, numbers), axes in zip(quantities.items(), all_axes):
        for low, high, shade, label in (("min", "max", 0.12, "all"), ("q05", "q95", 0.25, "90 %"),
                                        ("q25", "q75", 0.4, "50 %")):
            axes.fill_between(result.t, numbers[low], numbers[high], color=COLOURS[0], alpha=shade, linewidth=0,
                              label=label)
        axes.plot(result.t, numbers["q50"], color=COLOURS[0], linewidth=1.4, label="median")
        axes.set_ylabel(name.replace("_", " "))
        _quiet(axes)
    _beside(all_axes[0])
    all_axes[-1].set_xlabel("t")
    all_axes[0].set_title(f"{result.count} bodies, {result.method}", loc="left", fontsize="medium")
    return figure
