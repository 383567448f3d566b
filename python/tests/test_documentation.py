"""The examples of the documentation, and those of the docstrings, are run."""

import doctest
import importlib
import importlib.util
import inspect
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


def test_the_example_of_the_readme_prints_what_it_says(capsys):
    (block,) = blocks(ROOT / "README.md")
    exec(compile(block, "README.md", "exec"), {})
    said = [re.sub(", which .*", "", comment) for comment in re.findall(r"^print\(.*\) +# (.*)$", block, re.M)]
    assert capsys.readouterr().out.splitlines() == said and len(said) == 3


def test_everything_public_has_a_docstring():
    for name in polhode.__all__:
        thing = getattr(polhode, name)
        assert inspect.getdoc(thing), name
        members = vars(thing).items() if inspect.isclass(thing) else ()
        for member, value in members:
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod))):
                assert inspect.getdoc(value), f"{name}.{member}"


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(polhode.__path__)])
def test_docstrings(name):
    if name == "jax":
        pytest.importorskip("jax")
    module = importlib.import_module(f"polhode.{name}")
    failures, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
