"""The benchmark beside other packages runs, with those that are there."""

import json
import subprocess
import sys

import pytest
from conftest import ROOT


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
