# SPDX-License-Identifier: MIT
"""Doors, triggers, slides and players in Python have the bits of C++ (tests/python/answers.cpp)."""

import os
import pathlib
import shutil

import numpy as np
import pytest

import halfspace
from halfspace import DoorMode
from conftest import ask_cpp, repeats

STEPS = 300
# The changes of modes that only a door makes which would crush somebody.
TURNS = {(DoorMode.CLOSED, DoorMode.CLOSING), (DoorMode.OPENING, DoorMode.CLOSING),
         (DoorMode.CLOSING, DoorMode.OPENING)}


def inputs_of(rows, step):
    return halfspace.controls(yaw=rows[:, 3] + 12 * step, forward=1, left=0.25, jump=step % 40 == 0)


def state_numbers(doors):
    return np.column_stack([doors.states[name] for name in ("open", "waits", "mode")]).ravel()


def game_alone(level, rows):
    for row in rows:
        doors, states = halfspace.Doors(level), halfspace.movers_at(row[None, :3])
        for step in range(STEPS):
            states, _ = doors.step_movers(states, inputs_of(row[None], step))
        yield from states["position"].ravel()
        yield from state_numbers(doors)


def game_together(level, rows):
    doors, triggers, states = halfspace.Doors(level), halfspace.Triggers(level), halfspace.movers_at(rows[:, :3])
    turned_back = 0
    for step in range(STEPS):
        if step in (60, 220):
            doors.lock(np.arange(len(doors)), step == 60)
        states, _ = doors.step_movers(states, inputs_of(rows, step), threads=2)
        turned_back += sum((before, mode) in TURNS for _, before, mode in doors.events.tolist())
        states, _ = triggers.apply(doors.world, states)
        yield from state_numbers(doors)
    assert turned_back > 0 or len(doors) != 2  # those of the arcade have somebody in their way
    yield from states["position"].ravel()


def game_triggers(level, rows):
    states = halfspace.movers_at(rows[:, :3])
    states["velocity"] = rows[:, 3:]
    states, _ = halfspace.Triggers(level).apply(level, states)
    yield from np.hstack([states["position"], states["velocity"]]).ravel()


def game_slides(level, rows):
    for slide in level.move_and_slide("stand", rows[:, :3], rows[:, 3:], 0.25):
        yield from [*slide["position"], *slide["velocity"], slide["contact_count"]]
        yield from slide["contacts"]["normal"][: slide["contact_count"]].ravel()


def game_players(level, rows):
    for row in rows:
        doors, player = halfspace.Doors(level), halfspace.Player(level)
        player.look_along(row[3], row[4])
        if player.stand_at(doors.world, row[:3]):
            player.drop(doors.world)
        for frame in range(100):
            player.advance(doors, 0.03, forward=1, turn=row[5], begins_jump=frame % 40 == 0,
                           crouches=frame % 16 < 4)
            yield from player.eye
        yield from state_numbers(doors)
        yield len(player.touches)


def assert_same(level, question, count, folder):
    level.save(folder / "level.hsw")
    random = np.random.default_rng(25)
    low, high = level.bounds()
    places = random.uniform(low, high, (60 * count, 3))
    if question is game_together:  # around the doors, so that these close on somebody
        reach = halfspace.Doors(level).doors["reach"][random.integers(len(halfspace.Doors(level)), size=len(places))]
        places = random.uniform(reach[:, 0], reach[:, 1])
    places = places[halfspace.Doors(level).world.free("stand", places)][:count]
    rows = np.hstack([places, random.uniform(-200, 200, places.shape)])
    answers = np.fromiter(question(level, rows), float)
    assert answers.tobytes() == ask_cpp(folder / "level.hsw", question.__name__, rows)


@pytest.mark.parametrize("question, count", [
    (game_alone, repeats(12)), (game_together, 60), (game_triggers, repeats(3000)),
    (game_slides, repeats(3000)), (game_players, repeats(12))])
@pytest.mark.parametrize("name", ["keep", "arcade"])
def test_games_are_those_of_cpp(name, question, count, keep, arcade, tmp_path):
    assert_same({"keep": keep, "arcade": arcade}[name], question, count, tmp_path)


def test_doors_and_triggers_of_a_real_level_are_those_of_cpp(tmp_path):
    path = pathlib.Path(os.environ.get("HALFSPACE_TEST_DATA", "/none")) / "maps/id1/e2m1.map"
    if not path.exists():
        pytest.skip("needs the real levels of HALFSPACE_TEST_DATA")
    shutil.copy(path, tmp_path)
    level = halfspace.compile(tmp_path / path.name, vis="none", skip_bad_brushes=True)
    assert len(halfspace.Doors(level)) > 30
    assert_same(level, game_together, 60, tmp_path)
