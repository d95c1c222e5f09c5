# SPDX-License-Identifier: MIT
"""Players, slides, pushes and all that a step of a mover tells."""

import numpy as np
import pytest

import halfspace
from conftest import START, random_points, repeats


def test_a_whole_step_has_the_state_of_step_movers(keep):
    places = random_points(keep, repeats(2000), 3)
    states = halfspace.movers_at(places[keep.free("stand", places)])
    inputs = halfspace.controls(yaw=np.arange(len(states)) * 7, forward=1, jump=np.arange(len(states)) % 2)
    for _ in range(5):
        made = keep.mover_steps(states, inputs)
        plain, codes = keep.step_movers(states, inputs)
        assert made["state"].tobytes() == plain.tobytes() and np.array_equal(made["problem"], codes)
        assert made.tobytes() == keep.mover_steps(states, inputs, threads=2).tobytes()
        on_ground = made["state"]["mode"] == 0
        assert np.array_equal(on_ground, made["has_ground"])
        assert (made["ground"]["normal"][on_ground] == made["state"]["ground_normal"][on_ground]).all()
        states = plain


def test_a_fall_lands_at_the_speed_of_its_height(keep):
    states, inputs = halfspace.movers_at([(64, 256, 24 + 64)]), halfspace.controls(forward=[0])
    for _ in range(64):
        made = keep.mover_steps(states, inputs)
        states = made["state"].copy()
        if made["landed"][0]:
            break
    assert made["landed"][0] and made["landing_speed"][0] == pytest.approx((2 * 800 * 64) ** 0.5, rel=0.05)
    jump = keep.mover_steps(states, halfspace.controls(jump=[True]))
    assert jump["jumped"][0] and jump["state"]["velocity"][0, 2] > 200


def test_water_is_told(keep):
    made = keep.mover_steps(halfspace.movers_at((1040, 128, -32)), halfspace.controls())
    at = made["state"]["position"]
    feet, middle, top = keep.contents(at + [(0, 0, -23), (0, 0, 4), (0, 0, 31)]) == halfspace.Contents.WATER
    assert feet and middle and not top
    assert made["liquid"] == halfspace.Contents.WATER and made["liquid_depth"] == 2


def test_steps_of_another_kind_are_refused(keep):
    states, inputs = halfspace.movers_at([START]), halfspace.controls(forward=[1])
    with pytest.raises(ValueError, match="^states has 1 rows and inputs has 2"):
        keep.mover_steps(states, halfspace.controls(forward=[1, 1]))
    with pytest.raises(TypeError, match="^out has the dtype"):
        keep.mover_steps(states, inputs, out=states)
    out = np.empty(1, halfspace.mover_step_dtype)
    assert keep.mover_steps(states, inputs, out=out) is out


def test_pushes_and_teleports_change_states(keep):
    states = halfspace.movers_at([START, START])
    thrown = halfspace.pushed(states, [(0, 0, 600), (1, 2, 3)])
    assert thrown["velocity"].tolist() == [[0, 0, 600], [1, 2, 3]] and not states["velocity"].any()
    moved = halfspace.moved_to(thrown, (96, 256, 24), out=thrown)
    assert moved is thrown and (moved["position"] == (96, 256, 24)).all() and moved["velocity"][0, 2] == 600
    assert halfspace.valid_movers(moved).all()
    moved["position"][1] = 2**21
    assert halfspace.valid_movers(moved).tolist() == [True, False]
    with pytest.raises(ValueError, match="states has 2 rows and pushes has 3"):
        halfspace.pushed(states, np.zeros((3, 3)))
    with pytest.raises(ValueError, match="^places is not finite: "):
        halfspace.moved_to(states, (np.nan, 0, 0))


def test_a_slide_in_a_room_goes_along_its_walls(arcade):
    random = np.random.default_rng(8)
    start = random.uniform((-230, -230, 30), (230, 230, 90), (repeats(3000), 3))
    velocity = random.uniform(-300, 300, start.shape)
    slides = arcade.move_and_slide("stand", start, velocity, 1)
    # Without corners to stop in, each axis of a box in a room moves on its own.
    low, high = np.array((-256 + 15, -256 + 15, 24)), np.array((256 - 15, 256 - 15, 128 - 32))
    expected = np.clip(start + velocity, low, high)
    assert np.abs(slides["position"] - expected).max() < 0.05
    hits = (expected != start + velocity).sum(axis=1)
    assert np.array_equal(slides["contact_count"], hits) and hits.max() == 3
    assert not slides["start_blocked"].any() and not slides["too_many_near"].any()


def test_slides_refuse_what_is_far_and_tell_what_is_blocked(keep):
    blocked = keep.move_and_slide("stand", (64, 256, -40), (10, 0, 0), 1)
    assert blocked["start_blocked"] and blocked["position"].tolist() == [64, 256, -40]
    ball = halfspace.Shape.sphere(8)
    assert keep.move_and_slide((ball, (0, 0, 8)), (64, 256, 1), (0, 0, -9), 1)["position"][2] > 0
    with pytest.raises(ValueError, match=r"positions \+ seconds \* velocities .* in row 1"):
        keep.move_and_slide("stand", [START, START], [(0, 0, 0), (1e9, 0, 0)], 1)
    with pytest.raises(ValueError, match="seconds"):
        keep.move_and_slide("stand", START, START, -1)


@pytest.fixture
def player(keep):
    player = halfspace.Player(keep)
    assert player.stand_at(keep, (64, 256, 46))
    return player


def test_a_player_makes_the_steps_of_its_mover(keep, player):
    states = player.state.reshape(1) if hasattr(player.state, "reshape") else np.array([player.state])
    for _ in range(30):
        player.advance(keep, 1 / 64, forward=1)
        states, _ = keep.step_movers(states, halfspace.controls(forward=[1]))
    assert player.state.tobytes() == states[0].tobytes() and player.state["position"][0] > 90
    assert player.last_step["state"].tobytes() == player.state.tobytes()


def test_the_eye_is_between_two_steps(keep, player):
    player.advance(keep, 0.25, forward=1)
    at_step = player.eye
    player.advance(keep, 0, forward=1)
    assert player.eye.tolist() == at_step.tolist()
    seen = [player.eye[0]]
    for _ in range(32):
        player.advance(keep, 1 / 256, forward=1)
        seen.append(player.eye[0])
    ways = np.diff(seen)
    assert (ways > 0).all() and ways.max() < 1.5 * 320 / 256


def test_frames_by_hand_are_those_of_advance(keep):
    players = [halfspace.Player(keep) for _ in range(2)]
    for player in players:
        player.stand_at(keep, (64, 256, 46))
    for _ in range(20):
        players[0].advance(keep, 0.03, forward=1, turn=30, begins_jump=True)
        players[1].begin_frame(0.03, forward=1, turn=30, begins_jump=True)
        while players[1].begin_step():
            players[1].finish_step(keep.mover_steps(players[1].state, players[1].controls()))
        players[1].end_frame()
    assert players[0].eye.tobytes() == players[1].eye.tobytes()
    assert players[0].touches.tobytes() == players[1].touches.tobytes()
    assert players[0].angles.tolist() == players[1].angles.tolist()


def test_a_player_flies_stands_looks_and_changes_its_body(keep, player):
    assert not player.flies and player.eye[2] == pytest.approx(46)
    player.look_along(400, 100)
    assert player.angles.tolist() == [90, 40, 0]
    player.look(-40, -90)
    assert player.angles.tolist() == [0, 0, 0]
    assert player.set_body(keep, "crouch", "crouch", standing_eye=5) and player.eye[2] == pytest.approx(29)
    player.begin_flight()
    player.advance(keep, 0.25, forward=1, is_fast=True)
    assert player.flies and player.eye[0] == pytest.approx(64 + 0.25 * 1200) and player.last_step is None
    player.fly_at((64, 256, 100))
    assert player.eye.tolist() == [64, 256, 100]
    world = halfspace.World(keep)
    world.place_obstacle(1, halfspace.Shape.box((200, 200, 200)), (64, 256, 24))
    assert not player.stand_at(world, (64, 256, 46)) and player.flies
    ghost = halfspace.Player(keep, stand=None)
    assert not ghost.stand_at(keep, (64, 256, 46))


def test_a_thrown_player_and_one_on_a_lift(arcade):
    doors, player = halfspace.Doors(arcade), halfspace.Player(arcade)
    assert player.stand_at(doors.world, (-112, -112, 62))
    for _ in range(40):
        player.advance(doors, 1 / 40)
    assert player.state["position"][2] == pytest.approx(88, abs=0.1)
    assert player.stand_at(doors.world, (0, 0, 46))
    player.state = halfspace.pushed(player.state, (0, 0, 300))
    player.advance(doors, 1 / 32)
    assert player.state["velocity"][2] == pytest.approx(300 - 800 / 32)
    player.enter(arcade)
    assert player.state["mode"] == 1


def test_a_player_stays_where_movers_may_be(keep, player):
    before, eye = player.state.tobytes(), player.eye.tobytes()
    for lift in (1e7, -1e7, 1e308, 2**20 - 24):
        with pytest.raises(ValueError, match="^the position of the player"):
            player.set_body(keep, "crouch", "crouch", lift=lift)
    for name in ("standing_eye", "crouching_eye"):
        for height in (1e308, -1e18, np.inf, np.nan, np.nextafter(2.0**20, np.inf)):
            with pytest.raises(ValueError, match=f"^{name} must be within 2\\^20"):
                halfspace.Player(keep, **{name: height})
            with pytest.raises(ValueError, match=f"^{name} must be within 2\\^20"):
                player.set_body(keep, "stand", "crouch", **{name: height})
            with pytest.raises(ValueError, match=f"^{name} must be within 2\\^20"):
                player.enter(keep, **{name: height})
    assert player.state.tobytes() == before and player.eye.tobytes() == eye
    high = halfspace.Player(keep, standing_eye=-2.0**20)
    for place in ((64, 256, 46), (64, 256, 0)):
        with pytest.raises(ValueError, match="^the position of the player"):
            high.stand_at(keep, place)
    assert high.flies and high.stand_at(keep, (64, 256, -(2.0**20) + 24)) and halfspace.valid_movers(high.state)
    assert player.set_body(keep, "stand", "crouch", lift=60) and player.state["position"][2] == 84
    player.fly_at((64, 256, 100))
    assert player.set_body(keep, "crouch", "crouch", lift=1e7) and player.eye.tolist() == [64, 256, 100]


def test_the_state_of_a_player_who_flies_is_not_set(keep, player):
    state = player.state
    player.begin_flight()
    with pytest.raises(RuntimeError, match="^state cannot be set while the player flies"):
        player.state = halfspace.moved_to(state, (96, 256, 24))
    assert player.state.tobytes() == state.tobytes() and player.stand_at(keep, (64, 256, 46))
    player.state = halfspace.moved_to(player.state, (96, 256, 24))
    assert player.state["position"][0] == 96


@pytest.mark.parametrize("rate", [5, 30, 64, 144])
@pytest.mark.parametrize("flies", [False, True])
def test_frames_tell_the_events_of_their_doors(arcade, rate, flies):
    doors, player = halfspace.Doors(arcade), halfspace.Player(arcade)
    player.fly_at((0, 0, 46)) if flies else player.stand_at(doors.world, (0, 0, 46))
    modes = [int(doors.states["mode"][0])]
    for frame in range(rate * 5):
        if frame == rate * 2:
            player.fly_at((-200, 200, 46))
        before = doors.states["mode"].copy()
        player.advance(doors, 1 / rate)
        now = dict(enumerate(before.tolist()))
        for door, was, mode in doors.events.tolist():
            assert now[door] == was != mode
            now[door] = mode
            modes += [mode] if door == 0 else []
        assert list(now.values()) == doors.states["mode"].tolist()
    assert modes == [0, 1, 2, 3, 0]


def test_players_refuse_other_levels_and_bad_numbers(arcade, keep, player):
    for ask, message in (
        (lambda: player.advance(arcade, 1), "where belongs to another level"),
        (lambda: player.advance(halfspace.Doors(arcade), 1), "where belongs to another level"),
        (lambda: player.advance(keep, np.nan), "seconds must be finite"),
        (lambda: player.advance(keep, -1), "seconds must be finite and at least 0"),
        (lambda: player.begin_frame(-1), "seconds must be finite and at least 0"),
        (lambda: player.advance(keep, 1, turn=np.inf), "turn must be finite"),
        (lambda: player.stand_at(keep, [START]), "eye must be one point"),
        (lambda: setattr(player, "state", np.zeros(1, halfspace.mover_state_dtype)), "one valid state"),
        (lambda: halfspace.Player(keep, stand="crouch", crouch="stand"), "not within"),
    ):
        with pytest.raises(ValueError, match=message):
            ask()
    with pytest.raises(TypeError, match="where must be Doors"):
        player.advance(7, 1)
    for where in (keep, halfspace.World(keep), halfspace.Doors(keep)):
        with pytest.raises(IndexError, match="^obstacle is 99, which is not placed"):
            player.advance(where, 1, obstacle=99)


def test_starts_have_notes_and_meshes_have_ground(keep, arcade):
    start = keep.player_start()
    assert start["note"] is None and start["origin"].tolist() == list(START)
    first = keep.player_starts[0]
    assert first["entity"] == start["entity"] and first["origin"].tolist() == list(START)
    ground = keep.ground_start()
    assert keep.free("stand", ground["position"]) and ground["position"][2] >= -64
    tall = (halfspace.Shape.box((15, 15, 28)), (0, 0, 4))
    assert arcade.player_start(tall)["position"].tolist() == [0, 0, 24]
