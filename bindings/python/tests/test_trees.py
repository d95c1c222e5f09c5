# SPDX-License-Identifier: MIT
"""The trees of a level as arrays: who walks them finds what the level answers."""

import numpy as np
import pytest

import halfspace
from conftest import random_points

ARRAYS = ["planes", "scaled_planes", "nodes", "leaves", "tree_roots", "model_records", "walk_nodes",
          "walk_roots", "hulls", "hull_corners", "hull_planes", "brushes", "sides", "tree_contacts"]


def leaf_at(level, point, root):
    """Goes down by whole numbers. point: in halves of a grid step."""
    child = int(root)
    while child >= 0:
        node = level.nodes[child]
        plane = level.planes[node["plane"]]
        d = (int(plane["d_high"]) << 64) + int(plane["d_low"])
        side = sum(int(n) * int(x) for n, x in zip(plane["n"], point)) - 2 * d
        child = int(node["child"][0 if side > 0 else 1])
    return -1 - child


def walked(level, point, root):
    """The contents at a point, by the walk tree of the point."""
    child = int(root)
    while not child >> 26 & 1:
        node = level.walk_nodes[child & (1 << 26) - 1]
        low, high = int(node["child"][0]) >> 31, int(node["child"][1]) >> 31
        axis = low + 2 * high
        if axis < 3:
            side = point[axis] - np.array(node["plane"]).view(np.float64)
        else:
            plane = level.scaled_planes[int(node["plane"])]
            side = plane[:3] @ point - plane[3]
        child = int(node["child"][0 if side > 0 else 1])
    return child & (1 << 26) - 1


def points_between(level, count):
    """Points at odd multiples of half a grid step: no axial plane holds one."""
    step = 2.0 ** -level.grid_exponent
    return (np.floor(random_points(level, count, 41) / step) + 0.5) * step


def test_who_goes_down_the_tree_finds_the_contents(keep):
    box = keep.model_records[0]
    points = points_between(keep, 500)
    points = points[((points > box["min"]) & (points < box["max"])).all(axis=1)]
    halves = points * 2 ** (keep.grid_exponent + 1)
    assert np.array_equal(halves, halves.round())
    found = [int(keep.leaves["contents"][leaf_at(keep, p, keep.tree_roots[0, 0])]) for p in halves]
    assert np.array_equal(found, keep.contents(points)) and len(set(found)) >= 3


def test_who_goes_down_the_walk_tree_finds_the_contents(keep):
    points = points_between(keep, 500)
    found = [walked(keep, p, keep.walk_roots[0, 0]) for p in points]
    assert np.array_equal(found, keep.contents(points)) and len(set(found)) >= 3


def test_scaled_planes_are_the_exact_ones(keep):
    d = np.array([(int(p["d_high"]) << 64) + int(p["d_low"]) for p in keep.planes], float)
    exact = np.column_stack([keep.planes["n"].astype(float) * 2.0**keep.grid_exponent, d])
    share = np.linalg.norm(exact[:, :3], axis=1) / np.linalg.norm(keep.scaled_planes[:, :3], axis=1)
    assert np.allclose(exact, keep.scaled_planes * share[:, None], rtol=1e-12)


def test_every_node_has_its_children_behind_it(keep):
    child = keep.nodes["child"].astype(int)
    inner = child >= 0
    assert (child[inner] > np.nonzero(inner)[0]).all() and (child < len(keep.nodes)).all()
    assert (-1 - child[~inner] < len(keep.leaves)).all() and (keep.nodes["plane"] < len(keep.planes)).all()
    assert not keep.leaves["contents"][0]


def test_sides_of_brushes_are_those_of_the_source(keep):
    source = halfspace.read_source("examples/levels/keep.map").entities
    turned = np.where(keep.sides["plane"] % 2 == 1, -1, 1)
    exact = keep.planes[keep.sides["plane"] // 2]
    normals = exact["n"] * turned[:, None]
    names = [material["name"] for material in keep.materials]
    for brush in keep.brushes:
        written = source[int(brush["entity"])]["brushes"][int(brush["source"])]
        assert written["contents"] == brush["contents"] and written["line"] == brush["line"]
        own = slice(int(brush["first_side"]), int(brush["first_side"] + brush["side_count"]))
        unit = normals[own] / np.linalg.norm(normals[own], axis=1)[:, None]
        assert np.allclose(unit, written["planes"][keep.sides["source"][own], :3], atol=1e-6)
        assert [names[m] for m in keep.sides["material"][own]] == \
            [written["materials"][s] for s in keep.sides["source"][own]]
    assert len(keep.brushes) > 30


def test_corners_of_hulls_are_behind_their_planes_and_solid(keep):
    corners, planes = (np.append(keep.hulls[name], len(all_)) for name, all_ in (
        ("first_corner", keep.hull_corners), ("first_plane", keep.hull_planes)))
    seen = 0
    for h in range(len(keep.hulls)):
        own = keep.hull_corners[int(corners[h]):int(corners[h + 1])]
        n, d = np.split(keep.hull_planes[int(planes[h]):int(planes[h + 1])], [3], axis=1)
        if len(own):
            assert (own @ n.T - d.T).max(initial=-1) < 1e-9
            assert np.array_equal(own.min(axis=0), keep.hulls["min"][h])
            assert np.array_equal(own.max(axis=0), keep.hulls["max"][h])
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_views_that_nobody_writes(keep, name):
    array = getattr(keep, name)
    again = getattr(keep, name)
    assert not array.flags.writeable and not array.flags.owndata and len(array) > 0
    assert array.ctypes.data == again.ctypes.data
    with pytest.raises(ValueError):
        array[0] = 0


def test_arrays_outlive_their_level(keep_file):
    nodes = halfspace.load(keep_file).nodes
    assert nodes["plane"].max() > 0
