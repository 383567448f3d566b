"""Runs of polhode that are broken, and what is found where they have written: for scripts/faults."""

import os
import re
import shutil
import subprocess
import tempfile
import time

from results import Damaged, is_complete, manifest_of, strangers

# The system calls that are broken, and how each may fail.
ERRORS = {
    "write": ["ENOSPC", "EIO", "EDQUOT"],
    "pwrite64": ["ENOSPC", "EIO", "EDQUOT"],
    "fsync": ["EIO", "ENOSPC"],
    "openat": ["EMFILE", "EACCES", "ENOSPC", "EIO"],
    "read": ["EIO"],
    "close": ["EIO"],
    "mkdir": ["ENOSPC", "EACCES"],
    "rename": ["EIO", "ENOSPC"],
    "renameat2": ["EIO", "EINVAL", "ENOSPC", "EACCES"],
    "link": ["EPERM", "EMLINK"],
    "unlink": ["EIO", "EACCES"],
    "unlinkat": ["EIO", "EACCES"],
    "chmod": ["EPERM"],
    "flock": ["ENOLCK", "EIO"],
    "lseek": ["EIO"],
    "getdents64": ["EIO"],
    "newfstatat": ["EIO", "ENOENT"],
    "statx": ["EIO"],
    "readlink": ["EIO"],
    "getcwd": ["ENOENT"],
    "mmap": ["ENOMEM"],  # brk cannot be made to fail: the kernel reports it by another value than an error
    "clone3": ["EAGAIN"],
    "timer_create": ["EAGAIN"],
}
STRANGER = "notes of mine.txt"


class Broken(Exception):
    """What was found wrong, in a sentence."""


class Bench:
    """One program, with a whole earlier result of every command to begin from.

    `commands`: of each the arguments of the earlier result, and of the one that is broken.
    """

    def __init__(self, program, folder, trace, commands):
        self.program, self.folder, self.trace = os.path.abspath(program), folder, trace
        self.environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(folder, "cache")}
        # a program that is traced cannot look for leaks
        self.environment["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.commands, self.seconds, self.calls = commands, {}, {}
        for name, (earlier, new) in commands.items():
            self.must_run(earlier, self.template(name))
            self.rehearse(name, new)

    def rehearse(self, name, arguments):
        """Finds how long it takes, and which calls there are to break; returns the result."""
        place = os.path.join(self.folder, f"rehearsal-{name}")
        self.must_run(arguments, place)  # reproduce keeps what it has computed
        began = time.monotonic()
        self.must_run(arguments, place)
        self.seconds[name] = time.monotonic() - began
        self.calls[name] = self.count_calls(arguments, place) if self.trace else {}
        return place

    def template(self, name):
        return os.path.join(self.folder, f"earlier-{name}")

    def start(self, arguments, place, around=(), by="--out"):
        command = [*around, self.program, *arguments.split(), "--quiet", by, place]
        return subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, errors="replace")

    def must_run(self, arguments, place, by="--out"):
        child = self.start(arguments, place, by=by)
        error = child.communicate()[1]
        if child.returncode != 0:
            raise Broken(f"'{arguments}' ends with {child.returncode} without any fault: {error}")

    def count_calls(self, arguments, place):
        log = os.path.join(self.folder, "calls")
        names = ",".join(ERRORS)
        child = self.start(arguments, place, ["strace", "-f", "-qq", "-o", log, "-e", f"trace={names}"])
        child.communicate()
        return calls_in(log, "timer_create")  # main has begun: what comes before is the loader's


def calls_in(log, begin):
    """Of each call that strace has written down, the numbers of the first and of the last one from the first `begin` on."""
    counts, before = {}, None
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if found := re.match(r"\d+ +(\w+)\(", line):
                if found[1] == begin and before is None:
                    before = dict(counts)
                counts[found[1]] = counts.get(found[1], 0) + 1
    before = before or {}
    return {name: (before.get(name, 0) + 1, most) for name, most in counts.items() if most > before.get(name, 0)}


class Trial:
    """A folder with an earlier result; one run that is broken; what is there afterwards."""

    def __init__(self, bench, name, dice):
        self.bench, self.name, self.dice = bench, name, dice
        self.parent = tempfile.mkdtemp(dir=bench.folder, prefix="trial-")
        self.place = os.path.join(self.parent, "result")
        shutil.copytree(bench.template(name), self.place)
        self.earlier = manifest_of(self.place)
        self.has_stranger = dice.random() < 1 / 3
        if self.has_stranger:
            with open(os.path.join(self.place, STRANGER), "w", encoding="utf-8") as file:
                file.write("do not touch\n")

    def look(self, exit_code=None):
        """'earlier', 'new' or 'moving'; raises if it is anything else."""
        try:
            manifest = manifest_of(self.place)
        except Damaged as error:
            raise Broken(str(error)) from error
        if self.has_stranger and not os.path.exists(os.path.join(self.place, STRANGER)):
            raise Broken(f"the file '{STRANGER}', which is not ours, is gone")
        if manifest is None:
            if not self.has_stranger:
                raise Broken("neither the earlier nor the new result is there")
            if exit_code == 0:
                raise Broken("exit code 0, but there is no result")
            return "moving"
        found = "earlier" if manifest == self.earlier else "new"
        others = [name for name in strangers(self.place, manifest) if name != STRANGER]
        if others:
            raise Broken(f"beside the {found} result there is {', '.join(others)}")
        if not is_complete(manifest):
            raise Broken("the complete earlier result was replaced by an incomplete one")
        if exit_code == 0 and found == "earlier":
            raise Broken("exit code 0, but the earlier result is still there")
        return found

    def recover(self):
        """The next run finds its way, and clears up."""
        self.bench.must_run(self.bench.commands["run"][0], self.place)
        self.look(0)
        self.demand_nothing_left()

    def demand_nothing_left(self):
        left = [name for name in os.listdir(self.parent) if name not in ("result", "result.incomplete")]
        inside = [name for name in os.listdir(self.place) if name.startswith(".")]
        if left or inside:
            raise Broken(f"the last run has left {', '.join(left + inside)}")

    def end(self, outcome):
        if outcome == "moving" or self.dice.random() < 0.2:
            self.recover()
        shutil.rmtree(self.parent)
        return outcome


def error_of(child, seconds=120):
    """What it has written to stderr when it has ended; one that does not end is killed."""
    try:
        return child.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired as error:
        child.kill()
        child.communicate()
        raise Broken(f"it had not ended after {seconds} s") from error


def check_end(child, error, allowed, about):
    code = child.returncode
    if code not in allowed:
        raise Broken(f"{about}: it ended with {code}: {error.strip()[:300]}")
    return code


def injected(bench, name, dice, errors):
    """The options of strace that break one call of the command."""
    calls = bench.calls[name]
    call = dice.choice(sorted(calls))
    when = dice.randint(*calls[call])
    what = f"error={dice.choice(ERRORS[call])}" if errors else "signal=KILL"
    about = f"{call} number {when}: {what}"
    around = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
              "-e", f"inject={call}:{what}:when={when}"]
    return around, about
