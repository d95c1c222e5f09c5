# SPDX-License-Identifier: MIT
"""Followers and crowds: who walks, arrives, and bumps into nobody."""

import threading

import numpy as np
import pytest

import halfspace
from conftest import repeats
from halfspace import FollowStatus
from test_nav import FEET, compiled

HALF = np.array((15, 15, 28))  # of the body "stand"
# Two of these bodies pass each other between any two of them.
PILLARS = [((-160, -160), (-96, 48)), ((0, -96), (96, -32)), ((-16, 64), (96, 128))]


@pytest.fixture(scope="module")
def mesh(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("agents"), PILLARS).nav()


@pytest.fixture(scope="module")
def ledge(tmp_path_factory):
    """A platform of 64 units, with a step before it that is too high to climb without a jump."""
    boxes = [((-256, -256, 0), (256, -160, 64)), ((-256, -160, 0), (256, -100, 30))]
    return compiled(tmp_path_factory.mktemp("ledge"), boxes).nav()


def walk(mesh, followers, states, steps):
    for _ in range(steps):
        states, problems = mesh.level.step_movers(states, followers.inputs(states), crouch="stand")
        assert not problems.any()
    return states


def is_apart(positions):
    """True if no two boxes of bodies overlap, but for the rounding of touching."""
    gaps = np.abs(positions[:, None] - positions[None]) - 2 * HALF
    gaps[np.arange(len(positions)), np.arange(len(positions))] = 1
    return bool((gaps.max(axis=2) > -1e-3).all())


# ---- Followers ----

def test_followers_arrive_in_the_time_of_their_routes(mesh):
    count = repeats(60)
    places = mesh.random_places(np.arange(2 * count))
    start, goal = places[:count], places[count:]
    followers = halfspace.PathFollowers(mesh, count)
    assert (followers.status == FollowStatus.IDLE).all()
    states = halfspace.movers_at(start["position"])
    assert (followers.go_to(states, goal) == FollowStatus.FOLLOWING).all()
    seconds = mesh.routes(start, goal).seconds
    arrival = np.full(count, np.inf)
    for step in range(int((seconds.max() * 1.3 + 1) * 64)):
        states = walk(mesh, followers, states, 1)
        arrived = (followers.status == FollowStatus.ARRIVED) & np.isinf(arrival)
        arrival[arrived] = (step + 1) / 64
    assert (arrival < 1.05 * seconds + 0.6).all()
    assert (np.hypot(*(states["position"] - goal["position"])[:, :2].T) < 1).all()
    assert followers.points(0)["position"][-1].tolist() == goal[0]["position"].tolist()


def test_rows_are_sent_and_stopped_alone(mesh):
    followers = halfspace.PathFollowers(mesh, 3)
    places = mesh.random_places([1, 2, 3])
    states = halfspace.movers_at(places["position"])
    status = followers.go_to(states[[2, 0]], (0, 0, FEET), rows=[2, 0])
    assert status.tolist() == [FollowStatus.FOLLOWING, FollowStatus.IDLE, FollowStatus.FOLLOWING]
    moved = walk(mesh, followers, states, 20)
    apart = np.linalg.norm((moved["position"] - states["position"])[:, :2], axis=1)
    assert apart[0] > 10 and apart[1] == 0 and apart[2] > 10
    followers.stop([2])
    assert followers.status.tolist() == [FollowStatus.FOLLOWING, FollowStatus.IDLE, FollowStatus.IDLE]
    assert len(followers.points(2)) == 0 and len(followers.points(0)) > 0


def test_a_follower_drops_and_jumps_if_it_may(ledge):
    up, down = (0, -220, 64 + FEET), (0, 100, FEET)
    for start, goal, options, status in [
        (up, down, {}, FollowStatus.ARRIVED),
        (down, up, {}, FollowStatus.ARRIVED),
        (down, up, {"links": [halfspace.LinkKind.DROP]}, FollowStatus.UNREACHABLE),
        (up, down, {"max_drop": 20}, FollowStatus.UNREACHABLE)]:
        followers = halfspace.PathFollowers(ledge, 1, route=halfspace.RouteOptions(**options))
        states = halfspace.movers_at([start])
        followers.go_to(states, goal)
        states = walk(ledge, followers, states, 400)
        assert followers.status[0] == status, (start, options)
        assert (abs(states["position"][0, 2] - goal[2]) < 1) == (status == FollowStatus.ARRIVED)


def test_a_door_that_closes_stops_who_comes(floors):
    doors = halfspace.NavDoorState(floors)
    followers = halfspace.PathFollowers(floors, 1, doors=doors)
    states = halfspace.movers_at([(300, 256, 24)])
    followers.go_to(states, (1200, 256, 24))
    states = walk(floors, followers, states, 20)
    doors.set_closed(1)
    states = walk(floors, followers, states, 100)
    assert followers.status[0] == FollowStatus.UNREACHABLE and states["position"][0, 0] < 640
    doors.set_closed(1, False)
    states = walk(floors, followers, states, 300)
    assert followers.status[0] == FollowStatus.ARRIVED


def test_threads_change_nothing(mesh):
    places = mesh.random_places(np.arange(200))
    states = halfspace.movers_at(places["position"])
    both = [halfspace.PathFollowers(mesh, 200), halfspace.PathFollowers(mesh, 200)]
    field = mesh.field((0, 0, FEET))
    inputs = np.empty((2, 200), halfspace.mover_input_dtype)
    for followers, out, threads in zip(both, inputs, (1, 2)):
        followers.go_to(states, field, threads=threads)
        assert followers.inputs(states, out=out, threads=threads) is out
    assert inputs[0].tobytes() == inputs[1].tobytes() and inputs["forward"].any()
    assert all(both[0].points(i).tobytes() == both[1].points(i).tobytes() for i in range(200))


# ---- Crowds ----

def crossing(mesh, threads=1):
    """Two rows of agents that change sides."""
    world = halfspace.World(mesh.level)
    crowd = halfspace.Crowd(world, first_obstacle=100)
    rows = [(x, y, FEET) for y in (-230, 230) for x in range(-200, 201, 80)]
    ids = crowd.add(mesh, rows, follow=halfspace.FollowOptions(goal_radius=16))
    crowd.go_to(np.array(rows) * (1, -1, 1))
    history = []
    for _ in range(900):
        history.append(crowd.step(threads))
        if (crowd.status == FollowStatus.ARRIVED).all():
            break
    return world, crowd, ids, np.array(history)


def test_two_rows_change_sides_and_nobody_overlaps(mesh):
    world, crowd, ids, history = crossing(mesh)
    assert (crowd.status == FollowStatus.ARRIVED).all(), f"{len(history)} steps"
    assert not crowd.problems.any() and repr(crowd) == "<halfspace.Crowd: 12 agents>"
    assert all(is_apart(positions) for positions in history)
    assert (history[-1] == crowd.positions).all() and (ids == crowd.ids).all()
    # The obstacles of the world are where the agents are.
    above = crowd.positions + (0, 0, 100)
    touch = world.trace("point", above, crowd.positions, mask=halfspace.Contents.PLAYER_CLIP)
    assert (touch["obstacle"] == ids + 100).all()
    again = crossing(mesh, threads=2)[3]
    assert again.tobytes() == history.tobytes()


def test_a_field_sends_all_to_one_goal(mesh):
    places = mesh.random_places(np.arange(400))
    chosen = [places[0]]
    for place in places:
        if len(chosen) < 30 and min(np.abs(place["position"] - c["position"])[:2].max() for c in chosen) > 36:
            chosen.append(place)
    start = np.array(chosen)["position"]
    crowd = halfspace.Crowd(halfspace.World(mesh.level))
    ids = crowd.add(mesh, start, follow=halfspace.FollowOptions(goal_radius=150))
    field = mesh.field((180, 0, FEET))
    before = field.lengths(start)
    crowd.go_to(field)
    for _ in range(1500):
        assert is_apart(crowd.step())
        if (crowd.status == FollowStatus.ARRIVED).all():
            break
    after = field.lengths(crowd.positions)
    assert (crowd.status == FollowStatus.ARRIVED).all() and (after < 160).all()
    assert after.sum() < before.sum() / 2
    crowd.remove(ids[::2])
    assert (crowd.ids == ids[1::2]).all()
    with pytest.raises(IndexError, match="which is no agent"):
        crowd.go_to(field, ids[:1])


def test_a_program_may_make_the_steps_itself(mesh):
    world = halfspace.World(mesh.level)
    crowd = halfspace.Crowd(world)
    crowd.add(mesh, [(0, 0, FEET), (-20, 200, FEET)])
    crowd.go_to((200, 220, FEET), [0])
    for _ in range(100):
        states, problems = world.step_movers(
            crowd.states, crowd.inputs(), crouch="stand", themselves=crowd.ids)
        crowd.set_states(states)
    assert crowd.positions[0, 0] > 100 and (crowd.positions[1, :2] == (-20, 200)).all()
    crowd.stop()
    assert (crowd.status == FollowStatus.IDLE).all()


def test_sizes_mix_and_crouch(keep_with_nav):
    level = keep_with_nav
    world = halfspace.World(level)
    crowd = halfspace.Crowd(world)
    meshes = [level.nav("stand"), level.nav("large"), level.nav("crouch")]
    at = [(64, 256, 24), (330, 256, 30), (64, 180, 24)]
    for mesh, place, stand in zip(meshes, at, (None, None, "stand")):
        crouches = halfspace.FollowOptions(crouches=stand is not None)
        crowd.add(mesh, mesh.nearest([place])["position"], stand=stand, follow=crouches)
    crowd.go_to([(450, 256, 24), (450, 340, 40), (450, 170, 24)])
    for _ in range(400):
        crowd.step()
    assert (crowd.status == FollowStatus.ARRIVED).all()


@pytest.mark.parametrize("name", ["clearance", "goal_radius", "lost_radius", "find_radius"])
def test_followers_take_lengths_of_levels(mesh, name):
    follow = halfspace.FollowOptions(**{name: 2**20})
    followers = halfspace.PathFollowers(mesh, 1, follow=follow)
    states = halfspace.movers_at([(0, 0, FEET)])
    followers.go_to(states, (60, 0, FEET))
    for _ in range(20):
        states, problems = mesh.level.step_movers(states, followers.inputs(states))
    assert not problems.any() and halfspace.valid_movers(states).all()
    for wrong in (np.nextafter(2.0**20, np.inf), 1e308, np.inf, np.nan, -1):
        with pytest.raises(ValueError, match=f"^{name} must be (from 0 to|above 0 and at most) 2\\^20"):
            halfspace.FollowOptions(**{name: wrong})
        setattr(follow, name, wrong)
        with pytest.raises(ValueError, match=f"^{name} must"):
            halfspace.PathFollowers(mesh, 1, follow=follow)


@pytest.mark.parametrize("name", ["gap", "neighbour_distance"])
def test_crowds_take_lengths_of_levels(mesh, name):
    crowd = halfspace.Crowd(halfspace.World(mesh.level), **{name: 2**20})
    crowd.add(mesh, [(0, 0, FEET), (60, 0, FEET)])
    crowd.go_to([(60, 0, FEET), (0, 0, FEET)])
    for _ in range(20):
        crowd.step()
    assert halfspace.valid_movers(crowd.states).all()
    for wrong in (np.nextafter(2.0**20, np.inf), 1e308, np.inf, np.nan, -1):
        with pytest.raises(ValueError, match=f"^{name} must be (from 0 to|above 0 and at most) 2\\^20"):
            halfspace.Crowd(halfspace.World(mesh.level), **{name: wrong})


@pytest.mark.parametrize("call, error, message", [
    (lambda m, c: c.add(m, [(0, 0, np.inf)]), ValueError, "states is not finite in row 0"),
    (lambda m, c: c.add(m, [(0, 0, 24), (1e7, 0, 0)]), ValueError, "states in row 1 is no state"),
    (lambda m, c: c.go_to((0, 0, 900)), ValueError, "goals has no floor of the mesh below it"),
    (lambda m, c: c.go_to([(0, 0, 24)] * 3), ValueError, "goals has 3 rows and ids has 1"),
    (lambda m, c: c.stop([5]), IndexError, "ids in row 0 is 5, which is no agent"),
    (lambda m, c: c.set_states(np.empty((0, 3))), ValueError, "states has 0 rows and ids has 1"),
    (lambda m, c: halfspace.Crowd(halfspace.World(m.level), horizon=0), ValueError, "horizon must"),
    (lambda m, c: halfspace.FollowOptions(speed=2), ValueError, "speed must be from 0 to 1"),
    (lambda m, c: halfspace.PathFollowers(m, 2).inputs(halfspace.movers_at([(0, 0, 24)])), ValueError,
     "states has 1 rows and the PathFollowers has 2"),
    (lambda m, c: halfspace.PathFollowers(m, 2).stop([2]), IndexError,
     "rows in row 0 is 2; it must be from 0 to 1"),
    (lambda m, c: halfspace.PathFollowers(m, 2).points(2), IndexError, "row is 2; it must be from 0 to 1"),
])
def test_what_is_wrong_is_named(mesh, call, error, message):
    crowd = halfspace.Crowd(halfspace.World(mesh.level))
    crowd.add(mesh, [(0, 0, FEET)])
    with pytest.raises(error, match=message):
        call(mesh, crowd)
    assert len(crowd) == 1


def test_a_taken_obstacle_and_another_level_are_refused(mesh, floors):
    world = halfspace.World(mesh.level)
    world.place_obstacle(1, halfspace.Shape.sphere(4), (0, 0, 100))
    crowd = halfspace.Crowd(world)
    with pytest.raises(ValueError, match="the world has an obstacle 1; give a crowd another"):
        crowd.add(mesh, [(0, 0, FEET), (60, 0, FEET)])
    assert len(crowd) == 0 and repr(world) == "<halfspace.World: 0 models, 1 obstacles, 0 meshes>"
    with pytest.raises(ValueError, match="mesh is of another level"):
        crowd.add(floors, [(64, 256, 24)])


def test_two_threads_do_not_step_one_crowd(mesh):
    places = mesh.random_places(np.arange(60))["position"]
    crowd = halfspace.Crowd(halfspace.World(mesh.level))
    crowd.add(mesh, places)
    crowd.go_to(places[::-1].copy())
    ends = []

    def step():
        for _ in range(repeats(100) + 20):
            try:
                crowd.step()
            except RuntimeError as error:
                ends.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(ends) <= {"a Crowd is used by another thread"}
    assert np.isfinite(crowd.step()).all()


def test_what_a_thread_changes_is_not_read_meanwhile(mesh):
    """Reading raises rather than sees a half of it."""
    followers = halfspace.PathFollowers(mesh, 3000)
    places = mesh.random_places(np.arange(3000))["position"]
    worker = threading.Thread(target=lambda: followers.go_to(places, places[::-1].copy()))
    worker.start()
    refused = 0
    while worker.is_alive():
        try:
            followers.points(0), followers.status
        except RuntimeError as error:
            refused += str(error) == "a PathFollowers is used by another thread"
    worker.join()
    assert refused > 0 and len(followers.points(0)) > 0
