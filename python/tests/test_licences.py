"""What comes from others is named in the package, with its licence, and the module is linked so that none comes later."""

import importlib
import json
import pathlib
import shutil
import subprocess
import sys

import pytest

import polhode

FOLDER = pathlib.Path(polhode.__file__).with_name("licences")
COMPILED_IN = {"Eigen3": "MPL-2.0", "fmt": "MIT", "nanobind": "BSD-3-Clause", "robin-map": "MIT"}


def test_the_bill_of_materials_names_what_is_compiled_in():
    bill = json.loads((FOLDER / "polhode.cdx.json").read_text(encoding="utf-8"))
    assert bill["metadata"]["component"]["version"] == polhode.__version__
    licences = {part["properties"][0]["value"]: part["licenses"][0]["license"]["id"]
                for part in bill["components"] if part["type"] == "library"}
    assert licences.items() >= COMPILED_IN.items()
    viewer = FOLDER.with_name("viewer") / "viewer.js"
    assert ("three" in licences) == viewer.exists()
    assert ["viewer/viewer.js"] * viewer.exists() == [part["name"] for part in bill["components"] if part["type"] == "file"]


def test_every_licence_is_there():
    for file, holder in {"LICENSE": "", "Eigen.txt": "Mozilla Public License", "fmt.txt": "Victor Zverovich",
                         "nanobind.txt": "Wenzel Jakob", "robin-map.txt": "Thibaut Goetghebuer-Planchon"}.items():
        assert holder in (FOLDER / file).read_text(encoding="utf-8"), file


@pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("readelf"), reason="needs readelf")
def test_the_module_finds_its_functions_when_it_is_loaded_and_no_code_elsewhere():
    module = importlib.import_module("polhode._core").__file__
    said = subprocess.run(["readelf", "--wide", "--dynamic", "--segments", module], check=True, capture_output=True,
                          text=True).stdout
    assert "BIND_NOW" in said or "NOW" in said.partition("FLAGS_1")[2].partition("\n")[0]
    assert "GNU_RELRO" in said
    assert "RUNPATH" not in said and "RPATH" not in said
    assert " RW " in next(line for line in said.splitlines() if "GNU_STACK" in line)
