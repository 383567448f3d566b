"""What is allowed and probably not meant, told once where the caller stands."""

from __future__ import annotations

import sys
import warnings
from typing import Iterable


def warn(sentences: Iterable[str]) -> None:
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] == "polhode":
        level, frame = level + 1, frame.f_back
    for sentence in sentences:
        warnings.warn(sentence, stacklevel=level)


__all__ = ["warn"]
