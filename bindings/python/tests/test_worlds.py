# SPDX-License-Identifier: MIT
"""Worlds: models, obstacles and meshes that are placed, moved and taken away."""

import copy
import pickle
import threading

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, START, random_segments

BOX = halfspace.Shape.box((8, 8, 8))
PLACE = (128, 256, 8)
WAY = ((64, 256, 8), (200, 256, 8))


def test_an_empty_world_answers_as_its_level(keep):
    world = halfspace.World(keep)
    segments = random_segments(keep, 300, 9)
    assert world.trace("stand", segments).tobytes() == keep.trace("stand", segments).tobytes()
    assert world.level is keep and world.player_start()["position"].tolist() == list(START)


def test_models_block_where_they_are(keep, world):
    through = ((600, 256, 60), (700, 256, 60))
    assert repr(world) == "<halfspace.World: 1 models, 0 obstacles, 0 meshes>"
    assert keep.sight(*through) and not world.sight(*through)
    assert world.trace("point", *through)["model"] == 1
    world.place_model(1, (0, 0, 120))
    assert world.sight(*through)
    world.move_model(1, (0, 0, 60))
    world.end_step()
    world.move_model(1, np.eye(4))
    assert not world.sight(*through)
    world.remove_model(1)
    assert world.sight(*through)
    for model in (0, 2, 77):
        with pytest.raises(IndexError, match=f"model is {model}"):
            world.place_model(model, START)
    with pytest.raises(IndexError, match="model is 1, which is not placed"):
        world.move_model(1, START)


def test_obstacles_block_where_they_are(world):
    assert not world.trace("point", *WAY)["hit"]
    world.place_obstacle(7, BOX, PLACE)
    touch = world.trace("point", *WAY)
    assert touch["obstacle"] == 7 and touch["point"].tolist() == [120, 256, 8]
    world.put_obstacles(7, (160, 256, 8))
    assert world.trace("point", *WAY)["point"][0] == 152
    world.move_obstacle(7, (150, 256, 8))
    assert world.trace("point", *WAY)["point"][0] == 142
    world.end_step()
    world.place_obstacle(8, BOX, (100, 256, 0), offset=(0, 0, 8), contents=halfspace.Contents.MONSTER_CLIP)
    assert world.trace("point", *WAY)["obstacle"] == 8
    assert world.trace("point", *WAY, mask=halfspace.Contents.SOLID)["obstacle"] != 8
    assert world.beams([WAY[0]], [(1, 0, 0)], 1000, themselves=[8])[0, 0] > 50
    world.remove_obstacle(8)
    world.remove_obstacle(7)
    assert not world.trace("point", *WAY)["hit"]


def test_many_obstacles_are_put_at_once_or_none_is(world):
    for number in range(3):
        world.place_obstacle(number, BOX, (100 + 40 * number, 256, 8))
    world.put_obstacles([2, 0], [(300, 256, 8), (500, 256, 8)])
    assert world.trace("point", *WAY)["obstacle"] == 1
    for ids, positions, error in (([1, 9], [START, START], IndexError), ([1, -1], [START, START], IndexError),
                                  ([1, 0], [START, (2.0**22, 0, 0)], ValueError),
                                  ([1], [START, START], ValueError), (None, [START], TypeError)):
        with pytest.raises(error):
            world.put_obstacles(ids, positions)
        assert world.trace("point", *WAY)["obstacle"] == 1
    world.put_obstacles(np.empty(0, int), np.empty((0, 3)))


def test_places_that_cannot_be_are_refused(world, cube):
    for bad in ((2.0**22, 0, 0), [START], (np.nan, 0, 0), np.empty((0, 3)), (1, 2)):
        with pytest.raises(ValueError, match="^position "):
            world.place_obstacle(1, BOX, bad)
    for change in (lambda: world.put_obstacles(1, START), lambda: world.move_obstacle(1, START),
                   lambda: world.move_mesh(1, START)):
        with pytest.raises(IndexError, match="1, which is not placed"):
            change()
    with pytest.raises(IndexError, match="^id is 4294967295"):
        world.place_obstacle(2**32 - 1, BOX, START)
    with pytest.raises(IndexError, match="^id is 4294967295"):
        world.place_mesh(2**32 - 1, cube)
    with pytest.raises(ValueError, match="position of pose"):
        world.place_mesh(1, cube, (2.0**22, 0, 0))
    huge = halfspace.Mesh(CUBE_VERTICES * 2.0**23, CUBE_TRIANGLES)
    with pytest.raises(ValueError, match="a corner of the mesh is"):
        world.place_mesh(1, huge)


def test_meshes_block_where_they_are_and_the_world_keeps_them(world):
    world.place_mesh(3, halfspace.Mesh(CUBE_VERTICES * 16 - 8, CUBE_TRIANGLES), PLACE)
    touch = world.trace("point", (64, 257, 9), (200, 257, 9))
    assert touch["mesh"] == 3 and touch["point"][0] == 120 and touch["triangle"] < 12
    world.move_mesh(3, (140, 256, 8))
    world.end_step()
    assert world.trace("point", (64, 257, 9), (200, 257, 9))["point"][0] == 132
    assert not world.sight((64, 257, 9), (200, 257, 9))
    world.remove_mesh(3)
    assert not world.trace("point", *WAY)["hit"]


def test_changing_a_world_while_another_thread_asks_raises(keep, world):
    segments = np.tile(random_segments(keep, 20000, 10), (10, 1))
    world.place_obstacle(1, BOX, PLACE)
    expected = world.trace("stand", segments).tobytes()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(world.trace("stand", segments).tobytes()))
    refused = 0
    thread.start()
    while thread.is_alive() and not refused:
        try:
            world.put_obstacles(1, PLACE)  # where it is: an answer cannot change
        except RuntimeError as error:
            assert "cannot change while another thread asks" in str(error)
            refused += 1
    thread.join()
    assert refused and answers == [expected]
    world.put_obstacles(1, (160, 256, 8))


def test_what_moves_is_not_pickled(keep_with_nav, world):
    mesh = keep_with_nav.nav()
    for refused in (world, halfspace.Octree(), halfspace.Doors(keep_with_nav), halfspace.Source(),
                    halfspace.Player(keep_with_nav), halfspace.Triggers(keep_with_nav),
                    halfspace.MoverOptions(), halfspace.RouteOptions(), halfspace.FollowOptions(),
                    halfspace.NavDoorState(mesh), mesh.field((64, 256, 24)),
                    halfspace.PathFollowers(mesh, 1), halfspace.Crowd(world)):
        name = type(refused).__name__
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match=f"^cannot pickle a halfspace.{name}"):
                pickle.dumps(refused, protocol)
        with pytest.raises(TypeError, match="cannot pickle"):
            refused.__reduce__()
        with pytest.raises(TypeError, match=r"method copy\(\)" if hasattr(refused, "copy") else f"{name}$"):
            copy.deepcopy(refused)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_stays_is_pickled_by_each_protocol(keep_with_nav, cube, protocol):
    assert pickle.loads(pickle.dumps(keep_with_nav, protocol)) == keep_with_nav
    assert len(pickle.loads(pickle.dumps(keep_with_nav.nav(), protocol))) == len(keep_with_nav.nav())
    assert pickle.loads(pickle.dumps(cube, protocol)).vertices.tobytes() == cube.vertices.tobytes()


def test_nothing_is_no_level_and_no_mesh(keep):
    with pytest.raises(TypeError):
        halfspace.World(None)
    with pytest.raises(TypeError):
        halfspace.World(keep).place_mesh(1, None)
