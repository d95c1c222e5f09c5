# SPDX-License-Identifier: MIT
"""What the tests of the Python package share: levels, places in them, and how often to repeat."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import halfspace
import rooms

ROOT = pathlib.Path(__file__).resolve().parents[3]
LEVELS = ROOT / "examples/levels"
START = (64.0, 256.0, 24.0)  # of the keep: a body that stands touches the floor there
IN_WALL = (64.0, 256.0, -40.0)


def repeats(count):
    """How often to repeat a test with random input: as the tests in C++ do."""
    return max(1, int(count * float(os.environ.get("HALFSPACE_TEST_REPEATS", "1"))))


def random_points(level, count, seed):
    """Points in the box of the world and a little around it."""
    low, high = level.bounds()
    return np.random.default_rng(seed).uniform(low - 16, high + 16, (count, 3))


def random_segments(level, count, seed):
    return np.hstack([random_points(level, count, seed), random_points(level, count, seed + 1)])


def ask_cpp(path, question, rows, *more):
    """What tests/python/answers.cpp answers to rows of doubles: bytes."""
    program = os.environ.get("HALFSPACE_PYTHON_ANSWERS")
    if not program:
        pytest.skip("needs the program that HALFSPACE_PYTHON_ANSWERS names")
    return subprocess.run([program, path, question, *more], input=np.ascontiguousarray(rows).tobytes(),
                          capture_output=True, check=True, timeout=120).stdout


def run_python(code, **options):
    """Runs code in a new interpreter that sees the package."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
                          **options)


@pytest.fixture(scope="session")
def keep():
    return halfspace.compile(LEVELS / "keep.map")


@pytest.fixture(scope="session")
def keep_file(keep, tmp_path_factory):
    path = tmp_path_factory.mktemp("levels") / "keep.hsw"
    keep.save(path)
    return path


@pytest.fixture(scope="session")
def keep_with_nav():
    return halfspace.compile(LEVELS / "keep.map", nav=True)


@pytest.fixture(scope="session")
def floors(keep_with_nav):
    return keep_with_nav.nav("stand")


@pytest.fixture(scope="session")
def arcade(tmp_path_factory):
    """A room with a door, a lift, a teleporter and a jump pad, in a file."""
    return rooms.room(tmp_path_factory.mktemp("levels"), "arcade", nav=True, entities=rooms.ARCADE)


@pytest.fixture
def world(keep):
    world = halfspace.World(keep)
    world.place_models_at_rest()
    return world


CUBE_VERTICES = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
CUBE_TRIANGLES = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                           (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)])


@pytest.fixture(scope="session")
def cube():
    return halfspace.Mesh(CUBE_VERTICES, CUBE_TRIANGLES)
