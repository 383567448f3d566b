"""Functions of the user's as torques."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import polhode
from polhode._torques import _c_name

HEAVY_TOP = """
/* 20 u × e_z, u = Rᵀe_z, in the body. */
static void torque_of(const double* q, double* torque) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    torque[0] = 20 * 2 * (y * z + w * x);
    torque[1] = -20 * 2 * (x * z - w * y);
    torque[2] = 0;
}
void heavy_top(double t, const double* q, double* torque) { (void)t; torque_of(q, torque); }
void damped_top(double t, const double* q, const double* w, double* torque) {
    (void)t;
    torque_of(q, torque);
    for (int i = 0; i < 3; ++i) torque[i] -= 0.1 * w[i];
}
void scaled_top(double t, const double* q, double* torque, void* data) {
    heavy_top(t, q, torque);
    for (int i = 0; i < 3; ++i) torque[i] *= *(const double*)data;
}
"""
POINTER = ctypes.POINTER(ctypes.c_double)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "top.c").write_text(HEAVY_TOP)
    subprocess.run([compiler, "-O2", "-ffp-contract=off", "-shared", "-fPIC", "top.c", "-o", "top.so"], cwd=folder,
                   check=True)
    library = ctypes.CDLL(str(folder / "top.so"))
    library.heavy_top.argtypes = [ctypes.c_double, POINTER, POINTER]
    library.damped_top.argtypes = [ctypes.c_double, POINTER, POINTER, POINTER]
    library.scaled_top.argtypes = [ctypes.c_double, POINTER, POINTER, ctypes.c_void_p]
    for function in (library.heavy_top, library.damped_top, library.scaled_top):
        function.restype = None
    return library


def by_arrays(t, q):
    return 40 * (q[1] * q[2] + q[3] * q[0]), -40 * (q[0] * q[2] - q[3] * q[1]), 0.0


def by_floats(t, x, y, z, w):
    return 40 * (y * z + w * x), -40 * (x * z - w * y), 0.0


def test_every_kind_of_function_gives_the_same_motion(body, top, leaning, compiled):
    def run(torque, **keywords):
        return polhode.solve(body, torque, leaning, (0, 2), "se4-rkn", 0.01, **keywords)

    model = run(top)
    native = run(compiled.heavy_top)
    assert np.abs(native.attitude - model.attitude).max() < 1e-12
    assert np.array_equal(run(by_floats, scalars=True).attitude, run(by_arrays).attitude)
    assert np.abs(run(by_arrays).attitude - model.attitude).max() < 1e-12
    by_ndpointer = ctypes.CDLL(compiled._name).heavy_top
    vector = np.ctypeslib.ndpointer(np.float64, ndim=1)
    by_ndpointer.argtypes, by_ndpointer.restype = [ctypes.c_double, vector, vector], None
    assert np.array_equal(run(by_ndpointer).attitude, native.attitude)
    address = ctypes.cast(compiled.heavy_top, ctypes.c_void_p).value
    assert np.array_equal(run(polhode.CompiledTorque(address, arguments=3)).attitude, native.attitude)
    assert run(by_arrays).nfev == model.nfev == native.nfev


@pytest.mark.parametrize("written, kind", [
    ("double t", "double"), ("const double *restrict q", "double*"), ("float64*", "double*"), ("void *", "double*"),
    ("__pyx_t_5numpy_float64_t *", "double*"), ("double q[4]", "double*"), ("float *", "float*"), ("int", "int"),
    ("long double", "long"), ("double **", "double**")])
def test_types_of_compiled_functions(written, kind):
    assert _c_name(written) == kind


def test_low_level_callables_with_data(body, leaning, compiled):
    scipy = pytest.importorskip("scipy")
    half = ctypes.c_double(0.5)
    scaled = scipy.LowLevelCallable(compiled.scaled_top, ctypes.cast(ctypes.pointer(half), ctypes.c_void_p))
    r = polhode.solve(body, scaled, leaning, (0, 2), "se4-rkn", 0.01)
    model = polhode.solve(body, polhode.HeavyTop(weight_moment=10), leaning, (0, 2), "se4-rkn", 0.01)
    assert np.abs(r.attitude - model.attitude).max() < 1e-12


def test_functions_that_numba_has_compiled(body, leaning):
    numba = pytest.importorskip("numba")
    pointer = numba.types.CPointer(numba.float64)

    @numba.cfunc(numba.void(numba.float64, pointer, pointer, pointer))
    def damped_top(t, q, w, torque):
        torque[0] = 40 * (q[1] * q[2] + q[3] * q[0]) - 0.1 * w[0]
        torque[1] = -40 * (q[0] * q[2] - q[3] * q[1]) - 0.1 * w[1]
        torque[2] = -0.1 * w[2]

    model = polhode.HeavyTop(weight_moment=20) + polhode.Damping(coefficient=0.1)
    expected = polhode.solve(body, model, leaning, (0, 2), "se4-rkn", 0.005)
    r = polhode.solve(body, damped_top, leaning, (0, 2), "se4-rkn", 0.005)
    assert np.abs(r.attitude - expected.attitude).max() < 1e-9 and r.nfev > 0


def test_a_compiled_function_of_the_angular_velocity(body, leaning, compiled):
    model = polhode.HeavyTop(weight_moment=20) + polhode.Damping(coefficient=0.1)
    expected = polhode.solve(body, model, leaning, (0, 2), "se4-rkn", 0.005)
    r = polhode.solve(body, compiled.damped_top, leaning, (0, 2), "se4-rkn", 0.005)
    assert np.abs(r.attitude - expected.attitude).max() < 1e-9
    assert polhode.CompiledTorque(compiled.damped_top).rate_dependence == "general"


def test_arrays_are_reused_and_cannot_be_written_to(body, leaning):
    seen = []

    def torque(t, q, w):
        seen.append((id(q), id(w), q.shape, w.shape, q.flags.writeable, w.dtype))
        return 0, 0, 0

    polhode.solve(body, torque, leaning, (0, 1), "se", 0.1)
    assert len(set(seen)) == 1 and seen[0][2:] == ((4,), (3,), False, np.dtype(float))


def test_exceptions_arrive_as_they_are(body, leaning):
    class Mine(Exception):
        pass

    def torque(t, q, w):
        if t > 0.5:
            raise Mine("here")
        return 0, 0, 0

    for keywords in ({"step": 0.01, "method": "se"}, {"tolerance": 1e-6}):
        with pytest.raises(Mine, match="here") as caught:
            polhode.solve(body, torque, leaning, (0, 1), **keywords)
        assert any(entry.name == "torque" for entry in caught.traceback)
    integrator = polhode.Integrator(body, torque, leaning, method="se", step=0.01)
    with pytest.raises(Mine):
        integrator.march(1000)
    assert 0.4 < integrator.t < 0.6


@pytest.mark.parametrize("result", [None, 1.0, "abc", (1, 2), (1, 2, 3, 4), [1, "a", 2], np.zeros((1, 3)),
                                    np.zeros((3, 1)), (1j, 0, 0), np.zeros(3, complex), np.zeros(3, np.complex64),
                                    (np.complex64(1j), 0, 0), b"abc", bytearray(b"abc"), {}, {1, 2, 3}, object()])
def test_what_is_no_torque_is_refused(body, leaning, result):
    with pytest.raises(TypeError, match="the torque function returned .*, expected three numbers"):
        polhode.solve(body, lambda t, q, w: result, leaning, (0, 1), "se", 0.1)


@pytest.mark.parametrize("result", [(0, 0, 1), [0.0, 0, 1], np.array([0, 0, 1]), np.array([0, 0, 1], np.float32),
                                    (np.float32(0), np.int64(0), np.array(1.0)), range(0, 3)])
def test_three_numbers_of_any_kind_are_a_torque(body, leaning, result):
    polhode.solve(body, lambda t, q: result, leaning, (0, 1), "se", 0.1)


def test_a_torque_that_is_not_finite_is_an_error_of_the_run(body, leaning):
    with pytest.raises(RuntimeError, match="torque"):
        polhode.solve(body, lambda t, q: (0, float("nan"), 0), leaning, (0, 1), "se", 0.1)


def test_a_potential_turns_on_the_energy(body, leaning):
    torque = polhode.PythonTorque(by_arrays, potential=lambda t, q: 20 * (1 - 2 * (q[0] ** 2 + q[1] ** 2)))
    r = polhode.solve(body, torque, leaning, (0, 2), "se4-rkn", 0.01)
    model = polhode.solve(body, polhode.HeavyTop(weight_moment=20), leaning, (0, 2), "se4-rkn", 0.01)
    assert np.allclose(r.energy, model.energy, rtol=1e-12)


def test_functions_act_at_their_times(body, leaning):
    r = polhode.solve(body, polhode.PythonTorque(lambda t, q: (0, 0, 1.0), on=(1, 2)), leaning, (0, 3), "se", 0.1)
    assert np.allclose(r.momentum[-1, 2] - r.momentum[0, 2], 1, rtol=1e-12)
