"""What there is: methods and problems, as tables."""

from __future__ import annotations

import html
from typing import Any

from . import _core
from ._optional import optional_package


class Rows(list):
    """A table: a list of dictionaries with the same keys."""

    def column(self, name: str) -> list[Any]:
        return [row[name] for row in self]

    def to_pandas(self) -> Any:
        """As a DataFrame."""
        return optional_package("pandas", "to_pandas").DataFrame(list(self))

    def _shown(self) -> list[str]:
        return [key for key in (self[0] if self else {}) if key not in ("formula", "source", "description")]

    def __repr__(self) -> str:
        keys = self._shown()
        cells = [keys, *([_cell(row[key]) for key in keys] for row in self)]
        widths = [max(len(line[i]) for line in cells) for i in range(len(keys))]
        return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths)).rstrip() for line in cells)

    def _repr_html_(self) -> str:
        keys = self._shown()
        head = "".join(f"<th>{html.escape(key)}</th>" for key in keys)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(_cell(row[key]))}</td>" for key in keys) + "</tr>"
                       for row in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def methods() -> Rows:
    """Every method of the catalogue with what it states about itself.

    Examples
    --------
    >>> import polhode
    >>> [m["order"] for m in polhode.methods() if m["name"] == "se4-rkn"]
    [4]
    """
    return Rows(_core.methods())


def method(name: str) -> dict[str, Any]:
    """One method by its name, of a family too, such as "taylor-20".

    Examples
    --------
    >>> import polhode
    >>> polhode.method("taylor-20")["order"]
    20
    """
    if not isinstance(name, str):
        raise TypeError(f"method: expected a name, got {name!r}")
    return _core.method(name)


def problems() -> Rows:
    """The built-in problems.

    Examples
    --------
    >>> import polhode
    >>> "slow-top" in polhode.problems().column("name")
    True
    """
    from ._problem import problem

    rows = Rows()
    for name in _core.problem_names():
        one = problem(name)
        rows.append({"name": name, "end": one.end, "step": one.step, "torque": repr(one.torque),
                     "description": one.description})
    return rows
