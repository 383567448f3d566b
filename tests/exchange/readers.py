"""readers.py PROGRAM FOLDER: AEM files of the program as Orekit and ccsds-ndm read them, and those of Orekit as it does.

What is compared is a vector fixed in the body, in space: quaternions have two signs and four conventions.
"""

from __future__ import annotations

import datetime
import itertools
import pathlib
import subprocess
import sys

import numpy as np
import orekit_jpype
from ccsds_ndm.ndm_io import NdmIo

orekit_jpype.initVM()
from java.io import File  # noqa: E402
from java.lang import StringBuilder  # noqa: E402
from org.hipparchus.geometry.euclidean.threed import Vector3D  # noqa: E402
from org.orekit.data import DataContext, DataSource, DirectoryCrawler  # noqa: E402
from org.orekit.files.ccsds.ndm import ParserBuilder, WriterBuilder  # noqa: E402
from org.orekit.files.ccsds.utils.generation import KvnGenerator  # noqa: E402
from org.orekit.frames import FramesFactory  # noqa: E402
from org.orekit.time import AbsoluteDate, TimeScalesFactory  # noqa: E402

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
VECTOR = np.array([0.3, -0.5, 0.7])
TOLERANCE = 1e-14

# Days after a leap second, as the IERS announced them: Orekit comes without.
LEAPS = ["1972-01", "1972-07", *(f"{y}-01" for y in range(1973, 1981)), "1981-07", "1982-07", "1983-07", "1985-07",
         "1988-01", "1990-01", "1991-01", "1992-07", "1993-07", "1994-07", "1996-01", "1997-07", "1999-01", "2006-01",
         "2009-01", "2012-07", "2015-07", "2017-01"]


def give_orekit_leap_seconds() -> None:
    folder = FOLDER / "leap-seconds"
    folder.mkdir()
    with open(folder / "tai-utc.dat", "w", encoding="ascii") as out:
        for offset, month in enumerate(LEAPS, 10):
            day = datetime.date.fromisoformat(month + "-01")
            julian = (day - datetime.date(1858, 11, 17)).days + 2400000.5
            out.write(f" {day.year} {day:%b}  1 =JD {julian:.1f}  TAI-UTC= {offset:5.1f}       "
                      "S + (MJD - 41317.) X 0.0      S\n".replace(f"{day:%b}", f"{day:%b}".upper()))
    DataContext.getDefault().getDataProvidersManager().addProvider(DirectoryCrawler(File(str(folder))))


def rotated(q: np.ndarray) -> np.ndarray:
    """The vector in space, of quaternions x, y, z, w from body to space."""
    axis, w = q[..., :3], q[..., 3:]
    once = np.cross(axis, VECTOR)
    return VECTOR + 2 * (w * once + np.cross(axis, once))


def polhode(*arguments: object) -> None:
    subprocess.run([PROGRAM, *map(str, arguments), "--quiet"], check=True)


def trajectory(folder: pathlib.Path, name: str = "trajectory.csv") -> np.ndarray:
    """Time and quaternion of each sample."""
    lines = [line for line in open(folder / name, encoding="ascii") if line[0] in "-0123456789"]
    return np.array([[float(x) for x in line.split(",")[:5]] for line in lines])


def orekit_parsed(file: pathlib.Path):
    return ParserBuilder().buildAemParser().parseMessage(DataSource(File(str(file))))


def orekit_reads(file: pathlib.Path, scale, epoch: str, by_provider: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Seconds since the epoch, and the vector in space.

    `by_provider`: as an attitude of Orekit's, which is the same for both values of ATTITUDE_DIR (13.1.9); else from the
    rotations as parsed, which it inverts for B2A, as we do.
    """
    segment = orekit_parsed(file).getSegments().get(0)
    start, provider, frame = AbsoluteDate(epoch, scale), segment.getAttitudeProvider(), FramesFactory.getEME2000()
    times, vectors = [], []
    for node in segment.getData().getAngularCoordinates():
        attitude = provider.getAttitude(None, node.getDate(), frame) if by_provider else node
        rotation = attitude.getRotation()
        v = rotation.applyInverseTo(Vector3D(*map(float, VECTOR)))
        times.append(node.getDate().durationFrom(start))
        vectors.append([v.getX(), v.getY(), v.getZ()])
    return np.array(times), np.array(vectors)


def ndm_reads(file: pathlib.Path) -> np.ndarray:
    segment = NdmIo().from_path(file).body.segment[0]
    assert segment.metadata.attitude_dir.value == "A2B"
    states = [state.quaternion_state.quaternion for state in segment.data.attitude_state]
    return rotated(np.array([[q.q1, q.q2, q.q3, q.qc] for q in states]))


def orekit_writes(file: pathlib.Path, target: pathlib.Path, version: float, scalar_first: bool) -> None:
    message = orekit_parsed(file)
    message.getHeader().setFormatVersion(version)
    message.getSegments().get(0).getMetadata().setIsFirst(scalar_first)
    text = StringBuilder()
    WriterBuilder().buildAemWriter().writeMessage(KvnGenerator(text, 25, target.name, 60.0, 80), message)
    target.write_text(str(text.toString()), encoding="ascii")


def ours(file: pathlib.Path, time: str, epoch: str, number=itertools.count()) -> np.ndarray:
    """The vector in space, by the attitude that the program begins with."""
    out = FOLDER / f"read-{next(number)}"
    polhode("run", "--problem", "free-body", "--steps", 1, "--end", 1e-3, "--out", out,
            "--set", f"initial.attitude_file={file.resolve()}", "--set", f'initial.attitude_time="{time}"',
            "--set", f'exchange.epoch="{epoch}"')
    return rotated(trajectory(out)[0, 1:])


def check(what: str, *differences: np.ndarray) -> None:
    worst = max(float(np.abs(d).max()) for d in differences)
    print(f"{what}: {worst:.1e}")
    if not worst <= TOLERANCE:
        sys.exit(f"readers.py: {what} differs by {worst}, expected at most {TOLERANCE}")


def check_what_we_write() -> None:
    utc, tai = TimeScalesFactory.getUTC(), TimeScalesFactory.getTAI()
    for name, problem, version, system, scale, epoch in (
            ("one", "slow-top", 1, "UTC", utc, "2027-01-01T00:00:00.125"),
            ("two", "satellite", 2, "TAI", tai, "2027-01-01T00:00:00"),
            ("leap", "slow-top", 1, "UTC", utc, "2016-12-31T23:59:50")):
        out = FOLDER / name
        polhode("run", "--problem", problem, "--format", "aem", "--every", 7, "--out", out, "--set",
                f'exchange.epoch="{epoch}"', "--set", f"exchange.time_system={system}", "--set",
                f"exchange.aem_version={version}", "--set", "exchange.object_id=2027-001A")
        rows, file = trajectory(out), out / "attitude.aem"
        times, vectors = orekit_reads(file, scale, epoch)
        check(f"AEM {version} ({system}, {len(rows)} attitudes), Orekit", vectors - rotated(rows[:, 1:]))
        check(f"  seconds since {epoch}", (times - rows[:, 0]) / rows[-1, 0])
        if version == 1:
            check("  ccsds-ndm", ndm_reads(file) - rotated(rows[:, 1:]))


def check_ensemble() -> None:
    scenario = FOLDER / "cloud.toml"
    scenario.write_text('problem = "slow-top"\n[integrate]\nend = 1\nstep = 0.01\n[output]\nbodies = [0, 5]\n'
                        'format = ["npz", "aem"]\n[ensemble]\ncount = 8\n[ensemble.attitude]\n'
                        'distribution = "normal"\nsigma = 0.3\n', encoding="ascii")
    polhode("ensemble", scenario, "--out", FOLDER / "cloud")
    _, first = orekit_reads(FOLDER / "cloud" / "body-0.aem", TimeScalesFactory.getUTC(), "2000-01-01T12:00:00")
    fifth = NdmIo().from_path(FOLDER / "cloud" / "body-5.aem").body.segment[0]
    assert fifth.metadata.object_name == "BODY-5"
    with np.load(FOLDER / "cloud" / "final.npz") as final:
        ends = rotated(final["attitude"])
    check("bodies of an ensemble, Orekit and ccsds-ndm", first[-1] - ends[0],
          ndm_reads(FOLDER / "cloud" / "body-5.aem")[-1] - ends[5])


def check_what_we_read() -> None:
    source, epoch = FOLDER / "one" / "attitude.aem", "2027-01-01T00:00:00.125"
    rows = trajectory(FOLDER / "one")
    for version, first in ((1.0, False), (1.0, True), (2.0, False)):
        target = FOLDER / f"orekit-{version:.0f}-{'first' if first else 'last'}.aem"
        orekit_writes(source, target, version, first)
        stamps = [line.split()[0] for line in target.read_text().splitlines() if line.count(" ") == 4 and line[0] == "2"]
        assert len(stamps) == len(rows)
        check(f"read by us: {target.name}",
              *(ours(target, stamps[k], epoch) - rotated(rows[k, 1:]) for k in (0, 1, len(rows) // 2, -1)))
    # the same numbers under other keywords are other rotations: does Orekit think so too?
    text = source.read_text()
    for direction, order in itertools.product(("A2B", "B2A"), ("LAST", "FIRST")):
        variant = FOLDER / f"{direction}-{order}.aem"
        variant.write_text(text.replace("DIR = A2B", f"DIR = {direction}").replace("TYPE = LAST", f"TYPE = {order}"))
        _, vectors = orekit_reads(variant, TimeScalesFactory.getUTC(), epoch, by_provider=False)
        check(f"read by both: {variant.name}", ours(variant, "2027-01-01T00:00:00.125", epoch) - vectors[0],
              ours(variant, stamps[3], epoch) - vectors[3])


give_orekit_leap_seconds()
check_what_we_write()
check_ensemble()
check_what_we_read()
