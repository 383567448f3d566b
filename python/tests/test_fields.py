"""Fields of any length: methods that turn the axes of space to the field must not lose how strong it is."""

import numpy as np
import pytest
from conftest import angle

import polhode

BODY = polhode.Body([2.7, 0.8, 2.72])
STATE = polhode.State(euler=("zyx", [0.4, -0.7, 1.9]), momentum=[0.5, 0.7, -1.3])
MOMENT = np.array([1.0, -2.0, 0.3])


@pytest.mark.parametrize("field", [[0, 0, 1], [0, 0, 2], [1, 2, 3], [1e-3, 0, 0], [0, 0, 0]])
@pytest.mark.parametrize("how", [{"method": "multistep-8", "step": 0.005}, {"method": "multistep-16", "step": 0.005},
                                 {"method": "multistep-12@1e-11"}, {"method": "dop853", "step": 0.005},
                                 {"method": "dop853@1e-12"}, {"method": "gauss-8@1e-12"}, {"method": "taylor-20"},
                                 {"method": "rkmk-rk4", "step": 0.001}, {"tolerance": 1e-9}], ids=str)
def test_a_dipole_in_a_field(field, how):
    field = np.array(field, float)

    def torque(t, q):  # moment × Rᵀ field
        v, s = -q[:3], q[3]
        return np.cross(MOMENT, field + 2 * np.cross(v, np.cross(v, field) + s * field))

    times = [0.7, 1.5]
    expected = polhode.solve(BODY, torque, STATE, (0, 1.5), "se6-rkn", 0.005, t_eval=times)
    dipole = polhode.MagneticDipole(moment=MOMENT, field=field)
    r = polhode.solve(BODY, dipole, STATE, (0, 1.5), t_eval=times, **how)
    assert np.max(angle(r.attitude, expected.attitude)) < 1e-8
    assert np.allclose(r.momentum, expected.momentum, atol=1e-8)


def test_many_dipoles():
    dipole = polhode.MagneticDipole(moment=MOMENT, field=[1, 2, 3])
    momenta = np.random.default_rng(1).normal(size=(20, 3))
    attitudes = np.tile(STATE.attitude, (20, 1))
    bodies = polhode.Ensemble(BODY, attitude=attitudes, momentum=momenta, torque=dipole)
    bodies.march("multistep-12", step=0.005, steps=200)
    others = polhode.Ensemble(BODY, attitude=attitudes, momentum=momenta, torque=dipole)
    others.march("se6-rkn", step=0.005, steps=200)
    assert np.max(angle(bodies.attitude, others.attitude)) < 1e-9
