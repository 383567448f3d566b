"""Packages that are used where they are installed."""

from __future__ import annotations

import importlib
from typing import Any


def optional_package(name: str, needed_by: str) -> Any:
    """The package, or one sentence that says that it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.split(".")[0]
        raise ImportError(f"{needed_by}: {package} is not installed; 'pip install {package}' installs it") from None
