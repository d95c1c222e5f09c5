# SPDX-License-Identifier: MIT
"""Doors, lifts, teleporters and jump pads of a game: against their own arithmetic."""

import threading
import time

import numpy as np
import pytest

import halfspace
from halfspace import DoorMode

SECONDS = halfspace.MoverOptions().seconds
DOOR, LIFT = 0, 1
NEAR_DOOR, FAR = (0.0, 0.0, 24.0), (-200.0, 200.0, 24.0)
ON_LIFT = (-112.0, -112.0, 40.0)  # 16 units of the lift stay above the floor
WAY = ((0, 0, 60), (120, 0, 60))


@pytest.fixture
def doors(arcade):
    return halfspace.Doors(arcade)


def walk(doors, states, count, **controls):
    """The states after so many steps, and all events."""
    controls = halfspace.controls(**{name: np.full(len(states), x) for name, x in controls.items()})
    events = []
    for _ in range(count):
        states, problems = doors.step_movers(states, controls)
        assert not problems.any()
        events += doors.events.tolist()
    return states, events


def idle(places):
    return halfspace.movers_at(places), halfspace.controls(forward=np.zeros(len(places)))


def test_doors_are_what_their_entities_say(arcade, doors):
    door, lift = doors.doors
    assert arcade.entities[int(door["entity"])]["classname"] == "func_door"
    assert not door["is_lift"] and lift["is_lift"] and not door["is_placed_open"]
    assert door["travel"] == 112 and door["speed"] == 100 and door["wait"] == 1
    assert door["direction"].tolist() == [0, 0, 1] and door["group"] != lift["group"]
    assert (door["reach"][0] <= NEAR_DOOR).all() and (NEAR_DOOR <= door["reach"][1]).all()
    assert lift["travel"] == 48 and lift["speed"] == 150
    assert doors.states["mode"].tolist() == [DoorMode.CLOSED] * 2
    models = [arcade.entities[int(row["entity"])]["model"] for row in (door, lift)]
    assert doors.door_of(models).tolist() == [0, 1] and doors.door_of(0) == -1
    assert len(doors) == 2 and doors.level is arcade
    assert repr(doors) == "<halfspace.Doors: 2 closed, 0 opening, 0 open, 0 closing>"


def test_a_door_goes_at_its_speed_waits_and_comes_back(doors):
    model = int(np.flatnonzero(doors.door_of(np.arange(doors.level.model_count)) == DOOR)[0])
    heights, modes = [], []
    for step in range(500):
        doors.step(SECONDS, [NEAR_DOOR] if step < 100 else np.empty((0, 3)))
        doors.finish()
        heights.append(doors.world.model_pose(model)[2, 3])
        modes.append(int(doors.states["mode"][DOOR]))
    up = np.minimum(100 * SECONDS * np.arange(1, 501), 112)
    closing = modes.index(DoorMode.CLOSING)
    assert np.allclose(heights[:closing], up[:closing])
    assert 100 + 1 / SECONDS - 2 <= closing <= 100 + 1 / SECONDS + 2      # it waits a second
    down = np.maximum(112 - 100 * SECONDS * np.arange(500 - closing), 0)
    assert np.abs(heights[closing:] - down).max() <= 100 * SECONDS + 1e-9
    assert modes[-1] == DoorMode.CLOSED and heights[-1] == 0


def test_events_are_the_changes_of_modes(doors):
    states, events = walk(doors, idle([NEAR_DOOR])[0], 80)
    assert events == [(DOOR, DoorMode.CLOSED, DoorMode.OPENING), (DOOR, DoorMode.OPENING, DoorMode.OPEN)]
    states = halfspace.moved_to(states, FAR)
    _, events = walk(doors, states, 220)
    assert [event[2] for event in events] == [DoorMode.CLOSING, DoorMode.CLOSED]
    assert len(doors.events) == 0


def test_questions_meet_the_door_where_it_is(doors):
    assert not doors.world.sight(*WAY) and doors.level.sight(*WAY)
    walk(doors, idle([NEAR_DOOR])[0], 80)
    assert doors.world.sight(*WAY)
    assert doors.world.trace("point", (72, 0, 60), (72, 0, 127))["point"][2] == pytest.approx(112)


def test_a_mover_goes_through_and_a_locked_door_stops_it(doors):
    through, _ = walk(doors, halfspace.movers_at([NEAR_DOOR]), 150, forward=1)
    assert through["position"][0, 0] > 200
    doors.restore(np.zeros(2, halfspace.door_state_dtype))
    doors.lock(DOOR)
    stopped, events = walk(doors, halfspace.movers_at([NEAR_DOOR]), 150, forward=1)
    assert stopped["position"][0, 0] == pytest.approx(64 - 15 - 1 / 32) and not events
    doors.lock([DOOR], False)
    assert doors.states["locked"].tolist() == [0, 0]


def test_a_lift_carries_up_and_down(doors):
    states, _ = walk(doors, idle([ON_LIFT])[0], 60)
    assert states["position"][0, 2] == pytest.approx(64 + 24, abs=0.1)
    assert doors.states["mode"][LIFT] == DoorMode.OPEN
    heights = []
    for _ in range(300):
        states, _ = walk(doors, states, 1)
        heights.append(states["position"][0, 2])
    assert min(heights) == pytest.approx(16 + 24, abs=0.1)
    assert np.abs(np.diff(heights)).max() <= 150 * SECONDS + 0.1


def test_a_door_turns_back_before_who_stands_below(doors):
    below = (72.0, 0.0, 24.0)
    states, _ = walk(doors, idle([NEAR_DOOR])[0], 80)
    doors.restore(doors.states)
    shut = doors.states
    shut["mode"][DOOR], shut["waits"][DOOR] = DoorMode.CLOSING, 0
    doors.restore(shut)
    # The visitor is out of reach, so that nothing else opens the door; who stands below is moved by hand.
    states, inputs = idle([below])
    turned = False
    for _ in range(120):
        doors.step(SECONDS, [FAR])
        made = doors.world.mover_steps(states, inputs)
        if made["is_crushed"][0]:
            turned = doors.turn_back(int(made["crush_model"][0]))
            assert 0 <= made["crush_fraction"][0] <= 1
            made = doors.world.mover_steps(states, inputs)
        assert not made["is_crushed"].any() and not made["problem"].any()
        doors.finish()
        states = made["state"].copy()
        if turned:
            break
    assert turned and doors.events.tolist() == [(DOOR, DoorMode.CLOSING, DoorMode.OPENING)]
    assert doors.states["open"][DOOR] >= 32 + 24 - 100 * SECONDS - 0.1
    assert doors.world.free("stand", states["position"]).all()


def test_nobody_is_crushed_whatever_they_do(doors):
    random = np.random.default_rng(5)
    places = np.array([NEAR_DOOR, ON_LIFT, FAR, (40.0, 30.0, 24.0)])
    states = halfspace.movers_at(places)
    for _ in range(40):
        inputs = halfspace.controls(yaw=random.uniform(0, 360, 4), forward=1, jump=random.random(4) < 0.3)
        for _ in range(16):
            states, problems = doors.step_movers(states, inputs, out=states)
            assert not problems.any() and doors.world.free("stand", states["position"]).all()


def test_snapshots_go_back_and_copies_go_their_own_way(doors):
    states, _ = walk(doors, halfspace.movers_at([NEAR_DOOR, ON_LIFT]), 30, forward=0.2)
    snapshot, copy = doors.states, doors.copy()
    doors.world.place_obstacle(3, halfspace.Shape.sphere(8), FAR)
    there, _ = walk(doors, states.copy(), 50, forward=0.2)
    assert copy.states.tobytes() == snapshot.tobytes() != doors.states.tobytes()
    assert len(copy.world.obstacles_in([(-300, -300, 0), (300, 300, 99)])) == 0
    after = doors.states
    doors.restore(snapshot.copy())                           # numpy copies fields, and not what is between
    again, _ = walk(doors, states.copy(), 50, forward=0.2)
    other, _ = walk(copy, states.copy(), 50, forward=0.2)
    assert there.tobytes() == again.tobytes() == other.tobytes()
    assert after.tobytes() == doors.states.tobytes() == copy.states.tobytes()


def test_states_that_doors_never_have_are_refused(doors):
    bad = doors.states
    bad["open"][DOOR] = 113
    with pytest.raises(ValueError, match=f"numbers that these doors never have in row {DOOR}$"):
        doors.restore(bad)
    with pytest.raises(ValueError, match="those of 2 doors"):
        doors.restore(bad[:1])
    # A refused call in the middle of a step changes nothing.
    doors.step(1 / 64, [FAR])
    with pytest.raises(ValueError, match=f"in row {DOOR}$"):
        doors.restore(bad)
    before = doors.states
    doors.finish()
    assert before.tobytes() == doors.states.tobytes()
    with pytest.raises(TypeError, match="^states has the dtype"):
        doors.restore(np.zeros(2))
    assert not doors.states["open"].any()


def test_threads_change_nothing(arcade):
    places = np.random.default_rng(6).uniform((-200, -200, 24), (200, 200, 24), (500, 3))
    places = places[halfspace.Doors(arcade).world.free("stand", places)]
    inputs = halfspace.controls(yaw=np.arange(len(places)), forward=1)

    def run(threads):
        doors, states = halfspace.Doors(arcade), halfspace.movers_at(places)
        for _ in range(40):
            doors.step_movers(states, inputs, out=states, threads=threads)
        return states.tobytes() + doors.states.tobytes()

    assert run(1) == run(2)


def test_doors_do_not_move_while_another_thread_asks(arcade, doors):
    segments = np.random.default_rng(8).uniform((-250, -250, 1, -250, -250, 1), (250, 250, 127) * 2, (200_000, 6))
    expected = doors.world.trace("stand", segments).tobytes()
    answers, refused = [], []
    thread = threading.Thread(target=lambda: answers.append(doors.world.trace("stand", segments).tobytes()))
    states, inputs = idle([FAR])
    thread.start()
    while thread.is_alive() and not refused:
        for change in (lambda: doors.step(1, [FAR]), lambda: doors.lock(0), lambda: doors.restore(doors.states),
                       lambda: doors.step_movers(states, inputs)):
            try:
                change()
            except RuntimeError as error:
                refused.append(str(error))
    thread.join()
    assert set(refused) == {"the world of the doors cannot change while another thread asks it"}
    assert answers == [expected]


def test_a_step_that_another_thread_would_interrupt_is_made_to_its_end(doors):
    model = int(np.flatnonzero(doors.door_of(np.arange(doors.level.model_count)) == DOOR)[0])
    segments = np.random.default_rng(8).uniform((-250, -250, 1, -250, -250, 1), (250, 250, 127) * 2, (200_000, 6))
    states, inputs = idle([NEAR_DOOR] * 30_000)
    steps, begins = [], threading.Event()

    def step():
        before = doors.states.tobytes(), doors.world.model_pose(model).tobytes()
        begins.set()
        try:
            doors.step_movers(states, inputs)
            steps.append("made")
        except RuntimeError as error:
            after = doors.states.tobytes(), doors.world.model_pose(model).tobytes()
            steps.append(f"{error}: {'nothing' if after == before else 'something'} has moved")

    refused = set()
    for _ in range(100):
        begins.clear()
        thread = threading.Thread(target=step)
        thread.start()
        begins.wait()
        time.sleep(0.01)
        try:
            doors.world.trace("stand", segments)
        except RuntimeError as error:
            refused.add(str(error))
        thread.join()
        if refused:
            break
    assert set(steps) <= {"made", "the world of the doors cannot change while another thread asks it: nothing has moved"}
    assert refused == {"the world of the doors cannot be asked while another thread changes it"}
    assert steps[-1] == "made" and len(doors.world.trace("stand", segments)) == len(segments)


def test_mistakes_name_the_argument(doors):
    states, inputs = idle([NEAR_DOOR])
    for ask, message in (
        (lambda: doors.step(-1, [NEAR_DOOR]), "^seconds must be finite and at least 0"),
        (lambda: doors.step(1, [(0, 0, np.nan)]), "^visitors is not finite in row 0"),
        (lambda: doors.step_movers(np.concatenate([states] * 2), inputs), "^states has 2 rows and inputs has 1"),
    ):
        with pytest.raises(ValueError, match=message):
            ask()
    for bad in (7, (7, 8), None):
        with pytest.raises(TypeError, match="^stand must be the name of a body, a Shape"):
            doors.step_movers(states, inputs, stand=bad)
    assert doors.turn_back(1) is False


def test_bodies_may_be_shapes(doors):
    tall = (halfspace.Shape.cylinder(28, 12), (0, 0, 4))
    low = (halfspace.Shape.cylinder(20, 12), (0, 0, -4))
    states = halfspace.movers_at([NEAR_DOOR])
    for _ in range(150):
        states, problems = doors.step_movers(
            states, halfspace.controls(forward=[1]), stand=tall, crouch=low)
        assert not problems.any()
    assert states["position"][0, 0] == pytest.approx(256 - 12 - 1 / 32, abs=0.01)
    with pytest.raises(ValueError, match="is not within that of"):
        doors.step_movers(states, halfspace.controls(forward=[1]), stand=low, crouch=tall)


def test_a_guard_waits_for_a_door(arcade, doors):
    closed = halfspace.NavDoorState(arcade.nav())
    doors.lock(DOOR)
    doors.close_ways(closed)
    # Triggers are doors of the mesh too; they stay as they are.
    classes = {entity.get("model"): entity["classname"] for entity in arcade.entities}
    assert closed.closed.tolist() == [classes[model].startswith("func_door") for model in closed.models]
    doors.lock(DOOR, False)
    doors.close_ways(closed)
    assert not closed.closed.any()
    with pytest.raises(ValueError, match="closed belongs to another level"):
        halfspace.Doors(halfspace.compile("examples/levels/keep.map", vis="none")).close_ways(closed)


def test_area_portals_are_shut_by_doors_that_stand_closed(doors, keep):
    assert doors.open_portals().tolist() == []
    assert halfspace.Doors(keep).open_portals().shape == keep.area_portals.shape


def test_triggers_are_what_their_entities_say(arcade):
    triggers = halfspace.Triggers(arcade)
    teleport, push = triggers.triggers
    assert teleport["kind"] == halfspace.TriggerKind.TELEPORT and push["kind"] == halfspace.TriggerKind.PUSH
    assert teleport["destination"].tolist() == [-160, 160, 24] and push["velocity"].tolist() == [0, 0, 400]
    (entity, reason), = triggers.idle
    assert arcade.entities[entity]["target"] == "nowhere" and "nowhere" in reason
    assert len(triggers) == 2 and triggers.level is arcade


def test_triggers_move_who_is_in_their_boxes(arcade):
    triggers = halfspace.Triggers(arcade)
    places = np.random.default_rng(7).uniform((-240, -240, 24), (240, 240, 60), (2000, 3))
    low, high = places - (15, 15, 24), places + (15, 15, 32)

    def within(least, most):
        return ((high > least) & (low < most)).all(axis=1)

    boxes = [within((160, 160, 0), (224, 224, 64)), within((-32, 144, 0), (32, 208, 8))]
    expected = np.where(boxes[0], 0, np.where(boxes[1], 1, -1))
    assert np.array_equal(triggers.touched("stand", places), expected) and set(expected) == {-1, 0, 1}
    states = halfspace.movers_at(places)
    states["velocity"] = (30, 0, 0)
    after, touched = triggers.apply(arcade, states)
    assert np.array_equal(touched, expected)
    assert (after["position"][expected == 0] == (-160, 160, 24)).all()
    assert (after["velocity"][expected == 0] == 0).all()
    assert (after["velocity"][expected == 1] == (0, 0, 400)).all()
    assert after[expected == -1].tobytes() == states[expected == -1].tobytes()
    assert triggers.apply(arcade, states, out=states)[0] is states


def test_a_teleporter_without_room_moves_nobody(arcade):
    triggers, world = halfspace.Triggers(arcade), halfspace.World(arcade)
    states = halfspace.movers_at([(192, 192, 24)])
    assert triggers.arrival(world, 0).tolist() == [-160, 160, 24]
    world.place_obstacle(4, halfspace.Shape.box((16, 16, 28)), (-160, 160, 28))
    assert triggers.arrival(world, 0) is None and np.isnan(triggers.arrival(world, [0])).all()
    after, touched = triggers.apply(world, states)
    assert touched[0] == 0 and after.tobytes() == states.tobytes()
    assert triggers.apply(world, states, themselves=[4])[0]["position"][0, 0] == -160


def test_triggers_refuse_what_is_none(arcade, keep):
    triggers = halfspace.Triggers(arcade)
    with pytest.raises(ValueError, match="^triggers in row 0 must be a teleporter"):
        triggers.arrival(arcade, [1])
    with pytest.raises(IndexError, match="^triggers in row 0 is 2; it must be from 0 to 1"):
        triggers.arrival(arcade, [2])
    with pytest.raises(ValueError, match="asked belongs to another level"):
        triggers.apply(keep, halfspace.movers_at([FAR]))
    with pytest.raises(ValueError, match="gravity"):
        halfspace.Triggers(arcade, -1)
    broken = np.zeros(1, halfspace.mover_state_dtype)
    after, touched = triggers.apply(arcade, broken)
    assert after.tobytes() == broken.tobytes() and touched[0] == -1
