# SPDX-License-Identifier: MIT
"""Ways in Python have the bits of C++ (tests/python/answers.cpp)."""

import numpy as np
import pytest

import halfspace
from conftest import ask_cpp, random_segments, repeats


def nav_pairs(mesh, start, end):
    doors = halfspace.NavDoorState(mesh)
    doors.set_closed(doors.models)
    options = halfspace.RouteOptions(speed=250, max_drop=100)
    places = mesh.random_places(np.arange(len(start)))
    ray = mesh.rays(start, end["position"], doors=doors)
    wall = mesh.walls(start)
    route = mesh.routes(start, end, options=options, doors=doors)
    return np.column_stack([
        start["polygon"], start["position"], end["polygon"], end["position"],
        places["polygon"], places["position"], ray["polygon"], ray["position"], ray["wall_polygon"],
        wall["distance"], wall["position"], wall["corner"], mesh.reachable(start, end, doors=doors),
        mesh.paths(start, end).lengths, route.seconds, route.costs,
        mesh.route_bounds(start, end, part_length=32, options=options, doors=doors),
        mesh.field(end[0], max_length=700).lengths(start)])


def nav_points(mesh, start, end):
    path, route = mesh.paths(start, end), mesh.routes(start, end)
    points = np.column_stack([route.points["position"], route.points["polygon"], route.points["link"]])
    return np.concatenate([
        part.ravel()
        for i in range(len(start))
        for part in (path.points[path.offsets[i] : path.offsets[i + 1]],
                     points[route.offsets[i] : route.offsets[i + 1]])])


def nav_followers(mesh, start, end):
    followers = halfspace.PathFollowers(mesh, len(start), follow=halfspace.FollowOptions(goal_radius=4))
    states = halfspace.movers_at(start["position"])
    followers.go_to(states, end)
    for _ in range(150):
        mesh.level.step_movers(states, followers.inputs(states), crouch="stand", out=states)
    return np.column_stack([states["position"], followers.status])


def nav_crowd(mesh, start, end):
    crowd = halfspace.Crowd(halfspace.World(mesh.level), max_neighbours=6, first_obstacle=7)
    crowd.add(mesh, start["position"], follow=halfspace.FollowOptions(speed=0.9))
    crowd.go_to(end)
    for _ in range(150):
        crowd.step()
    assert (crowd.positions == crowd.states["position"]).all()
    return np.column_stack([crowd.positions, crowd.status])


@pytest.mark.parametrize("question, count", [(nav_pairs, repeats(5000)), (nav_points, repeats(2000)),
                                             (nav_followers, 40), (nav_crowd, 40)])
def test_ways_are_those_of_cpp(keep_with_nav, tmp_path, question, count):
    path = tmp_path / "keep.hsw"
    keep_with_nav.save(path)
    mesh = keep_with_nav.nav("stand")
    rows = random_segments(keep_with_nav, count, 24)
    start, end = mesh.nearest(rows[:, :3]), mesh.nearest(rows[:, 3:])
    answers = question(mesh, start, end).astype(float)
    assert answers.tobytes() == ask_cpp(path, question.__name__, rows)
