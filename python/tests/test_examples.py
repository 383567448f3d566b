"""The programs of examples/python, and the notebooks, do what they say: each ends with assertions."""

import json
import runpy
import sys

import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))
ARGUMENTS = {"fit_inertia.py": ["40"]}  # so many fits, to save time


@pytest.mark.parametrize("name", sorted(file.name for file in (ROOT / "examples/python").glob("*.py")))
def test_a_program(name, monkeypatch):
    pytest.importorskip("scipy")
    monkeypatch.setattr(sys, "argv", [name, *ARGUMENTS.get(name, [])])
    runpy.run_path(str(ROOT / "examples/python" / name), run_name="__main__")


def code_cells(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", [file.stem for file in NOTEBOOKS])
def test_a_notebook(name, monkeypatch):
    """Its cells are run one after the other, as Jupyter would run them, but without Jupyter."""
    pytest.importorskip("scipy")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.chdir(ROOT / "examples/notebooks")
    monkeypatch.setattr(sys, "path", sys.path[:])
    names = {"__name__": "__main__"}
    try:
        for number, cell in enumerate(code_cells(ROOT / f"examples/notebooks/{name}.ipynb")):
            exec(compile("".join(cell["source"]), f"{name}.ipynb, code {number + 1}", "exec"), names)
    finally:
        pyplot.close("all")


def test_the_notebooks_are_six_and_hold_no_output():
    assert len(NOTEBOOKS) == 6
    for notebook in NOTEBOOKS:
        cells = code_cells(notebook)
        assert 5 <= len(cells) <= 10
        assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
        assert "assert " in "".join(cells[-1]["source"])
        assert all(len(line) <= 121 for cell in cells for line in cell["source"])
