"""Runs of polhode that are broken while they write checkpoints, and taken up: a kind of trial of scripts/faults.

A trial breaks a run up to three times: by kill -9 at a random moment or at a system call, by a call that fails, or by
SIGTERM. Each time it goes on from the last checkpoint; it begins anew only where there was none yet, which --resume
then says. In the end nobody disturbs it. These have to hold:

  - where a checkpoint was seen, there is one as long as the complete result is not there;
  - a run can be taken up from it;
  - what comes out has the bytes of a run that nobody has disturbed.

Another kind, `twice`, stops a run whose end takes long: once, so that there is a checkpoint; after it is taken up, with
a second SIGTERM 0.4 s after the first, while it writes. It is gone at once, and goes on from the checkpoint before, or
from the new one if that was done.
"""

import os
import shutil
import signal
import time

from broken_runs import Broken, Trial, check_end, error_of, injected
from results import contents

# So long that most are broken before they are done.
COMMANDS = {
    "run": "run --problem slow-top --end 6000 --every 20",
    "ensemble": "ensemble --problem slow-top --method multistep-12 --count 300 --steps 100000 "
                "--set output.snapshots=[0,10] --set ensemble.attitude.distribution=uniform",
    "compare": "compare --problem slow-top --methods se,mr2-auto,vexp --step-sizes 0.1,0.05,0.01,0.005,0.002,0.001 "
               "--end 100",
    "reproduce": "reproduce krysl2005 --quick --fresh",
}
# Whose ends take more than GAP: so much is to be written.
LONG_ENDS = {
    "run": "run --problem slow-top --end 4000 --every 1 --format csv,npz,npy,lammps",
    "ensemble": "ensemble --problem slow-top --method multistep-12 --count 600000 --step 0.001 --end 0.4 "
                "--set ensemble.attitude.distribution=uniform",
}
GAP = 0.4  # seconds from the first signal to the second: sooner ones may be repeats of the same request
OFTEN = "--checkpoint 5ms"
HAS_THREADS = ("ensemble", "compare", "reproduce")
MOST_BREAKS = 3
LONGEST = 300  # seconds, after which a run is taken for one that hangs
# What is counted: how the runs were broken, and where they went on.
COUNTED = ("kills", "errors", "SIGTERM", "resumed", "anew")
# Of `twice`: whether the second signal ended the run, or came when it had ended by itself; and where it went on.
COUNTED_TWICE = ("second", "over", "resumed", "anew")


def rehearse(bench):
    for name, arguments in COMMANDS.items():
        bench.rehearse(key(name), f"{arguments} {OFTEN}")


def rehearse_long_ends(bench):
    for name, arguments in LONG_ENDS.items():
        trace, bench.trace = bench.trace, False  # no call of these is broken
        bench.rehearse(long_key(name), f"{arguments} {OFTEN}")
        bench.trace = trace


def key(name):
    return f"restarted-{name}"


def long_key(name):
    return f"ended-twice-{name}"


def restart(bench, name, dice):
    """What is counted of one trial."""
    run = RestartedRun(bench, name, dice)
    try:
        for _ in range(dice.randint(1, MOST_BREAKS)):
            if run.break_once():
                break
        run.finish()
    except Broken as error:
        raise Broken(f"{'; '.join(run.story)}: {error}") from error
    shutil.rmtree(run.trial.parent)
    return run.counted


def end_twice(bench, name, dice):
    """What is counted of one trial, and how many seconds a second signal took to end the run, each time."""
    run = RestartedRun(bench, name, dice, LONG_ENDS[name], long_key(name))
    answers = []
    try:
        if not run.stop_once():
            answers = run.stop_twice()
        run.finish()
    except Broken as error:
        raise Broken(f"{'; '.join(run.story)}: {error}") from error
    shutil.rmtree(run.trial.parent)
    return run.counted, answers


class RestartedRun:
    """`undisturbed`: the arguments of it, `key`: under which they were rehearsed."""

    def __init__(self, bench, name, dice, undisturbed=None, key_of_it=None):
        self.bench, self.name, self.dice = bench, name, dice
        self.undisturbed, self.key = undisturbed or COMMANDS[name], key_of_it or key(name)
        self.trial = Trial(bench, name, dice)
        self.index = os.path.join(self.trial.place + ".checkpoint", "checkpoint")
        self.has_checkpoint = False  # one was seen
        self.counted, self.story = [], []

    def arguments(self):
        """To go on, or to begin, on any number of threads; and the option that names the folder."""
        threads = f" --threads {self.dice.randint(1, 2)}" if self.name in HAS_THREADS else ""
        if self.has_checkpoint:
            return f"{self.name} {OFTEN}{threads}", "--resume"
        return f"{self.undisturbed} {OFTEN}{threads}", "--out"

    def break_once(self):
        """Whether the complete new result is there."""
        arguments, by = self.arguments()
        if by == "--resume":
            self.counted.append("resumed")
        traced = ["call", "call", "error"] if self.bench.trace else []
        how = self.dice.choice(["kill", "SIGTERM", *traced])
        if how in ("call", "error"):
            around, about = injected(self.bench, self.key, self.dice, errors=how == "error")
            child, moment = self.bench.start(arguments, self.trial.place, around, by), LONGEST
        else:
            moment = self.dice.uniform(0, 1.1 * self.bench.seconds[self.key])
            about = f"{how} after {moment:.4f} s"
            child = self.bench.start(arguments, self.trial.place, by=by)
        self.story.append(f"{by} {about}")
        self.watch(child, moment)
        if how in ("kill", "SIGTERM"):
            child.send_signal(signal.SIGTERM if how == "SIGTERM" else signal.SIGKILL)
        error = error_of(child)
        self.counted.append({"error": "errors", "SIGTERM": "SIGTERM"}.get(how, "kills"))
        allowed = {"error": (0, 1, 2), "SIGTERM": (0, 1, -signal.SIGTERM)}.get(how, (0, -signal.SIGKILL))
        code = check_end(child, error, allowed, "broken")
        if "resume with" in error and not os.path.exists(self.index):
            raise Broken(f"it says that it can be resumed, and cannot: {error.strip()}")
        return self.look(code)

    def begin(self, part):
        """A run that goes on, or begins, and is at it for this part of the time of an undisturbed one."""
        arguments, by = self.arguments()
        if by == "--resume":
            self.counted.append("resumed")
        child = self.bench.start(arguments, self.trial.place, by=by)
        self.story.append(f"{by} SIGTERM after {part * self.bench.seconds[self.key]:.4f} s")
        self.watch(child, part * self.bench.seconds[self.key])
        return child

    def stop_once(self):
        """Whether the complete new result is there."""
        child = self.begin(self.dice.uniform(0.2, 0.4))
        child.send_signal(signal.SIGTERM)
        return self.look(check_end(child, error_of(child), (0, 1, -signal.SIGTERM), "stopped"))

    def stop_twice(self):
        """The seconds from the second signal to the end, if it came before."""
        child = self.begin(self.dice.uniform(0.1, 0.3))
        child.send_signal(signal.SIGTERM)
        self.story.append(f"again after {GAP} s")
        self.watch(child, GAP)
        over = child.poll() is not None
        began = time.monotonic()
        child.send_signal(signal.SIGTERM)
        error = error_of(child)
        waited = time.monotonic() - began
        self.counted.append("over" if over else "second")
        self.look(check_end(child, error, (0, 1, -signal.SIGTERM), "stopped twice"))
        return [] if over else [waited]

    def watch(self, child, seconds):
        """Waits for the end or for so long, and sees whether there is a checkpoint."""
        until = time.monotonic() + seconds
        while child.poll() is None and (left := until - time.monotonic()) > 0:
            self.has_checkpoint = self.has_checkpoint or os.path.exists(self.index)
            time.sleep(min(left, 0.002))

    def look(self, code):
        found = self.trial.look(code)
        if found == "new":
            self.demand_the_same()
            return True
        there = os.path.exists(self.index)
        if self.has_checkpoint and not there:
            raise Broken("LOST: there was a checkpoint, and now there is neither it nor the result")
        self.has_checkpoint = there
        return False

    def finish(self):
        """Undisturbed: goes on, or begins anew after --resume has said that there is nothing to go on from."""
        self.has_checkpoint = os.path.exists(self.index)
        if self.trial.look() != "new" or self.has_checkpoint:
            if not self.has_checkpoint:
                self.demand_refusal()
            arguments, by = self.arguments()
            self.counted.append("resumed" if by == "--resume" else "anew")
            self.story.append(f"{by} undisturbed")
            self.bench.must_run(arguments, self.trial.place, by)
            self.trial.look(0)
        self.demand_the_same()
        # a run that was killed when its result was there has left its hidden folder to the next one
        if self.story[-1].endswith("undisturbed"):
            self.trial.demand_nothing_left()

    def demand_refusal(self):
        child = self.bench.start(self.name, self.trial.place, by="--resume")
        error = error_of(child)
        if child.returncode != 2 or "resume" not in error or len(error.strip().splitlines()) != 1:
            raise Broken(f"--resume without a checkpoint ended with {child.returncode}: {error.strip()}")

    def demand_the_same(self):
        expected = contents(os.path.join(self.bench.folder, f"rehearsal-{self.key}"))
        found = contents(self.trial.place)
        if found != expected:
            differ = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
            raise Broken(f"{', '.join(differ)} differ from those of a run that nobody has disturbed")
