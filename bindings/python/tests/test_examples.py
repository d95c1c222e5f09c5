# SPDX-License-Identifier: MIT
"""The programs of examples/python do what they say, and draw."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys

import halfspace
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
CASTLE = str(ROOT / "examples/levels/castle.grid")
KEEP = str(ROOT / "examples/levels/keep.map")


def run(folder: pathlib.Path, name: str, *arguments: str) -> str:
    pytest.importorskip("matplotlib")
    picture = folder / f"{name}.png"
    told = subprocess.run(
        [sys.executable, str(ROOT / f"examples/python/{name}.py"), *arguments,
         "--picture", str(picture)],
        env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True, check=False,
        timeout=250,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert 10_000 < picture.stat().st_size <= 200_000
    return told.stdout


def test_players_find_the_way_out(tmp_path: pathlib.Path) -> None:
    told = run(tmp_path, "find_the_way_out")
    out = [int(n) for n in re.findall(r"generation \d+: (\d+) of 64 are out", told)]
    assert out[0] < 8 and out[-1] >= 32 and len(out) <= 15
    seconds = re.search(r"the quickest one takes (\S+) s", told)
    assert seconds is not None and 15 < float(seconds[1]) < 62


def test_a_robot_sees_all_rooms(tmp_path: pathlib.Path) -> None:
    assert "136440 beams, 136127 touched a wall" in run(tmp_path, "robot_lidar")


def test_places_of_a_square_see_one_another(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("dask")
    told = run(tmp_path, "square_sight", CASTLE)
    assert "12,278,016 lines of sight" in told and "sees 61 % of the court" in told


def test_a_crowd_leaves(tmp_path: pathlib.Path) -> None:
    told = run(tmp_path, "crowd_leaving", CASTLE, "--people", "40")
    assert re.fullmatch(r"40 of 40 are out after \d+\.\d s\n", told)


def test_floors_and_ways_of_a_level(tmp_path: pathlib.Path) -> None:
    told = run(tmp_path, "floors_and_ways", KEEP)
    assert "79 polygons, 3 islands, links: 24 drop, 4 jump" in told
    assert re.search(r"9\d% of the floor leads to the goal on foot, 100% also over links", told)


def test_a_guard_waits_before_a_gate(tmp_path: pathlib.Path) -> None:
    told = run(tmp_path, "guard_waits", KEEP, "--opens", "4")
    assert re.fullmatch(r" 4\.\d\d s: door 0 is opening\n.*is open\n +6\.\d+ s: the guard is at "
                        r"\[1200\.0, 256\.0, 24\.0\]\n", told)  # fmt: skip


def rays_by_mpi(level: pathlib.Path, processes: int) -> list[str]:
    program = str(ROOT / "examples/python/mpi_rays.py")
    told = subprocess.run(
        ["mpirun", "-n", str(processes), "--allow-run-as-root", "--oversubscribe",
         sys.executable, program, str(level), "--rays", "300000"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"300,000 rays by {processes} processes")
    return told.stdout.splitlines()[1:]


def test_processes_of_mpi_share_rays(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("dask")
    pytest.importorskip("mpi4py")
    if not shutil.which("mpirun"):
        pytest.skip("needs mpirun")
    halfspace.compile(CASTLE).save(tmp_path / "castle.hsw")
    counts, others = rays_by_mpi(tmp_path / "castle.hsw", 2)
    assert sum(map(int, counts.split())) + int(others.split()[0]) == 300_000
    assert rays_by_mpi(tmp_path / "castle.hsw", 3) == [counts, others]
