"""The examples of the documentation, and those of the docstrings, are run."""

import doctest
import importlib.util
import pkgutil
import re

import pytest
from conftest import ROOT

import polhode


def blocks(page, language="python"):
    """Examples, each with the package that a line ``<!-- needs: NAME -->`` above it names, or ""."""
    return re.findall(rf"^(?:<!-- needs: (\w+) -->\n)?```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"),
                      re.M | re.S)


def test_the_page_on_python_runs():
    names = {}
    found = blocks(ROOT / "docs/python.md")
    assert len(found) >= 7
    for number, (needed, block) in enumerate(found):
        if needed and importlib.util.find_spec(needed) is None:
            continue
        exec(compile(block, f"docs/python.md, example {number + 1}", "exec"), names)


@pytest.mark.parametrize("name", [module.name for module in pkgutil.walk_packages(polhode.__path__)])
def test_docstrings(name):
    if name == "jax":
        pytest.importorskip("jax")
    module = importlib.import_module(f"polhode.{name}")
    failures, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
