# SPDX-License-Identifier: MIT
"""Mistakes with navigation, crowds and octrees raise errors; they once ended the process."""

import numpy as np
import pytest

import halfspace

A, B = (64.0, 256.0, 24.0), (1200.0, 256.0, 24.0)


class Meddler:
    """An argument whose conversion runs code of the caller."""

    def __init__(self, value, code):
        self.value, self.code = value, code

    def __array__(self, *_, **__):
        self.code()
        return np.array(self.value)


def test_a_follower_goes_one_way_at_a_time(floors):
    followers = halfspace.PathFollowers(floors, 3)
    with pytest.raises(ValueError, match="rows has 1 twice, again in row 2"):
        followers.go_to([A, A, A], B, rows=[1, 0, 1], threads=2)


def test_no_followers_have_no_rows(floors):
    followers = halfspace.PathFollowers(floors, 0)
    with pytest.raises(IndexError):
        followers.stop([0])


def test_none_is_no_mesh_and_no_world(floors, world):
    for make in (lambda: halfspace.NavDoorState(None), lambda: halfspace.PathFollowers(None, 1),
                 lambda: halfspace.Crowd(None), lambda: halfspace.Crowd(world).add(None, [A])):
        with pytest.raises(TypeError):
            make()


def test_obstacles_of_a_crowd_have_numbers(floors, keep_with_nav):
    world = halfspace.World(keep_with_nav)
    crowd = halfspace.Crowd(world, first_obstacle=2**32 - 2)
    with pytest.raises(ValueError, match="first_obstacle"):
        crowd.add(floors, [A, B])
    assert len(crowd) == 0
    assert len(world.obstacles_in([(-1e5,) * 3 + (1e5,) * 3])[1]) == 0


def test_masks_are_set_where_boxes_still_are():
    tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
    with pytest.raises(IndexError):
        tree.set_masks([0, 1], Meddler([1, 2], lambda: tree.remove([0, 1])))
    assert len(tree) == 0


def test_a_field_of_another_mesh_sends_nobody(keep_with_nav, floors):
    crowd = halfspace.Crowd(halfspace.World(keep_with_nav))
    crowd.add(floors, [A])
    crowd.add(keep_with_nav.nav("crouch"), [(300.0, 256.0, 24.0)], stand="stand")
    with pytest.raises(ValueError):
        crowd.go_to(floors.field(B))
    assert (crowd.status == halfspace.FollowStatus.IDLE).all()


def test_a_bound_ends_where_its_queue_is_full(floors):
    # The mesh has 1.9 million such parts at most; without an end the queue took gigabytes.
    options = halfspace.RouteOptions(max_nodes=2_000_000)
    with pytest.raises(halfspace.Error) as error:
        floors.route_bounds(A, B, part_length=1e-3, options=options)
    assert error.value.code == "limit"


def test_links_are_kinds():
    for links in ("abc", [None], [1.5]):
        with pytest.raises(TypeError, match="links"):
            halfspace.RouteOptions(links=links)
    assert halfspace.RouteOptions(links=[halfspace.LinkKind.DROP]).links == {halfspace.LinkKind.DROP}


def test_masks_need_boxes():
    with pytest.raises(ValueError, match="masks"):
        halfspace.Octree(masks=[1, 2])
