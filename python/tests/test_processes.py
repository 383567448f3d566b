"""Signals, threads, processes, pickling."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import polhode

BODY = polhode.Body([5, 5, 1])
TOP = polhode.HeavyTop(weight_moment=20)
STATE = polhode.State(rotation_vector=[0.05, 0, 0], angular_velocity=[0, 0, 5], body=BODY)
FREE = polhode.free_motion(polhode.Body([1, 2, 2.5]), polhode.State(momentum=[0.01, 3, 0]))


def torque(t, q, w):
    return 0.1 * w[1], 0.0, -0.2 * w[2]


class Interrupts:
    """A function for runs that sends Ctrl-C when it is called for the so-many-th time."""

    def __init__(self, function, calls=300):
        self.function, self.left = function, calls

    def __call__(self, t, q, w):
        self.left -= 1
        if self.left == 0 and not SENT:
            interrupt()
        return self.function(t, q, w)


def many_bodies(end):
    return {"problem": "slow-top", "ensemble": {"count": 1000, "attitude": {"distribution": "uniform"}},
            "integrate": {"method": "se", "step": 1e-3, "end": end}}


def endless(**keywords):
    polhode.solve(BODY, TOP, STATE, (0, 1e6), "se", 1e-4, every=10**9, **keywords)


def solved(**keywords):
    return polhode.solve(BODY, TOP, STATE, (0, 20), "se4-rkn", 0.01, **keywords)


def for_ever(call):
    while True:
        call()


# those that end by themselves are made again and again; those with a function are interrupted by it
CALLS = {
    "native": endless,
    "python torque": lambda: polhode.solve(BODY, torque, STATE, (0, 1e6), "se", 1e-4, every=10**9),
    "from within a torque": lambda: polhode.solve(BODY, Interrupts(torque), STATE, (0, 1e6), "se", 1e-4, every=10**9),
    "from within a choice": lambda: polhode.solve(BODY, Interrupts(torque), STATE, (0, 1e3), tolerance=1e-9),
    "choosing": lambda: polhode.solve(BODY, TOP, STATE, (0, 1e5), tolerance=1e-9),
    "march": lambda: polhode.Integrator(BODY, TOP, STATE, method="se", step=1e-6).march(10**11),
    "advance to": lambda: polhode.Integrator(BODY, TOP, STATE, method="se", step=1e-6).advance_to(1e5),
    "ensemble": lambda: polhode.Ensemble(BODY, attitude=np.tile([0.0, 0, 0, 1], (1000, 1)), momentum=np.ones((1000, 3)),
                                         torque=TOP).march("se", step=1e-6, steps=10**9),
    "events": lambda: endless(events=Interrupts(lambda t, q, w: 1.0)),
    "comparison": lambda: polhode.compare(BODY, TOP, STATE, (0, 1e5), methods=["se", "se4-rkn"], steps=[1e-5]),
    "comparison of a function": lambda: polhode.compare(BODY, torque, STATE, (0, 1e5), methods=["se"], steps=[1e-5]),
    "reference": lambda: polhode.compare(BODY, Interrupts(torque), STATE, (0, 500), methods=["se"], steps=[100]),
    "advice": lambda: polhode.advise(BODY, Interrupts(torque), STATE, (0, 100), tolerance=1e-12),
    "scenario of many": lambda: polhode.scenario(many_bodies(1e6)).run(),
    "tolerance of many": lambda: polhode.scenario(many_bodies(1000)).run(tolerance=1e-10),
    "steps of its own": lambda: polhode.solve(BODY, TOP, STATE, (0, 1e7), "taylor-20@1e-12", every=10**9),
    "sensitivity": lambda: endless(sensitivity=True),
    "dense output": lambda: for_ever(lambda: solved(dense_output=True).sol(np.linspace(0, 20, 10**6))),
    "dense output, many times": lambda: for_ever(lambda: solved(dense_output=True, t_eval=np.linspace(0, 20, 10**6))),
    "free motion": lambda: for_ever(lambda: FREE(np.linspace(0, 1e4, 10**5))),
}


SENT = []


def interrupt():
    SENT.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("name", CALLS)
def test_control_c_stops_any_call(name):
    """Clocks are those of the processor: others on the machine make a call neither begin late nor stop late."""
    over = threading.Event()

    def send():
        begin = time.process_time()
        while not over.wait(0.02):
            if time.process_time() - begin > 0.3:
                return None if SENT else interrupt()

    # a process in the background may have been told to ignore the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    SENT.clear()
    sender = threading.Thread(target=send)
    try:
        with pytest.raises(KeyboardInterrupt):
            sender.start()
            CALLS[name]()
            pytest.fail("the call returned")
    finally:
        over.set()
        sender.join()
        signal.signal(signal.SIGINT, before)
    # of all threads, one on each processor at most; 0.2 s of one were measured
    assert len(SENT) == 1 and time.process_time() - SENT[0] < 3 * max(2, os.cpu_count())


def at_once(works):
    """Each in a thread of its own, which take turns often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)


def test_threads_give_the_same_bits():
    expected = polhode.solve(BODY, torque, STATE, (0, 1), "se4-rkn", 0.01).attitude
    results = [None] * 4

    def work(k):
        results[k] = polhode.solve(BODY, shared, STATE, (0, 1), "se4-rkn", 0.01).attitude

    shared = polhode.PythonTorque(torque)
    at_once([lambda k=k: work(k) for k in range(4)])
    assert all(np.array_equal(result, expected) for result in results)


def test_other_threads_run_during_a_native_run():
    """On a machine with more to do, this thread may get its first turn when a short run is over: a longer one then."""
    for end in (100, 1000, 10000, 100000):
        done = threading.Event()
        thread = threading.Thread(target=lambda end=end, done=done: (
            polhode.solve(BODY, TOP, STATE, (0, end), "se", 1e-3, every=10**7), done.set()))
        thread.start()
        count = 0
        while not done.is_set():
            count += 1
            time.sleep(0)
        thread.join()
        if count > 10:
            return
    assert count > 10


def test_two_threads_of_native_runs():
    """Side by side they take 1.7 times less than one after the other on two cores; a clock is not asserted."""
    expected = polhode.solve(BODY, TOP, STATE, (0, 50), "se4-rkn", 1e-3, every=10**6)
    results = [None] * 2

    def work(k):
        results[k] = polhode.solve(BODY, TOP, STATE, (0, 50), "se4-rkn", 1e-3, every=10**6)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result.momentum, expected.momentum) for result in results)


@pytest.mark.parametrize("given", [TOP, torque])
def test_threads_that_ask_one_result(given):
    result = polhode.solve(BODY, given, STATE, (0, 20), "se4-rkn", 0.01, dense_output=True)
    times = [np.random.default_rng(k).uniform(0, 20, 20000) for k in range(4)]
    expected = [result.sol(t).attitude for t in times]
    found = [None] * 4

    def ask(k):
        found[k] = result.sol(times[k]).attitude

    at_once([lambda k=k: ask(k) for k in range(4)])
    assert all(map(np.array_equal, found, expected))
    assert np.array_equal(result.sol(times[0]).attitude, expected[0])


@pytest.mark.parametrize("make, work, look", [
    (lambda torque: polhode.Integrator(BODY, torque, STATE, method="se", step=0.1), lambda i: i.march(1),
     lambda i: i.nfev),
    (lambda torque: polhode.Ensemble(BODY, attitude=[[0, 0, 0, 1]], momentum=[[0, 0, 1]], torque=torque),
     lambda e: e.march("se", step=0.1, steps=1, threads=1), lambda e: e.failures),
])
def test_one_call_at_a_time(make, work, look):
    inside, go_on, calls = threading.Event(), threading.Event(), []

    def waits(t, q):
        calls.append(t)
        if len(calls) == 1:
            inside.set()
            go_on.wait(60)
        return 0.0, 0.0, 0.0

    moved = make(waits)
    thread = threading.Thread(target=work, args=(moved,))
    thread.start()
    try:
        assert inside.wait(60)
        for second in (work, look, lambda moved: moved.t, lambda moved: moved.attitude):
            with pytest.raises(RuntimeError, match="one at a time"):
                second(moved)
    finally:
        go_on.set()
        thread.join()
    work(moved)
    assert moved.t == pytest.approx(0.2)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_signal_leaves_nothing_at_work():
    class Stop(Exception):
        pass

    def stop(number, frame):
        raise Stop

    integrator = polhode.Integrator(BODY, TOP, STATE, method="se", step=1e-3)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for _ in range(100):
            with pytest.raises(Stop):
                signal.setitimer(signal.ITIMER_REAL, 1e-3)
                for_ever(integrator.step)
            integrator.step()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_states_of_an_ensemble_are_those_of_now():
    cloud = polhode.Ensemble(BODY, attitude=[[0, 0, 0, 1]], momentum=[[0, 0, 1]])
    first = cloud.momentum
    assert cloud.momentum is first
    cloud.blocks[:, 4:, :] *= 2
    assert np.array_equal(cloud.momentum, 2 * first)
    cloud.march("se", step=0.1, steps=1)
    assert cloud.attitude[0, 2] > 0


def test_bodies_that_fail_bring_one_warning():
    cloud = polhode.Ensemble(BODY, attitude=np.tile([0.0, 0, 0, 1], (3, 1)), momentum=np.ones((3, 3)),
                             torque=lambda t, q: (0.0, np.nan if t > 0.5 else 0.0, 0.0))
    cloud.march("se", step=0.1, steps=3)
    with pytest.warns(UserWarning, match="Ensemble: .* for 3 of 3 bodies, .* body 0 at t = 0.5.*torque"):
        cloud.march("se", step=0.1, steps=10)
    assert len(cloud.failures) == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cloud.march("se", step=0.1, steps=1)
    with pytest.warns(UserWarning, match="for 3 of 3 bodies"):  # those of other steps are others
        cloud.march("se", step=0.05, steps=1)


class Mine(Exception):
    """With an argument of its own, so that nothing else can have made it."""

    def __init__(self, number):
        super().__init__("here")
        self.number = number


def failing(t, q, w):
    if t > 0.5:
        raise Mine(7)
    return 0.0, 0.0, 0.0


@pytest.mark.parametrize("call", [
    lambda: polhode.solve(BODY, failing, STATE, (0, 1), "se4-rkn", 0.01),
    lambda: polhode.solve(BODY, failing, STATE, (0, 1), tolerance=1e-6),
    lambda: polhode.solve(BODY, failing, STATE, (0, 1), "se", 0.01, sensitivity=True),
    lambda: polhode.Integrator(BODY, failing, STATE, method="se", step=0.01).march(100),
    lambda: polhode.Integrator(BODY, failing, STATE, method="se", step=0.01).advance_to(1),
    lambda: polhode.Ensemble(BODY, attitude=np.tile([0.0, 0, 0, 1], (64, 1)), momentum=np.ones((64, 3)),
                             torque=failing).march("se", step=0.01, steps=100, threads=2),
    lambda: polhode.solve(BODY, TOP, STATE, (0, 1), "se", 0.01, events=failing_event),
])
def test_exceptions_arrive_intact_with_their_traceback(call):
    with pytest.raises(Mine) as caught:
        call()
    assert caught.value.number == 7 and caught.value.__cause__ is None
    assert any(entry.name in ("failing", "failing_event") for entry in caught.traceback)


def failing_event(t, q, w):
    failing(t, q, w)
    return 1.0


def run_in_child(number):
    cloud = polhode.Ensemble(BODY, attitude=np.tile([0.0, 0, 0, 1], (100, 1)), momentum=np.full((100, 3), number),
                             torque=TOP)
    cloud.march("se", step=0.01, steps=10, threads=2)
    return cloud.attitude, polhode.solve(BODY, torque, STATE, (0, 0.2), "se4-rkn", 0.01).attitude[-1]


@pytest.mark.parametrize("start", [m for m in ("fork", "spawn") if m in multiprocessing.get_all_start_methods()])
def test_processes_with_ensembles_and_functions(start):
    """Threads of the parent do not exist in a child that was forked."""
    expected = [run_in_child(number) for number in (1.0, 2.0)]
    with multiprocessing.get_context(start).Pool(2) as pool:
        for found, wanted in zip(pool.map(run_in_child, (1.0, 2.0)), expected):
            assert np.array_equal(found[0], wanted[0]) and np.array_equal(found[1], wanted[1])


def test_fork_while_a_thread_runs():
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("needs fork")
    thread = threading.Thread(target=polhode.solve, args=(BODY, TOP, STATE, (0, 200), "se", 1e-3),
                              kwargs={"every": 10**6})
    thread.start()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert np.array_equal(pool.map(final_attitude, [0.01])[0], final_attitude(0.01))
    thread.join()


def final_attitude(step):
    return polhode.solve(BODY, TOP, STATE, (0, 1), "se4-rkn", step).attitude[-1]


@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # of JAX, which other tests have imported
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
def test_forked_processes():
    steps = [0.01, 0.02, 0.05]
    expected = [final_attitude(step) for step in steps]
    attitude = np.tile([0.0, 0, 0, 1], (100, 1))
    ensemble = polhode.Ensemble(BODY, attitude=attitude, momentum=np.ones((100, 3)), torque=TOP)
    ensemble.march("se", step=0.01, steps=10, threads=2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert np.array_equal(pool.map(final_attitude, steps), expected)


def test_pickling():
    for thing in (BODY, polhode.Body(np.diag([1.0, 2, 2.5]), rotor_momentum=[0, 0, 1]), TOP,
                  polhode.Formula(["0", "-c*wy", "0"], parameters={"c": 0.1})):
        assert pickle.loads(pickle.dumps(thing)) == thing
    state = pickle.loads(pickle.dumps(STATE))
    assert np.array_equal(state.momentum, STATE.momentum) and state.body == BODY
    problem = pickle.loads(pickle.dumps(polhode.problem("slow-top")))
    assert problem.name == "slow-top" and problem.end == 20
    total = pickle.loads(pickle.dumps(TOP + polhode.Damping(coefficient=0.1) + polhode.PythonTorque(torque)))
    assert len(list(total._parts())) == 3
    for given in (TOP, torque):
        result = polhode.solve(BODY, given, STATE, (0, 1), "se4-rkn", 0.01, dense_output=True)
        copy = pickle.loads(pickle.dumps(result))
        assert np.array_equal(copy.attitude, result.attitude) and copy.nfev == result.nfev
        assert np.array_equal(copy.sol(0.333).attitude, result.sol(0.333).attitude)
        assert copy.certificate.error == result.certificate.error
    cloud = pickle.loads(pickle.dumps(polhode.scenario({**many_bodies(0.1), "output": {"snapshots": [0]}})))
    assert cloud.count == 1000 and len(pickle.loads(pickle.dumps(cloud.run(count=5))).snapshots[0]) == 5
    advice = pickle.loads(pickle.dumps(polhode.problem("slow-top").advise(end=0.5)))
    assert advice.basis == "measured"
    motion = pickle.loads(pickle.dumps(polhode.free_motion(BODY, STATE)))
    assert np.array_equal(motion(3).attitude, polhode.free_motion(BODY, STATE)(3).attitude)
