# SPDX-License-Identifier: MIT
"""Python has the bits of C++ for meshes, shapes and octrees: tests/python/answers.cpp."""

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, ask_cpp, repeats

COUNT = repeats(100_000)


def assert_same(answers, bytes_of_cpp):
    """Equal bit by bit."""
    assert np.asarray(answers, float).tobytes() == bytes_of_cpp


def numbers(records):
    """The fields of records as rows of doubles."""
    return np.column_stack([records[field].astype(float) for field in records.dtype.names])


@pytest.fixture(scope="module")
def cubes(tmp_path_factory):
    """A hundred cubes in two heaps, as a file and as a mesh."""
    shifts = np.random.default_rng(23).uniform(-5, 5, (100, 1, 3))
    vertices = (CUBE_VERTICES + shifts).reshape(-1, 3)
    triangles = (CUBE_TRIANGLES + 8 * np.arange(100)[:, None, None]).reshape(-1, 3)
    path = tmp_path_factory.mktemp("mesh") / "mesh"
    path.write_bytes(np.concatenate([[len(vertices), len(triangles)], vertices.ravel(),
                                     triangles.ravel()]).astype(float).tobytes())
    return path, halfspace.Mesh(vertices, triangles)


BALL = halfspace.Shape.sphere(0.25)
MESH_QUESTIONS = {
    "nearest": (3, 20, 20, lambda mesh, rows: numbers(mesh.distance(mesh, rows))),
    "pairs": (3, 14, 400, lambda mesh, rows: mesh.pairs(mesh, rows)[1]),
    "in_sphere": (3, 8, 1, lambda mesh, rows: mesh.in_sphere(rows, 1)[1]),
    "mesh_sweep": (6, 8, 4, lambda mesh, rows: numbers(mesh.sweep(BALL, rows))),
}


@pytest.mark.parametrize("question", MESH_QUESTIONS)
def test_meshes_answer_as_in_cpp(keep_file, cubes, question):
    width, spread, share, ask = MESH_QUESTIONS[question]
    path, mesh = cubes
    rows = np.random.default_rng(24).uniform(-spread, spread, (COUNT // share, width))
    found = ask(mesh, rows).astype(float)
    assert_same(found, ask_cpp(keep_file, question, rows, path))
    assert len(found) > 0 or COUNT < 100_000


@pytest.mark.parametrize("question", ["shape_distance", "penetration", "impact"])
def test_shapes_answer_as_in_cpp(keep_file, question):
    box, drum = halfspace.Shape.box((1, 2, 3)), halfspace.Shape.cylinder(2, 1.5)
    random = np.random.default_rng(25)
    rows = halfspace.poses_at(random.uniform(-6, 6, (COUNT, 3)), random.uniform(0, 360, COUNT),
                              random.uniform(-90, 90, COUNT))
    found = {"shape_distance": lambda: box.distance(drum, rows),
             "penetration": lambda: box.penetration(drum, rows),
             "impact": lambda: box.time_of_impact(drum, (8, 1, -2), rows)}[question]()
    assert_same(numbers(found), ask_cpp(keep_file, question, rows))


def test_octrees_answer_as_in_cpp(keep_file):
    random = np.random.default_rng(26)
    least = random.uniform(-100, 100, (COUNT // 2, 3))
    rows = np.hstack([least, least + random.exponential(4, least.shape)])
    half = len(rows) // 2
    tree = halfspace.Octree(rows[:half])
    expected = np.frombuffer(ask_cpp(keep_file, "octree", rows[:2 * half]))
    boxes, ids = tree.in_box(rows[half:2 * half])
    segments, hits = tree.on_segment(rows[half:2 * half])
    found = []
    for i in range(half):
        found += ids[boxes[i]:boxes[i + 1]].tolist()
        for hit in hits[segments[i]:segments[i + 1]].tolist():
            found += hit
    assert np.array(found, float).tobytes() == expected.tobytes()
    assert found or COUNT < 100_000
