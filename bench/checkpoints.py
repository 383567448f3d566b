#!/usr/bin/env python3
"""What checkpoints cost: bench/checkpoints.py [PROGRAM] [--rounds N] [--interval TIME]

Each command runs in turn with `--checkpoint off` and with checkpoints as often as TIME (0.2s) allows, which is 300 times
as often as by default, so that runs of seconds show what runs of hours pay. Times are the least of N rounds (5): the
processor's, of the program and of the system for it, and those of the clock.
"""

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time

COMMANDS = {
    "`run`, `se`, a row every 1000 steps": "run --problem slow-top --end 1e6 --every 1000 --quiet",
    "`run`, `se`, a row at every step": "run --problem slow-top --end 1.5e4 --every 1 --quiet",
    "`run`, `multistep-16`": "run --problem slow-top --method multistep-16 --end 4e5 --every 1e5 --quiet",
    "`ensemble`, `se`, 2·10⁴ bodies": "ensemble --problem slow-top --count 20000 --steps 60000 --quiet",
    "`ensemble`, `multistep-12`, 2·10⁴ bodies":
        "ensemble --problem slow-top --method multistep-12 --count 20000 --steps 60000 --quiet",
    "`compare`": "compare --problem slow-top --methods se,se4-rkn,liemid-ea,mr2-auto --end 8e3 --quiet",
    "`reproduce`": "reproduce buss2001 --fresh --quiet",
}


def timed(program, arguments, checkpoint):
    """Processor's seconds, seconds of the clock, and how many checkpoints were seen to be written."""
    folder = tempfile.mkdtemp(prefix="polhode-bench-")
    index = os.path.join(folder, "out.checkpoint", "checkpoint")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    child = subprocess.Popen([program, *arguments.split(), "--out", "out", "--checkpoint", checkpoint], cwd=folder,
                             stdout=subprocess.DEVNULL)
    seen = set()
    while child.poll() is None:
        try:
            seen.add(os.stat(index).st_ino)
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(folder)
    if child.returncode != 0:
        raise SystemExit(f"{program} {arguments} --checkpoint {checkpoint}: exit code {child.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/polhode")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--interval", default="200ms")
    options = parser.parse_args()
    program = os.path.abspath(options.program)

    print("| what | checkpoints | processor without, s | with, s | ratio | clock without, s | with, s | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name, arguments in COMMANDS.items():
        without, with_them = [], []
        for _ in range(options.rounds):
            without.append(timed(program, arguments, "off"))
            with_them.append(timed(program, arguments, options.interval))
        cells = [name, str(max(seen for _, _, seen in with_them))]
        for i in (0, 1):
            a, b = (min(run[i] for run in runs) for runs in (without, with_them))
            cells += [f"{a:.3f}", f"{b:.3f}", f"{b / a:.3f}"]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
