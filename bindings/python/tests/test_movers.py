# SPDX-License-Identifier: MIT
"""Movers: states and inputs as arrays, steps, options and codes."""

import pickle

import numpy as np
import pytest

import halfspace
from conftest import IN_WALL, START, repeats


def standing(keep, count):
    """States of movers that stand beside one another."""
    positions = np.array(START) + np.linspace((0, -90, 0), (0, 90, 0), count)
    return halfspace.movers_at(positions)


def walk(here, states, inputs, steps, **options):
    for _ in range(steps):
        states, problems = here.step_movers(states, inputs, **options)
        assert not np.any(problems)
    return states


def test_a_mover_falls_to_the_floor_and_walks(keep):
    states = halfspace.movers_at([(64, 256, 60)])
    states = walk(keep, states, halfspace.controls(forward=[0]), 100)
    assert abs(states["position"][0, 2] - 24) < 0.1 and np.allclose(states["velocity"], 0)
    assert states["ground_normal"][0].tolist() == [0, 0, 1]
    walked = walk(keep, states, halfspace.controls(yaw=[90], forward=1), 30)
    assert walked["position"][0, 1] > 300 and abs(walked["position"][0, 0] - 64) < 1


def test_one_mover_is_as_one_of_many(keep):
    many = walk(keep, standing(keep, 5), halfspace.controls(yaw=np.arange(5) * 30.0, forward=1), 20)
    one = standing(keep, 5)[3]
    for _ in range(20):
        one, problem = keep.step_movers(one, halfspace.controls(yaw=90.0, forward=1))
        assert problem == 0
    assert one.tobytes() == many[3].tobytes()


def test_steps_may_be_in_place_and_into_given_arrays(keep):
    states, inputs = standing(keep, 20), halfspace.controls(yaw=np.arange(20) * 10.0, forward=1)
    expected = keep.step_movers(states, inputs)[0].tobytes()
    out, problems = np.empty_like(states), np.empty(20, np.uint8)
    after = keep.step_movers(states, inputs, out=out, problems=problems)
    assert after[0] is out and after[1] is problems and out.tobytes() == expected
    keep.step_movers(states, inputs, out=states)
    assert states.tobytes() == expected


def test_arrays_that_overlap_otherwise_are_refused(keep):
    memory = halfspace.movers_at(np.tile(START, (21, 1)))
    inputs = halfspace.controls(forward=np.ones(20))
    with pytest.raises(ValueError, match="^out shares memory"):
        keep.step_movers(memory[:20], inputs, out=memory[1:])
    bytes_of_states = memory.view(np.uint8)
    with pytest.raises(ValueError, match="^problems shares memory"):
        keep.step_movers(memory[:20], inputs, problems=bytes_of_states[:20])
    out = np.empty(20, halfspace.mover_state_dtype)
    with pytest.raises(ValueError, match="^problems shares memory"):
        keep.step_movers(memory[:20].copy(), inputs, out=out, problems=out.view(np.uint8)[:20])


def test_any_number_of_threads_gives_the_same_bits(keep):
    count = repeats(2000)
    random = np.random.default_rng(11)
    states = halfspace.movers_at(np.array(START) + random.uniform(-40, 40, (count, 3)) * (1, 1, 0))
    inputs = halfspace.controls(yaw=random.uniform(0, 360, count), forward=1, jump=random.random(count) < 0.5)
    expected = walk(keep, states, inputs, 8).tobytes()
    assert walk(keep, states, inputs, 8, threads=2).tobytes() == expected
    assert walk(keep, states, inputs, 8, threads=0).tobytes() == expected


def test_codes_tell_what_was_wrong(keep):
    states = halfspace.movers_at([START, IN_WALL, START])
    states["position"][2] = np.nan
    after, problems = keep.step_movers(states, halfspace.controls(forward=np.zeros(3)))
    assert problems.tolist() == [0, 2, 1]
    assert after[1]["position"].tolist() == list(IN_WALL)


def test_states_are_pickled_saved_and_compared(keep):
    states = walk(keep, standing(keep, 7), halfspace.controls(forward=np.ones(7)), 3)
    again = pickle.loads(pickle.dumps(states))
    assert again.dtype == halfspace.mover_state_dtype and np.array_equal(again, states)
    inputs = halfspace.controls(forward=np.ones(7))
    assert walk(keep, again, inputs, 5).tobytes() == walk(keep, states.copy(), inputs, 5).tobytes()


def test_movers_leave_their_own_obstacle_out(keep, world):
    world.place_obstacle(4, halfspace.Shape.box((15, 15, 28)), START, offset=(0, 0, 4))
    states, inputs = halfspace.movers_at([START]), halfspace.controls(forward=[1])
    free = walk(world, states, inputs, 10, themselves=[4])
    assert np.array_equal(free, walk(keep, states, inputs, 10))
    for bad, error, message in (([1, 2], ValueError, "themselves has 2 rows; it must have 1"),
                                ([-2], IndexError, "themselves in row 0 is -2; it must be from -1"),
                                ([2**32], IndexError, "in row 0")):
        with pytest.raises(error, match=message):
            world.step_movers(states, inputs, themselves=bad)


def test_controls_are_broadcast_and_rounded():
    inputs = halfspace.controls(yaw=[0, 90, 180], forward=[1, 0, -1], jump=True, crouch=[False, True, False])
    assert inputs.dtype == halfspace.mover_input_dtype and inputs.shape == (3,)
    assert inputs["yaw"].tolist() == [0, 16384, -32768] and inputs["forward"].tolist() == [127, 0, -127]
    assert inputs["buttons"].tolist()[0] == inputs["buttons"].tolist()[2] != inputs["buttons"].tolist()[1]
    assert halfspace.controls().shape == ()
    assert halfspace.controls(yaw=np.empty(0)).shape == (0,)
    assert halfspace.controls(yaw=[1], left=[0, 1]).tobytes() == halfspace.controls(
        yaw=[1, 1], left=[0, 1]).tobytes()


def test_controls_name_what_is_wrong():
    for given, error, message in (
        ({"yaw": [0, np.nan]}, ValueError, "^yaw in row 1 must be finite"),
        ({"up": -np.inf}, ValueError, "^up must be finite"),
        ({"forward": 2**60}, ValueError, r"^forward must be finite and below 2\^53"),
        ({"yaw": [1, 2], "left": [1, 2, 3]}, ValueError, "^yaw has 2 rows and left has 3"),
        ({"yaw": np.empty(0), "left": [1, 2, 3]}, ValueError, "^yaw has 0 rows and left has 3"),
        ({"pitch": [[1, 2]]}, ValueError, r"^pitch has the shape \(1, 2\)"),
        ({"yaw": 1j}, TypeError, "^yaw has the dtype complex128"),
        ({"left": np.longdouble(1)}, TypeError, "^left has the dtype"),
        ({"forward": np.datetime64(5, "s")}, TypeError, "^forward has the dtype"),
        ({"jump": "yes"}, TypeError, "^jump has the dtype"),
    ):
        with pytest.raises(error, match=message):
            halfspace.controls(**given)


def test_options_have_ranges():
    options = halfspace.MoverOptions(walk_speed=100, gravity=400)
    assert options.walk_speed == 100 and options.gravity == 400
    with pytest.raises(ValueError, match="walk_speed|walk speed"):
        halfspace.MoverOptions(walk_speed=-1)
    with pytest.raises(TypeError, match="MoverOptions has no wings"):
        halfspace.MoverOptions(wings=2)


def test_options_change_the_steps(keep):
    states, inputs = standing(keep, 1), halfspace.controls(forward=[1])
    slow = walk(keep, states, inputs, 20, options=halfspace.MoverOptions(walk_speed=50))
    fast = walk(keep, states, inputs, 20)
    assert slow["position"][0, 0] < fast["position"][0, 0]
    options = halfspace.MoverOptions()
    options.seconds = -1
    with pytest.raises(ValueError, match="seconds"):
        keep.step_movers(states, inputs, options=options)


def test_records_of_another_kind_are_refused(keep):
    states, inputs = standing(keep, 2), halfspace.controls(forward=np.ones(2))
    for bad in (np.zeros((2, 3)), states.astype(halfspace.mover_state_dtype.newbyteorder()), None, [1, 2]):
        with pytest.raises(TypeError, match="^states has the dtype|^states must be"):
            keep.step_movers(bad, inputs)
    with pytest.raises(TypeError, match="^inputs has the dtype"):
        keep.step_movers(states, states)
    with pytest.raises(ValueError, match="^states has 2 rows and inputs has 1"):
        keep.step_movers(states, inputs[:1])
    with pytest.raises(ValueError, match="^states has the shape"):
        keep.step_movers(states.reshape(1, 2), inputs)
    with pytest.raises(ValueError, match="is not within"):
        keep.step_movers(states, inputs, crouch="large")
    wide = np.repeat(states, 2)
    assert np.array_equal(keep.step_movers(wide[::2], inputs)[0], keep.step_movers(states, inputs)[0])
    none = keep.step_movers(states[:0], inputs[:0])
    assert none[0].shape == none[1].shape == (0,)
