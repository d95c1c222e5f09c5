# SPDX-License-Identifier: MIT
"""Meshes, against boxes whose answers are known, and against numpy over all triangles."""

import threading

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, repeats


def random_mesh(seed, count=60):
    corners = np.random.default_rng(seed).uniform(-10, 10, (3 * count, 3))
    return corners, np.arange(3 * count).reshape(count, 3)


def test_rays_meet_what_numpy_finds_over_all_triangles():
    vertices, triangles = random_mesh(1)
    mesh = halfspace.Mesh(vertices, triangles)
    random = np.random.default_rng(2)
    origins, directions = random.uniform(-20, 20, (2, repeats(500), 3))
    hits = mesh.rays(origins, directions)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    for origin, direction, hit in zip(origins, directions, hits):
        normal = np.cross(direction, c - a)  # Möller and Trumbore
        det = np.einsum("ij,ij->i", b - a, normal)
        u = np.einsum("ij,ij->i", origin - a, normal) / det
        q = np.cross(origin - a, b - a)
        v = q @ direction / det
        t = np.einsum("ij,ij->i", c - a, q) / det
        t[(u < 0) | (v < 0) | (u + v > 1) | (t < 0)] = np.inf
        assert np.isclose(t.min(), hit["t"]) or np.isinf(t.min()) and np.isinf(hit["t"])
        assert hit["triangle"] == (t.argmin() if np.isfinite(t.min()) else 2**32 - 1)
    assert np.array_equal(mesh.occluded(origins, directions), np.isfinite(hits["t"]))
    assert 0.1 < np.isfinite(hits["t"]).mean() < 0.9


def test_rays_end_at_max_t(cube):
    for ask, near, far in ((cube.rays, 2.0, np.inf), (cube.occluded, True, False)):
        answers = [ask((0.5, 0.25, 3), (0, 0, -1), max_t=t) for t in (2.5, 1.5)]
        found = [a["t"] if a.dtype.names else bool(a) for a in answers]
        assert found == [near, far]
    assert np.isinf(cube.rays((0.5, 0.25, 3), (0, 0, 0))["t"])
    for bad in (-1, np.nan):
        with pytest.raises(ValueError, match="^max_t must be"):
            cube.rays((0, 0, 3), (0, 0, -1), max_t=bad)
    with pytest.raises(ValueError, match="^origins has 2 rows and directions has 3"):
        cube.rays(np.zeros((2, 3)), np.ones((3, 3)))
    with pytest.raises(ValueError, match="^directions has the shape"):
        cube.rays(np.zeros((2, 3)), np.ones((2, 2)))


def test_the_closest_points_of_a_cube_are_clamped_coordinates(cube):
    points = np.random.default_rng(3).uniform(-3, 4, (repeats(2000), 3))
    points = points[((points < 0) | (points > 1)).any(axis=1)]
    found = cube.closest(points)
    assert np.allclose(found["point"], points.clip(0, 1))
    assert np.allclose(found["distance"], np.linalg.norm(points - points.clip(0, 1), axis=1))
    none = cube.closest((0.5, 0.5, 3), max_distance=1)
    assert none["triangle"] == 2**32 - 1 and np.isinf(none["distance"])
    with pytest.raises(ValueError, match="^max_distance must be"):
        cube.closest((0, 0, 0), max_distance=np.nan)
    with pytest.raises(ValueError, match=r"^points is .* in row 1; coordinates must be within"):
        cube.closest([(0, 0, 0), (1e300, 0, 0)])


def test_winding_numbers_count_the_parts_around_a_point():
    two = halfspace.Mesh(np.vstack([CUBE_VERTICES, CUBE_VERTICES + 0.5]),
                         np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES + 8]))
    points = np.random.default_rng(4).uniform(-0.5, 2, (repeats(3000), 3))
    inside = ((points > 0) & (points < 1)).all(axis=1).astype(int)
    inside += ((points > 0.5) & (points < 1.5)).all(axis=1)
    assert np.array_equal(two.winding(points), inside)
    inverted = halfspace.Mesh(CUBE_VERTICES, CUBE_TRIANGLES[:, ::-1])
    assert inverted.winding((0.5, 0.5, 0.5)) == -1
    soup = halfspace.Mesh(CUBE_VERTICES[CUBE_TRIANGLES].reshape(-1, 3), np.arange(36).reshape(12, 3))
    assert soup.winding((0.5, 0.5, 0.5)) == 1


def test_an_open_mesh_has_no_winding_numbers():
    mesh = halfspace.Mesh(CUBE_VERTICES, CUBE_TRIANGLES[1:])
    with pytest.raises(ValueError, match="the mesh is not closed"):
        mesh.winding((0.5, 0.5, 0.5))


def test_distances_and_touches_of_two_meshes(cube):
    def apart(pose, **more):
        return cube.distance(cube, pose, **more)["distance"]

    assert apart((3, 4, 0.5)) == pytest.approx(np.hypot(2, 3))
    assert apart((1, 0.5, 0)) == 0 and cube.touches(cube, (1, 0.5, 0))
    assert not cube.touches(cube, (1 + 1e-12, 0, 0)) and 0 < apart((1 + 1e-12, 0, 0)) < 1e-11
    assert np.isinf(apart((9, 0, 0), max_distance=7))
    turned = np.array([[0, -1.0, 0, 4], [1, 0, 0, 0], [0, 0, 1, 0]])
    assert apart(turned) == 2  # from 3 to 4
    with pytest.raises(ValueError, match="pose is no turn and move"):
        cube.distance(cube, np.diag([2.0, 1, 1, 1]))
    with pytest.raises(ValueError, match="^max_distance must be"):
        cube.distance(cube, max_distance=-1)


def test_meshes_that_are_none_are_refused():
    for vertices, triangles, error, message in (
            (np.zeros((4, 2)), CUBE_TRIANGLES, ValueError, "^vertices has the shape"),
            (np.full((8, 3), np.nan), CUBE_TRIANGLES, ValueError, "^vertices is not finite in row 0"),
            (CUBE_VERTICES, [(0, 1)], ValueError, "^triangles has the shape"),
            (CUBE_VERTICES, [(0.0, 1.0, 2.0)], TypeError, "^triangles has the dtype"),
            (CUBE_VERTICES, [(0, 1, 2), (0, 8, 1)], IndexError,
             "^triangles in row 1 is 8; it must be from 0 to 7"),
            (CUBE_VERTICES, [(0, 1, -1)], IndexError, "^triangles in row 0 is -1"),
            (CUBE_VERTICES, np.array([(0, 1, 2**64 - 1)], np.uint64), IndexError,
             "^triangles in row 0 is 184467440")):
        with pytest.raises(error, match=message):
            halfspace.Mesh(vertices, triangles)
    with pytest.raises(halfspace.Error):
        halfspace.Mesh(CUBE_VERTICES * 1e300, CUBE_TRIANGLES)


def test_triangles_of_any_integers_are_the_same_mesh():
    for dtype in (np.int32, np.uint8, np.uint64, ">i4", np.int64):
        mesh = halfspace.Mesh(CUBE_VERTICES, np.asfortranarray(CUBE_TRIANGLES.astype(dtype)), threads=2)
        assert mesh.closest((2, 0.25, 0.5))["triangle"] == 4 or mesh.closest((2, 0.25, 0.5))["distance"] == 1
        assert len(mesh) == 12 and repr(mesh) == "<halfspace.Mesh: 12 triangles, 8 vertices>"


def test_a_refitted_mesh_answers_as_a_new_one(keep):
    random = np.random.default_rng(7)
    vertices, triangles = random_mesh(8)
    mesh = halfspace.Mesh(vertices, triangles)
    moved = vertices + random.normal(size=vertices.shape)
    origins, directions = random.uniform(-20, 20, (2, repeats(500), 3))
    mesh.refit(moved, threads=2)
    new = halfspace.Mesh(moved, triangles)
    assert np.array_equal(mesh.vertices, moved)
    assert mesh.rays(origins, directions).tobytes() == new.rays(origins, directions).tobytes()
    assert mesh.closest(origins).tobytes() == new.closest(origins).tobytes()
    wrong = moved.copy()
    wrong[2, 0] = 1e38
    for bad, message in ((moved[1:], "^vertices has 179 rows; the mesh has 180"),
                         (wrong, "^vertices is .* in row 2")):
        with pytest.raises(ValueError, match=message):
            mesh.refit(bad)
    world = halfspace.World(keep)
    world.place_mesh(1, mesh)
    snapshot = world.copy()
    world.remove_mesh(1)
    with pytest.raises(RuntimeError, match="^the mesh cannot change while it is placed"):
        mesh.refit(vertices)
    assert np.array_equal(mesh.vertices, moved)
    del snapshot
    mesh.refit(vertices)
    # Whether a mesh is closed depends on its vertices, too.
    soup = halfspace.Mesh(CUBE_VERTICES[CUBE_TRIANGLES].reshape(-1, 3), np.arange(36).reshape(12, 3))
    assert soup.winding((0.5, 0.5, 0.5)) == 1
    soup.refit(soup.vertices + np.eye(3)[[0] + 35 * [1]])
    with pytest.raises(ValueError, match="not closed"):
        soup.winding((0.5, 1.5, 0.5))


def test_a_mesh_does_not_change_while_it_is_asked():
    mesh = halfspace.Mesh(*random_mesh(9))
    points = np.random.default_rng(10).uniform(-10, 10, (20_000, 3))
    vertices, first = mesh.vertices, mesh.closest(points).tobytes()
    answers, refused = [], []
    asking = threading.Thread(target=lambda: answers.extend(mesh.closest(points).tobytes() for _ in range(3)))
    asking.start()
    while asking.is_alive():
        try:
            mesh.refit(vertices)
        except RuntimeError as error:
            refused.append(str(error))
    assert answers == [first] * 3
    assert refused and refused[0] == "the mesh cannot change while another thread asks it"


def test_a_mesh_without_triangles_answers_that_there_is_nothing():
    mesh = halfspace.Mesh(np.empty((0, 3)), np.empty((0, 3), int))
    assert len(mesh) == 0 and np.isinf(mesh.closest((0, 0, 0))["distance"])
    assert not mesh.occluded((0, 0, 0), (1, 0, 0)) and mesh.winding((0, 0, 0)) == 0


@pytest.mark.parametrize("question", ["rays", "occluded", "closest", "winding"])
def test_any_number_of_threads_gives_the_same_bits(question):
    shifts = np.random.default_rng(5).uniform(-5, 5, (50, 1, 3))
    mesh = halfspace.Mesh((CUBE_VERTICES + shifts).reshape(-1, 3),
                          (CUBE_TRIANGLES + 8 * np.arange(50)[:, None, None]).reshape(-1, 3))
    points = np.random.default_rng(6).uniform(-6, 6, (repeats(20000), 3))
    ask = getattr(mesh, question)
    more = (points[::-1].copy(),) if question in ("rays", "occluded") else ()
    assert ask(points, *more).tobytes() == ask(points, *more, threads=2).tobytes()
    assert ask(points, *more).tobytes() == ask(points, *more, threads=0).tobytes()
