# SPDX-License-Identifier: MIT
"""Two meshes, regions of a mesh, and bodies among its triangles, against numpy over all triangles."""

import itertools

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, repeats
from test_meshes import random_mesh

NONE = 2**32 - 1


def lists(answer):
    """The values of each question, from the tuple (starts, values)."""
    starts, values = answer
    assert starts[0] == 0 and starts[-1] == len(values) and starts.dtype == np.int64
    return [values[a:b] for a, b in itertools.pairwise(starts)]


def corners_of(mesh):
    return mesh.vertices[mesh.triangles]


def segment_meets(p, q, triangles):
    """For each triangle, whether the segment meets it, by signed volumes; none is edge on."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]

    def volume(u, v, w, x):
        return np.einsum("ij,ij->i", np.cross(v - u, w - u), x - u)

    p, q = np.broadcast_to(p, a.shape), np.broadcast_to(q, a.shape)
    sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)]
    through = (np.array(sides) > 0).all(axis=0) | (np.array(sides) < 0).all(axis=0)
    return through & (volume(a, b, c, p) * volume(a, b, c, q) < 0)


def brute_pairs(first, second):
    """Pairs of triangles of which an edge of one meets the other one."""
    found = set()
    for swapped, (these, those) in ((False, (first, second)), (True, (second, first))):
        for i, corners in enumerate(these):
            for k in range(3):
                for j in np.flatnonzero(segment_meets(corners[k], corners[k - 1], those)):
                    found.add((j, i) if swapped else (i, j))
    return sorted(found)


def random_poses(count, seed, spread=20):
    random = np.random.default_rng(seed)
    return halfspace.poses_at(random.uniform(-spread, spread, (count, 3)),
                              random.uniform(0, 360, count), random.uniform(-90, 90, count))


def placed(pose, points):
    return points @ pose[:, :3].T + pose[:, 3]


@pytest.fixture(scope="module")
def two():
    return halfspace.Mesh(*random_mesh(31, 40)), halfspace.Mesh(*random_mesh(32, 30))


def test_pairs_are_the_triangles_that_numpy_finds(two):
    a, b = two
    poses = random_poses(repeats(12), 33)
    found = lists(a.pairs(b, poses))
    for pose, pairs in zip(poses, found):
        expected = brute_pairs(corners_of(a), placed(pose, corners_of(b)))
        assert [tuple(pair) for pair in pairs.tolist()] == expected
        assert np.array_equal(a.pairs(b, pose), pairs)
    assert sum(map(len, found)) > len(poses)
    assert np.array_equal(a.touches(b, poses), [len(pairs) > 0 for pairs in found])
    assert np.array_equal(a.distance(b, poses)["distance"] == 0, a.touches(b, poses))


def point_triangle_distance(points, corners):
    """The distances of points from one triangle: of its plane or of its edges."""
    a, b, c = corners
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal)
    height = (points - a) @ normal
    foot = points - height[:, None] * normal
    inside = np.ones(len(points), bool)
    nearest = np.full(len(points), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.cross(q - p, foot - p) @ normal >= 0
        t = ((points - p) @ (q - p) / ((q - p) @ (q - p))).clip(0, 1)
        nearest = np.minimum(nearest, np.linalg.norm(points - p - t[:, None] * (q - p), axis=1))
    return np.where(inside, abs(height), nearest)


def test_nearest_triangles_hold_the_nearest_points(two):
    a, b = two
    poses = random_poses(repeats(30), 34, spread=60)
    near = a.distance(b, poses)
    own, others = corners_of(a), corners_of(b)
    for pose, pair in zip(poses, near):
        point, other = pair["point"], pair["other_point"]
        assert np.isclose(np.linalg.norm(point - other), pair["distance"], atol=1e-9)
        assert point_triangle_distance(point[None], own[pair["triangle"]]) < 1e-9
        there = placed(pose, others[pair["other_triangle"]])
        assert point_triangle_distance(other[None], there) < 1e-9
        # No corner of either mesh is nearer to a triangle of the other one.
        corners = placed(pose, others).reshape(-1, 3)
        assert min(point_triangle_distance(corners, t).min() for t in own) > pair["distance"] - 1e-9
    bound = float(np.median(near["distance"]))
    limited = a.distance(b, poses, max_distance=bound)
    assert np.array_equal(np.isinf(limited["distance"]), near["distance"] > bound)
    assert limited["triangle"].max() == NONE


def test_regions_hold_the_triangles_that_numpy_finds():
    mesh = halfspace.Mesh(*random_mesh(35, 50))
    random = np.random.default_rng(36)
    corners = corners_of(mesh)
    centres = random.uniform(-12, 12, (repeats(60), 3))
    radii = random.uniform(0, 6, len(centres))
    distances = np.array([point_triangle_distance(centres, t) for t in corners]).T
    found = lists(mesh.in_sphere(centres, radii))
    assert all(np.array_equal(ids, np.flatnonzero(row <= radius))
               for ids, row, radius in zip(found, distances, radii))
    assert np.array_equal(mesh.overlaps_sphere(centres, radii), [len(ids) > 0 for ids in found])
    # A box has what a segment through it meets, and nothing whose own box is beside it.
    boxes = np.stack([centres - 2, centres + radii[:, None]], axis=1)
    in_box = lists(mesh.in_box(boxes))
    for box, ids in zip(boxes, in_box):
        beside = (corners.min(axis=1) > box[1]).any(axis=1) | (corners.max(axis=1) < box[0]).any(axis=1)
        within = ((corners >= box[0]) & (corners <= box[1])).all(axis=2).any(axis=1)
        for p, q in ((box[0], box[1]), ((box[0][0], *box[1][1:]), (box[1][0], *box[0][1:]))):
            within |= segment_meets(np.array(p), np.array(q), corners)
        assert set(np.flatnonzero(within)) <= set(ids.tolist()) <= set(np.flatnonzero(~beside))
    assert [ids.tolist() for ids in lists(mesh.in_box(boxes.reshape(-1, 6)))] == \
        [ids.tolist() for ids in in_box]
    assert np.array_equal(mesh.overlaps_box(boxes), [len(ids) > 0 for ids in in_box])
    # A capsule without a radius is its segment; around a point it is a ball.
    ends = random.uniform(-12, 12, centres.shape)
    for start, end, ids in zip(centres, ends, lists(mesh.in_capsule(centres, ends, 0))):
        assert np.array_equal(ids, np.flatnonzero(segment_meets(start, end, corners)))
    balls = lists(mesh.in_capsule(centres, centres, radii))
    assert [ids.tolist() for ids in balls] == [ids.tolist() for ids in found]
    assert np.array_equal(mesh.overlaps_capsule(centres, centres, radii),
                          mesh.overlaps_sphere(centres, radii))


def test_all_hits_begin_with_the_first_one():
    mesh = halfspace.Mesh(*random_mesh(37))
    random = np.random.default_rng(38)
    origins, directions = random.uniform(-15, 15, (2, repeats(300), 3))
    first = mesh.rays(origins, directions)
    every = lists(mesh.all_hits(origins, directions))
    assert sum(map(len, every)) > len(origins) / 2
    corners = corners_of(mesh)
    for hit, hits, origin, direction in zip(first, every, origins, directions):
        assert (np.diff(hits["t"]) >= 0).all()
        assert len(hits) == 0 and np.isinf(hit["t"]) or hits[0] == hit
        meets = segment_meets(origin, origin + 1000 * direction, corners)
        assert np.array_equal(np.sort(hits["triangle"]), np.flatnonzero(meets))


def test_sweeps_of_a_ball_end_where_its_centre_is_a_radius_away(cube):
    radius = 0.25
    ball = halfspace.Shape.sphere(radius)
    random = np.random.default_rng(39)
    starts, ends = random.uniform(-1, 2, (2, repeats(400), 3))
    touches = cube.sweep(ball, starts, ends)
    free = cube.free(ball, starts)
    distance = cube.closest(starts)["distance"]
    assert np.array_equal(free, distance > radius) and free.any() and not free.all()
    assert np.array_equal(touches["start_blocked"], ~free)
    hit = free & (touches["triangle"] != NONE)
    centres = starts + touches["fraction"][:, None] * (ends - starts)
    assert np.allclose(cube.closest(centres[hit])["distance"], radius, atol=1e-6)
    assert np.allclose(np.linalg.norm(centres[hit] - touches["point"][hit], axis=1), radius, atol=1e-6)
    for start, end in zip(starts[free & ~hit], ends[free & ~hit]):
        way = start + np.linspace(0, 1, 50)[:, None] * (end - start)
        assert cube.closest(way)["distance"].min() > radius - 1e-6
    assert hit.any() and not hit.all()


def test_the_deepest_overlap_is_the_way_out(cube):
    ball = halfspace.Shape.sphere(0.25)
    points = np.random.default_rng(40).uniform(-0.5, 1.5, (repeats(300), 3))
    deepest = cube.deepest(ball, points)
    near = cube.closest(points)["distance"]
    overlap = near < 0.25
    assert np.array_equal(deepest["triangle"] != NONE, overlap)
    assert np.allclose(deepest["depth"][overlap].min(), (0.25 - near[overlap]).min(), atol=0.25)
    assert (deepest["depth"][overlap] >= 0.25 - near[overlap] - 1e-9).all()
    places = cube.unstick(ball, points, 1)
    assert cube.free(ball, places[~np.isnan(places[:, 0])]).all()
    assert np.array_equal(places[~overlap], points[~overlap])
    moved = np.linalg.norm(places - points, axis=1)
    assert (moved[overlap] >= 0.25 - near[overlap] - 1e-6).all()


def test_a_mesh_that_stands_elsewhere_is_met_there(cube):
    ball, turned = halfspace.Shape.sphere(0.25), halfspace.poses_at((5, 0, 0), yaw=90)
    touch = cube.sweep(ball, (4.5, 0.25, 3), (4.5, 0.25, -1), mesh_pose=turned)
    assert touch["fraction"] == pytest.approx(1.75 / 4) and touch["point"][2] == pytest.approx(1)
    box = halfspace.Shape.box((1, 0.1, 0.1))
    assert cube.free(box, (-0.5, 0.5, 0.5), pose=halfspace.poses_at((0, 0, 0), yaw=90))
    assert not cube.free(box, (-0.5, 0.5, 0.5))
    behind = cube.sweep(ball, (0.5, 0.5, 0.5), (0.5, 0.5, 3), sides="front")
    assert behind["triangle"] == NONE and behind["fraction"] == 1


BAD = [
    (lambda m: m.pairs(m, [(0, 0, 0), (0, np.nan, 0)]), "^pose is not finite in row 1"),
    (lambda m: m.touches(m, np.stack([np.eye(3, 4), 2 * np.eye(3, 4)])), "^pose is no turn and move in row 1"),
    (lambda m: m.distance(m, [(0, 0, 0), (0, 1e81, 0)]), "^the position of pose is .* in row 1"),
    (lambda m: m.distance(m, np.zeros((1, 4))), "^pose has the shape .*; it must be positions"),
    (lambda m: m.in_box(np.zeros((4, 3))), "^boxes has the shape"),
    (lambda m: m.in_sphere([(0, 0, 0)] * 2, [1, -1]), "^radius in row 1 must be at least 0"),
    (lambda m: m.in_sphere([(0, 0, 0)] * 2, [1, 2, 3]), "^radius has the shape .3,.; it must be .2,."),
    (lambda m: m.in_capsule((0, 0, 0), [(0, 0, 0), (0, 1e300, 0)], 1),
     "^end is .* in row 1; coordinates must be within 2.03"),
    (lambda m: m.all_hits((0, 0, 0), (0, 0, 1), max_t=np.nan), "^max_t must be"),
    (lambda m: m.sweep(halfspace.Shape.sphere(1), (0, 0, 0), (1, 1, 1), sides="back"), "^sides must be"),
    (lambda m: m.sweep(halfspace.Shape.sphere(1), (0, 0, 0), (5e6, 0, 0)),
     "^end is .*; coordinates must be within 4194304"),
    (lambda m: m.free(halfspace.Shape.sphere(1), [(0, 0, 0), (5e6, 0, 0)]), "^points is .* in row 1"),
    (lambda m: m.unstick(halfspace.Shape.sphere(1), (0, 0, 0), -1), "^distance must be"),
    (lambda m: m.free(halfspace.Shape.sphere(1), (0, 0, 0), mesh_pose=(5e6, 0, 0)), "^the position of mesh_pose"),
]


@pytest.mark.parametrize("ask, message", BAD)
def test_bad_arguments_are_named(cube, ask, message):
    with pytest.raises(ValueError, match=message):
        ask(cube)


def test_no_rows_are_no_answers_and_out_is_filled(cube):
    starts, pairs = cube.pairs(cube, np.empty((0, 3)))
    assert starts.tolist() == [0] and pairs.shape == (0, 2)
    assert len(cube.sweep(halfspace.Shape.sphere(1), np.empty((0, 6)))) == 0
    poses = random_poses(40, 41, spread=2)
    for name, dtype in (("distance", halfspace.mesh_pair_dtype), ("touches", bool)):
        out = np.zeros(40, dtype)
        assert getattr(cube, name)(cube, poses, out=out) is out
        assert out.tobytes() == getattr(cube, name)(cube, poses, threads=2).tobytes()
    assert [a.tobytes() for a in cube.pairs(cube, poses, threads=0)] == \
        [a.tobytes() for a in cube.pairs(cube, poses)]
    one = np.zeros(1, halfspace.mesh_pair_dtype)
    assert cube.distance(cube, (3, 0, 0), out=one) is one and one["distance"] == 2
    empty = halfspace.Mesh(np.empty((0, 3)), np.empty((0, 3), int))
    assert np.isinf(cube.distance(empty)["distance"]) and not cube.touches(empty) and len(cube.pairs(empty)) == 0


def test_far_parts_of_a_mesh_come_before_near_ones():
    rows = halfspace.Mesh(np.vstack([CUBE_VERTICES, CUBE_VERTICES + (50, 0, 0)]),
                          np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES + 8]))
    left, right = lists(rows.far_to_near([(-9, 0, 0), (99, 0, 0)]))
    for order in (left, right):
        assert sorted(order.tolist()) == list(range(24))
    assert left[:12].min() >= 12 and right[:12].max() < 12
