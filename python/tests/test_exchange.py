"""Files for other programs."""

import numpy as np
import polhode
import pytest


def top():
    return polhode.solve([5, 4, 1], polhode.HeavyTop(weight_moment=20),
                         polhode.State(rotation_vector=[0.1, 0, 0], angular_velocity=[0.2, 0, 5]), (0, 2),
                         "se4-rkn", 0.01)


def turned(q, v):
    """Vectors v in space, of quaternions x, y, z, w."""
    return v + 2 * np.cross(q[:, :3], np.cross(q[:, :3], v) + q[:, 3:] * v)


def test_attitude_ephemeris_comes_back(tmp_path):
    r = top()
    file = tmp_path / "top.aem"
    r.write_aem(file, epoch="2027-01-01T00:00:00", object_name="TOP", aem_version=2)
    text = file.read_text()
    assert text.startswith("CCSDS_AEM_VERS = 2.0\n") and "OBJECT_NAME = TOP\n" in text
    scenario = tmp_path / "after.toml"
    scenario.write_text('problem = "free-body"\n[integrate]\nend = 0.1\n[exchange]\nepoch = "2027-01-01T00:00:00.5"\n'
                        '[initial]\nattitude_file = "top.aem"\n')
    np.testing.assert_allclose(polhode.load(scenario).run().attitude[0], r.attitude[50], atol=1e-15)
    with pytest.raises(ValueError, match="exchange.epoch"):
        r.write_aem(file, epoch="soon")
    with pytest.raises(ValueError, match='unknown key "exchange.epoche"'):
        r.write_aem(file, epoche="soon")
    scenario.write_text('problem = "free-body"\n[initial]\nattitude_file = "none.aem"\n')
    with pytest.raises(ValueError, match="cannot read"):
        polhode.load(scenario).run()


def test_spice_reads_attitudes_and_rates(tmp_path):
    spice = pytest.importorskip("spiceypy")
    from polhode.spice import write_ck

    r, epoch = top(), 852076869.18
    clock = write_ck(r, tmp_path / "top.bc", epoch=epoch)
    assert clock == str(tmp_path / "top.tsc")
    spice.furnsh([clock, str(tmp_path / "top.bc")])
    try:
        ticks = np.rint(r.t * 1e6)
        read = [spice.ckgpav(-999000, tick, 0, "J2000") for tick in ticks]
        matrices, rates = np.array([m for m, _, _ in read]), np.array([w for _, w, _ in read])
        for axis in np.eye(3):
            # the C-matrix takes components in space to components in the body
            np.testing.assert_allclose(np.einsum("kij,i->kj", matrices, axis), turned(r.attitude, axis), atol=1e-14)
        np.testing.assert_allclose(rates, turned(r.attitude, r.angular_velocity), atol=1e-14)
        # by the time of an ephemeris, and between two samples, where SPICE turns the body at one rate: off by h²/8 times
        # the angular acceleration
        acceleration = np.linalg.norm(np.diff(rates, axis=0), axis=1).max() / 0.01
        between, _, _ = spice.ckgpav(-999000, spice.sce2c(-999, epoch + 0.995), 0, "J2000")
        middle = top_at(0.995)
        np.testing.assert_allclose(between.T, middle, atol=0.01**2 / 8 * acceleration)
    finally:
        spice.kclear()
    with pytest.raises(ValueError, match="spacecraft: 5"):
        write_ck(r, tmp_path / "x.bc", epoch=epoch, spacecraft=5)
    with pytest.raises(FileExistsError):
        write_ck(r, tmp_path / "top.bc", epoch=epoch)


def top_at(t):
    """R(t) as a matrix."""
    r = polhode.solve([5, 4, 1], polhode.HeavyTop(weight_moment=20),
                      polhode.State(rotation_vector=[0.1, 0, 0], angular_velocity=[0.2, 0, 5]), (0, 2),
                      "se4-rkn", 0.01, t_eval=[t])
    return np.column_stack([turned(r.attitude, axis)[0] for axis in np.eye(3)])
