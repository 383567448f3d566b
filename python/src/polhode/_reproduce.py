"""The tables and figures of the papers, recomputed by the program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

from ._arrays import count, shown, truth


def _program() -> str:
    """The installed program: that of POLHODE_PROGRAM, else the one on the path."""
    named = os.environ.get("POLHODE_PROGRAM")
    found = shutil.which(named or "polhode")
    if found is None:
        where = f"POLHODE_PROGRAM is {named!r}" if named else "it is not on the PATH"
        raise RuntimeError(f"reproduce: the program polhode is not installed: {where}; the package does not contain "
                           "it, a clone's build does")
    return found


def reproduce(paper: Any, *, quick: bool = False, fresh: bool = False, threads: int = 0) -> dict[str, Any]:
    """Recomputes the tables and figures of papers, by the installed program ``polhode reproduce``.

    Parameters
    ----------
    paper : str or sequence of str
        A study such as "buss2001", a figure such as "buss2001/fig6", or "all".
    quick : bool
        Only the claims that take little time.
    fresh : bool
        Neither use nor keep the results of earlier runs.
    threads : int
        So many claims at a time; 0: one for each core.

    Returns
    -------
    dict
        The object that the program prints with ``--json``; ``as_expected`` says whether every verdict is the one on
        record.
    """
    names = [paper] if isinstance(paper, str) else list(paper) if isinstance(paper, (list, tuple)) else [None]
    if not names or not all(isinstance(name, str) and name and not name.startswith("-") for name in names):
        raise TypeError(f'paper: expected the name of a study, such as "buss2001", or "all", got {shown(paper)}')
    options = ["--quick"] * truth("quick", quick) + ["--fresh"] * truth("fresh", fresh)
    if count("threads", threads):
        options += ["--threads", str(threads)]
    command = [_program(), "reproduce", *names, "--json", "--quiet", *options]
    made = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    try:
        result = json.loads(made.stdout)
    except ValueError:
        said = " ".join(made.stderr.split()) or f"exit code {made.returncode}"
        error = ValueError if made.returncode == 2 else RuntimeError
        raise error(f"reproduce: {said}") from None
    if not isinstance(result, dict):
        raise RuntimeError(f"reproduce: {command[0]} printed {shown(result)}, expected an object")
    return result
