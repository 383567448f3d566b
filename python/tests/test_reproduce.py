"""reproduce calls the program, or says that it is missing."""

import os
import shutil
import stat

import pytest
from conftest import ROOT

import polhode


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A program that does what a test wants."""
    def make(script):
        file = tmp_path / "polhode"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("POLHODE_PROGRAM", str(file))
        return file

    return make


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_the_program_is_asked(stand_in):
    stand_in("""printf '{"as_expected": false, "asked": "%s"}' "$*"; exit 1""")
    found = polhode.reproduce("buss2001/fig6", quick=True, threads=2)
    assert found == {"as_expected": False, "asked": "reproduce buss2001/fig6 --json --quiet --quick --threads 2"}
    assert polhode.reproduce(["buss2001", "krysl2004"], fresh=True)["asked"] == (
        "reproduce buss2001 krysl2004 --json --quiet --fresh")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_what_the_program_refuses_is_an_error(stand_in):
    stand_in("""echo 'polhode: "bus2001" is no study' >&2; exit 2""")
    with pytest.raises(ValueError, match='"bus2001" is no study'):
        polhode.reproduce("bus2001")
    stand_in("""echo 'stopped by SIGTERM' >&2; exit 1""")
    with pytest.raises(RuntimeError, match="stopped by SIGTERM"):
        polhode.reproduce("buss2001")
    stand_in("echo '[1]'")
    with pytest.raises(RuntimeError, match="expected an object"):
        polhode.reproduce("buss2001")


def test_a_missing_program_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("POLHODE_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(RuntimeError, match="the program polhode is not installed"):
        polhode.reproduce("buss2001")
    monkeypatch.delenv("POLHODE_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="not on the PATH"):
        polhode.reproduce("buss2001")


def test_a_figure(monkeypatch, tmp_path):
    program = os.environ.get("POLHODE_PROGRAM") or shutil.which("polhode") or shutil.which(ROOT / "build/polhode")
    if not program:
        pytest.skip("the program is not there")
    monkeypatch.setenv("POLHODE_PROGRAM", program)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = polhode.reproduce("krysl2005", quick=True)
    assert found["as_expected"] and found["studies"][0]["name"] == "krysl2005"
