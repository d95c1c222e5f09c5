# SPDX-License-Identifier: MIT
"""Rays and inside tests beside Open3D's RaycastingScene, for python_table.py.

Open3D computes in floats, so meshes, rays and points are floats here. Whose inside test errs is counted
against the winding number by whole numbers.
"""

from __future__ import annotations

import ctypes
import pathlib
from typing import Any

import numpy as np

Array = Any


def scan(rings: int) -> tuple[Array, Array]:
    """A closed mesh like a scanned statue: 4 * rings * (rings - 1) triangles, as tests/support/scan.h."""
    random = np.random.default_rng(1)
    around = 2 * rings
    down = np.repeat(np.arange(1, rings), around) * (np.pi / rings)
    turn = np.tile(np.arange(around), rings - 1) * (np.pi / rings)
    r = (1 + 0.15 * np.sin(7 * down) * np.cos(5 * turn) + 0.05 * np.sin(31 * down + 3 * turn)
         + 0.3 / rings * random.uniform(-1, 1, len(down)))
    sides = np.column_stack([r * np.sin(down) * np.cos(turn), r * np.sin(down) * np.sin(turn),
                             r * np.cos(down)])
    vertices = np.vstack([[0, 0, 1], sides, [0, 0, -1]]).astype(np.float32)
    i = np.arange(around)
    j = (i + 1) % around
    top, bottom = np.zeros(around, int), np.full(around, len(vertices) - 1)
    last = 1 + (rings - 2) * around
    faces = [np.column_stack([top, 1 + i, 1 + j]), np.column_stack([last + i, bottom, last + j])]
    for ring in range(rings - 2):
        a = 1 + ring * around
        b = a + around
        faces += [np.column_stack([a + i, b + i, b + j]), np.column_stack([a + i, b + j, a + j])]
    return vertices, np.vstack(faces)


def boxes(count: int) -> tuple[Array, Array]:
    """Cubes with corners on whole numbers that do not touch: rays graze many edges."""
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    faces = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                      (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)])
    at = np.array([(x, y, z) for x in range(count) for y in range(count) for z in range(count)])
    vertices = (4 * corners + 6 * at[:, None]).reshape(-1, 3).astype(np.float32)
    return vertices, (faces + 8 * np.arange(len(at))[:, None, None]).reshape(-1, 3)


# What floats are multiplied with to be whole numbers.
_SCALE_BITS = 149


def _whole(numbers: Array) -> list[list[int]]:
    """Rows of floats times 2^149, exactly."""
    parts, powers = np.frexp(numbers.astype(np.float64))
    scaled = (parts * 2.0**24).astype(np.int64)
    assert (scaled == parts * 2.0**24).all()
    shifts = powers + (_SCALE_BITS - 24)
    return [[int(x) << int(n) if n >= 0 else int(x) >> int(-n) for x, n in zip(*row)]
            for row in zip(scaled, shifts)]


def exact_winding(vertices: Array, faces: Array, points: Array) -> Array:
    """How often a closed mesh is around each point, by whole numbers. No point may lie on it.

    Counts the triangles above a point. The point counts as moved a little to larger x, and much less to
    larger y, so that none is above an edge.
    """
    corners, places = _whole(vertices), _whole(points)
    low, high = vertices[faces].min(axis=1), vertices[faces].max(axis=1)
    found = np.zeros(len(points), int)
    for number, point in enumerate(points):
        near = ((low[:, :2] <= point[:2]) & (point[:2] <= high[:, :2])).all(axis=1)
        near &= high[:, 2] >= point[2]
        for face in faces[near]:
            a, b, c = ([x - p for x, p in zip(corners[v], places[number])] for v in face)
            side = _side(a, b)
            if side and side == _side(b, c) == _side(c, a):
                volume = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
                          + a[2] * (b[0] * c[1] - b[1] * c[0]))
                assert volume != 0, "a point lies on the mesh"
                found[number] += side if (volume > 0) == (side > 0) else 0
    return found


def _side(a: list[int], b: list[int]) -> int:
    """1 if the moved origin is left of the edge from a to b as seen from above, -1 if right of it."""
    for decides in (a[0] * b[1] - a[1] * b[0], a[1] - b[1], b[0] - a[0]):
        if decides != 0:
            return 1 if decides > 0 else -1
    return 0


def load_masks(build: pathlib.Path) -> None:
    """Before Open3D is imported."""
    masks = build / "benchmarks/libhalfspace_python_embree_masks.so"
    if masks.exists():
        ctypes.CDLL(str(masks), ctypes.RTLD_GLOBAL)


def _finds_hits(open3d: Any) -> bool:
    scene = open3d.t.geometry.RaycastingScene()
    box = open3d.geometry.TriangleMesh.create_box()
    scene.add_triangles(open3d.t.geometry.TriangleMesh.from_legacy(box))
    ray = open3d.core.Tensor(np.array([(0.3, 0.4, -1, 0, 0, 1)], np.float32))
    return bool(scene.cast_rays(ray)["t_hit"].numpy()[0] == 1)


class Sides:
    """A mesh on both sides."""

    def __init__(self, vertices: Array, faces: Array) -> None:
        import halfspace
        import open3d

        assert _finds_hits(open3d), "Open3D meets nothing: see embree_masks.cpp"
        self.core = open3d.core
        self.mesh = halfspace.Mesh(vertices, faces)
        self.scene = open3d.t.geometry.RaycastingScene(nthreads=1)
        self.scene.add_triangles(self.core.Tensor(vertices),
                                 self.core.Tensor(faces.astype(np.uint32)))

    def tensor(self, rows: Array) -> Any:
        return self.core.Tensor(rows.astype(np.float32))

    def occupancy(self, points: Any) -> Array:
        return self.scene.compute_occupancy(points, nthreads=1).numpy() != 0


def rays(table: Any, ratio: Any, sides: Sides, rounds: int) -> None:
    import halfspace

    random = np.random.default_rng(3)
    outwards = random.normal(size=(1_000_000, 3))
    origins = 2.2 * outwards / np.linalg.norm(outwards, axis=1)[:, None]
    origins = origins.astype(np.float32).astype(np.float64)
    ways = (random.uniform(-1, 1, origins.shape) - origins).astype(np.float32).astype(np.float64)
    asked = sides.tensor(np.hstack([origins, ways]))
    hits = np.empty(len(origins), halfspace.ray_hit_dtype)
    found, here, there = ratio(lambda: sides.mesh.rays(origins, ways, out=hits),
                               lambda: sides.scene.cast_rays(asked, nthreads=1), rounds)
    theirs = sides.scene.cast_rays(asked, nthreads=1)
    other = (theirs["primitive_ids"].numpy() != hits["triangle"]).mean()
    table.row("10^6 mesh rays in doubles with `out=`: times the rate of Open3D",
              f"{1 / found:.2f} ({here * 1e3:.0f} / {there * 1e3:.0f} ns; another triangle "
              f"for {other:.1e} of the rays)", "0.6")


def inside(table: Any, ratio: Any, sides: Sides, name: str, points: Array, truth: Array,
           rounds: int) -> None:
    """truth: of the first points."""
    points = points.astype(np.float32).astype(np.float64)
    asked = sides.tensor(points)
    counts = np.empty(len(points), np.int32)
    found, here, there = ratio(lambda: sides.mesh.winding(points, out=counts),
                               lambda: sides.occupancy(asked), rounds)
    ours = int(((counts != 0)[: len(truth)] != truth).sum())
    theirs = int((sides.occupancy(asked)[: len(truth)] != truth).sum())
    each = 1e9 / len(points)
    table.row(f"inside tests {name}: times the rate of Open3D",
              f"{1 / found:.2f} ({here * each:.0f} / {there * each:.0f} ns); errors of {len(truth):,}: "
              f"{ours:,} / {theirs:,}", "2, no errors")


def meshes(table: Any, ratio: Any, rounds: int) -> None:
    vertices, faces = scan(132)
    sides = Sides(vertices, faces)
    rays(table, ratio, sides, rounds)
    random = np.random.default_rng(4)
    near = vertices[random.integers(len(vertices), size=200_000)]
    points = (near + random.normal(scale=0.02, size=near.shape)).astype(np.float32)
    truth = exact_winding(vertices, faces, points[:20_000]) != 0
    inside(table, ratio, sides, f"near the surface of a scan of {len(faces):,} triangles", points, truth, rounds)
    points = random.uniform(-1.2, 1.2, (200_000, 3)).astype(np.float32)
    truth = exact_winding(vertices, faces, points[:20_000]) != 0
    inside(table, ratio, sides, "anywhere in its box", points, truth, rounds)
    # Cubes of 4 units, 6 apart, and places on halves of units that are on none of their faces.
    vertices, faces = boxes(10)
    sides = Sides(vertices, faces)
    points = random.integers(-1, 118, (100_000, 3)) / 2
    rest = points % 6
    points = points[~(((rest == 0) | (rest == 4)) & (points >= 0)).any(axis=1)]
    rest = points % 6
    truth = ((rest > 0) & (rest < 4) & (points > 0) & (points < 60)).all(axis=1)
    inside(table, ratio, sides, f"among {len(faces) // 12:,} cubes", points, truth, rounds)
