# SPDX-License-Identifier: MIT
"""Python, C++ and the npm package give the same bits to random questions of each kind.

HALFSPACE_TEST_REPEATS=20 asks a million of each kind.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

import halfspace
import same_bits
from conftest import LEVELS, random_segments, repeats

COUNT = repeats(50_000)
NAMES = ("contents free unstick sight beams movers trace trace_point sweep_box sweep_sphere sweep_capsule "
         "sweep_cylinder sweep_hull mesh_rays mesh_occluded mesh_closest mesh_winding").split()


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> list[pathlib.Path]:
    folder = tmp_path_factory.mktemp("levels")
    paths = []
    for source in ("keep.map", "castle.grid"):
        path = (folder / source).with_suffix(".hsw")
        halfspace.compile(LEVELS / source).save(path)
        paths.append(path)
    return paths


@pytest.fixture(scope="module")
def answers(levels: list[pathlib.Path]) -> dict[str, list[int]]:
    return same_bits.answers(COUNT, [halfspace.load(path) for path in levels])


def asked(program: list[Any], levels: list[pathlib.Path]) -> dict[str, list[int]]:
    done = subprocess.run([*program, str(COUNT), *levels], capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def cpp(levels: list[pathlib.Path]) -> dict[str, list[int]]:
    program = os.environ.get("HALFSPACE_SAME_BITS")
    if not program:
        pytest.skip("needs the program that HALFSPACE_SAME_BITS names")
    return asked([program], levels)


@pytest.fixture(scope="module")
def npm(levels: list[pathlib.Path]) -> dict[str, list[int]]:
    program = os.environ.get("HALFSPACE_SAME_BITS_NPM")
    if not program or not shutil.which("node"):
        pytest.skip("needs Node, the npm package, and HALFSPACE_SAME_BITS_NPM=tests/web/same_bits.mjs")
    return asked(["node", program], levels)


@pytest.mark.parametrize("name", NAMES)
def test_cpp_gives_the_same_bits(answers: Any, cpp: Any, name: str) -> None:
    assert answers[name] == cpp[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_npm_package_gives_the_same_bits(answers: Any, npm: Any, name: str) -> None:
    assert answers[name] == npm[name]


def test_all_kinds_of_questions_are_asked(answers: Any, cpp: Any) -> None:
    assert sorted(answers) == sorted(cpp) == sorted(NAMES)
    for name, blocks in answers.items():
        share = {"beams": 3, "movers": same_bits.TURNS * same_bits.STEPS}.get(name, 1)
        parts = 1 if name.startswith("mesh") else 2
        assert len(blocks) == parts * -(-(COUNT // parts // share) // same_bits.BLOCK)


def test_questions_have_many_answers(levels: list[pathlib.Path]) -> None:
    level = halfspace.load(levels[0])
    i = np.arange(4096)
    for name, ask, _ in [*same_bits.level_questions(level), *same_bits.mesh_questions()]:
        assert any((part != part[0]).any() for part in ask(i)), name


@pytest.mark.parametrize("question", ["trace", "sweep"])
def test_no_byte_is_left_as_it_was(keep: halfspace.Level, question: str) -> None:
    """Also between fields: files and hashes of equal answers are equal."""
    rows = random_segments(keep, 1000, 21)
    what: Any = "stand" if question == "trace" else halfspace.Shape.sphere(7)
    touches = getattr(keep, question)(what, rows)
    noise = np.frombuffer(np.random.default_rng(1).bytes(touches.nbytes), np.uint8).copy()
    again = getattr(keep, question)(what, rows, out=noise.view(touches.dtype))
    assert again.tobytes() == touches.tobytes()


def test_the_command_line_compiles_the_same_bytes_and_traces_alike(
    keep: halfspace.Level, tmp_path: pathlib.Path
) -> None:
    tool = shutil.which("halfspace", path=os.environ.get("HALFSPACE_TOOL_FOLDER", ""))
    if not tool:
        pytest.skip("needs the folder of the command line in HALFSPACE_TOOL_FOLDER")
    path = tmp_path / "keep.hsw"
    subprocess.run([tool, "compile", LEVELS / "keep.map", "-o", path, "--quiet"], check=True, timeout=120)
    assert path.read_bytes() == bytes(keep)
    rows = random_segments(keep, 500, 23)
    text = "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in rows)
    done = subprocess.run([tool, "trace", path, "--space", "stand", "--json"], input=text, text=True,
                          capture_output=True, check=True, timeout=120)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    touches = keep.trace("stand", rows)
    assert len(lines) == 500
    assert [line["fraction"] for line in lines] == touches["fraction"].tolist()
    assert [line["end"] for line in lines] == touches["end"].tolist()
