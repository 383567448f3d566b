"""The benchmark beside other packages runs, with those that are there."""

import json
import subprocess
import sys

import pytest
from conftest import ROOT


def test_threads_side_by_side():
    done = subprocess.run([sys.executable, ROOT / "bench/python.py", "--threads", "--quick"], capture_output=True,
                          text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    gains = [float(line.split("|")[2]) for line in done.stdout.splitlines() if line.startswith("| two ") and "gain" not in line]
    assert len(gains) == 2 and all(gain >= 0 for gain in gains)  # what they are depends on the machine, and on who else uses it


def test_what_a_step_takes():
    done = subprocess.run([sys.executable, ROOT / "bench/python.py", "--steps", "--quick"], capture_output=True, text=True,
                          timeout=600)
    assert done.returncode == 0, done.stderr
    assert "| built-in |" in done.stdout and "| function of floats |" in done.stdout and "| import polhode |" in done.stdout


def test_quick_run(tmp_path):
    pytest.importorskip("scipy")
    file = tmp_path / "bench.json"
    done = subprocess.run([sys.executable, ROOT / "bench/python.py", "--quick", "--json", file, "heavy-top-123", "free-body"],
                          capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "| heavy-top-123 |" in done.stdout and "| our torque | peer |" in done.stdout
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [row["problem"] for row in found["rows"]] == ["heavy-top-123", "free-body"]
    for row in found["rows"]:
        assert all(ours["error"] <= row["tolerance"] for ours in row["ours"].values())
        assert row["peers"]["SciPy"]["error"] <= row["tolerance"]
