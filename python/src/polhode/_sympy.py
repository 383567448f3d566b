"""From an expression of SymPy to the language of formulas."""

from __future__ import annotations

import re
from typing import Any

from ._arrays import shown
from ._optional import optional_package

# functions that the language has, by their names there
_FUNCTIONS = {"sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan", "exp": "exp",
              "log": "log", "Abs": "abs", "atan2": "atan2", "Min": "min", "Max": "max"}
_RELATIONS = {"StrictLessThan": "<", "LessThan": "<=", "StrictGreaterThan": ">", "GreaterThan": ">=", "Equality": "=="}
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(\.[xyz])?")


def is_expression(value: Any) -> bool:
    """Whether it is an expression of SymPy, or a matrix of them."""
    return hasattr(value, "free_symbols")


def _refuse(expression: Any, why: str) -> ValueError:
    return ValueError(f"Formula: {shown(expression)} {why}")


class _Writer:
    """Writes expressions as text; every operand that is no atom stands in brackets."""

    def __init__(self, names: dict[Any, str]) -> None:
        self._names = names

    def text(self, e: Any) -> str:
        if e in self._names:
            return self._names[e]
        if e.is_Symbol or e.func.__name__ == "Dummy":
            if not _NAME.fullmatch(e.name):
                raise _refuse(e, "is no name of a formula: expected letters, digits and _, or give it one by names")
            return e.name
        if e.is_number and not e.args:
            return self._number(e)
        for kind in ("Add", "Mul", "Pow"):
            if getattr(e, f"is_{kind}", False):
                return getattr(self, f"_{kind.lower()}")(e)
        return self._function(e)

    def operand(self, e: Any) -> str:
        text = self.text(e)
        return text if re.fullmatch(r"[A-Za-z_0-9.]+(\(.*\))?", text) and self._is_closed(text) else f"({text})"

    @staticmethod
    def _is_closed(text: str) -> bool:
        """Whether the first bracket of a call closes at its end."""
        depth = 0
        for i, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and letter == ")" and i + 1 < len(text):
                return False
        return True

    def _number(self, e: Any) -> str:
        if e.is_Integer or e.is_Float:
            return self._float(e)
        if e.is_Rational:
            return f"{self._float(e.p)}/{self._float(e.q)}"
        if e.is_real and e.is_finite:
            return "pi" if e.func.__name__ == "Pi" else repr(float(e))
        raise _refuse(e, "is no finite real number: expected one")

    @staticmethod
    def _float(number: Any) -> str:
        try:
            value = float(number)
        except OverflowError:
            value = float("inf")
        if value in (float("inf"), float("-inf")) or value != value:
            raise _refuse(number, "is beyond what a double holds: expected a smaller number")
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)

    def _add(self, e: Any) -> str:
        return " + ".join(self.operand(term) for term in e.as_ordered_terms())

    def _mul(self, e: Any) -> str:
        above, below = [], []
        for factor in e.as_ordered_factors():
            base, exponent = factor.as_base_exp()
            if factor.is_Pow and exponent.is_number and exponent.is_negative:
                below.append(self.operand(base ** -exponent))
            else:
                above.append(self.operand(factor))
        text = "*".join(above) or "1"
        return f"{text}/({'*'.join(below)})" if below else text

    def _pow(self, e: Any) -> str:
        base, exponent = e.args
        if exponent.is_Rational and abs(exponent.p) == 1 and exponent.q == 2:
            root = f"sqrt({self.text(base)})"
            return root if exponent > 0 else f"1/{root}"
        if exponent == -1:
            return f"1/{self.operand(base)}"
        return f"{self.operand(base)}^{self.operand(exponent)}"

    def _function(self, e: Any) -> str:
        name = e.func.__name__
        if name in _FUNCTIONS:
            return self._call(_FUNCTIONS[name], e.args)
        if name == "Piecewise":
            return self._piecewise(e)
        if type(e.func).__name__ == "UndefinedFunction":
            raise _refuse(e, "is a function without a formula: give it a name by names")
        raise _refuse(e, f"has {name}, which formulas do not have: expected {', '.join(_FUNCTIONS.values())}, sqrt or "
                         "Piecewise")

    def _call(self, name: str, arguments: Any) -> str:
        texts = [self.text(argument) for argument in arguments]
        if name == "log" and len(texts) == 2:
            return f"log({texts[0]})/log({texts[1]})"
        if name in ("min", "max"):  # of two
            whole = texts[0]
            for text in texts[1:]:
                whole = f"{name}({whole}, {text})"
            return whole
        return f"{name}({', '.join(texts)})"

    def _piecewise(self, e: Any) -> str:
        *cases, last = e.args
        if last[1] != True:  # noqa: E712, a truth of SymPy
            raise _refuse(e, "is not defined everywhere: expected a last case that is always true")
        text = self.text(last[0])
        for value, condition in reversed(cases):
            text = f"if({self.condition(condition)}, {self.text(value)}, {text})"
        return text

    def condition(self, e: Any) -> str:
        name = e.func.__name__
        if name in _RELATIONS:
            return f"{self.operand(e.args[0])} {_RELATIONS[name]} {self.operand(e.args[1])}"
        if name == "Unequality":
            return f"!({self.operand(e.args[0])} == {self.operand(e.args[1])})"
        if name in ("And", "Or"):
            return (" && " if name == "And" else " || ").join(f"({self.condition(part)})" for part in e.args)
        if name == "Not":
            return f"!({self.condition(e.args[0])})"
        raise _refuse(e, "is no condition that formulas have: expected comparisons, And, Or and Not")


def formula_text(expression: Any, names: dict[Any, str]) -> str:
    """The text of an expression, with these names for some of its symbols or functions."""
    sympy = optional_package("sympy", "Formula")
    try:
        return _Writer(names).text(sympy.sympify(expression))
    except RecursionError:
        raise _refuse(expression, "is nested too deep: expected a formula of at most 200 brackets") from None


def parameter_name(key: Any) -> Any:
    """A parameter may be given by its symbol."""
    return key.name if is_expression(key) and hasattr(key, "name") else key
