# SPDX-License-Identifier: MIT
"""What a caller writes with types. It runs, too: python3 tests/python/typed_sample.py."""

import pathlib

import numpy as np
import numpy.typing as npt

import halfspace


def walls(level: halfspace.Level, points: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    inside = level.contents(points, threads=2) & halfspace.Contents.SOLID
    return np.not_equal(inside, 0)


def nearest_wall(here: halfspace.Questions, place: tuple[float, float, float]) -> float:
    angles = np.linspace(0, 2 * np.pi, 16)
    fan = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    return float(here.beams([place], fan, 1000).min())


def walk(world: halfspace.World, states: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    options = halfspace.MoverOptions(walk_speed=200)
    inputs = halfspace.controls(forward=np.ones(len(states)))
    after, problems = world.step_movers(states, inputs, options=options)
    assert not problems.any()
    return after


def ways(level: halfspace.Level, goal: tuple[float, float, float]) -> npt.NDArray[np.float64]:
    floors = level.nav("stand")
    places = floors.random_places(np.arange(10))
    doors = halfspace.NavDoorState(floors)
    doors.set_closed(doors.models, False)
    careful = halfspace.RouteOptions(links={halfspace.LinkKind.DROP}, area_costs={}, speed=200)
    route: halfspace.Routes = floors.routes(places, goal, options=careful, doors=doors)
    paths: halfspace.Paths = floors.field(goal).paths(places)
    crowd = halfspace.Crowd(halfspace.World(level))
    ids = crowd.add(floors, paths.points[:1], follow=halfspace.FollowOptions(goal_radius=9))
    crowd.go_to(goal, ids)
    followers = halfspace.PathFollowers(floors, 1)
    followers.go_to(crowd.step(), goal)
    level.step_movers(crowd.states, followers.inputs(crowd.states))
    return route.seconds


def main() -> None:
    level = halfspace.compile(pathlib.Path("examples/levels/keep.map"), vis="none", nav=True)
    print(ways(level, (1200, 256, 24)).shape)
    total: int = level.model_count
    world = halfspace.World(level)
    world.place_obstacle(1, halfspace.Shape.box((8, 8, 8)), (128, 256, 8))
    touch = world.trace("stand", (64, 256, 24), (128, 256, 24), mask=halfspace.Contents.SOLID)
    try:
        halfspace.load("none.hsw")
    except halfspace.Error as error:
        print(total, error.code, error.line, touch["fraction"])
    print(walls(level, np.zeros((2, 3))), nearest_wall(world, (64, 256, 24)))
    print(walk(world, halfspace.movers_at([(64, 256, 24)]))["position"])


if __name__ == "__main__":
    main()
