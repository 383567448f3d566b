"""The examples of the documentation, and those of the docstrings, are run."""

import doctest
import importlib
import importlib.util
import pkgutil
import re

import pytest
from conftest import ROOT

import polhode


def blocks(page, language="python"):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


def lacks_a_package(block):
    """Whether an example says that it needs packages, and one of them is not installed."""
    needed = re.match(r"# needs (.*)\n", block)
    return needed and not all(importlib.util.find_spec(name.strip()) for name in needed.group(1).split(","))


def test_the_page_on_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    found = blocks(ROOT / "docs/python.md")
    assert len(found) >= 7
    for number, block in enumerate(found):
        if lacks_a_package(block):
            continue
        exec(compile(block, f"docs/python.md, example {number + 1}", "exec"), names)


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(polhode.__path__)])
def test_docstrings(name):
    module = importlib.import_module(f"polhode.{name}")
    failures, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
