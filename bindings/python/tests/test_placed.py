# SPDX-License-Identifier: MIT
"""Places for shapes and boxes, what is placed where, and touched surfaces, against other questions."""

import itertools

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, LEVELS, random_points, random_segments, repeats

NONE = 2**32 - 1


def lists(answer):
    starts, values = answer
    return [values[a:b] for a, b in itertools.pairwise(starts)]


def test_a_shape_like_a_body_has_room_where_the_body_has(keep, world):
    least, greatest = keep.body_box("stand")
    body = halfspace.Shape.box((greatest - least) / 2)
    pose = (least + greatest) / 2
    points = random_points(keep, repeats(4000), 101)
    for asked in (keep, world):
        free = asked.free("stand", points)
        assert np.array_equal(asked.shape_free(body, points, pose=pose), free)
        assert free.any() and not free.all()
        swept = asked.sweep(body, points, points + 1, pose=pose)
        assert not (free & swept["start_blocked"]).any()
    boxes = np.stack([points + least, points + greatest], axis=1)
    assert np.array_equal(keep.overlaps_box(boxes), ~keep.free("stand", points))
    ball = halfspace.Shape.sphere(10)
    stuck = points[~keep.shape_free(ball, points)][:repeats(300)]
    places = keep.shape_unstick(ball, stuck, 40)
    found = ~np.isnan(places[:, 0])
    assert keep.shape_free(ball, places[found]).all() and found.any()
    assert (np.linalg.norm(places[found] - stuck[found], axis=1) <= 40).all()
    assert keep.shape_free(ball, points, threads=2).tobytes() == keep.shape_free(ball, points).tobytes()


def test_what_is_placed_is_found_in_boxes(world):
    random = np.random.default_rng(102)
    places = random.uniform((0, 0, 0), (1200, 500, 200), (repeats(300), 3))
    for i, place in enumerate(places):
        world.place_obstacle(2 * i, halfspace.Shape.box((8, 4, 2)), place)
    boxes = np.stack([places[::3] - (30, 20, 10), places[::3] + 25], axis=1)
    for box, ids in zip(boxes, lists(world.obstacles_in(boxes))):
        half = np.array((8, 4, 2))
        touch = (places - half <= box[1]).all(axis=1) & (places + half >= box[0]).all(axis=1)
        assert np.array_equal(ids, 2 * np.flatnonzero(touch))
    assert np.array_equal(world.obstacle_positions(2 * np.arange(len(places))), places)
    door = world.level.bounds(1)
    assert world.models_in(door).tolist() == [1] and world.models_in(door + 5000).size == 0
    world.place_mesh(9, halfspace.Mesh(CUBE_VERTICES, CUBE_TRIANGLES), (5, 5, 5))
    found = lists(world.meshes_in([[(0, 0, 0), (5, 5, 5)], [(0, 0, 0), (4, 4, 4)]]))
    assert [ids.tolist() for ids in found] == [[9], []]


def test_a_copy_of_a_world_is_a_snapshot(world):
    world.place_obstacle(7, halfspace.Shape.sphere(8), (128, 256, 8))
    world.place_mesh(9, halfspace.Mesh(10 * CUBE_VERTICES, CUBE_TRIANGLES), (60, 250, 10))
    snapshot = world.copy()
    segments = random_segments(world.level, repeats(2000), 103)
    before = world.trace("point", segments)
    world.remove_obstacle(7)
    world.remove_mesh(9)
    world.move_model(1, (0, 0, 100))
    assert snapshot.trace("point", segments).tobytes() == before.tobytes()
    assert snapshot.level is world.level and repr(snapshot) == \
        "<halfspace.World: 1 models, 1 obstacles, 1 meshes>"
    assert np.array_equal(world.model_pose(1), np.hstack([np.eye(3), [[0], [0], [100]]]))
    assert np.array_equal(snapshot.model_pose(1), np.eye(3, 4))


def test_a_door_crushes_what_it_overlaps(world):
    least, greatest = world.level.bounds(1)
    middle = (least + greatest) / 2
    assert world.crushed_by(1) is None
    for id in (9, 4):
        world.place_obstacle(id, halfspace.Shape.sphere(8), middle)
    world.place_obstacle(2, halfspace.Shape.box((8, 8, 8)), (greatest[0] + 8, *middle[1:]))  # touches
    assert world.crushed_by(1) == 4
    world.remove_model(1)
    for ask in (world.crushed_by, world.model_pose):
        with pytest.raises(IndexError, match="model is 1, which is not placed"):
            ask(1)
    with pytest.raises(IndexError, match="ids in row 1 is 5, which is not placed"):
        world.obstacle_positions([4, 5])


def test_touched_surfaces_are_sides_of_the_source(keep):
    entities = halfspace.read_source(LEVELS / "keep.map").entities
    planes = np.concatenate([b["planes"] for e in entities for b in e["brushes"]])
    names = [name.lower() for e in entities for b in e["brushes"] for name in b["materials"]]
    contacts = keep.trace("point", random_segments(keep, repeats(4000), 104))
    surfaces = keep.surfaces("point", contacts)
    touched = surfaces["material"] != NONE
    assert not touched[~contacts["hit"]].any() and touched.any()
    assert np.array_equal(surfaces, keep.surfaces("point", contacts, threads=2))
    for contact, surface in zip(contacts[touched], surfaces[touched]):
        name = keep.materials[surface["material"]]["name"].lower()
        near = abs(planes[:, :3] @ contact["point"] - planes[:, 3]) < 1e-3
        assert name in {names[i] for i in np.flatnonzero(near)}
    one = np.flatnonzero(touched)[0]
    assert keep.surfaces("point", contacts[one])["brush"] == surfaces["brush"][one]


def test_contacts_of_elsewhere_are_refused(keep, world):
    contacts = np.repeat(keep.trace("point", (64, 256, 60), (64, 256, -60))[None], 3)
    for field, value in (("node", 10**6), ("plane", 10**6), ("model", 1), ("point", np.nan)):
        wrong = contacts.copy()
        wrong[field][1] = value
        with pytest.raises(ValueError, match="^contacts has one in row 1"):
            keep.surfaces("point", wrong)
    wrong = contacts.copy()
    wrong["hit"], wrong["node"] = False, 10**6
    assert (keep.surfaces("point", wrong)["material"] == NONE).all()
    with pytest.raises(TypeError, match="^contacts has the dtype"):
        keep.surfaces("point", np.zeros(3))
    with pytest.raises(KeyError, match="ghost"):
        keep.surfaces("ghost", contacts)
    for ask, message in ((lambda: keep.overlaps_box([(0, 0, 0), (1, 1, 0)]), "^boxes has a box without"),
                         (lambda: keep.shape_free(halfspace.Shape.sphere(1), [(0, 0, 0), (5e6, 0, 0)]),
                          "^points is .* in row 1"),
                         (lambda: keep.shape_unstick(halfspace.Shape.sphere(1), (0, 0, 0), np.nan),
                          "^distance must be"),
                         (lambda: world.obstacles_in([(0, 0, 0)]), "^boxes has the shape"),
                         (lambda: keep.sweep(halfspace.Shape.sphere(1), (0, 0, 0), (1, 1, 1), pose=(5e6, 0, 0)),
                          "^the position of pose"),
                         (lambda: keep.shape_free(halfspace.Shape.sphere(1), (0, 0, 0), pose=(0, 5e6, 0)),
                          "^the position of pose")):
        with pytest.raises(ValueError, match=message):
            ask()


def test_entities_look_where_their_keys_say(keep):
    turned = [i for i, e in enumerate(keep.entities) if {"angle", "angles", "mangle"} & set(e)]
    assert turned
    angles, facing = keep.entity_angles(turned), keep.entity_facing(turned)
    assert np.array_equal(halfspace.poses_at(np.zeros((len(turned), 3)), angles[:, 1], angles[:, 0])[:, :, 0],
                          facing)
    for i, (pitch, yaw, _) in zip(turned, angles):
        angle = float(keep.entities[i].get("angle", yaw))
        assert pitch == {-1: -90, -2: 90}[angle] if angle < 0 else yaw == angle
    assert keep.entity_angles(0) is None and np.isnan(keep.entity_facing([0])).all()
    with pytest.raises(IndexError, match="^entities in row 1 is 999; it must be from 0"):
        keep.entity_angles([0, 999])
    with pytest.raises(IndexError, match="^models is 2; it must be from 0 to 1"):
        keep.model_blocks(2)
    assert not keep.model_blocks(1, mask=halfspace.Contents.WATER)


def test_angles_are_those_of_numpy():
    directions = np.random.default_rng(105).normal(size=(repeats(2000), 3))
    yaw, pitch = halfspace.angles_towards(directions).T
    x, y, z = directions.T
    assert np.allclose(yaw, np.degrees(np.arctan2(y, x)), atol=1e-10)
    assert np.allclose(pitch, np.degrees(np.arctan2(-z, np.hypot(x, y))), atol=1e-10)
    back = halfspace.poses_at(np.zeros((len(yaw), 3)), yaw, pitch)[:, :, 0]
    assert np.allclose(back, directions / np.linalg.norm(directions, axis=1, keepdims=True), atol=1e-12)
